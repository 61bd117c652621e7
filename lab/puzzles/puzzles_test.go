package puzzles

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tafelrunde/internal/puzzles"
	"tafelrunde/lab/dataset"
	"tafelrunde/lab/puzzles/themes"
)

// TestMirrorImages compares keys of mirror images.
func TestMirrorImages(t *testing.T) {
	for _, c := range []struct {
		rules, a, b string
		same        bool
	}{
		{"wotn", "7k/8/8/8/8/8/R7/1R5K w - - 0 1", "k7/8/8/8/8/8/7R/K5R1 w - - 9 30", true},
		{"wotn", "7k/8/8/8/8/8/R7/1R5K w - - 0 1", "1r5k/r7/8/8/8/8/8/7K b - - 0 1", true},
		{"wotn", "7k/8/8/8/8/8/R7/1R5K w - - 0 1", "7k/8/8/8/8/8/R7/1R5K b - - 0 1", false},
		{"wotn", "r3k3/8/8/8/8/8/8/4K3 w q - 0 1", "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1", true},
		{"wotn", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", false},
		{"lancelot", "8/8/8/8/1a2ba2/8/8/8 a 6,0 28,23 - basic 7", "8/8/8/8/1b2ab2/8/8/8 b 0,6 23,28 - basic 7", true},
		{"lancelot", "8/8/8/8/1a2ba2/8/8/8 a 6,0 28,23 - basic 7", "8/3a4/8/8/8/3b4/3a4/8 a 6,0 28,23 - basic 7", false},
		{"lancelot", "8/8/8/8/1a2ba2/8/8/8 a 6,0 28,23 - basic 7", "8/3a4/8/8/3b4/3a4/8/8 b 0,6 22,29 - basic 7", false},
		{"lancelot", "8/8/8/8/1a2ba2/8/8/8 a 6,0 28,23 - basic 7", "8/4a3/8/8/4b3/4a3/8/8 a 6,0 28,23 - basic 7", true},
	} {
		a, err := parse(c.rules, c.a)
		if err != nil {
			t.Fatal(err)
		}
		b, err := parse(c.rules, c.b)
		if err != nil {
			t.Fatal(err)
		}
		if (a.canonical() == b.canonical()) != c.same {
			t.Errorf("%s %s, %s: %s, %s", c.rules, c.a, c.b, a.canonical(), b.canonical())
		}
	}
}

func TestDull(t *testing.T) {
	for _, c := range []struct {
		position, previous, move string
		rating                   int
		want                     bool
	}{
		{"4k3/8/8/7q/8/5N2/8/4K3 w - - 0 1", "d8h5", "f3h4", 700, false}, // no capture
		{"4k3/8/8/8/7q/5N2/8/4K3 w - - 0 1", "d8h4", "f3h4m", 700, true},
		{"4k3/8/8/8/7q/5N2/8/4K3 w - - 0 1", "d8h4", "f3h4m", 1200, false},
		{"4k3/8/8/8/7q/5N2/8/4K3 w - - 0 1", "e7e8", "f3h4m", 700, false},  // the king has moved
		{"4k2r/8/8/8/7q/5N2/8/4K3 w - - 0 1", "d8h4", "f3h4m", 700, false}, // the rook recaptures
	} {
		at, err := parse("wotn", c.position)
		if err != nil {
			t.Fatal(err)
		}
		p := puzzles.Puzzle{Previous: c.previous, Solution: []string{c.move}, Rating: c.rating}
		if dull(&p, at) != c.want {
			t.Errorf("%s %s %s, rated %v: not %v", c.position, c.previous, c.move, c.rating, c.want)
		}
	}
}

// TestMovesWithoutThemes: one move has no theme, and neither has a puzzle with it, unless the solution goes
// on. That the game has handicap promotions does not matter.
func TestMovesWithoutThemes(t *testing.T) {
	quiet := puzzles.Puzzle{Rules: "wotn", Start: "rnbqkbnr/ppp1p1pp/5p2/4H3/4d3/8/PP1PPPPS/1NBQKBNR w Kkq - 0 4", Previous: "e5f7",
		Solution: []string{"e8f7"}, Shares: [3]int{0, 746, 0}}
	long, promotes := quiet, quiet
	long.Solution = []string{"e8f7", "g1f3", "b8c6"}
	promotes.Start, promotes.Previous, promotes.Solution = "8/1r3k2/8/3b4/4P3/8/8/4K3 w - - 0 1", "", []string{"e4d5d"}
	for _, c := range []struct {
		name     string
		puzzle   puzzles.Puzzle
		handicap bool
		want     bool
		themes   string
	}{
		{"no theme", quiet, false, false, "[]"},
		{"no theme, handicap", quiet, true, false, "[handicap]"},
		{"two moves, handicap", long, true, true, "[handicap]"},
		{"promotion", promotes, false, true, "[promotionByCapture newKindFork]"},
		{"promotion, handicap", promotes, true, true, "[promotionByCapture newKindFork handicap]"},
	} {
		m := Make{themes: themes.New(), handicap: c.handicap}
		got, err := m.about(&c.puzzle)
		if err != nil || got != c.want || fmt.Sprint(c.puzzle.Themes) != c.themes {
			t.Errorf("%s: %v, %v, %v", c.name, got, c.puzzle.Themes, err)
		}
	}
}

// TestHandicapGames: only promotions before the game make it one with handicap.
func TestHandicapGames(t *testing.T) {
	for _, c := range []struct {
		rules, start string
		want         bool
	}{
		{"wotn", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false},
		{"wotn", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBHR w KQkq - 0 1", true},
		{"wotn", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBHR w KQkq - 0 9", false},
		{"lancelot", "8/8/8/8/1a2ba2/8/8/8 a 6,0 28,23 - basic 7", false},
	} {
		if got := handicapGame(c.rules, c.start); got != c.want {
			t.Errorf("%s: %v", c.start, got)
		}
	}
}

// TestDullPuzzlesAreForgotten: a dull puzzle is not a duplicate of a later one, as it is not after a
// restart, when only the puzzles of the file are known.
func TestDullPuzzlesAreForgotten(t *testing.T) {
	p := puzzles.Puzzle{Rules: "wotn", Start: "3qk3/8/8/8/8/5N2/8/4K3 b - - 0 1", Previous: "d8h4", Solution: []string{"f3h4m"}, Rating: 700}
	p.Identify()
	_, solution, err := steps(&p)
	if err != nil {
		t.Fatal(err)
	}
	m := Make{seen: duplicates{}}
	for _, c := range []struct {
		rating int
		want   bool
	}{{700, false}, {1200, true}, {1200, false}} {
		p.Rating = c.rating
		if got, err := m.keep(&p, solution[0].at); err != nil || got != c.want {
			t.Errorf("rated %d: %v, %v", c.rating, got, err)
		}
	}
}

// mate is a puzzle with a mate in one that two moves give, after Black has missed one.
func mate() puzzles.Puzzle {
	p := puzzles.Puzzle{
		Rules: "wotn", Start: "6k1/1R6/8/8/4n3/R7/6PP/2R3RK b - - 0 1", Previous: "g8h8", Solution: []string{"a3a8"}, Also: [][]string{{"c1c8"}},
		Mate: 1, Shares: [3]int{0, 1000, 500},
	}
	identify(&p)
	return p
}

// identify completes a puzzle whose game has at most the previous move.
func identify(p *puzzles.Puzzle) {
	p.From, p.Moves = p.Start, p.Previous
	p.Identify()
	p.Themes, _ = themes.New().Of(p) // the error is that of Check
}

func TestProof(t *testing.T) {
	good := mate()
	proof := Proof{Nodes: 20_000, Gap: keptGap, Seeds: makeSeeds}
	if failure := proof.Check(&good); failure != nil {
		t.Errorf("the mate fails: %v", failure)
	}
	for reason, change := range map[string]func(p *puzzles.Puzzle){
		"the moves that win": func(p *puzzles.Puzzle) { p.Also = nil },
		"not win in 2":       func(p *puzzles.Puzzle) { p.Mate = 2 },
		"e4d5d has": func(p *puzzles.Puzzle) {
			p.Start, p.Previous, p.Solution, p.Also, p.Mate = "8/1r3k2/8/3b4/4P3/8/8/4K3 w - - 0 1", "", []string{"e4d5s"}, nil, 0
		},
		"the solver had": func(p *puzzles.Puzzle) {
			p.Start = "6k1/1R6/8/8/8/R7/6PP/2R3RK b - - 0 1"
		},
		"the game has no move": func(p *puzzles.Puzzle) { p.Ply = 1 },
		"takes back": func(p *puzzles.Puzzle) {
			p.Start, p.Previous, p.Solution, p.Also, p.Mate = "4k3/8/8/8/8/P1P1P3/1r4P1/7K b - - 0 1", "b2g2", []string{"h1g2"}, nil, 0
		},
		"one stone wins": func(p *puzzles.Puzzle) {
			p.Rules, p.Start, p.Previous = "lancelot", "8/8/8/8/1a2ba2/8/8/8 a 6,0 28,23 - basic 7", ""
			p.Solution, p.Also, p.Mate, p.Target = []string{"d7"}, [][]string{{"f7", "g7", "j7", "k7"}}, 0, 1
		},
		"so few": func(p *puzzles.Puzzle) {
			p.Start, p.Previous, p.Solution, p.Also, p.Mate = "7k/p7/8/8/8/8/8/7K w - - 0 1", "", []string{"h1g2"}, nil, 0
		},
		"only legal": func(p *puzzles.Puzzle) {
			p.Start, p.Previous, p.Solution, p.Also, p.Mate = "7k/8/8/8/8/8/6r1/7K w - - 0 1", "", []string{"h1g2"}, nil, 0
		},
	} {
		p := mate()
		change(&p)
		identify(&p)
		if failure := proof.Check(&p); failure == nil || !strings.Contains(failure.Reason, reason) {
			t.Errorf("%v, want %s", failure, reason)
		}
	}
}

// TestSlowerWins: with two rooks nearly every move wins, and without them only the mate.
func TestSlowerWins(t *testing.T) {
	proof := Proof{Nodes: 20_000, Seeds: makeSeeds}
	for text, want := range map[string]bool{
		"6k1/8/8/8/8/8/R1R5/7K w - - 0 1":       true,
		"6k1/5ppp/8/8/8/8/rr4PP/2R4K w - - 0 1": false,
	} {
		at, err := parse("wotn", text)
		if err != nil {
			t.Fatal(err)
		}
		j := proof.analyser("wotn")
		n := j.wins(at, maxMates)
		if n == 0 {
			t.Fatalf("%s: no mate", text)
		}
		if reason := proof.slower(j, at, j.winners(at, n), minGap); (reason != "") != want {
			t.Errorf("%s: mate in %d, %q", text, n, reason)
		}
	}
}

// played is a number of games with blunders.
func played() *SelfPlay { return &SelfPlay{Rules: "wotn", Seed: 5, Games: 3} }

// oneRefutation is an analyser that gives the solver, seat 2, too little after one reply.
type oneRefutation struct {
	analyser
	refuted string // the position after the reply
}

func (a *oneRefutation) shares(p position, _, _ uint64) ([]int, string) {
	if p.String() == a.refuted {
		return []int{400, 400, 200}, p.moves()[0]
	}
	return []int{250, 250, 500}, p.moves()[0]
}

// TestWithstands refutes a turn of three seats by one reply of the next seat, and of the one after it.
func TestWithstands(t *testing.T) {
	at, err := parse(puzzles.Lancelot, "4a4a/4ac1c2/4b3b1/4b3b1/4a4a/c1b1bcc2a/3aa3ba/2b1b3b1/2b1b5/4a5 c 4,5,2 17,17,18 - basic 8")
	if err != nil {
		t.Fatal(err)
	}
	proof := Proof{Nodes: 1000, Seeds: makeSeeds}
	turn := at.moves()[3]
	second := at.play(turn)
	third := second.play(second.moves()[0])  // the best one
	poorer := second.play(second.moves()[3]) // one of the four worst ones, because all are equal
	for _, after := range []position{second, third, poorer} {
		reply := after.moves()[7]
		reason := proof.withstands(&oneRefutation{refuted: after.play(reply).String()}, at, turn, 300)
		if !strings.Contains(reason, "after the reply "+reply+" ") {
			t.Errorf("the reply %s: %q", reply, reason)
		}
	}
	if reason := proof.withstands(&oneRefutation{}, at, turn, 300); reason != "" {
		t.Error(reason)
	}
}

// TestResume compares a run in two pieces, the second after a section that was cut off, with one
// without interruption.
func TestResume(t *testing.T) {
	whole, torn := filepath.Join(t.TempDir(), "whole"), filepath.Join(t.TempDir(), "torn")
	run := func(name string, after int) {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		m := Make{Games: played(), Parts: 1, By: "test", Version: "abc"}
		if err := m.Append(ctx, name, func(games, _ int) {
			if games > 0 && games == after {
				cancel()
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	run(whole, 0)
	run(torn, 1)
	data, err := os.ReadFile(torn)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(torn, append(data, data[:40]...), 0o644); err != nil {
		t.Fatal(err)
	}
	run(torn, 0)
	contents := func(name string) []puzzles.Section {
		sections, err := puzzles.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		merged := Merge(sections, nil)
		merged[0].Seconds, merged[0].Count = 0, 0
		return merged
	}
	if got, want := contents(torn), contents(whole); !reflect.DeepEqual(got, want) || want[0].Games != 3 {
		t.Errorf("the continued run differs:\n%+v\n%+v", got, want)
	}
	other := Make{Games: played(), Parts: 1, By: "other", Version: "abc"}
	if err := other.Append(t.Context(), whole, nil); err == nil {
		t.Error("a collection of another command was continued")
	}
	unknown := Make{Games: played(), Parts: 1, By: "test"}
	if err := unknown.Append(t.Context(), whole, nil); err == nil || !strings.Contains(err.Error(), "commit") {
		t.Errorf("a program without a commit: %v", err)
	}
	if err := os.WriteFile(torn, data[10:], 0o644); err != nil {
		t.Fatal(err)
	}
	again := Make{Games: played(), Parts: 1, By: "test", Version: "abc"}
	if err := again.Append(t.Context(), torn, nil); err == nil || !strings.Contains(err.Error(), "byte 0") {
		t.Errorf("a foreign file: %v", err)
	}
}

// TestVerifyAndMerge has a duplicate in a mirror image.
func TestVerifyAndMerge(t *testing.T) {
	a, b := mate(), mate()
	b.Start, b.Previous, b.Solution, b.Also = "1k6/6R1/8/8/3n4/7R/PP6/KR3R2 b - - 0 1", "b8a8", []string{"h3h8"}, [][]string{{"f1f8"}}
	identify(&b)
	sections := []puzzles.Section{
		{Origin: puzzles.Origin{By: "x", Games: 1}, Puzzles: []puzzles.Puzzle{a}},
		{Origin: puzzles.Origin{By: "x", Games: 2}, Puzzles: []puzzles.Puzzle{b}},
	}
	drop := map[*puzzles.Puzzle]bool{}
	v := Verify{Nodes: 1000}
	if err := v.Run(t.Context(), sections, func(p *puzzles.Puzzle, failure *Failure, _, _ int) {
		if failure != nil {
			drop[p] = true
		}
	}); err != nil {
		t.Fatal(err)
	}
	merged := Merge(sections, drop)
	if len(merged) != 1 || merged[0].Games != 3 || len(merged[0].Puzzles) != 1 || merged[0].Puzzles[0].ID != a.ID {
		t.Errorf("%+v", merged)
	}
	joined, left, err := Join(sections)
	if err != nil || left != 1 || !reflect.DeepEqual(joined, merged) {
		t.Errorf("joined: %+v, %d left out, %v", joined, left, err)
	}
}

func TestFromDataset(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games")
	w, err := dataset.Append(name, "test", nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := played().Game(1)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Add(&r); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var notes bytes.Buffer
	list, sum, err := FromDataset(name, "wotn", 2, &notes)
	if err != nil || list.Count() != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	if data, err := os.ReadFile(name); err != nil || fmt.Sprintf("%x", sha256.Sum256(data)) != fmt.Sprintf("%x", sum) {
		t.Errorf("the sum is %x, %v", sum, err)
	}
	if got, err := list.Game(0); err != nil || !reflect.DeepEqual(got, r) {
		t.Errorf("%+v, %v", got, err)
	}
	if _, _, err := FromDataset(name, "wotn-alternative", 2, &notes); err == nil {
		t.Error("games of another variant were found")
	}
}
