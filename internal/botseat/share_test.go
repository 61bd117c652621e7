package botseat_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tafelrunde/internal/botseat"
	"tafelrunde/internal/games"
	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/wotn"
)

// wotnWithoutClock are the settings of a plain game for two.
var wotnWithoutClock = match.Settings{
	Game: "wotn", Variant: "wotn", Seats: 2, First: 0, Visibility: match.Public, Clock: match.Clock{Kind: match.NoClock},
}

// reply moves for a person in seat 0 and returns how long the engine takes to
// answer.
func reply(t *testing.T, h *host.Host, id, person string, within time.Duration) time.Duration {
	t.Helper()
	state, err := h.State(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	position, err := wotn.ParsePosition(wotn.Standard, state.Position.Text())
	if err != nil {
		t.Fatal(err)
	}
	before, from := len(state.Moves), time.Now()
	if _, err := h.Do(t.Context(), id, match.Command{At: h.Now(), By: person, Do: match.Move{Text: position.AppendMoves(nil)[0].String(), Ply: before}}); err != nil {
		t.Fatal(err)
	}
	for {
		state, err := h.State(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		took := time.Since(from)
		if len(state.Moves) >= before+2 || state.Phase == match.Finished {
			return took
		}
		if took > within {
			t.Fatalf("match %s: no reply within %v", id, within)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// TestRepliesComeBesideManyGamesOfEngines lets a hundred games of engines at
// full strength wait for the only thread. Engines answer people beside them as
// if they were alone, and the games of engines go on all the same.
func TestRepliesComeBesideManyGamesOfEngines(t *testing.T) {
	h, _, work := open(t)
	ctx := t.Context()
	const alone = 100
	for i := range alone {
		if _, err := h.Do(ctx, "alone"+strconv.Itoa(i), match.Command{At: h.Now(), By: "p0", Do: match.Open{
			Settings: wotnWithoutClock, Owner: storetest.Player(0), OwnerSeat: match.NoSeat, Engines: []int{10, 10},
		}}); err != nil {
			t.Fatal(err)
		}
	}
	seat := func(id string, person int, settings match.Settings, level int) {
		t.Helper()
		if _, err := h.Do(ctx, id, match.Command{At: h.Now(), By: storetest.Player(person).ID, Do: match.Open{
			Settings: settings, Owner: storetest.Player(person), OwnerSeat: 0, Engines: []int{0, level},
		}}); err != nil {
			t.Fatal(err)
		}
	}
	moves := func() (n int) {
		for i := range alone {
			state, err := h.State(ctx, "alone"+strconv.Itoa(i))
			if err != nil {
				t.Fatal(err)
			}
			n += len(state.Moves)
		}
		return n
	}
	work(h.Run, 1)
	for until := time.Now().Add(20 * time.Second); moves() == 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("no engine moves")
		}
	}
	seat("low", 1, wotnWithoutClock, 1)
	var all []time.Duration
	for range 12 {
		all = append(all, reply(t, h, "low", "p1", 10*time.Second))
	}
	slices.Sort(all)
	t.Logf("level 1 answers within %v to %v", all[0], all[len(all)-1])
	if median := all[len(all)/2]; median > time.Second {
		t.Errorf("level 1 answers after %v", median)
	}

	// The full level thinks for a second at this pace, and does not wait.
	fast := wotnWithoutClock
	fast.Clock = match.Clock{Kind: match.RealTime, Initial: match.Minute}
	seat("full", 2, fast, 10)
	took := reply(t, h, "full", "p2", 20*time.Second)
	t.Logf("level 10 answers after %v", took)
	if took < 900*time.Millisecond || took > 2*time.Second {
		t.Errorf("level 10, which thinks for 1 s, answers after %v", took)
	}
	before := moves()
	for until := time.Now().Add(20 * time.Second); moves() <= before; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("the games of engines do not go on")
		}
	}
}

// brittle are rules whose positions cannot be read by an engine.
type brittle struct {
	games.Rules
	asked *atomic.Int64
}

type brittlePosition struct {
	match.Position
	asked *atomic.Int64
}

func (b brittle) Start(s *match.Settings, r match.Round) (match.Position, *match.Refusal) {
	p, refusal := b.Rules.Start(s, r)
	if refusal != nil {
		return nil, refusal
	}
	return &brittlePosition{p, b.asked}, nil
}

// Text panics when an engine asks.
func (p *brittlePosition) Text() string {
	var callers [16]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers[:])])
	for {
		frame, more := frames.Next()
		if strings.Contains(frame.Function, "botseat.(*engines)") {
			p.asked.Add(1)
			panic("a position that no engine can read")
		}
		if !more {
			return p.Position.Text()
		}
	}
}

// lines are what a program has logged.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// TestATurnThatPanicsIsGivenUp lets an engine panic at its turn, whichever of two
// workers takes it: it is tried again three times, each after a longer pause, then
// the match says so and can be aborted, though all have moved.
func TestATurnThatPanicsIsGivenUp(t *testing.T) {
	t.Parallel()
	s, err := sqlstore.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "tafelrunde.db"))
	if err != nil {
		t.Fatal(err)
	}
	logged := &lines{}
	log := slog.New(slog.NewTextHandler(logged, nil))
	asked := new(atomic.Int64)
	h := host.New(s, brittle{asked: asked}, log)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	t.Cleanup(func() {
		cancel()
		running.Wait()
		s.Close()
	})
	running.Go(func() { h.Run(ctx) })
	for range 2 {
		running.Go(func() { botseat.New(h, s, log, 1).Run(ctx) })
	}
	news := make(chan struct{}, 1)
	if _, err := h.Do(ctx, "m", match.Command{At: h.Now(), By: "p0", Do: match.Open{
		Settings: wotnWithoutClock, Owner: storetest.Player(0), OwnerSeat: 0, Engines: []int{0, 1},
	}}); err != nil {
		t.Fatal(err)
	}
	sub, err := h.Subscribe(ctx, "m", "p0", 0, func() {
		select {
		case news <- struct{}{}:
		default:
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	if _, err := h.Do(ctx, "m", match.Command{At: h.Now(), By: "p0", Do: match.Move{Text: "e2e4", Ply: 0}}); err != nil {
		t.Fatal(err)
	}
	from, late := time.Now(), time.After(25*time.Second)
	for failed := false; !failed; {
		select {
		case <-late:
			t.Fatalf("after %d tries the match says nothing; logged:\n%s", asked.Load(), logged)
		case <-news:
		}
		events, _ := sub.Take()
		for _, e := range events {
			failed = failed || e.Event.Type == "engine-failed" && e.Event.Seat == 1
		}
	}
	if n := asked.Load(); n != 4 {
		t.Errorf("the engine was asked %d times, want 4", n)
	}
	if took := time.Since(from); took < 5*time.Second {
		t.Errorf("the tries came within %v", took)
	}
	if text := logged.String(); strings.Count(text, "a position that no engine can read") < 4 || !strings.Contains(text, "botseat.(*Worker).answer") {
		t.Errorf("logged without the stack:\n%s", text)
	}
	if _, err := h.Do(ctx, "m", match.Command{At: h.Now(), By: "p0", Do: match.Abort{}}); err != nil {
		t.Errorf("the game cannot be aborted: %v", err)
	}
	state, err := h.State(ctx, "m")
	if err != nil || state.Phase != match.Finished || state.Outcome.Reason != match.ByAbort || state.Outcome.Cause != "engine" {
		t.Errorf("%+v, %v", state, err)
	}
}
