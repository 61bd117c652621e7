package search_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/search"
)

var update = flag.Bool("update", false, "regenerate the suites of mates")

const matesFile = "testdata/mates.txt"

// prover finds forced mates by exhaustive search.
type prover struct {
	known  map[proved]bool
	budget int
}

type proved struct {
	key uint64
	n   int
}

// mates reports whether the side to move mates in at most n moves. It panics
// with the prover if the budget is exhausted.
func (v *prover) mates(p *wotn.Position, n int) bool {
	if v.budget--; v.budget < 0 {
		panic(v)
	}
	at := proved{p.Key(), n}
	if known, ok := v.known[at]; ok {
		return known
	}
	found := false
	var checks wotn.CheckInfo
	checks.Set(p)
	for _, m := range p.AppendMoves(nil) {
		if n == 1 && !checks.GivesCheck(p, m) {
			continue
		}
		if found = v.mated(p, m, n); found {
			break
		}
	}
	v.known[at] = found
	return found
}

// mated reports whether m mates in n moves, including m, whatever the replies.
func (v *prover) mated(p *wotn.Position, m wotn.Move, n int) bool {
	var next wotn.Position
	p.PlayInto(&next, m)
	answers := next.AppendMoves(nil)
	if len(answers) == 0 {
		return next.Checkers() != 0
	}
	if n == 1 {
		return false
	}
	for _, a := range answers {
		var after wotn.Position
		next.PlayInto(&after, a)
		if !v.mates(&after, n-1) {
			return false
		}
	}
	return true
}

// shortest returns the number of moves in which the side to move mates, up to
// 4; 0 if there is no mate or the budget is exhausted.
func shortest(p *wotn.Position, budget int) (n int) {
	v := &prover{known: map[proved]bool{}, budget: budget}
	defer func() {
		if r := recover(); r != nil {
			if r != v {
				panic(r)
			}
			n = 0
		}
	}()
	for n := 1; n <= 4; n++ {
		if v.mates(p, n) {
			return n
		}
	}
	return 0
}

// themes returns the themes of a mate: a promotion in the main line, several
// kings on the board, a piece pinned to its king by a nightrider.
func themes(p *wotn.Position, line []wotn.Move) (names []string) {
	promotion := false
	for i, m := range line {
		promotion = promotion || i%2 == 0 && m.Promotion() != wotn.NoKind
	}
	if promotion {
		names = append(names, "promotion")
	}
	if p.Pieces(wotn.White, wotn.King).Count()+p.Pieces(wotn.Black, wotn.King).Count() > 2 {
		names = append(names, "kings")
	}
	q := *p
	pin := pinnedByRider(&q)
	for _, m := range line {
		q.PlayInto(&q, m)
		pin = pin || pinnedByRider(&q)
	}
	if pin {
		names = append(names, "rider-pin")
	}
	return names
}

// pinnedByRider reports whether a nightrider pins a piece of either side to its
// only king.
func pinnedByRider(p *wotn.Position) bool {
	for c := wotn.White; c <= wotn.Black; c++ {
		kings := p.Pieces(c, wotn.King)
		if kings.Count() != 1 {
			continue
		}
		them := c.Other()
		riders := p.Pieces(them, wotn.Nightrider) | p.Pieces(them, wotn.Lord) | p.Pieces(them, wotn.LordChancellor)
		for _, piece := range (p.OccupiedBy(c) &^ kings).AppendSquares(nil) {
			without := p.Occupied() &^ piece.Bitboard()
			for _, s := range riders.AppendSquares(nil) {
				line := wotn.Attacks(wotn.Nightrider, them, s, p.Occupied())
				if !line.Has(kings.First()) && line.Has(piece) && wotn.Attacks(wotn.Nightrider, them, s, without).Has(kings.First()) {
					return true
				}
			}
		}
	}
	return false
}

