package search

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// Simple is a player of known strength, against which levels are measured: it
// looks at no position but the current one. [NewRandom] and [NewGreedy] return
// one. Its moves depend on the seed, the position and the number of moves played.
type Simple struct {
	greedy bool
	mates  bool   // the option Mate
	fixed  uint64 // the option Seed
	seed   uint64 // of the current game
}

var _ engine.Searcher = (*Simple)(nil)

// NewRandom returns a player of random legal moves, all with the same probability.
// With a seed of 0 every game is different.
func NewRandom(seed uint64) *Simple { return newSimple(false, seed) }

// NewGreedy returns a player that mates if it can. Otherwise it captures a piece of
// the highest level in sight, and plays a random move if it can capture nothing.
// With a seed of 0 every game is different.
func NewGreedy(seed uint64) *Simple { return newSimple(true, seed) }

func newSimple(greedy bool, seed uint64) *Simple {
	s := &Simple{greedy: greedy, mates: true, fixed: seed}
	s.NewGame()
	return s
}

// Options returns the option Seed, and for the greedy player Mate, without which
// it does not look for mates.
func (s *Simple) Options() []engine.Option {
	options := []engine.Option{{Name: "Seed", Type: engine.Spin, Default: "0", Min: 0, Max: math.MaxInt32}}
	if s.greedy {
		options = append(options, engine.Option{Name: "Mate", Type: engine.Check, Default: "true"})
	}
	return options
}

// SetOption sets one of Options. A seed counts from the next game on.
func (s *Simple) SetOption(name, value string) error {
	switch name {
	case "Seed":
		n, err := strconv.ParseUint(value, 10, 31)
		if err != nil {
			return err
		}
		s.fixed = n
	case "Mate":
		s.mates = value == "true"
	default:
		return fmt.Errorf("no option %s", name)
	}
	return nil
}

// NewGame chooses another seed, unless one is set.
func (s *Simple) NewGame() {
	s.seed = s.fixed
	if s.seed == 0 {
		s.seed = rand.Uint64()
	}
}

// Search returns a move at once. See [engine.Searcher].
func (s *Simple) Search(ctx context.Context, game *wotn.Game, limits engine.Limits, report func(engine.Info)) engine.Result {
	p := game.Position()
	moves := allowedMoves(p, limits.Moves)
	result := engine.Result{}
	if len(moves) > 0 {
		if s.greedy {
			moves = s.greedyMoves(p, moves)
		}
		n := mix(mix(p.Key()^s.seed) + uint64(game.Len()))
		result = engine.Result{Best: moves[n%uint64(len(moves))], Depth: 1, Nodes: 1}
		info := engine.Info{Rank: 1, Depth: 1, SelDepth: 1, Nodes: 1, WDL: engine.WDLOf(p, 0).Thousandths(), PV: []wotn.Move{result.Best}}
		result.PVs = []engine.Info{info}
		if report != nil {
			report(info)
		}
	}
	if limits.Infinite {
		<-ctx.Done()
	}
	return result
}

// greedyMoves returns the moves between which the greedy player chooses.
func (s *Simple) greedyMoves(p *wotn.Position, moves []wotn.Move) []wotn.Move {
	if s.mates {
		var after wotn.Position
		for _, m := range moves {
			if p.PlayInto(&after, m); after.Checkers() != 0 && !after.HasMoves() {
				return []wotn.Move{m}
			}
		}
	}
	return bestCaptures(moves)
}

// bestCaptures returns the captures of a piece of the highest level, or all moves
// if none captures.
func bestCaptures(moves []wotn.Move) []wotn.Move {
	most := wotn.Level(0)
	var best []wotn.Move
	for _, m := range moves {
		if m.Captured() == wotn.NoKind {
			continue
		}
		switch level := m.Captured().Level(); {
		case level > most:
			most, best = level, append(best[:0], m)
		case level == most:
			best = append(best, m)
		}
	}
	if len(best) == 0 {
		return moves
	}
	return best
}

// Explain says that there is no evaluation.
func (*Simple) Explain(*wotn.Position) string { return "this player does not evaluate positions\n" }

// Bench returns an error: there is nothing to measure.
func (*Simple) Bench(context.Context, io.Writer) error {
	return errors.New("this player does not search")
}
