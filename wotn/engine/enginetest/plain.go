package enginetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// Plain is a Searcher with predictable answers. Its best move is the first
// legal move in the order of their text. It reports one principal variation a
// depth, with a thousand nodes and a millisecond for each ply, and takes no
// time. Searches with a clock or a move time go to depth 3; searches without a
// limit report to depth 3 and wait until they are stopped.
type Plain struct {
	// Games is the number of calls of NewGame.
	Games int
	// Set holds the values of SetOption by name.
	Set map[string]string
	// Limits are those of the last search.
	Limits engine.Limits
}

// Options returns one option of every type.
func (s *Plain) Options() []engine.Option {
	return []engine.Option{
		{Name: "Hash", Type: engine.Spin, Default: "16", Min: 1, Max: 1024},
		{Name: "Clear Hash", Type: engine.Button},
		{Name: "Ponder", Type: engine.Check, Default: "false"},
		{Name: "Style", Type: engine.Combo, Default: "calm", Choices: []string{"calm", "bold"}},
		{Name: "Book File", Type: engine.String},
	}
}

// SetOption stores a value in Set. The value "refused" is an error.
func (s *Plain) SetOption(name, value string) error {
	if value == "refused" {
		return errors.New("that value is refused")
	}
	if s.Set == nil {
		s.Set = make(map[string]string)
	}
	s.Set[name] = value
	return nil
}

// NewGame increments Games.
func (s *Plain) NewGame() { s.Games++ }

// Search returns the first move and the first reply.
func (s *Plain) Search(ctx context.Context, game *wotn.Game, limits engine.Limits, report func(engine.Info)) engine.Result {
	s.Limits = limits
	if report == nil {
		report = func(engine.Info) {}
	}
	moves := limits.Moves
	if len(moves) == 0 {
		moves = game.Position().AppendMoves(nil)
	}
	best := first(moves)
	next, err := game.Position().Play(best)
	if err != nil {
		panic("the first move is illegal: " + err.Error())
	}
	reply := first(next.AppendMoves(nil))
	pv := []wotn.Move{best}
	if reply != wotn.NoMove {
		pv = append(pv, reply)
	}

	last := limits.Depth
	if last == 0 {
		last = 3
	}
	for depth := 1; depth <= last && ctx.Err() == nil; depth++ {
		report(engine.Info{
			Rank: 1, Depth: depth, SelDepth: depth + 1,
			Score: engine.Centipawns(10 * depth),
			WDL:   [3]int{300, 500, 200},
			Nodes: uint64(1000 * depth), Time: time.Duration(depth) * time.Millisecond,
			HashFull: depth, PV: slices.Clone(pv),
		})
	}
	if !limits.Finite() {
		select {
		case <-ctx.Done():
		case <-limits.PonderHit:
		}
	}
	return engine.Result{Best: best, Ponder: reply}
}

func first(moves []wotn.Move) wotn.Move {
	if len(moves) == 0 {
		return wotn.NoMove
	}
	return slices.MinFunc(moves, func(a, b wotn.Move) int { return strings.Compare(a.String(), b.String()) })
}

// Explain returns the numbers of pieces and kings.
func (s *Plain) Explain(p *wotn.Position) string {
	return fmt.Sprintf("pieces %d\nkings %d\n", p.Occupied().Count(), p.Pieces(wotn.White, wotn.King).Count()+p.Pieces(wotn.Black, wotn.King).Count())
}

// Bench writes a fixed result.
func (s *Plain) Bench(ctx context.Context, w io.Writer) error {
	_, err := io.WriteString(w, "nodes 12345\nnps 1000\n")
	return err
}
