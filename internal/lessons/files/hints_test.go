package files

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tafelrunde/internal/lessons"
	"tafelrunde/lancelot"
	lancelotengine "tafelrunde/lancelot/engine"
	lancelotsearch "tafelrunde/lancelot/search"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/net"
	wotnsearch "tafelrunde/wotn/search"
)

var hintGames = flag.Int("hint-games", 1, "number of seeded games of each mini-game in which hints are judged; with more than one, so are those of the solution")

const (
	// mostLost is the win share, in thousandths, that a hint may lose.
	mostLost = 50
	// judgeNodes is the size of the search that judges a hint: twice that of the
	// longest search that finds it.
	judgeNodes = 1_200_000
	// confirmNodes is the size of the search that confirms a fault. In a won position the
	// shorter one may see the win after one move and miss it after another.
	confirmNodes = 8_000_000
)

// sample are the stages with the mini-games whose hints are tested with -short: whole games.
var sample = []string{"wotn-start", "lancelot-start"}

// inSample reports whether the hints of the mini-games of a stage are tested.
func inSample(stage string) bool { return !testing.Short() || slices.Contains(sample, stage) }

// TestHintsAreGoodMoves judges hints of mini-games by a search with at least twice the
// nodes: in seeded games in which the learner plays hints and random moves, and with more
// than one game in every position of the stored solution. A hint that solves the exercise
// at once is not judged. Estimated from a sample, one game of each mini-game costs a minute
// of processor time, and 200 of them five hours.
func TestHintsAreGoodMoves(t *testing.T) {
	l, err := Load(Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for id, stage := range l.Stages {
		for i, e := range l.Checked[id] {
			exercise := stage.Exercises[i]
			if exercise.Engine == nil || !inSample(id) {
				continue
			}
			t.Run(id+"/"+exercise.ID, func(t *testing.T) {
				t.Parallel()
				for ply := range exercise.Solution {
					line := exercise.Solution[:ply]
					if *hintGames > 1 && !stateAfter(t, e, line).EngineMoves {
						judgeHint(t, e, line)
					}
				}
				for seed := range *hintGames {
					hintedGame(t, e, uint64(seed))
				}
			})
		}
	}
}

// TestHintsSeeThreats judges hints where shorter searches, or ones that trust the weak
// computer of the mini-game, have lost much.
func TestHintsSeeThreats(t *testing.T) {
	l, err := Load(Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for i, test := range []struct{ stage, line string }{
		{"wotn-start", "e2e4 b8c6 d1h5 g8f6"}, // the queen is attacked
		{"wotn-start", "d2d4 d7d6 e2e4 e7e5 c1g5 d8g5 g1f3 g5h4 f3g1 e5d4d c2c4 d4f2b e1d2 h4g5 d2c2 g5e7 b1c3 c8h3 g2h3d e7e6"},
		{"lancelot-expert", "e4 d6 k5 g5 j6 h9 i6 h5 g8 d4 h4 g7"},                                                  // the most visited turn was not the best
		{"wotn-ranks", "e1e2 e8d7 e2f3 h7h6 b2b3 f7f6 f3g4 d7d8 a2a4 d8c8 g4h3 g7g6 h3g4 h6h5 g4h3 c8b8 b3b4 b8a8"}, // a move nearer to the goal
		{"wotn-start", "d2d4 d7d6 a2a3 g8h6 g1f3 c8g4 h2h3 f7f6 c1h6a g4f5 h6g5 d6d5 f3d2 f6g5s e2e3 b7b6"},         // two moves took turns as the best
		{"wotn-victims", "f2a7 b7b6 g2c2 d7d6 c2c7 b6b5"},
		{"lancelot-expert", "k10 j9 i11 i8 e9 i7 d9 e4 k4 i4 g6 h10 e8 d7 i11 g9 f9 h4 e6 k9"},
		{"lancelot-start", "d4 g9 g6 e5 g8 d5 d11 d7 d10 d6"},
		{"lancelot-start", "i8 d7 j10 f7 k11 h8 i7 e7 g9 k4 i6 d8 k5 f4 k6 g8 g10 e9 g4 g6"},
	} {
		if testing.Short() && i != 5 && i != 7 { // the quickest of each game
			continue
		}
		t.Run(test.stage, func(t *testing.T) {
			t.Parallel()
			exercises := l.Checked[test.stage]
			judgeHint(t, exercises[len(exercises)-1], strings.Fields(test.line))
		})
	}
}

// TestHintsSolveExercises: hints solve each exercise that is no game in as few moves as
// possible, also after every other first move that leaves it open.
func TestHintsSolveExercises(t *testing.T) {
	l, err := Load(Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for id, stage := range l.Stages {
		for i, e := range l.Checked[id] {
			exercise := stage.Exercises[i]
			if exercise.Engine != nil {
				continue
			}
			lines := [][]string{nil}
			if exercise.Par > 1 && !exercise.Scripted {
				for _, move := range legalMoves(stateAfter(t, e, nil)) {
					if stateAfter(t, e, []string{move}).Status == lessons.Open {
						lines = append(lines, []string{move})
					}
				}
			}
			for _, line := range lines {
				if moves := followHints(t, e, line); moves != exercise.Par {
					t.Errorf("%s/%s after %q: solved in %d moves, par is %d", id, exercise.ID, line, moves, exercise.Par)
				}
			}
		}
	}
}

// hintedGame plays up to twelve moves of the learner, hints and random moves, and
// judges the hint after them.
func hintedGame(t *testing.T, e *lessons.Exercise, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 1))
	var line, last []string // last is where the learner made the last move
	for left := random.IntN(12); left > 0; left-- {
		last = line
		legal := legalMoves(stateAfter(t, e, line))
		move := legal[random.IntN(len(legal))]
		if random.IntN(2) == 0 {
			move = hintAfter(t, e, line)
		}
		if line = answered(t, e, line, move); line == nil {
			line = last
			break
		}
	}
	judgeHint(t, e, line)
}

// answered returns a line with a move and the replies of the computer, nil if the
// exercise is not open then.
func answered(t *testing.T, e *lessons.Exercise, line []string, move string) []string {
	line = append(slices.Clone(line), move)
	for state := stateAfter(t, e, line); state.EngineMoves; state = stateAfter(t, e, line) {
		reply, err := e.Reply(line)
		if err != nil {
			t.Fatal(err)
		}
		line = append(line, reply)
	}
	if stateAfter(t, e, line).Status != lessons.Open {
		return nil
	}
	return line
}

func stateAfter(t *testing.T, e *lessons.Exercise, line []string) *lessons.State {
	state, err := e.State(line, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &state
}

func hintAfter(t *testing.T, e *lessons.Exercise, line []string) string {
	hint, err := e.Hint(line)
	if err != nil || hint == "" {
		t.Fatalf("no hint after %q: %v", line, err)
	}
	return hint
}

// judgeHint reports a hint after line that loses more than mostLost, and returns the
// hint. The learner is to move.
func judgeHint(t *testing.T, e *lessons.Exercise, line []string) string {
	t.Helper()
	hint := hintAfter(t, e, line)
	if stateAfter(t, e, append(slices.Clone(line), hint)).Status == lessons.Solved {
		return hint
	}
	state := stateAfter(t, e, line)
	loss, better := lossOf(state, hint, nil, judgeNodes)
	if loss > mostLost {
		// The best move may fail the exercise, for example by a capture that it allows.
		loss, better = lossOf(state, hint, safeMoves(t, e, line), judgeNodes)
	}
	if loss > mostLost {
		loss, better = lossOf(state, hint, safeMoves(t, e, line), confirmNodes)
	}
	if loss > mostLost {
		t.Errorf("the hint %s loses %d against %s, after %q", hint, loss, better, line)
	}
	return hint
}

// safeMoves returns the moves after which the exercise does not fail at once,
// whatever the next player replies; all if there are none.
func safeMoves(t *testing.T, e *lessons.Exercise, line []string) []string {
	legal := legalMoves(stateAfter(t, e, line))
	safe := slices.DeleteFunc(slices.Clone(legal), func(move string) bool {
		next := append(slices.Clone(line), move)
		state := stateAfter(t, e, next)
		return state.Status == lessons.Failed || state.EngineMoves && slices.ContainsFunc(legalMoves(state), func(reply string) bool {
			return stateAfter(t, e, append(slices.Clone(next), reply)).Status == lessons.Failed
		})
	})
	if len(safe) == 0 {
		return legal
	}
	return safe
}

func legalMoves(state *lessons.State) (texts []string) {
	if state.Wotn != nil {
		for move := range state.Wotn.Position().Moves() {
			texts = append(texts, move.String())
		}
		return texts
	}
	for turn := range state.Lancelot.Position().Turns() {
		texts = append(texts, turn.String())
	}
	return texts
}

// lossOf returns the win share, in thousandths, that a move loses against the best one
// by searches of a number of nodes, and that move. only restricts the best one, unless
// it is nil.
func lossOf(state *lessons.State, text string, only []string, nodes uint64) (loss int, better string) {
	if state.Lancelot != nil {
		return lossOfTurn(state.Lancelot.Position(), text, only, nodes)
	}
	position := state.Wotn.Position()
	share := func(texts ...string) (float64, string) {
		limits := engine.Limits{Nodes: nodes}
		for _, text := range texts {
			if move, err := position.ParseMove(text); err == nil {
				limits.Moves = append(limits.Moves, move)
			}
		}
		c := net.Config()
		c.Hash = 16
		searcher := wotnsearch.New(c)
		result := searcher.Search(context.Background(), state.Wotn, limits, nil)
		return 1000 * engine.WDLOf(position, result.Score).Share(), result.Best.String()
	}
	before, best := share(only...)
	if best == text || before <= mostLost {
		return 0, text
	}
	after, _ := share(text)
	return int(before - after), best
}

func lossOfTurn(p *lancelot.Position, text string, only []string, nodes uint64) (loss int, better string) {
	tree := lancelotsearch.Tree{Seed: 2, Memory: 64 << 20, Resume: true}
	limits := lancelotengine.Limits{Nodes: nodes}
	if only == nil {
		turn, err := p.ParseTurn(text)
		if err != nil {
			return 1000, err.Error()
		}
		best := tree.Advise(context.Background(), p, limits, 1).Candidates[0]
		if best.Turn == turn || best.WinShares[p.ToMove()] <= mostLost {
			return 0, text
		}
		found := tree.Compare(context.Background(), p, turn, limits)
		return int(found.Loss), found.Best.Turn.String()
	}
	// The search cannot be restricted. It knows little about turns that it finds bad.
	best := -1
	rivals := 0
	for _, c := range tree.Advise(context.Background(), p, limits, len(only)).Candidates {
		if rivals == 3 || !slices.Contains(only, c.Turn.String()) {
			continue
		}
		rivals++
		if share := shareAfter(p, c.Turn, nodes); share > best {
			best, better = share, c.Turn.String()
		}
	}
	turn, err := p.ParseTurn(text)
	if err != nil {
		return 1000, err.Error()
	}
	return best - shareAfter(p, turn, nodes), better
}

// shareAfter returns the win share, in thousandths, of the player who makes a turn,
// by a search of a number of nodes.
func shareAfter(p *lancelot.Position, turn lancelot.Turn, nodes uint64) int {
	var after lancelot.Position
	p.PlayInto(&after, turn)
	if outcome := after.Outcome(); outcome.Over() {
		return int(1000 * outcome.WinShare(p.ToMove()))
	}
	tree := lancelotsearch.Tree{Seed: 2, Memory: 64 << 20}
	return int(tree.Advise(context.Background(), &after, lancelotengine.Limits{Nodes: nodes}, 1).WinShares[p.ToMove()])
}
