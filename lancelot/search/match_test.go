package search

import (
	"context"
	"runtime"
	"slices"
	"testing"
	"time"

	"tafelrunde/internal/lancelottest"
	"tafelrunde/internal/searchclock"
	"tafelrunde/lancelot"
)

// position reads a position that must be one.
func position(t testing.TB, text string) lancelot.Position {
	t.Helper()
	p, err := lancelot.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// begin is the start of a game after one random turn of each seat, so that games
// differ.
func begin(t testing.TB, o lancelot.Options, seed uint64) lancelot.Position {
	t.Helper()
	p, err := o.Setup().PositionOnAnyField()
	if err != nil {
		t.Fatal(err)
	}
	r := Random{Seed: seed}
	for range o.Seats {
		line := r.Search(context.Background(), &p, Limits{}, nil)
		p.PlayInto(&p, line.Turn())
	}
	return p
}

// play plays a game to its end and answers how it ends. Every turn must be
// legal.
func play(t testing.TB, p lancelot.Position, limits Limits, players []Searcher) lancelot.Outcome {
	t.Helper()
	for !p.Outcome().Over() {
		line := players[p.ToAct()].Search(context.Background(), &p, limits, nil)
		after, err := p.Play(line.Turn())
		if err != nil {
			t.Fatalf("%s: %v", &p, err)
		}
		p = after
	}
	return p.Outcome()
}

// TestBeatsRandom: one seat plays by the search, all others by chance, and it
// wins every game of twenty with each number of seats.
func TestBeatsRandom(t *testing.T) {
	for seats := lancelot.MinSeats; seats <= lancelot.MaxSeats; seats++ {
		won := 0
		for game := range 20 {
			o := lancelot.Options{Seats: seats, Rules: lancelottest.AllRules[game%4]}
			me := game % seats
			players := make([]Searcher, seats)
			for seat := range players {
				players[seat] = &Random{Seed: uint64(game)}
			}
			players[me] = New(uint64(game))
			if play(t, begin(t, o, uint64(game)), Limits{Nodes: 1500}, players).WinShare(lancelot.Seat(me)) == 1 {
				won++
			}
		}
		if won != 20 {
			t.Errorf("%d seats: %d games of 20 won", seats, won)
		}
	}
}

// TestBaselines: each baseline is better than the one below it, two seats. UCT
// wins some 94 of 100 games.
func TestBaselines(t *testing.T) {
	for _, pair := range []struct {
		name           string
		better, worse  func(seed uint64) Searcher
		nodes          uint64
		atLeast, games int
	}{
		{"greedy against random", func(s uint64) Searcher { return &Greedy{Seed: s} }, func(s uint64) Searcher { return &Random{Seed: s} }, 1, 9, 10},
		{"UCT against greedy", func(s uint64) Searcher { return &UCT{Seed: s} }, func(s uint64) Searcher { return &Greedy{Seed: s} }, 1500, 16, 20},
		{"paranoid against greedy", func(s uint64) Searcher { return &AlphaBeta{Seed: s} }, func(s uint64) Searcher { return &Greedy{Seed: s} }, 1500, 9, 10},
	} {
		won := 0
		for game := range pair.games {
			p := begin(t, lancelot.Options{Seats: 2, Rules: lancelottest.AllRules[game/2%4]}, uint64(game))
			players := []Searcher{pair.better(uint64(game)), pair.worse(uint64(game))}
			if game%2 == 1 {
				players[0], players[1] = players[1], players[0]
			}
			if play(t, p, Limits{Nodes: pair.nodes}, players).WinShare(lancelot.Seat(game%2)) == 1 {
				won++
			}
		}
		if won < pair.atLeast {
			t.Errorf("%s: %d of %d won, want %d", pair.name, won, pair.games, pair.atLeast)
		}
	}
}

func searchers() map[string]Searcher {
	return map[string]Searcher{"random": &Random{}, "greedy": &Greedy{}, "uct": &UCT{}, "paranoid": &AlphaBeta{}, "best reply": &AlphaBeta{Opponents: BestReply}, "tree": &Tree{}, "engine": &Engine{}, "level 3": &Engine{Level: 3}, "level 7": &Engine{Level: 7}}
}

// TestEveryPosition: in all kinds of positions, with the least of limits and a
// context that has ended, each searcher answers a line of legal turns and the
// same one every time.
func TestEveryPosition(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for name, s := range searchers() {
		for seats := lancelot.MinSeats; seats <= lancelot.MaxSeats; seats++ {
			for _, rules := range lancelottest.AllRules {
				p, err := lancelot.Options{Seats: seats, Rules: rules}.Setup().Position()
				if err != nil {
					t.Fatal(err)
				}
				r := Random{Seed: uint64(seats)}
				for turn := 0; !p.Outcome().Over(); turn++ {
					if turn%40 < 2 {
						checkLine(t, name, s, ended, &p, Limits{})
						checkLine(t, name, s, context.Background(), &p, Limits{Nodes: 1})
						checkLine(t, name, s, context.Background(), &p, Limits{Nodes: 300})
					}
					line := r.Search(context.Background(), &p, Limits{}, nil)
					p.PlayInto(&p, line.Turn())
				}
			}
		}
	}
}

func checkLine(t *testing.T, name string, s Searcher, ctx context.Context, p *lancelot.Position, limits Limits) {
	t.Helper()
	before := *p
	last := Info{}
	line := s.Search(ctx, p, limits, func(l Info) { last = l })
	again := s.Search(ctx, p, limits, nil)
	if *p != before {
		t.Fatalf("%s: %s: the position has changed", name, p)
	}
	if len(line.PV) == 0 || line.Score < 0 || line.Score > 1000 {
		t.Fatalf("%s: %s: line %+v", name, p, line)
	}
	if line.Turn() != again.Turn() || line.Score != again.Score || line.Nodes != again.Nodes {
		t.Fatalf("%s: %s: line %+v, again %+v", name, p, line, again)
	}
	if last.Nodes > line.Nodes {
		t.Fatalf("%s: %s: told %+v, then %+v", name, p, last, line)
	}
	at := *p
	for _, turn := range line.PV {
		next, err := at.Play(turn)
		if err != nil {
			t.Fatalf("%s: %s: line %v: %v", name, p, line.PV, err)
		}
		at = next
	}
}

// TestDeadline: a search stops soon after its deadline or the end of its context.
func TestDeadline(t *testing.T) {
	p := begin(t, lancelot.Options{Seats: 5, Rules: lancelot.Rules{Diagonals: true}}, 1)
	for name, s := range searchers() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
		started := time.Now()
		s.Search(ctx, &p, Limits{}, nil)
		cancel()
		if took := time.Since(started); took > 2*time.Second {
			t.Errorf("%s: %v", name, took)
		}
		if runtime.GOOS == "js" {
			continue // where no timer fires while a search runs
		}
		ctx, cancel = context.WithCancel(context.Background())
		time.AfterFunc(10*time.Millisecond, cancel)
		started = time.Now()
		s.Search(ctx, &p, Limits{}, nil)
		if took := time.Since(started); took > 2*time.Second {
			t.Errorf("%s cancelled: %v", name, took)
		}
	}
}

