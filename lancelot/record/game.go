package record

import (
	"strings"

	"tafelrunde/lancelot"
)

// PositionTag is the tag of the starting position, ResultTag that of the result.
// Both are written from the game and are not among its Tags.
const (
	PositionTag = "Position"
	ResultTag   = "Result"
)

// Tag is a property of a game, its name and value, such as a player: [A "Anna"].
type Tag struct{ Name, Value string }

// Turn is a turn with its annotations.
type Turn struct {
	Turn lancelot.Turn
	// NAGs are the numeric annotation glyphs of PGN, 0 to 255: 1 "!", 2 "?", 3 "!!",
	// 4 "??", 5 "!?", 6 "?!".
	NAGs []int
	// Comments are the comments after the turn.
	Comments []string
	// Variations are alternatives to the turn.
	Variations []Line
}

// Line is a variation, a sequence of at least one turn.
type Line struct {
	// Comments are the comments before the first turn.
	Comments []string
	Turns    []Turn
}

// Game is a recorded game.
type Game struct {
	// Tags are all tags except PositionTag and ResultTag, in order. Names consist of
	// letters, digits and underscores and are unique.
	Tags  []Tag
	Start lancelot.Position
	// Comments are the comments before the first turn.
	Comments []string
	// Turns are the main line.
	Turns  []Turn
	Result Result
	// Problems are the problems of a text that could be read nevertheless, with the codes
	// AssumedStart, BadNAG and BadResult, and those in variations.
	Problems []*Error
}

// New returns the record of a game without comments. Its result is the outcome by
// the rules.
func New(played *lancelot.Game, tags ...Tag) Game {
	g := Game{Tags: tags, Start: *played.Start()}
	for _, t := range played.Turns() {
		g.Turns = append(g.Turns, Turn{Turn: t})
	}
	g.Result = resultOf(played.Outcome(), g.Start.Seats())
	return g
}

// Agree sets a result that the players agreed on. It returns an [*Error] with the
// code [BadResult] if the text is not a result for the number of seats, or if the
// game already has another result. "*" and "" change nothing.
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

// Tag returns the value of a tag, or "" if there is none.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// Game returns the main line as a game with its history. It returns an error if a
// turn is illegal.
func (g *Game) Game() (*lancelot.Game, error) {
	played := lancelot.NewGame(g.Start)
	for _, t := range g.Turns {
		if err := played.Play(t.Turn); err != nil {
			return nil, err
		}
	}
	return played, nil
}

// Result is the result of a game, by the rules or by agreement. Results are
// comparable with ==. The zero value means no result.
type Result struct {
	seats   int
	winners uint8
}

// Won returns the result that the winners share the win. seats is the number of
// seats in the game. Without a winner it returns the zero Result.
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

// Winners returns the seats that share the win, in order. It is empty without a
// result.
func (r Result) Winners() []lancelot.Seat {
	var winners []lancelot.Seat
	for seat := range lancelot.Seat(lancelot.MaxSeats) {
		if r.winners>>seat&1 != 0 {
			winners = append(winners, seat)
		}
	}
	return winners
}

// String returns the win share of each seat, such as "1-0-0" or "1/2-0-1/2", and
// "*" without a result.
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

// parseResult is the inverse of [Result.String] for a number of seats.
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
