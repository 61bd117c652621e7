package search_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/search"
)

// slowMates is the slow twin of the proof. It reports whether the side to move
// in g mates within n moves, by playing every move in a game. A claimable draw
// counts as a draw.
func slowMates(g *wotn.Game, n int) bool {
	attacker := g.Position().ToMove()
	for _, m := range g.Position().AppendMoves(nil) {
		play(g, m)
		mates := slowMated(g, attacker, n-1)
		g.Undo()
		if mates {
			return true
		}
	}
	return false
}

// slowMated reports whether the side to move is mated within n moves of the
// attacker, whatever it replies.
func slowMated(g *wotn.Game, attacker wotn.Color, n int) bool {
	if over, won := finished(g, attacker); over || n == 0 {
		return won
	}
	for _, m := range g.Position().AppendMoves(nil) {
		play(g, m)
		over, _ := finished(g, attacker)
		mated := !over && slowMates(g, n)
		g.Undo()
		if !mated {
			return false
		}
	}
	return true
}

// finished reports whether the game is over or a draw can be claimed, and
// whether it is won by mate.
func finished(g *wotn.Game, attacker wotn.Color) (over, won bool) {
	outcome := g.Outcome()
	return outcome.Over() || len(g.Claims()) > 0, outcome.Wins(attacker)
}

func play(g *wotn.Game, m wotn.Move) {
	if err := g.Play(m); err != nil {
		panic(err)
	}
}

// mateGame returns a game with a past: with few pieces or from a middlegame, a
// halfmove clock that may be near its end, and moves back and forth. It returns
// nil if the seed gives none.
func mateGame(seed uint64) *wotn.Game {
	rnd := rand.New(rand.NewPCG(seed, 23))
	p := wotn.Start(wotn.Variant(rnd.IntN(int(wotn.NumVariants))))
	if p.Variant() == wotn.Chess || rnd.IntN(8) == 0 {
		for range 30 + rnd.IntN(60) {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				return nil
			}
			p.PlayInto(&p, moves[rnd.IntN(len(moves))])
		}
	} else {
		var err error
		if p, err = scatter(p.Variant(), rnd); err != nil {
			return nil
		}
	}
	if rnd.IntN(3) == 0 {
		s := p.Setup()
		s.HalfmoveClock = 90 + rnd.IntN(11)
		s.MoveNumber = 80
		var err error
		if p, err = s.Position(); err != nil {
			return nil
		}
	}
	g := wotn.NewGame(p)
	for range rnd.IntN(13) {
		moves := g.Position().AppendMoves(nil)
		if len(moves) == 0 {
			return nil
		}
		m := moves[rnd.IntN(len(moves))]
		if n := g.Len(); n >= 2 && rnd.IntN(8) > 0 {
			last := g.Moves()[n-2]
			if back := g.Position().MoveBetween(last.To(), last.From(), wotn.NoKind); isLegal(g.Position(), back) {
				m = back
			}
		}
		play(g, m)
	}
	if g.Outcome().Over() {
		return nil
	}
	return g
}

func isLegal(p *wotn.Position, m wotn.Move) bool {
	for _, legal := range p.AppendMoves(nil) {
		if legal == m {
			return true
		}
	}
	return false
}

// checkMates compares the engine's answers to Limits.Mate with the slow twin's
// and returns the distance, 0 if there is no mate in at most most moves.
func checkMates(t *testing.T, e *search.Engine, g *wotn.Game, most int) int {
	t.Helper()
	for n := 1; n <= most; n++ {
		want := slowMates(g, n)
		r := e.Search(context.Background(), g, engine.Limits{Mate: n}, nil)
		switch {
		case want && (r.Score != engine.MateIn(n) || r.NoMate != 0):
			t.Errorf("%s (%s) after %v: %s, no mate in %d; there is one in %d", g.Start(), g.Start().Variant(), g.Moves(), r.Score, r.NoMate, n)
		case want:
			checkMatingLine(t, g, r.PVs[0].PV, n)
		case r.NoMate != n || r.Score > 0 && r.Score >= engine.MateIn(n):
			t.Errorf("%s (%s) after %v: %s, no mate in %d; there is none in %d", g.Start(), g.Start().Variant(), g.Moves(), r.Score, r.NoMate, n)
		}
		if want {
			return n
		}
	}
	return 0
}

