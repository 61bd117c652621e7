package jobs

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"tafelrunde/internal/judge"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/lancelot"
	lancelotengine "tafelrunde/lancelot/engine"
	lancelotsearch "tafelrunde/lancelot/search"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	wotnsearch "tafelrunde/wotn/search"
)

// Limits of a comparison. They do not depend on the speed of the machine.
const (
	// MaxComparedGames is how many games are compared, the newest.
	MaxComparedGames = 20
	// wotnNodes and lancelotNodes are the size of each search.
	wotnNodes, lancelotNodes = 30_000, 3_000
	// openingMoves is the number of moves of each seat that belong to the opening.
	openingMoves = 8
	// openingTurns is that of Lancelot.
	openingTurns = 4
	// NearShare is the loss of win share, in thousandths, up to which a move counts as
	// near the best.
	NearShare = 20
)

// Excluded says why a move does not count; "" if it counts.
type Excluded string

// The reasons.
const (
	ExcludedOpening Excluded = "opening"
	ExcludedForced  Excluded = "forced" // there was no other move
	ExcludedEngine  Excluded = "engine" // an engine played it
)

// ComparedMove is a move of the person.
type ComparedMove struct {
	// Ply counts all moves of the game from 1.
	Ply  int    `json:"ply"`
	Move string `json:"move"`
	// Best is the engine's move, and Loss the win share that Move loses, in
	// thousandths. Both are zero for a move that does not count.
	Best string `json:"best,omitempty"`
	Loss int    `json:"loss"`
	// Spent is the time from the start of the turn, in milliseconds.
	Spent match.Millis `json:"spent"`
	Not   Excluded     `json:"not,omitempty" enum:"opening,forced,engine" doc:"why the move does not count; missing if it counts"`
}

// First reports whether the move is the engine's first choice.
func (m *ComparedMove) First() bool { return m.Not == "" && m.Move == m.Best }

// Near reports whether the move loses almost nothing.
func (m *ComparedMove) Near() bool { return m.Not == "" && m.Loss <= NearShare }

// ComparedGame is a game of the person with the moves of the person.
type ComparedGame struct {
	Match   string         `json:"match"`
	Game    int            `json:"game"`
	EndedAt match.Moment   `json:"endedAt"`
	Rules   string         `json:"rules" doc:"wotn or lancelot"`
	Variant string         `json:"variant"`
	Seat    int            `json:"seat"`
	Moves   []ComparedMove `json:"moves"`
	Summary Agreement      `json:"summary"`
}

// TimeSteps are the upper ends of the classes of times, in milliseconds; the last
// class has no end.
var TimeSteps = []match.Millis{1000, 2000, 5000, 10_000, 20_000, 60_000}

// Agreement summarises moves.
type Agreement struct {
	Moves   int `json:"moves" doc:"all moves of the person, without those that an engine played"`
	Counted int `json:"counted" doc:"moves that were compared"`
	First   int `json:"first" doc:"compared moves that are the engine's first choice"`
	Near    int `json:"near" doc:"compared moves that lose at most nearShare of win share, with those that are the first choice"`
	// Inaccuracies, Mistakes and Blunders are those of internal/judge.
	Inaccuracies int `json:"inaccuracies"`
	Mistakes     int `json:"mistakes"`
	Blunders     int `json:"blunders"`
	Accuracy     int `json:"accuracy" doc:"mean accuracy of the compared moves in percent; 0 without such moves"`
	// Times are those of the moves, in milliseconds.
	Median    match.Millis `json:"median"`
	Shortest  match.Millis `json:"shortest"`
	Longest   match.Millis `json:"longest"`
	Deviation int          `json:"deviation" doc:"standard deviation of the times in percent of their mean: people vary more than programs"`
	Times     []int        `json:"times" doc:"number of moves that took less than each of timeSteps, and longer"`
}

// Findings is a comparison.
type Findings struct {
	Games   []ComparedGame `json:"games"`
	Summary Agreement      `json:"summary"`
	// Total is the number of games that are compared; while it is greater than the
	// number of Games, the comparison is running.
	Total int `json:"total"`
}

