package explorer

import (
	"cmp"
	"fmt"
	"slices"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// Count is how many games were won, drawn and lost by the side that made a move.
type Count struct{ Wins, Draws, Losses int }

// Games returns the number of games.
func (c Count) Games() int { return c.Wins + c.Draws + c.Losses }

// add adds a game with a result: twice the points of the side that made the move.
func (c *Count) add(points int) {
	switch points {
	case 0:
		c.Losses++
	case 1:
		c.Draws++
	default:
		c.Wins++
	}
}

// Move is a move that was played, in coordinate notation.
type Move struct {
	Text string
	Count
}

// order sorts moves by number of games, then by text.
func order(moves []Move) {
	slices.SortFunc(moves, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Games(), a.Games()), cmp.Compare(a.Text, b.Text))
	})
}

// Step is a move of a game as it is counted.
type Step struct {
	Key    uint64
	Code   uint32
	Points int // twice the points of the side that made the move
}

// Steps returns the first moves of a game from a start position; "" is the usual one
// of the set. Positions without statistics are left out. The error is that of the
// start position or of an illegal move.
func Steps(set Set, start string, r Record, plies int) (steps []Step, err error) {
	moves := r.Moves[:min(len(r.Moves), plies)]
	if set.Lancelot {
		return lancelotSteps(set, start, r.Result, moves)
	}
	return wotnSteps(set, start, r.Result, moves)
}

func wotnSteps(set Set, start string, result int, moves []string) (steps []Step, err error) {
	p := wotn.Start(set.Variant)
	if start != "" {
		if p, err = wotn.ParsePosition(set.Variant, start); err != nil {
			return nil, err
		}
	}
	first := p.ToMove()
	for ply, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, fmt.Errorf("ply %d: %w", ply, err)
		}
		place := PlaceOfWotn(&p)
		code, _ := place.Code(text)
		steps = append(steps, Step{place.Key, code, pointsOf(result, p.ToMove() == first)})
		p.PlayInto(&p, m)
	}
	return steps, nil
}

func lancelotSteps(set Set, start string, result int, moves []string) (steps []Step, err error) {
	setup := lancelot.Options{Seats: 2, Rules: set.Rules}.Setup()
	p, err := setup.Position()
	if start != "" {
		p, err = lancelot.ParsePosition(start)
	}
	if err != nil {
		return nil, err
	}
	first := p.ToMove()
	for ply, text := range moves {
		t, err := p.ParseTurn(text)
		if err != nil {
			return nil, fmt.Errorf("turn %d: %w", ply, err)
		}
		if place, ok := PlaceOfLancelot(&p); ok && place.Set == set {
			code, _ := place.Code(text)
			steps = append(steps, Step{place.Key, code, pointsOf(result, p.ToMove() == first)})
		}
		p.PlayInto(&p, t)
	}
	return steps, nil
}

// pointsOf returns the result for the side that made a move.
func pointsOf(result int, first bool) int {
	if first {
		return result
	}
	return 2 - result
}

// Counter counts the games of one set.
type Counter struct {
	Set Set
	// Plies is how many moves of each game are counted.
	Plies int
	// Games is the number of games counted.
	Games  int
	counts map[uint64]map[uint32]Count
}

// NewCounter returns a counter without games.
func NewCounter(set Set, plies int) *Counter {
	return &Counter{Set: set, Plies: plies, counts: make(map[uint64]map[uint32]Count)}
}

// Add counts a game from the usual start position. The error is that of an illegal
// move; nothing is then counted.
func (c *Counter) Add(r Record) error {
	steps, err := Steps(c.Set, "", r, c.Plies)
	if err != nil {
		return err
	}
	c.Games++
	for _, s := range steps {
		moves := c.counts[s.Key]
		if moves == nil {
			moves = make(map[uint32]Count)
			c.counts[s.Key] = moves
		}
		count := moves[s.Code]
		count.add(s.Points)
		moves[s.Code] = count
	}
	return nil
}

// CountSteps returns the moves of steps, all of which were played at a place, the most
// frequent first.
func CountSteps(p *Place, steps []Step) []Move {
	counts := make(map[uint32]Count)
	for _, s := range steps {
		count := counts[s.Code]
		count.add(s.Points)
		counts[s.Code] = count
	}
	return movesOf(p, counts)
}

// Moves returns the moves that were played at a place, the most frequent first.
func (c *Counter) Moves(p *Place) []Move {
	if p.Set != c.Set {
		return nil
	}
	return movesOf(p, c.counts[p.Key])
}

// movesOf returns the moves with codes at a place, the most frequent first.
func movesOf(p *Place, counts map[uint32]Count) (moves []Move) {
	for code, count := range counts {
		if text, ok := p.text(code); ok {
			moves = append(moves, Move{text, count})
		}
	}
	order(moves)
	return moves
}
