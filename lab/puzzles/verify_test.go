package puzzles

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tafelrunde/internal/puzzles"
)

// TestContradictions changes what a puzzle says of itself: no search is needed to see that it is wrong.
func TestContradictions(t *testing.T) {
	for _, c := range []struct {
		reason string
		change func(p *puzzles.Puzzle)
	}{
		{"", func(p *puzzles.Puzzle) {}},
		{"a proved win has 910", func(p *puzzles.Puzzle) { p.Shares = [3]int{900, 910, 0} }},
		{"the solver had 851", func(p *puzzles.Puzzle) { p.Shares[0] = 851 }},
		{"the move before it loses 299", func(p *puzzles.Puzzle) { p.Shares[0] = 701 }},
		{"the second best move has 566", func(p *puzzles.Puzzle) { *p = promotion(); p.Shares = [3]int{100, 915, 566} }},
		{"the themes are [mateIn1]", func(p *puzzles.Puzzle) { p.Themes = append(p.Themes, puzzles.Sacrifice) }},
		{"the themes are [mateIn1]", func(p *puzzles.Puzzle) { p.Themes = append(p.Themes, puzzles.Handicap) }},
		{"the themes are [mateIn1]", func(p *puzzles.Puzzle) { p.Themes = nil }},
		{"one move without a theme", func(p *puzzles.Puzzle) {
			p.Start, p.Previous = "rnbqkbnr/ppp1p1pp/5p2/4H3/4d3/8/PP1PPPPS/1NBQKBNR w Kkq - 0 4", "e5f7"
			p.Solution, p.Also, p.Mate, p.Shares = []string{"e8f7"}, nil, 0, [3]int{0, 746, 0}
		}},
		{"the piece that has just moved", func(p *puzzles.Puzzle) {
			p.Start, p.Previous = "3qk3/8/8/8/8/5N2/8/4K3 b - - 0 1", "d8h4"
			p.Solution, p.Also, p.Mate, p.Shares, p.Rating = []string{"f3h4m"}, nil, 0, [3]int{100, 900, 100}, 700
		}},
	} {
		p := mate()
		id := p.ID
		if c.change(&p); p.ID == id && p.Solution[0] != "a3a8" {
			identify(&p)
		}
		_, solution, err := steps(&p)
		if err != nil {
			t.Fatal(err)
		}
		if got := new(Proof).contradicts(&p, solution); !strings.Contains(got, c.reason) || (got == "") != (c.reason == "") {
			t.Errorf("%q, want %q", got, c.reason)
		}
	}
}

// promotion is a puzzle with a capture that promotes.
func promotion() puzzles.Puzzle {
	p := puzzles.Puzzle{
		Rules: "wotn", Start: "8/1r6/6k1/3b4/4P3/8/8/4K3 b - - 0 1", Previous: "g6f7", Solution: []string{"e4d5d"}, Shares: [3]int{100, 900, 300}, Rating: 1200,
	}
	identify(&p)
	return p
}

// TestMistakeIsSearchedAgain: the shares before the mistake and after the solution are searched again, and may
// miss the limits by the tolerance.
func TestMistakeIsSearchedAgain(t *testing.T) {
	p := promotion()
	for had, want := range map[int]string{700: "", 701: "the move before it loses 199"} {
		s := &script{first: "e4d5d", before: p.Start, had: had, choices: func(int, uint64) (int, int) { return 900, 300 }}
		proof := Proof{Nodes: Nodes, Gap: keptGap, Seeds: makeSeeds, analysers: map[string]analyser{"wotn": s}}
		failure := proof.Check(&p)
		if failure == nil && want != "" || failure != nil && !strings.HasPrefix(failure.Reason, want+" ") {
			t.Errorf("%d: %v", had, failure)
		}
	}
}

// TestSeedsOfVerify: the searches differ from those of make, and with the seed.
func TestSeedsOfVerify(t *testing.T) {
	seen := map[uint64]bool{0: true, makeSeeds[0]: true, makeSeeds[1]: true}
	for seed := range uint64(3) {
		for _, s := range (&Verify{Seed: seed}).seeds() {
			if seen[s] {
				t.Errorf("the seed %d occurs twice", s)
			}
			seen[s] = true
		}
	}
	if one, two := (&Verify{Searches: 1}).seeds(), (&Verify{}).seeds(); !slices.Equal(one, two[:1]) {
		t.Errorf("the seed of one search is %d, those of two are %d", one, two)
	}
}

// TestVerifyLog checks parts of a collection with a log that is continued: every puzzle is checked once, and
// again by another version.
func TestVerifyLog(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	good, bad := mate(), mate()
	bad.Shares[1] = 900
	bad.Start = "6k1/1R6/8/8/4n3/R7/6PP/2R3RK b - - 1 9"
	identify(&bad)
	third := promotion()
	third.Themes = nil
	sections := []puzzles.Section{{Puzzles: []puzzles.Puzzle{good, third, bad}}}
	searches := 0
	run := func(ctx context.Context, part, parts int, version string) (results []string) {
		t.Helper()
		v := Verify{Nodes: 1000, Seed: 3, Searches: searches, Part: part, Parts: parts}
		log, err := OpenVerifyLog(name, &v, version)
		if err != nil {
			t.Fatal(err)
		}
		v.Log = log
		v.Run(ctx, sections, func(p *puzzles.Puzzle, failure *Failure, _, _ int) {
			if failure == nil {
				results = append(results, "right")
			} else {
				results = append(results, strings.Fields(failure.Reason)[0])
			}
		})
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
		return results
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	lines := func() int {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(data), "\n")
	}
	for _, c := range []struct {
		ctx         context.Context
		part, parts int
		version     string
		want        []string
		lines       int
	}{
		{t.Context(), 1, 2, "a", []string{"the"}, 1},
		{stopped, 0, 1, "a", nil, 1}, // the first one is not known
		{t.Context(), 0, 2, "a", []string{"right", "it"}, 3},
		{stopped, 0, 1, "a", []string{"right", "the", "it"}, 3},
		{stopped, 0, 1, "b", nil, 3},
		{t.Context(), 0, 3, "b", []string{"right"}, 4},
	} {
		if got := run(c.ctx, c.part, c.parts, c.version); !reflect.DeepEqual(got, c.want) || lines() != c.lines {
			t.Errorf("part %d of %d by %s: %v and %d lines, want %v", c.part, c.parts, c.version, got, lines(), c.want)
		}
		// As an interrupted run leaves it.
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, append(data, `{"id":`...), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if searches = 1; run(stopped, 0, 1, "a") != nil {
		t.Error("results of two searches count as those of one")
	}
	if searches = 2; len(run(stopped, 0, 1, "a")) != 3 {
		t.Error("the results of two searches do not count")
	}
	for _, text := range []string{"a text", "{}\n", "a text\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenVerifyLog(name, &Verify{}, ""); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
