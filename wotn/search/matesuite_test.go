package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/search"
)

const mateSuiteFile = "testdata/mate-suite.txt"

// suiteQuota is the number of positions of each variant in the suite, by the
// number of moves to mate.
var suiteQuota = [5]int{1: 30, 2: 55, 3: 50, 4: 35}

// makeMateSuite collects positions shortly before the mate from games that the
// engine plays against itself, at most three of a game. The slow prover finds
// the distance and every first move that keeps it; positions that exceed its
// budget are skipped. The seed is fixed and the number of games bounded.
func makeMateSuite(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2026, 23))
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 1})
	var lines []string
	for v := range wotn.NumVariants {
		var counts [5]int
		seen := map[uint64]bool{}
		for range 4000 {
			if counts == suiteQuota {
				break
			}
			g := matedGame(e, v, rnd)
			if g == nil {
				continue
			}
			selected := 0
			for back := 7; back >= 1 && selected < 3; back -= 2 {
				if g.Len() < back {
					continue
				}
				p := *g.PositionAfter(g.Len() - back)
				if p.HalfmoveClock() > 80 || seen[p.Key()] || counts[(back+1)/2] == suiteQuota[(back+1)/2] {
					continue
				}
				n, moves := slowDistance(&p, 4, 1_500_000)
				if n == 0 || counts[n] == suiteQuota[n] {
					continue
				}
				seen[p.Key()] = true
				counts[n]++
				selected++
				line := fmt.Sprintf("%s | %s | %d |", v, &p, n)
				for _, m := range moves {
					line += " " + m.String()
				}
				lines = append(lines, line)
			}
		}
		t.Logf("%s: %v", v, counts)
	}
	text := "# Mates in 1 to 4 from games, proved by exhaustive search: variant | position | moves to mate | first moves\n" +
		"# Made by: go test ./wotn/search -run TestMateSuite -update\n" + strings.Join(lines, "\n") + "\n"
	if err := os.WriteFile(mateSuiteFile, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// matedGame plays a game of the engine against itself after random moves. It
// returns nil if the game does not end in checkmate.
func matedGame(e *search.Engine, v wotn.Variant, rnd *rand.Rand) *wotn.Game {
	g := wotn.NewGame(wotn.Start(v))
	nodes := [2]uint64{uint64(60 + rnd.IntN(900)), uint64(60 + rnd.IntN(900))}
	e.Clear()
	for range 300 {
		if o := g.Outcome(); o.Over() {
			if o.Reason == wotn.Checkmate {
				return g
			}
			return nil
		}
		moves := g.Position().AppendMoves(nil)
		m := moves[rnd.IntN(len(moves))]
		if g.Len() >= 8 {
			m = e.Search(context.Background(), g, engine.Limits{Nodes: nodes[g.Len()%2]}, nil).Best
		}
		play(g, m)
	}
	return nil
}

// slowDistance returns the number of moves in which the side to move mates, up
// to most, and every first move of such a mate; 0 if there is no mate or the
// budget is exhausted.
func slowDistance(p *wotn.Position, most, budget int) (n int, moves []wotn.Move) {
	v := &prover{known: map[proved]bool{}, budget: budget}
	defer func() {
		if r := recover(); r != nil {
			if r != v {
				panic(r)
			}
			n, moves = 0, nil
		}
	}()
	for n := 1; n <= most; n++ {
		if !v.mates(p, n) {
			continue
		}
		for _, m := range p.AppendMoves(nil) {
			if v.mated(p, m, n) {
				moves = append(moves, m)
			}
		}
		return n, moves
	}
	return 0, nil
}

// mateCase is a line of the suite.
type mateCase struct {
	game  *wotn.Game
	n     int
	moves []wotn.Move
}

func readMateSuite(t *testing.T) (cases []mateCase) {
	t.Helper()
	text, err := os.ReadFile(mateSuiteFile)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, " | ")
		if len(fields) != 4 {
			t.Fatalf("line %d: %q", i+1, line)
		}
		v, _ := wotn.ParseVariant(fields[0])
		p, err := wotn.ParsePosition(v, fields[1])
		if err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		c := mateCase{game: wotn.NewGame(p)}
		if c.n, err = strconv.Atoi(fields[2]); err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		for _, text := range strings.Fields(fields[3]) {
			m, err := p.ParseMove(text)
			if err != nil {
				t.Fatalf("line %d: %v", i+1, err)
			}
			c.moves = append(c.moves, m)
		}
		cases = append(cases, c)
	}
	return cases
}

