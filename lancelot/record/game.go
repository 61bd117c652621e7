package record

import (
	"strings"

	"tafelrunde/lancelot"
)

// PositionTag is the tag that holds the start, and ResultTag the one that
// repeats the result. Both are written from the game and are not among its Tags.
const (
	PositionTag = "Position"
	ResultTag   = "Result"
)

// Tag is something told about a game, such as who plays: [A "Anna"].
type Tag struct{ Name, Value string }

// Turn is one turn with what is remarked after it.
type Turn struct {
	Turn     lancelot.Turn
	Comments []string
}

// Game is a game as it is recorded.
type Game struct {
	// Tags are all tags but those named above, in their order. A name is made of
	// letters, digits and underscores and stands once.
	Tags  []Tag
	Start lancelot.Position
	// Comments stand before the first turn.
	Comments []string
	Turns    []Turn
	Result   Result
}

// New is a game played by the rules, without comments; its result is the
// outcome by the rules.
func New(played *lancelot.Game, tags ...Tag) Game {
	g := Game{Tags: tags, Start: played.PositionAfter(0)}
	for _, t := range played.Turns() {
		g.Turns = append(g.Turns, Turn{Turn: t})
	}
	g.Result = resultOf(played.Outcome(), g.Start.Seats())
	return g
}

// Agree gives the game the result that the players have agreed on, as text. The
// error is an [*Error] with the code [BadResult]: the text is no result for so many
// seats, or the rules have ended the game otherwise. "*" and "" change nothing.
func (g *Game) Agree(result string) error {
	if result == "" || result == "*" {
		return nil
	}
	agreed, ok := parseResult(result, g.Start.Seats())
	if !ok || g.Result != (Result{}) && g.Result != agreed {
		return &Error{Code: BadResult, Turn: len(g.Turns), Found: result, Want: g.Result.String()}
	}
	g.Result = agreed
	return nil
}

// Tag is the value of the tag with that name, "" if there is none.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// Game is the recorded game, to look back in or to play on.
func (g *Game) Game() (*lancelot.Game, error) {
	played := lancelot.NewGame(g.Start)
	for _, t := range g.Turns {
		if err := played.Play(t.Turn); err != nil {
			return nil, err
		}
	}
	return played, nil
}

// Result is who has won, whether the rules or the players decided it. Results
// are equal (==) if they say the same. The zero Result is that of a game without
// one.
type Result struct {
	seats   int
	winners uint8
}

// Won is the result of a game of so many seats that these seats win together.
func Won(seats int, winners ...lancelot.Seat) Result {
	r := Result{seats: seats}
	for _, w := range winners {
		if int(w) < seats {
			r.winners |= 1 << w
		}
	}
	if r.winners == 0 {
		return Result{}
	}
	return r
}

func resultOf(o lancelot.Outcome, seats int) Result { return Won(seats, o.Winners()...) }

// Winners are the seats that win, in order; none if there is no result.
func (r Result) Winners() []lancelot.Seat {
	var winners []lancelot.Seat
	for seat := range lancelot.Seat(lancelot.MaxSeats) {
		if r.winners>>seat&1 != 0 {
			winners = append(winners, seat)
		}
	}
	return winners
}

// String is the result as text: each seat's share of the win, "1-0-0" or
// "1/2-0-1/2", and "*" if there is no result.
func (r Result) String() string {
	if r.winners == 0 {
		return "*"
	}
	share := "1"
	if n := len(r.Winners()); n > 1 {
		share = "1/" + string(rune('0'+n))
	}
	shares := make([]string, r.seats)
	for seat := range shares {
		shares[seat] = "0"
		if r.winners>>seat&1 != 0 {
			shares[seat] = share
		}
	}
	return strings.Join(shares, "-")
}

// parseResult is the inverse of [Result.String] for so many seats.
func parseResult(text string, seats int) (Result, bool) {
	if text == "*" {
		return Result{}, true
	}
	shares := strings.Split(text, "-")
	if len(shares) != seats {
		return Result{}, false
	}
	var winners []lancelot.Seat
	for seat, share := range shares {
		if share != "0" {
			winners = append(winners, lancelot.Seat(seat))
		}
	}
	r := Won(seats, winners...)
	return r, r.String() == text
}
