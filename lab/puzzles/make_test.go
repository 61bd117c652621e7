package puzzles

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"tafelrunde/internal/puzzles"
	"tafelrunde/lab/puzzles/themes"
)

// onlyOne is a difference of shares with which a move is the only legal one.
const onlyOne = 2000

// script is an analyser without searches: the first move, or a chosen one, is the best everywhere. It finds no
// proved wins.
type script struct {
	analyser
	first  string // the best move where it is legal
	before string // the position before the previous move
	had    int    // the solver's share there
	// choices returns the shares of the best and of every other move at the nth position of which every
	// move is searched.
	choices func(n int, nodes uint64) (best, other int)
	order   []string
	seeds   map[uint64]bool
}

func (s *script) wins(position, int) int { return 0 }
func (s *script) longest(position) int   { return maxMates }

func (s *script) shares(p position, _, _ uint64) ([]int, string) {
	own := 500
	if p.String() == s.before {
		own = 1000 - s.had // seat 0 is that of the opponent
	}
	shares := make([]int, p.seats())
	for seat := range shares {
		shares[seat] = 1000 - own
	}
	shares[p.seat()] = own
	return shares, p.moves()[0]
}

func (s *script) every(p position, nodes, seed uint64) (list []choice) {
	if !slices.Contains(s.order, p.String()) {
		s.order = append(s.order, p.String())
	}
	if s.seeds == nil {
		s.seeds = map[uint64]bool{}
	}
	s.seeds[seed] = true
	best, other := s.choices(slices.Index(s.order, p.String()), nodes)
	moves := p.moves()
	at := max(0, slices.Index(moves, s.first))
	list = append(list, choice{moves[at], best})
	for i, move := range moves {
		if i != at && best-other < onlyOne {
			list = append(list, choice{move, other})
		}
	}
	return list
}

// found looks for a puzzle in a position, whose best first move has themes, by a script.
func found(t *testing.T, s *script, rules, start, previous string) (*puzzles.Puzzle, bool) {
	t.Helper()
	before, err := parse(rules, start)
	if err != nil {
		t.Fatal(err)
	}
	s.before = before.String()
	p := &puzzles.Puzzle{Rules: rules, Start: s.before, Previous: previous}
	m := Make{themes: themes.New(), proof: &Proof{Nodes: Nodes, Gap: minGap, Seeds: makeSeeds}}
	m.deep = (&Proof{Nodes: Nodes, Gap: keptGap, Seeds: makeSeeds}).deep()
	ok, err := m.find(s, p, before, before.play(previous))
	if err != nil {
		t.Fatal(err)
	}
	return p, ok
}

// TestLimits has puzzles at the limits of win shares, and one thousandth beyond them.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		name              string
		best, second, had int
		long              int // shares of the second best move in long searches, if they differ
		want              bool
	}{
		{"at the limits", 900, 550, 600, 0, true},
		{"the second best is too good", 900, 551, 600, 0, false},
		{"only in the long search", 900, 550, 600, 551, false},
		{"the move before loses too little", 900, 550, 601, 0, false},
		{"the solver was winning", 1000, 100, 851, 0, false},
	} {
		s := &script{first: "e4d5d", had: c.had, choices: func(n int, nodes uint64) (int, int) {
			switch {
			case n > 0: // the solution ends
				return c.best, c.best
			case nodes == Nodes && c.long > 0:
				return c.best, c.long
			}
			return c.best, c.second
		}}
		if p, got := found(t, s, "wotn", "8/1r6/6k1/3b4/4P3/8/8/4K3 b - - 0 1", "g6f7"); got != c.want {
			t.Errorf("%s: %v, %+v", c.name, got, p)
		} else if got && !(s.seeds[makeSeeds[0]] && s.seeds[makeSeeds[1]]) {
			t.Errorf("%s: searches with the seeds %v", c.name, s.seeds)
		}
	}
	for _, c := range []struct {
		shares    []int
		seats     int
		tolerance int
		want      bool
	}{
		{[]int{maxShare, 1000}, 3, 0, true},
		{[]int{maxShare + 1, 1000}, 3, 0, false},
		{[]int{400, 699}, 3, 0, true}, // what the move before loses counts with two seats only
		{[]int{400, 700}, 2, 0, true},
		{[]int{400, 699}, 2, 0, false},
		{[]int{400, 600}, 2, 100, true},
		{[]int{400, 599}, 2, 100, false},
	} {
		if reason := noMistake(c.shares, c.seats, c.tolerance); (reason == "") != c.want {
			t.Errorf("%+v: %q", c, reason)
		}
	}
}