// TestDeadlineOnTheLargestField: with tens of thousands of turns by the king's
// power a search ends at most 20 ms after its deadline. A busy machine may keep any
// one of them waiting for longer, so that it is tried until it comes off, and that
// it never does says something only where a loop that looks at nothing but the
// clock ends in time. TestLooksOften holds what does not depend on the machine.
func TestDeadlineOnTheLargestField(t *testing.T) {
	p := begin(t, lancelot.Options{Seats: 5, Rules: lancelot.Rules{Diagonals: true, Excalibur: true}}, 3)
	if n := p.CountTurns(); n < 50_000 {
		t.Fatalf("%s has only %d turns", &p, n)
	}
	const limit, over, patience = 5 * time.Millisecond, 20 * time.Millisecond, 15 * time.Second
	for _, name := range []string{"engine", "tree", "paranoid", "best-reply", "greedy", "uct"} {
		s := Named(name, 1)
		least := time.Hour
		loops, inTime := 0, 0
		for began := time.Now(); least > limit+over && time.Since(began) < patience; {
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			asked := time.Now()
			s.Search(ctx, &p, Limits{}, nil)
			least = min(least, time.Since(asked))
			cancel()

			asked = time.Now()
			for time.Since(asked) < limit {
			}
			loops++
			if time.Since(asked) <= limit+over {
				inTime++
			}
		}
		switch {
		case least <= limit+over:
		case 2*inTime < loops:
			t.Logf("%s: %v for %v, but of %d empty loops only %d ended in time: the machine is too busy to tell", name, least, limit, loops, inTime)
		default:
			t.Errorf("%s: %v for %v, while of %d empty loops %d ended in time", name, least, limit, loops, inTime)
		}
	}
}

