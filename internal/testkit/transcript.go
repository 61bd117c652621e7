package testkit

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the transcripts")

// Transcripts plays one random game from each named start and compares it with
// the file name.txt in the folder: positions, numbers of moves, the first and
// last move of each list, the moves played, and the outcome. This detects
// changes of the rules, of text and of the order of moves.
func Transcripts[P, M comparable](t *testing.T, g Game[P, M], folder string, starts map[string]string) {
	t.Helper()
	for name, start := range starts {
		got, err := g.Transcript(start)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		path := filepath.Join(folder, name+".txt")
		if *update {
			if err := os.MkdirAll(folder, 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			continue
		}
		if at := firstDifference(got, string(want)); at != "" {
			t.Errorf("%s: %s", path, at)
		}
	}
}

// Transcript returns one random game from a start as text. It is the same on
// every machine.
func (g *Game[P, M]) Transcript(start string) (string, error) {
	below := rand.New(rand.NewPCG(1, 1)).IntN
	p, err := g.Parse(start)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for ply := 0; ; ply++ {
		fmt.Fprintf(&b, "%s\n", g.Text(&p))
		moves := g.Moves(&p)
		if len(moves) == 0 || ply == cut {
			break
		}
		m := g.choose(moves, below)
		fmt.Fprintf(&b, "  seat %d has %d moves, %s to %s: %s\n", g.ToAct(&p), len(moves),
			g.MoveText(&p, moves[0]), g.MoveText(&p, moves[len(moves)-1]), g.MoveText(&p, m))
		g.PlayInto(&p, &p, m)
	}
	outcome := g.Outcome(&p)
	fmt.Fprintf(&b, "over %v %s %v\n", outcome.Over, outcome.Reason, outcome.WinShares)
	return b.String(), nil
}

// firstDifference returns the first line in which two texts differ, or "".
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		switch {
		case i >= len(g):
			return fmt.Sprintf("line %d is missing: %s", i+1, w[i])
		case i >= len(w):
			return fmt.Sprintf("line %d is unexpected: %s", i+1, g[i])
		case g[i] != w[i]:
			return fmt.Sprintf("line %d is %s, want %s", i+1, g[i], w[i])
		}
	}
	return ""
}