// makeMates writes a suite of random positions with a forced mate in 2 to 4,
// each proved.
func makeMates(t *testing.T) {
	const each, others = 60, 60
	rnd := rand.New(rand.NewPCG(1990, 1994))
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 4})
	counts := map[string]int{}
	lengths := map[int]int{}
	var lines []string
	for tries := 0; tries < 400000 && (counts["promotion"] < each || counts["kings"] < each || counts["rider-pin"] < each || counts[""] < others); tries++ {
		variant := wotn.Variant(rnd.IntN(2))
		p, err := scatter(variant, rnd)
		if err != nil || p.CountMoves() == 0 {
			continue
		}
		e.Clear()
		r := e.Search(context.Background(), wotn.NewGame(p), engine.Limits{Nodes: 4000}, nil)
		n, ok := r.Score.Mate()
		if !ok || n < 2 || n > 4 || lengths[n] > 120 {
			continue
		}
		names := themes(&p, r.PVs[0].PV)
		wanted := len(names) == 0 && counts[""] < others
		for _, name := range names {
			wanted = wanted || counts[name] < each
		}
		if !wanted {
			continue
		}
		if n = shortest(&p, 3_000_000); n < 2 {
			continue
		}
		lengths[n]++
		if len(names) == 0 {
			counts[""]++
		}
		for _, name := range names {
			counts[name]++
		}
		lines = append(lines, fmt.Sprintf("%s | %s | %d | %s", variant, &p, n, strings.Join(names, " ")))
	}
	t.Logf("%d mates, themes %v, lengths %v", len(lines), counts, lengths)
	text := "# Forced mates, proved by exhaustive search: variant | position | moves to mate | themes\n" +
		"# Made by: go test ./wotn/search -run TestMates -update\n" + strings.Join(lines, "\n") + "\n"
	if err := os.WriteFile(matesFile, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// scatter returns a random position with few pieces, in which White is to move
// and stronger.
func scatter(variant wotn.Variant, rnd *rand.Rand) (wotn.Position, error) {
	s := wotn.Setup{Variant: variant, EnPassant: wotn.NoSquare, MoveNumber: 1}
	put := func(k wotn.Kind, c wotn.Color) {
		sq := wotn.Square(rnd.IntN(64))
		if s.Board[sq].Kind == wotn.NoKind && variant.HasKind(k) {
			s.Board[sq] = wotn.Piece{Kind: k, Color: c}
		}
	}
	put(wotn.King, wotn.White)
	put(wotn.King, wotn.Black)
	if rnd.IntN(4) == 0 {
		put(wotn.King, wotn.Color(rnd.IntN(2)))
	}
	for range 3 + rnd.IntN(4) {
		put(wotn.Pawn+wotn.Kind(rnd.IntN(int(wotn.King-wotn.Pawn))), wotn.White)
	}
	if rnd.IntN(2) == 0 {
		put([]wotn.Kind{wotn.Nightrider, wotn.Lord, wotn.LordChancellor}[rnd.IntN(3)], wotn.White)
	}
	for range 1 + rnd.IntN(5) {
		put(wotn.Pawn+wotn.Kind(rnd.IntN(int(wotn.Chancellor-wotn.Pawn))), wotn.Black)
	}
	return s.Position()
}

// TestMates checks that the engine finds the shortest mate of each position of
// the suite, and a first move that leads to it.
func TestMates(t *testing.T) {
	if *update {
		makeMates(t)
	}
	text, err := os.ReadFile(matesFile)
	if err != nil {
		t.Fatal(err)
	}
	e := search.New(search.Config{NewEvaluator: newEvaluator})
	count := 0
	var nodes, most uint64
	for i, line := range strings.Split(string(text), "\n") {
		fields := strings.Split(line, "|")
		if len(fields) != 4 || strings.HasPrefix(line, "#") || testing.Short() && i%5 > 0 {
			continue
		}
		variant, _ := wotn.ParseVariant(strings.TrimSpace(fields[0]))
		p, err := wotn.ParsePosition(variant, strings.TrimSpace(fields[1]))
		if err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		n, err := strconv.Atoi(strings.TrimSpace(fields[2]))
		if err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		count++
		e.Clear()
		r := e.Search(context.Background(), wotn.NewGame(p), engine.Limits{Mate: n, Nodes: 1_000_000}, nil)
		nodes, most = nodes+r.Nodes, max(most, r.Nodes)
		if r.Score != engine.MateIn(n) {
			t.Errorf("%s: %s at depth %d, want mate in %d", &p, r.Score, r.Depth, n)
			continue
		}
		v := &prover{known: map[proved]bool{}, budget: 20_000_000}
		if !v.mated(&p, r.Best, n) {
			t.Errorf("%s: %s does not mate in %d", &p, r.Best, n)
		}
	}
	if count < 40 || !testing.Short() && count < 200 {
		t.Errorf("only %d mates", count)
	}
	t.Logf("%d mates, %d nodes, at most %d", count, nodes, most)
}