// TestThreads: a search by several goroutines answers a legal line in all kinds
// of positions.
func TestThreads(t *testing.T) {
	s := &Engine{Threads: 4, Memory: 1 << 20}
	for game := range 16 {
		p := begin(t, lancelot.Options{Seats: 2 + game%4, Rules: lancelottest.AllRules[game/4]}, uint64(game))
		for turn := range 6 {
			line := s.Search(context.Background(), &p, Limits{Nodes: 4000}, nil)
			after := p
			for _, next := range line.PV {
				var err error
				if after, err = after.Play(next); err != nil {
					t.Fatalf("%s, turn %d: line %v: %v", &p, turn, line.PV, err)
				}
			}
			p.PlayInto(&p, line.Turn())
		}
	}
}

// TestMemory: a tree that has used up its memory goes on and never takes more.
func TestMemory(t *testing.T) {
	const memory = 2 << 20
	s := &Tree{Memory: memory}
	p := begin(t, lancelot.Options{Seats: 2}, 1)
	line := s.Search(context.Background(), &p, Limits{Nodes: 800_000}, nil)
	if !s.full || !p.IsLegal(line.Turn()) || line.Nodes < 800_000 {
		t.Errorf("%+v", line)
	}
	chunk := chunkLen * (bytesPerEdge + bytesPerNode)
	if used := chunkLen*(len(s.edges.list)*bytesPerEdge+len(s.nodes.list)*bytesPerNode) + cap(s.index)*4; used > memory+chunk {
		t.Errorf("%d bytes used of %d", used, memory)
	}
}

// TestTreeForgets: a tree that has searched other games finds what a new one
// finds.
func TestTreeForgets(t *testing.T) {
	used := &Tree{Memory: 1 << 20}
	for game := range uint64(24) {
		p := begin(t, lancelot.Options{Seats: 2 + int(game%4), Rules: lancelottest.AllRules[game/4%4]}, game)
		limits := Limits{Nodes: 2000 + game%3*20_000}
		line, fresh := used.Search(context.Background(), &p, limits, nil), (&Tree{Memory: 1 << 20}).Search(context.Background(), &p, limits, nil)
		if !slices.Equal(line.PV, fresh.PV) || line.WinShares != fresh.WinShares || line.Nodes != fresh.Nodes {
			t.Errorf("%s: %+v, with a new tree %+v", &p, line, fresh)
		}
	}
}

// TestTreeGoesOn: after two turns what was known of the position is still known.
func TestTreeGoesOn(t *testing.T) {
	s := &Tree{}
	p := begin(t, lancelot.Options{Seats: 2}, 1)
	line := s.Search(context.Background(), &p, Limits{Nodes: 300_000}, nil)
	for _, turn := range line.PV[:2] {
		p.PlayInto(&p, turn)
	}
	s.Search(context.Background(), &p, Limits{Nodes: 1}, nil)
	if s.visitsBefore < 5 {
		t.Errorf("%d visits known after %v", s.visitsBefore, line.PV[:2])
	}
}

// TestSees: positions in which only some turns are good.
func TestSees(t *testing.T) {
	row4 := []string{"g4", "h4", "i4", "j4", "k4"}
	for _, row := range []struct {
		name, text string
		good       []string
		searchers  []string
	}{
		{"a capture that wins", "8/8/8/8/8/8/8/aab5 a 0,0 28,29 - basic 1", row4, []string{"greedy", "uct", "paranoid"}},
		{"a capture on two lines that wins", "8/4a3/4a3/4b3/8/aab5/8/8 a 0,0 26,28 - basic 2", []string{"h6"}, []string{"greedy", "uct", "paranoid"}},
		{"the greatest capture", "8/4a3/4a3/4b3/8/aab5/8/8 a 0,0 26,28 - basic 7", []string{"h6"}, []string{"greedy", "paranoid"}},
		{"a reply that would lose", "8/8/8/8/8/8/8/bba5 a 0,0 29,28 - basic 1", row4, []string{"uct", "paranoid"}},
	} {
		p := position(t, row.text)
		for _, name := range row.searchers {
			s := searchers()[name]
			line := s.Search(context.Background(), &p, Limits{Nodes: 6000}, nil)
			if !slices.Contains(row.good, line.Turn().String()) {
				t.Errorf("%s: %s: %s plays %s", row.name, &p, name, line.Turn())
			}
		}
	}
}

// TestPowerIsUsed: Excalibur and a stone together win, a stone alone does not.
func TestPowerIsUsed(t *testing.T) {
	p := position(t, "10/8*1/4a5/4b5/10/4a5/2ca1a4/4a5/4c5/4b5 a 0,0,0 25,28,28 abc excalibur 4")
	for name, s := range searchers() {
		if name == "random" {
			continue
		}
		line := s.Search(context.Background(), &p, Limits{Nodes: 2000}, nil)
		after, err := p.Play(line.Turn())
		if err != nil || !after.Outcome().Wins(0) {
			t.Errorf("%s: %s leads to %s, %v", name, line.Turn(), &after, err)
		}
	}
}