// TestTails: a solution ends with the last move of the solver that is the only good one.
func TestTails(t *testing.T) {
	for _, c := range []struct {
		name string
		gaps []int // at the positions of the solver
		want int   // moves of the solution
	}{
		{"one good move", []int{400, 349}, 1},
		{"two", []int{400, 350, 0}, 3},
		{"the limit of moves", []int{400, 400, 400, 400, 400, 400}, 2*maxMoves - 1},
		{"a forced move", []int{400, onlyOne}, 1},
	} {
		s := &script{first: "e4d5d", had: 300, choices: func(n int, _ uint64) (int, int) { return 900, 900 - c.gaps[n] }}
		p, ok := found(t, s, "wotn", "8/1r6/6k1/3b4/4P3/8/8/4K3 b - - 0 1", "g6f7")
		if !ok || len(p.Solution) != c.want {
			t.Errorf("%s: %v, %v", c.name, ok, p.Solution)
		}
	}
}

// TestDeepSearches: a solution of Lancelot keeps the moves that withstand the last searches, when it is made
// and when it is checked.
func TestDeepSearches(t *testing.T) {
	const start = "abb1aab1/1bb5/3b3a/7a/a1a1a3/3a1a2/2b2bb1/5bb1 a 2,3 17,17 - basic 7"
	for _, c := range []struct {
		gaps []int // of the last searches
		want int
	}{{[]int{250, 250}, 3}, {[]int{250, 249}, 1}, {[]int{249}, 0}} {
		s := &script{first: "g11", had: 300, choices: func(n int, nodes uint64) (int, int) {
			if n > 1 {
				return 900, 900
			}
			if nodes == deepFactor*Nodes {
				return 900, 900 - c.gaps[n]
			}
			return 900, 500
		}}
		p, ok := found(t, s, "lancelot", start, "i9")
		if ok != (c.want > 0) || ok && len(p.Solution) != c.want {
			t.Errorf("%v: %v, %v", c.gaps, ok, p.Solution)
		}
		if !ok {
			continue
		}
		p.From, p.Moves = p.Start, p.Previous
		for gap, want := range map[int]string{250: "", 249: "move 1: "} {
			check := Proof{Nodes: Nodes, Gap: keptGap, Seeds: makeSeeds, analysers: map[string]analyser{"lancelot": &script{
				first: "g11", before: s.before, had: 300,
				choices: func(_ int, nodes uint64) (int, int) {
					if nodes == deepFactor*Nodes {
						return 900, 900 - gap
					}
					return 900, 500
				},
			}}}
			failure := check.Check(p)
			if (failure == nil) != (want == "") {
				t.Errorf("a gap of %d: %v", gap, failure)
			}
		}
	}
}

// TestSlowerSearchesTwice: a slower way to win that one of two searches finds is enough.
func TestSlowerSearchesTwice(t *testing.T) {
	at, err := parse("wotn", "6k1/8/8/8/8/8/R1R5/7K w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	s := &script{first: "a2a7", choices: func(int, uint64) (int, int) { return 1000, 650 }}
	proof := Proof{Nodes: Nodes, Seeds: makeSeeds}
	if reason := proof.slower(s, at, []string{"a2a7"}, minGap); reason != "" || !reflect.DeepEqual(s.seeds, map[uint64]bool{1: true, 2: true}) {
		t.Errorf("%q after searches with the seeds %v", reason, s.seeds)
	}
	s.choices = func(int, uint64) (int, int) { return 1000, 651 }
	if reason := proof.slower(s, at, []string{"a2a7"}, minGap); !strings.Contains(reason, "651") {
		t.Errorf("%q", reason)
	}
}
