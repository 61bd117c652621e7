package search_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/net"
	"tafelrunde/wotn/search"
)

func newEvaluator() search.Evaluator { return net.New() }

// TestBeatsRandomPlay checks that the simple opponent, with few nodes a move,
// wins every game against random moves.
func TestBeatsRandomPlay(t *testing.T) {
	e := search.New(search.Config{NewEvaluator: newEvaluator, Off: search.SimpleOff, Hash: 1})
	rnd := rand.New(rand.NewPCG(5, 5))
	for game := range 20 {
		color := wotn.Color(game % 2)
		g := wotn.NewGame(wotn.Start([]wotn.Variant{wotn.Standard, wotn.Alternative}[game/10]))
		for !g.Outcome().Over() {
			moves := g.Position().AppendMoves(nil)
			m := moves[rnd.IntN(len(moves))]
			if g.Position().ToMove() == color {
				m = e.Search(context.Background(), g, engine.Limits{Nodes: 2000}, nil).Best
			}
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if o := g.Outcome(); !o.Wins(color) {
			t.Errorf("game %d ended %s by %s after %d moves, want a win for %s", game, o.Result(), o.Reason, g.Len(), color)
		}
	}
}

func TestNodeLimitIsExact(t *testing.T) {
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 1})
	for _, nodes := range []uint64{1, 2, 100, 5000, 12345} {
		e.Clear()
		r := e.Search(context.Background(), wotn.NewGame(wotn.Start(wotn.Standard)), engine.Limits{Nodes: nodes}, nil)
		if r.Nodes != nodes {
			t.Errorf("searched %d nodes of %d", r.Nodes, nodes)
		}
		if r.Best == wotn.NoMove {
			t.Errorf("no move after %d nodes", nodes)
		}
	}
}

// promptness is the time within which a search must end; patience is the limit
// on a busy machine.
const (
	patience   = 2 * time.Second
	promptness = 20 * time.Millisecond
)

// lateAfterStop returns how long a search continues after its context is done.
func lateAfterStop(e *search.Engine, p wotn.Position, after time.Duration) time.Duration {
	ctx, cancel := context.WithCancel(context.Background())
	stopped := make(chan time.Time, 1)
	time.AfterFunc(after, func() { stopped <- time.Now(); cancel() })
	e.Search(ctx, wotn.NewGame(p), engine.Limits{Infinite: true}, nil)
	return time.Since(<-stopped)
}

// lateAfterDeadline returns how long a search continues after its move time.
func lateAfterDeadline(e *search.Engine, p wotn.Position, given time.Duration) time.Duration {
	begin := time.Now()
	e.Search(context.Background(), wotn.NewGame(p), engine.Limits{MoveTime: given}, nil)
	return time.Since(begin) - given
}

// TestStopsInTime checks that half of the searches end promptly and none very
// late. Other processes may delay single ones.
func TestStopsInTime(t *testing.T) {
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 4, Threads: 2})
	const tries = 20
	for name, late := range map[string]func(*search.Engine, wotn.Position, time.Duration) time.Duration{
		"stop": lateAfterStop, "deadline": lateAfterDeadline,
	} {
		prompt := 0
		for i := range tries {
			p := wotn.Start(wotn.Variant(i % int(wotn.NumVariants)))
			switch after := late(e, p, time.Duration(20+i)*time.Millisecond); {
			case after > patience:
				t.Errorf("%s: %v late", name, after)
			case after <= promptness:
				prompt++
			}
		}
		if prompt < tries/2 {
			t.Errorf("%s: only %d of %d searches ended within %v", name, prompt, tries, promptness)
		}
	}
}

// TestPollStops checks that Config.Poll sees the nodes grow, ends the search and
// leaves the hash table for the next one.
func TestPollStops(t *testing.T) {
	for _, threads := range []int{1, 2} {
		var seen []uint64
		stopAfter := 20
		e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 4, Threads: threads, Poll: func(nodes uint64) bool {
			seen = append(seen, nodes)
			return len(seen) >= stopAfter
		}})
		game := wotn.NewGame(wotn.Start(wotn.Standard))
		r := e.Search(context.Background(), game, engine.Limits{}, nil)
		if len(seen) != stopAfter || !slices.IsSorted(seen) || seen[0] >= seen[stopAfter-1] {
			t.Errorf("%d threads: polled with %v", threads, seen)
		}
		if r.Best == wotn.NoMove || threads == 1 && r.Nodes > 512*uint64(stopAfter) {
			t.Errorf("%d threads: %s after %d nodes", threads, r.Best, r.Nodes)
		}
		seen, stopAfter = nil, 1
		if r := e.Search(context.Background(), game, engine.Limits{}, nil); r.Best == wotn.NoMove || len(seen) != 1 {
			t.Errorf("%d threads: stopped at once: %s, polled %d times", threads, r.Best, len(seen))
		}
	}
}