// Summarise returns the summary of moves.
func Summarise(moves []ComparedMove) Agreement {
	s := Agreement{Times: make([]int, len(TimeSteps)+1)}
	var losses []float64
	var times []match.Millis
	for i := range moves {
		m := &moves[i]
		if m.Not == ExcludedEngine {
			continue
		}
		s.Moves++
		times = append(times, m.Spent)
		class, _ := slices.BinarySearch(TimeSteps, m.Spent+1)
		s.Times[class]++
		if m.Not != "" {
			continue
		}
		s.Counted++
		losses = append(losses, float64(m.Loss))
		if m.First() {
			s.First++
		}
		if m.Near() {
			s.Near++
		}
		switch judge.KindOf(float64(m.Loss)) {
		case judge.Inaccuracy:
			s.Inaccuracies++
		case judge.Mistake:
			s.Mistakes++
		case judge.Blunder:
			s.Blunders++
		}
	}
	if accuracy, ok := judge.Accuracy(losses); ok {
		s.Accuracy = int(math.Round(accuracy))
	}
	if len(times) == 0 {
		return s
	}
	slices.Sort(times)
	s.Median, s.Shortest, s.Longest = times[len(times)/2], times[0], times[len(times)-1]
	var sum, squares float64
	for _, spent := range times {
		sum += float64(spent)
	}
	mean := sum / float64(len(times))
	for _, spent := range times {
		squares += (float64(spent) - mean) * (float64(spent) - mean)
	}
	if mean > 0 {
		s.Deviation = int(math.Round(100 * math.Sqrt(squares/float64(len(times))) / mean))
	}
	return s
}

// turn is a move of a game with the position before it.
type turn struct {
	seat   int
	text   string
	before string
	spent  match.Millis
	engine bool
}

// replay is a game as played.
type replay struct {
	start    string
	settings match.Settings
	turns    []turn
}

// replayOf returns a game of a match from its events.
func replayOf(events []match.Event, number int) (*replay, error) {
	r := &replay{}
	now := match.New()
	for _, e := range events {
		before := now
		var err error
		if now, err = match.Apply(games.Rules{}, before, e); err != nil {
			return nil, err
		}
		if now.Game != number {
			continue
		}
		switch e.Type {
		case match.Moved:
			r.turns = append(r.turns, turn{e.Seat, now.Moves[len(now.Moves)-1].Text, before.Position.Text(), e.At.Since(before.TurnAt), before.Seats[e.Seat].Engine > 0})
		case match.TakenBack:
			r.turns = r.turns[:len(now.Moves)]
		case match.Ended:
			r.settings = now.Settings
			if now.Start != nil {
				r.start = now.Start.Text()
			}
			return r, nil
		}
	}
	return nil, fmt.Errorf("the match has no finished game %d", number)
}

// comparer searches positions. Its methods must not be called concurrently.
type comparer struct {
	wotn     *wotnsearch.Engine
	lancelot lancelotsearch.Tree
	// pause is called before each search. It returns when the search may begin, or an
	// error that ends the comparison.
	pause func(ctx context.Context) error
}

// compare returns the moves of a seat in a game.
func (c *comparer) compare(ctx context.Context, r *replay, seat int) ([]ComparedMove, error) {
	if r.settings.Game == "lancelot" {
		return c.compareLancelot(ctx, r, seat)
	}
	return c.compareWotn(ctx, r, seat)
}

// newMove returns the move of a turn and why it does not count.
func newMove(ply int, t *turn, opening, alternatives int) ComparedMove {
	m := ComparedMove{Ply: ply + 1, Move: t.text, Spent: max(0, t.spent)}
	switch {
	case t.engine:
		m.Not = ExcludedEngine
	case opening > 0:
		m.Not = ExcludedOpening
	case alternatives < 2:
		m.Not = ExcludedForced
	}
	return m
}

