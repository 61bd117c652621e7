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

// Plain is a searcher that chooses the first of the legal moves in the order
// of their text. It reports one line a depth, up to the limit, a thousand nodes
// and a millisecond each, and takes no time for it. Searches with a clock or a
// time for the move go to depth 3, others without a limit wait to be stopped.
type Plain struct {
	// Games counts the new games, Set holds the options set.
	Games int
	Set   map[string]string
	// Asked are the limits of the last search.
	Asked engine.Limits
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

// SetOption keeps the value; the value "refused" is refused.
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

// NewGame counts.
func (s *Plain) NewGame() { s.Games++ }

// Search chooses the first move.
func (s *Plain) Search(ctx context.Context, game *wotn.Game, limits engine.Limits, report func(engine.Info)) engine.Choice {
	s.Asked = limits
	moves := limits.Moves
	if len(moves) == 0 {
		moves = game.Position().AppendMoves(nil)
	}
	best := first(moves)
	next, err := game.Position().Play(best)
	if err != nil {
		panic("a move that is not legal was asked for: " + err.Error())
	}
	reply := first(next.AppendMoves(nil))
	line := []wotn.Move{best}
	if reply != wotn.NoMove {
		line = append(line, reply)
	}

	last := limits.Depth
	if last == 0 {
		last = 3
	}
	for depth := 1; depth <= last && ctx.Err() == nil; depth++ {
		report(engine.Info{
			Depth: depth, Selective: depth + 1, Number: 1,
			Score:   engine.Score{Centipawns: 10 * depth},
			Chances: [3]int{300, 500, 200},
			Nodes:   uint64(1000 * depth), Elapsed: time.Duration(depth) * time.Millisecond,
			HashFull: depth, Line: line,
		})
	}
	if !limits.Finite() {
		select {
		case <-ctx.Done():
		case <-limits.PonderHit:
		}
	}
	return engine.Choice{Best: best, Ponder: reply}
}

func first(moves []wotn.Move) wotn.Move {
	if len(moves) == 0 {
		return wotn.NoMove
	}
	return slices.MinFunc(moves, func(a, b wotn.Move) int { return strings.Compare(a.String(), b.String()) })
}

// Explain counts the men.
func (s *Plain) Explain(p *wotn.Position) string {
	return fmt.Sprintf("men %d\nkings %d\n", p.Occupied().Count(), p.Pieces(wotn.White, wotn.King).Count()+p.Pieces(wotn.Black, wotn.King).Count())
}

// Bench writes two lines.
func (s *Plain) Bench(ctx context.Context, w io.Writer) error {
	_, err := io.WriteString(w, "nodes 12345\nnps 1000\n")
	return err
}