// BenchmarkStop measures in milliseconds how late searches end after a stop.
func BenchmarkStop(b *testing.B) {
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 16, Threads: 2})
	var worst, sum time.Duration
	for i := range b.N {
		late := lateAfterStop(e, wotn.Start(wotn.Variant(i%int(wotn.NumVariants))), time.Duration(5+i%50)*time.Millisecond)
		worst, sum = max(worst, late), sum+late
	}
	b.ReportMetric(float64(sum.Microseconds())/float64(b.N)/1000, "ms-late/op")
	b.ReportMetric(float64(worst.Microseconds())/1000, "ms-worst")
}

// TestNodesDoNotAllocate checks that allocations do not depend on the number of
// nodes.
func TestNodesDoNotAllocate(t *testing.T) {
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 1})
	game := wotn.NewGame(wotn.Start(wotn.Standard))
	allocations := func(nodes uint64) float64 {
		return testing.AllocsPerRun(2, func() {
			e.Clear()
			e.Search(context.Background(), game, engine.Limits{Nodes: nodes}, nil)
		})
	}
	short, long := allocations(1000), allocations(60000)
	if long > short+200 {
		t.Errorf("%.0f allocations for 1000 nodes, %.0f for 60000", short, long)
	}
}

// TestThreads runs two threads, for the race detector.
func TestThreads(t *testing.T) {
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 1, Threads: 2})
	var lines int
	r := e.Search(context.Background(), wotn.NewGame(wotn.Start(wotn.Alternative)), engine.Limits{Nodes: 60000}, func(l engine.Info) {
		lines++
		if len(l.PV) == 0 || l.Nodes == 0 {
			t.Errorf("empty variation: %+v", l)
		}
	})
	if r.Nodes < 60000 || lines < 4 || r.Best == wotn.NoMove {
		t.Errorf("%d nodes, %d PVs, %s", r.Nodes, lines, r.Best)
	}
}

// TestLimits checks the limits of a search.
func TestLimits(t *testing.T) {
	ctx := context.Background()
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 1, MultiPV: 3})
	start := wotn.NewGame(wotn.Start(wotn.Standard))
	r := e.Search(ctx, start, engine.Limits{Depth: 4}, nil)
	if r.Depth != 4 || len(r.PVs) != 3 {
		t.Errorf("depth %d, %d PVs", r.Depth, len(r.PVs))
	}
	for i, l := range r.PVs {
		if l.Rank != i+1 || i > 0 && (l.Score > r.PVs[i-1].Score || l.PV[0] == r.PVs[i-1].PV[0]) {
			t.Errorf("variation %d: %+v", i+1, l)
		}
		p := *start.Position()
		for _, m := range l.PV {
			next, err := p.Play(m)
			if err != nil {
				t.Fatalf("variation %d: %v", i+1, err)
			}
			p = next
		}
	}
	only := start.Position().AppendMoves(nil)[3:5]
	if r := e.Search(ctx, start, engine.Limits{Depth: 3, Moves: only}, nil); r.Best != only[0] && r.Best != only[1] {
		t.Errorf("%s is not among %v", r.Best, only)
	}
	mate, err := wotn.ParsePosition(wotn.Chess, "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if r := e.Search(ctx, wotn.NewGame(mate), engine.Limits{Mate: 1}, nil); r.Score != engine.MateIn(1) {
		t.Errorf("score %s", r.Score)
	}
	over, err := wotn.ParsePosition(wotn.Chess, "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if r := e.Search(ctx, wotn.NewGame(over), engine.Limits{Depth: 5}, nil); r.Best != wotn.NoMove {
		t.Errorf("%s after checkmate", r.Best)
	}
}