// checkMatingLine checks that a line is legal, has the length of a mate in n
// moves and ends in checkmate. With a negative n, the side to move is mated.
func checkMatingLine(t *testing.T, g *wotn.Game, line []wotn.Move, n int) {
	t.Helper()
	if plies := max(2*n-1, -2*n); len(line) != plies {
		t.Errorf("%s (%s): mate in %d by %v", g.Position(), g.Position().Variant(), n, line)
		return
	}
	p := *g.Position()
	for _, m := range line {
		if !isLegal(&p, m) {
			t.Errorf("%s (%s): mate in %d by %v", g.Position(), g.Position().Variant(), n, line)
			return
		}
		p.PlayInto(&p, m)
	}
	if p.Outcome().Reason != wotn.Checkmate {
		t.Errorf("%s (%s): mate in %d by %v ends in %s", g.Position(), g.Position().Variant(), n, line, p.Outcome().Reason)
	}
}

// mostMoves returns the distance up to which the slow twin is fast enough.
func mostMoves(p *wotn.Position) int {
	switch n := p.CountMoves(); {
	case n <= 9:
		return 3
	case n <= 40:
		return 2
	}
	return 1
}

// TestMateEqualsSlowTwin compares the proof with its slow twin in random games,
// in which repetition and move count may prevent mates.
func TestMateEqualsSlowTwin(t *testing.T) {
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 1})
	games, mates := 0, [4]int{}
	most := uint64(1500)
	if testing.Short() {
		most = 300
	}
	for seed := range most {
		g := mateGame(seed)
		if g == nil {
			continue
		}
		games++
		mates[checkMates(t, e, g, mostMoves(g.Position()))]++
	}
	t.Logf("%d games, mates in 1 to 3: %v, none in %d", games, mates[1:], mates[0])
	if !testing.Short() && (mates[1] < 20 || mates[2] < 5) {
		t.Errorf("too few mates")
	}
}

// FuzzMates compares the proof with its slow twin in random games.
func FuzzMates(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed)
	}
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 1})
	f.Fuzz(func(t *testing.T, seed uint64) {
		if g := mateGame(seed); g != nil {
			checkMates(t, e, g, min(2, mostMoves(g.Position())))
		}
	})
}

// TestMateThatEndsIsShortest checks positions in which the search finds a
// longer mate first.
func TestMateThatEndsIsShortest(t *testing.T) {
	for _, test := range []struct {
		variant wotn.Variant
		text    string
		best    string
	}{
		{wotn.Standard, "8/k7/8/8/PQP5/1P6/3KM3/2R2BN1 w - - 0 43", "a4a5"},
		{wotn.Standard, "3r1nK1/M1Hed3/1Rq1v1F1/6r1/2a5/2R5/A3L3/1b4k1 b - - 0 1", "e6g6k"},
		{wotn.Standard, "6k1/3b4/1F4KF/4C3/3a4/8/8/8 w - - 0 1", "e5f7"},
	} {
		p, err := wotn.ParsePosition(test.variant, test.text)
		if err != nil {
			t.Fatal(err)
		}
		for name, limits := range map[string]engine.Limits{
			"no limit": {}, "a mate in 5": {Mate: 5}, "time": {MoveTime: time.Minute}, "nodes": {Nodes: 1_000_000},
		} {
			e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 1})
			var last engine.Info
			r := e.Search(context.Background(), wotn.NewGame(p), limits, func(l engine.Info) { last = l })
			if r.Score != engine.MateIn(2) || last.Score != r.Score || r.Best.String() != test.best || r.NoMate != 0 {
				t.Errorf("%s, limited by %s: %s %s, last announced %s, want %s and mate in 2", test.text, name, r.Best, r.Score, last.Score, test.best)
			}
			checkMatingLine(t, wotn.NewGame(p), r.PVs[0].PV, 2)
		}
	}
}