func (c *comparer) compareWotn(ctx context.Context, r *replay, seat int) ([]ComparedMove, error) {
	variant, err := wotn.ParseVariant(r.settings.Variant)
	if err != nil {
		return nil, err
	}
	start, err := wotn.ParsePosition(variant, r.start)
	if err != nil {
		return nil, err
	}
	game := wotn.NewGame(start)
	if c.wotn == nil {
		c.wotn = wotnsearch.New(wotnConfig(16, 1))
	}
	c.wotn.Clear() // results do not depend on earlier games
	moves, opening := []ComparedMove{}, openingMoves
	for ply := range r.turns {
		t := &r.turns[ply]
		played, err := game.Position().ParseMove(t.text)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", ply+1, err)
		}
		if t.seat != seat {
			if err := game.PlayOn(played); err != nil {
				return nil, err
			}
			continue
		}
		m := newMove(ply, t, opening, len(game.Position().AppendMoves(nil)))
		opening--
		if m.Not != "" {
			if err := game.PlayOn(played); err != nil {
				return nil, err
			}
			moves = append(moves, m)
			continue
		}
		before, err := c.evaluate(ctx, game)
		if err != nil {
			return nil, err
		}
		if err := game.PlayOn(played); err != nil {
			return nil, err
		}
		m.Move, m.Best = played.String(), before.Best
		if m.Move != m.Best {
			after, err := c.evaluate(ctx, game)
			if err != nil {
				return nil, err
			}
			m.Loss = int(math.Round(judge.Classify(m.Move, before, after).Loss))
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// evaluate searches a position.
func (c *comparer) evaluate(ctx context.Context, game *wotn.Game) (judge.Position, error) {
	if o := game.Outcome(); o.Over() {
		return judge.Position{Share: 1000 * o.WinShare(game.Position().ToMove())}, nil
	}
	if err := c.pause(ctx); err != nil {
		return judge.Position{}, err
	}
	found := c.wotn.Search(ctx, game, engine.Limits{Nodes: wotnNodes}, nil)
	if err := ctx.Err(); err != nil {
		return judge.Position{}, err
	}
	p := judge.Position{Best: found.Best.String(), Second: -1, Share: 1000 * found.Score.WinShare()}
	if len(found.PVs) > 0 {
		if wdl := found.PVs[0].WDL; wdl != [3]int{} {
			p.Share = float64(wdl[0]) + float64(wdl[1])/2
		}
	}
	p.Mate, _ = found.Score.Mate()
	return p, nil
}

func (c *comparer) compareLancelot(ctx context.Context, r *replay, seat int) ([]ComparedMove, error) {
	moves, opening := []ComparedMove{}, openingTurns
	for ply := range r.turns {
		t := &r.turns[ply]
		if t.seat != seat {
			continue
		}
		position, err := lancelot.ParsePosition(t.before)
		if err != nil {
			return nil, fmt.Errorf("turn %d: %w", ply+1, err)
		}
		played, err := position.ParseTurn(t.text)
		if err != nil {
			return nil, fmt.Errorf("turn %d: %w", ply+1, err)
		}
		m := newMove(ply, t, opening, len(position.AppendTurns(nil)))
		opening--
		if m.Not == "" {
			if err := c.pause(ctx); err != nil {
				return nil, err
			}
			v := judge.ClassifyTurn(c.lancelot.Compare(ctx, &position, played, lancelotengine.Limits{Nodes: lancelotNodes}))
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			m.Move, m.Best, m.Loss = played.String(), v.Better.Turn.String(), int(v.Loss)
			if v.Loss == 0 {
				m.Best = m.Move
			}
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// summarise returns a report with the summary of all its games, the newest first.
func summarise(list []ComparedGame, total int) Findings {
	var all []ComparedMove
	for i := range list {
		all = append(all, list[i].Moves...)
	}
	slices.SortStableFunc(list, func(a, b ComparedGame) int { return cmp.Compare(b.EndedAt, a.EndedAt) })
	return Findings{Games: list, Summary: Summarise(all), Total: total}
}