// TestMateSuite checks every position of the suite: a mate in that many moves
// is found, a mate in fewer is not, and a search that ends on a mate of either
// side announces the proved distance.
func TestMateSuite(t *testing.T) {
	if *update {
		makeMateSuite(t)
	}
	const enough = 3_000_000 // nodes, more than the proof of these mates needs
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 4})
	ctx := context.Background()
	var counts [wotn.NumVariants][5]int
	var nodes, most [4]uint64
	unseen := 0
	for i, c := range readMateSuite(t) {
		p := c.game.Position()
		counts[p.Variant()][c.n]++
		if testing.Short() && i%10 > 0 {
			continue
		}
		think := func(kind int, p *wotn.Position, l engine.Limits) engine.Result {
			e.Clear()
			l.Nodes = enough
			r := e.Search(ctx, wotn.NewGame(*p), l, nil)
			nodes[kind], most[kind] = nodes[kind]+r.Nodes, max(most[kind], r.Nodes)
			return r
		}
		for kind, limits := range []engine.Limits{{Mate: c.n}, {}} {
			r := think(kind, p, limits)
			if _, mate := r.Score.Mate(); kind == 1 && r.Nodes == enough && !mate {
				// A search that prunes may miss the mate.
				unseen++
				continue
			}
			if r.Score != engine.MateIn(c.n) || r.NoMate != 0 || !slices.Contains(c.moves, r.Best) {
				t.Errorf("%s (%s): %s %s with %+v, want %v and mate in %d", p, p.Variant(), r.Best, r.Score, limits, c.moves, c.n)
				continue
			}
			checkMatingLine(t, c.game, r.PVs[0].PV, c.n)
		}
		if c.n == 1 {
			continue
		}
		if r := think(2, p, engine.Limits{Mate: c.n - 1}); r.NoMate != c.n-1 {
			t.Errorf("%s (%s): %s %s, want no mate in %d", p, p.Variant(), r.Best, r.Score, c.n-1)
		}
		var lost wotn.Position
		p.PlayInto(&lost, c.moves[0])
		if r := think(3, &lost, engine.Limits{}); r.Score != engine.MateIn(1-c.n) {
			t.Errorf("%s (%s): %s %s, want mated in %d", &lost, lost.Variant(), r.Best, r.Score, c.n-1)
		} else {
			checkMatingLine(t, wotn.NewGame(lost), r.PVs[0].PV, 1-c.n)
		}
	}
	for v := range wotn.NumVariants {
		if counts[v] != suiteQuota {
			t.Errorf("%s: %v positions, want %v", v, counts[v], suiteQuota)
		}
	}
	t.Logf("nodes: %v, at most %v (mate in n, any mate, no mate in n-1, mated); %d mates not seen", nodes, most, unseen)
	if unseen > 3 {
		t.Errorf("a search without Limits.Mate does not see %d mates", unseen)
	}
}

// TestMateDependsOnPast compares the proof with its slow twin where the earlier
// game matters: positions of the suite with halfmove clocks for which the mate
// is just in time or just too late, and with games in which a position of the
// mate has occurred twice.
func TestMateDependsOnPast(t *testing.T) {
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 1})
	tried, prevented := [2]int{}, [2]int{}
	check := func(kind int, g *wotn.Game, n int) {
		tried[kind]++
		if checkMates(t, e, g, n) != n {
			prevented[kind]++
		}
	}
	for _, c := range readMateSuite(t) {
		p := c.game.Position()
		if c.n < 2 || c.n > 3 || c.n == 3 && p.CountMoves() > 25 || tried[0] > 150 && tried[1] > 150 {
			continue
		}
		for late := range 3 {
			s := p.Setup()
			s.HalfmoveClock, s.MoveNumber = 100-2*c.n+late, 90
			q, err := s.Position()
			if err != nil {
				t.Fatal(err)
			}
			check(0, wotn.NewGame(q), c.n)
		}
		if g := seenTwice(p, c.moves[0]); g != nil {
			check(1, g, c.n)
		}
	}
	t.Logf("by move count %d of %d prevented, by repetition %d of %d", prevented[0], tried[0], prevented[1], tried[1])
	if prevented[0] < 10 || prevented[0] == tried[0] || prevented[1] < 3 || prevented[1] == tried[1] {
		t.Errorf("too few of a kind")
	}
}

// seenTwice returns a game with p to move in which the position after m and a
// quiet reply has occurred twice. It returns nil if those moves cannot be
// undone.
func seenTwice(p *wotn.Position, m wotn.Move) *wotn.Game {
	if !isLegal(p, m) || m.Captured() != wotn.NoKind || m.Promotion() != wotn.NoKind || m.Kind() == wotn.Pawn {
		return nil
	}
	var between, after wotn.Position
	p.PlayInto(&between, m)
	for _, reply := range between.AppendMoves(nil) {
		if reply.Captured() != wotn.NoKind || reply.Promotion() != wotn.NoKind || reply.Kind() == wotn.Pawn {
			continue
		}
		between.PlayInto(&after, reply)
		s := after.Setup()
		s.HalfmoveClock = 0
		start, err := s.Position()
		if err != nil {
			continue
		}
		g := wotn.NewGame(start)
		undo := func(m wotn.Move) bool {
			back := g.Position().MoveBetween(m.To(), m.From(), wotn.NoKind)
			return isLegal(g.Position(), back) && g.Play(back) == nil
		}
		ok := undo(m) && undo(reply) && g.Position().Repeats(p) && g.Play(m) == nil && g.Play(reply) == nil &&
			undo(m) && undo(reply)
		if ok {
			return g
		}
	}
	return nil
}