// TestPonder checks that the move time counts from the ponder hit.
func TestPonder(t *testing.T) {
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 1})
	begin := time.Now()
	hit := make(chan struct{})
	time.AfterFunc(80*time.Millisecond, func() { close(hit) })
	r := e.Search(context.Background(), wotn.NewGame(wotn.Start(wotn.Standard)),
		engine.Limits{PonderHit: hit, MoveTime: 60 * time.Millisecond}, nil)
	if took := time.Since(begin); took < 120*time.Millisecond || took > patience || r.Best == wotn.NoMove {
		t.Errorf("took %v, %s", took, r.Best)
	}
}

// TestRepetitionIsDrawn checks the score of a third repetition.
func TestRepetitionIsDrawn(t *testing.T) {
	p, err := wotn.ParsePosition(wotn.Standard, "6k1/5ppp/8/8/8/7q/r4PP1/5RK1 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 1})
	g := wotn.NewGame(p)
	for _, text := range []string{"a2b2", "f1c1", "b2a2", "c1f1", "a2b2", "f1c1", "b2a2"} {
		m, err := g.Position().ParseMove(text)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	back, err := g.Position().ParseMove("c1f1")
	if err != nil {
		t.Fatal(err)
	}
	r := e.Search(context.Background(), g, engine.Limits{Depth: 6, Moves: []wotn.Move{back}}, nil)
	if r.Score != 0 {
		t.Errorf("the third repetition has score %s", r.Score)
	}
}

func TestTechniqueNames(t *testing.T) {
	for _, one := range search.Techniques() {
		again, err := search.ParseTechniques(one.String())
		if err != nil || again != one || one.About() == "" {
			t.Errorf("%q: %v, %v", one, again, err)
		}
	}
	if all, err := search.ParseTechniques("all"); err != nil || all != search.AllTechniques {
		t.Errorf("%v, %v", all, err)
	}
	if _, err := search.ParseTechniques("null-move, guessing"); err == nil {
		t.Error("no error")
	}
}

// TestOddPositions searches random positions with many kings and all kinds, at
// full strength and at a low level, and checks that the moves of the principal
// variation are legal.
func TestOddPositions(t *testing.T) {
	rnd := rand.New(rand.NewPCG(21, 21))
	strong := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 1})
	weak := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 1, Level: 2, Seed: 3})
	seen := 0
	for tries := 0; seen < 400 && tries < 20000; tries++ {
		p, err := crowd(wotn.Variant(rnd.IntN(2)), rnd)
		if err != nil {
			continue
		}
		seen++
		for _, e := range []*search.Engine{strong, weak} {
			r := e.Search(context.Background(), wotn.NewGame(p), engine.Limits{Nodes: 600}, nil)
			if (r.Best == wotn.NoMove) == p.HasMoves() {
				t.Fatalf("%s: %s", &p, r.Best)
			}
			if r.Best == wotn.NoMove {
				continue
			}
			q := p
			for _, m := range r.PVs[0].PV {
				next, err := q.Play(m)
				if err != nil {
					t.Fatalf("%s: %v", &p, err)
				}
				q = next
			}
		}
	}
	if seen < 400 {
		t.Errorf("only %d positions", seen)
	}
}

// crowd returns a random position with up to 16 pieces of any kinds a side.
func crowd(variant wotn.Variant, rnd *rand.Rand) (wotn.Position, error) {
	s := wotn.Setup{Variant: variant, ToMove: wotn.Color(rnd.IntN(2)), EnPassant: wotn.NoSquare, MoveNumber: 1, HalfmoveClock: rnd.IntN(100)}
	for c := wotn.White; c <= wotn.Black; c++ {
		pieces := 1 + rnd.IntN(16)
		for i := range pieces {
			k := wotn.King
			if i > 0 && rnd.IntN(5) > 0 {
				k = wotn.Squire + wotn.Kind(rnd.IntN(int(wotn.King-wotn.Squire)))
			}
			if !variant.HasKind(k) {
				continue
			}
			for {
				if sq := rnd.IntN(64); s.Board[sq].Kind == wotn.NoKind {
					s.Board[sq] = wotn.Piece{Kind: k, Color: c}
					break
				}
			}
		}
	}
	return s.Position()
}