// TestSeeds: with other seeds a game begins otherwise.
func TestSeeds(t *testing.T) {
	p, err := lancelot.Options{Seats: 2, Rules: lancelot.Rules{Excalibur: true}}.Setup().Position()
	if err != nil {
		t.Fatal(err)
	}
	turns := map[lancelot.Turn]bool{}
	for seed := range uint64(5) {
		line := New(seed).Search(context.Background(), &p, Limits{Nodes: 500}, nil)
		turns[line.Turn()] = true
	}
	if len(turns) < 3 {
		t.Errorf("five seeds begin with %v", turns)
	}
}

// looking is a context without a deadline that ends at a given look. It counts
// what the searcher has done between two looks and after the last one.
type looking struct {
	context.Context
	ends  int // the look at which it ends
	done  func() int
	looks int
	last  int // done when last looked at
	most  int // done between two looks
}

func (l *looking) Err() error {
	done := l.done()
	l.most, l.last = max(l.most, done-l.last), done
	if l.looks++; l.looks >= l.ends {
		return context.Canceled
	}
	return nil
}

// TestLooksOften: with tens of thousands of turns by the king's power, at the
// root and below it, a search never does more between two looks at its context
// than some hundred turns are worth, wherever the context ends, and then does
// little more. Unlike a time, that count is the same on a busy machine and in a
// browser.
func TestLooksOften(t *testing.T) {
	const between, after = 400, 1000 // turns weighed, played out or judged
	for _, seats := range []int{3, 5} {
		p := begin(t, lancelot.Options{Seats: seats, Rules: lancelot.Rules{Diagonals: true, Excalibur: true}}, 3)
		all := p.CountTurns()
		l := &looking{Context: context.Background(), ends: all, done: func() int { return 0 }}
		c := searchclock.Start(l, 0)
		if candidates(&p, &c); l.looks < all/searchclock.Every-searchclock.Every {
			t.Errorf("%d seats: the plain searchers look %d times at %d turns", seats, l.looks, all)
		}
		for name, make := range map[string]func() (Searcher, func() int){
			"tree": func() (Searcher, func() int) {
				s := &Tree{}
				return s, func() int { return int(s.clock.Nodes) + s.workers[0].excalibur.rated }
			},
			"engine": func() (Searcher, func() int) {
				s := &Engine{}
				return s, func() int { return int(s.tree.clock.Nodes) + s.tree.workers[0].excalibur.rated }
			},
			"paranoid": func() (Searcher, func() int) {
				s := &AlphaBeta{}
				return s, func() int { return int(s.clock.Nodes) + s.excalibur.rated }
			},
		} {
			// Up to the end of the generation, and some nodes further.
			looks := []int{1, 2, 10, 50, 100, 150, 200, 250, 300, 350, 400, 450, 1000}
			for _, ends := range looks {
				s, done := make()
				l := &looking{Context: context.Background(), ends: ends, done: done}
				line := s.Search(l, &p, Limits{}, nil)
				if !p.IsLegal(line.Turn()) {
					t.Errorf("%s, %d seats, ended at look %d: %s is not legal", name, seats, ends, line.Turn())
				}
				if l.most > between || done()-l.last > after {
					t.Errorf("%s, %d seats, ended at look %d: %d done between two looks, %d after the last", name, seats, ends, l.most, done()-l.last)
				}
				if ends == looks[len(looks)-1] && done() < all {
					t.Errorf("%s, %d seats: only %d done, there are %d turns", name, seats, done(), all)
				}
			}
		}
	}
}

// TestPowerTurns: the turns tried one by one are those that the rules list after
// the single stones, in the same order.
func TestPowerTurns(t *testing.T) {
	tried := 0
	everyPosition(t, 24, func(p *lancelot.Position) {
		var turns []lancelot.Turn
		eachExcaliburTurn(p, func(turn lancelot.Turn) bool {
			turns = append(turns, turn)
			return true
		})
		tried += len(turns)
		if all := append(appendSingleActions(nil, p), turns...); !slices.Equal(all, p.AppendTurns(nil)) {
			t.Fatalf("%s: %d turns, by the rules %d", p, len(all), len(p.AppendTurns(nil)))
		}
	})
	if tried < 100_000 {
		t.Errorf("only %d turns with Excalibur", tried)
	}
}