// TestProofKeepsLimits checks that a proof stops at limits of nodes and time.
func TestProofKeepsLimits(t *testing.T) {
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 1})
	game := wotn.NewGame(wotn.Start(wotn.Standard))
	for _, nodes := range []uint64{1, 2, 100, 20_000, 123_456} {
		e.Clear()
		r := e.Search(context.Background(), game, engine.Limits{Mate: 9, Nodes: nodes}, nil)
		if r.Nodes != nodes || r.NoMate != 0 || r.Best == wotn.NoMove {
			t.Errorf("%d nodes of %d, no mate in %d, %s", r.Nodes, nodes, r.NoMate, r.Best)
		}
	}
	begin := time.Now()
	r := e.Search(context.Background(), game, engine.Limits{Mate: 9, MoveTime: 100 * time.Millisecond}, nil)
	if took := time.Since(begin); took > 100*time.Millisecond+patience || r.NoMate != 0 || r.Best == wotn.NoMove {
		t.Errorf("took %v, no mate in %d, %s", took, r.NoMate, r.Best)
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	begin = time.Now()
	r = e.Search(ctx, game, engine.Limits{Mate: 100}, nil)
	if took := time.Since(begin); took > 100*time.Millisecond+patience || r.NoMate != 0 || r.Best == wotn.NoMove {
		t.Errorf("took %v, no mate in %d, %s", took, r.NoMate, r.Best)
	}
}

// TestProofWhileWaiting checks proofs in infinite and pondering searches, with
// several variations, threads, restricted root moves, and at low levels.
func TestProofWhileWaiting(t *testing.T) {
	p, err := wotn.ParsePosition(wotn.Standard, "8/k7/8/8/PQP5/1P6/3KM3/2R2BN1 w - - 0 43")
	if err != nil {
		t.Fatal(err)
	}
	game := wotn.NewGame(p)
	slow, err := p.ParseMove("e2d4")
	if err != nil {
		t.Fatal(err)
	}
	hit := make(chan struct{})
	for _, test := range []struct {
		name   string
		config search.Config
		limits engine.Limits
		want   engine.Score
		no     int
	}{
		{"infinite", search.Config{}, engine.Limits{Infinite: true}, engine.MateIn(2), 0},
		{"ponder", search.Config{}, engine.Limits{PonderHit: hit, MoveTime: time.Minute}, engine.MateIn(2), 0},
		{"infinite, three lines", search.Config{MultiPV: 3}, engine.Limits{Infinite: true}, engine.MateIn(2), 0},
		{"three lines", search.Config{MultiPV: 3}, engine.Limits{}, engine.MateIn(2), 0},
		{"two threads", search.Config{Threads: 2}, engine.Limits{}, engine.MateIn(2), 0},
		{"two threads, mate in 4", search.Config{Threads: 2}, engine.Limits{Mate: 4}, engine.MateIn(2), 0},
		{"one move", search.Config{}, engine.Limits{Moves: []wotn.Move{slow}}, engine.MateIn(3), 0},
		{"one move, mate in 2", search.Config{}, engine.Limits{Mate: 2, Moves: []wotn.Move{slow}}, engine.MateIn(3), 2},
		{"level 1, mate in 2", search.Config{Level: 1}, engine.Limits{Mate: 2}, engine.MateIn(2), 0},
	} {
		test.config.NewEvaluator, test.config.Hash = newEvaluator, 1
		e := search.New(test.config)
		ctx, cancel := context.WithCancel(context.Background())
		if test.limits.Infinite {
			time.AfterFunc(150*time.Millisecond, cancel)
		}
		if test.limits.PonderHit != nil {
			time.AfterFunc(150*time.Millisecond, func() { close(hit) })
		}
		begin := time.Now()
		announced := map[int]engine.Info{}
		r := e.Search(ctx, game, test.limits, func(l engine.Info) { announced[l.Rank] = l })
		cancel()
		if r.Score != test.want || announced[1].Score != test.want || r.NoMate != test.no {
			t.Errorf("%s: %s, announced %s, no mate in %d, want %s and %d", test.name, r.Score, announced[1].Score, r.NoMate, test.want, test.no)
		}
		if took := time.Since(begin); took > 150*time.Millisecond+patience {
			t.Errorf("%s: took %v", test.name, took)
		}
		if len(r.PVs) != max(1, test.config.MultiPV) || len(announced) != len(r.PVs) {
			t.Errorf("%s: %d PVs, %d announced", test.name, len(r.PVs), len(announced))
			continue
		}
		for i, l := range r.PVs[1:] {
			if l.Score > r.PVs[i].Score || l.PV[0] == r.Best {
				t.Errorf("%s: variation %d is %s %s", test.name, i+2, l.PV[0], l.Score)
			}
		}
	}
}
