package jobs_test

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tafelrunde/internal/host"
	"tafelrunde/internal/jobs"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit"
	"tafelrunde/wotn"
)

// wotnWithoutClock are the settings of a plain game for two.
var wotnWithoutClock = match.Settings{
	Game: "wotn", Variant: "wotn", Seats: 2, First: 0, Visibility: match.Public, Clock: match.Clock{Kind: match.NoClock},
}

// reply plays a move of the person in seat 0 and returns the time until the
// engine's answer.
func reply(t *testing.T, h *host.Host, id, person string, within time.Duration) time.Duration {
	t.Helper()
	state := stateOf(t, h, id)
	position, err := wotn.ParsePosition(wotn.Standard, state.Position.Text())
	if err != nil {
		t.Fatal(err)
	}
	before, from := len(state.Moves), time.Now()
	if _, err := h.Do(t.Context(), id, match.Command{At: h.Now(), By: person, Do: match.Move{Text: position.AppendMoves(nil)[0].String(), Ply: before}}); err != nil {
		t.Fatal(err)
	}
	testkit.Within(t, within, func() error {
		if state := stateOf(t, h, id); len(state.Moves) < before+2 && state.Phase != match.Finished {
			return fmt.Errorf("match %s: no reply", id)
		}
		return nil
	})
	return time.Since(from)
}

// TestRepliesBesideManyEngineGames runs a hundred games of engines at the highest
// level with one thread. Replies to people are as fast as without these games,
// and the games of engines still progress.
func TestRepliesBesideManyEngineGames(t *testing.T) {
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
			n += len(stateOf(t, h, "alone"+strconv.Itoa(i)).Moves)
		}
		return n
	}
	moreThan := func(n int) {
		t.Helper()
		testkit.Until(t, func() error {
			if moves() <= n {
				return fmt.Errorf("the games of engines stay at %d moves", n)
			}
			return nil
		})
	}
	work(h.Run, 1)
	moreThan(0)
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

	// The highest level searches for a second at this pace, and does not wait.
	fast := wotnWithoutClock
	fast.Clock = match.Clock{Kind: match.RealTime, Initial: match.Minute}
	seat("full", 2, fast, 10)
	took := reply(t, h, "full", "p2", 20*time.Second)
	t.Logf("level 10 answers after %v", took)
	if took < 900*time.Millisecond || took > 2*time.Second {
		t.Errorf("level 10, which thinks for 1 s, answers after %v", took)
	}
	moreThan(moves())
}

// brittle are rules whose positions panic when an engine reads them.
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

// Text panics if an engine calls it.
func (p *brittlePosition) Text() string {
	var callers [16]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers[:])])
	for {
		frame, more := frames.Next()
		if strings.Contains(frame.Function, "jobs.(*searchers)") {
			p.asked.Add(1)
			panic("a position that no engine can read")
		}
		if !more {
			return p.Position.Text()
		}
	}
}

// logBuffer collects log output.
type logBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logBuffer) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// TestPanickingTurn makes an engine panic in its turn. Two workers try three times
// more, each after a longer pause. Then the match records the failure and can be
// aborted, although all seats have moved.
func TestPanickingTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := storetest.OpenSQLite(t)
		logged := &logBuffer{}
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
			running.Go(func() { jobs.NewTurnWorker(h, s, log, 1).Run(ctx) })
		}
		do := func(a match.Action) {
			t.Helper()
			if _, err := h.Do(ctx, "m", match.Command{At: h.Now(), By: "p0", Do: a}); err != nil {
				t.Fatalf("%#v: %v", a, err)
			}
		}
		do(match.Open{Settings: wotnWithoutClock, Owner: storetest.Player(0), OwnerSeat: 0, Engines: []int{0, 1}})
		do(match.Move{Text: "e2e4", Ply: 0})
		// A worker looks for turns every second, so that a try may come that much late.
		from := time.Now()
		for try, pause := range []time.Duration{0, 500 * time.Millisecond, 1500 * time.Millisecond, 4500 * time.Millisecond} {
			testkit.Within(t, pause+time.Second+time.Millisecond, func() error {
				if n := asked.Load(); n != int64(try+1) {
					return fmt.Errorf("the engine was asked %d times, want %d", n, try+1)
				}
				return nil
			})
			if waited := time.Since(from); waited < pause {
				t.Errorf("try %d came after %v, want %v", try+1, waited, pause)
			}
			from = time.Now()
		}
		synctest.Wait()
		events, err := s.Events(ctx, "m", 0)
		if err != nil {
			t.Fatal(err)
		}
		if last := events[len(events)-1]; last.Type != "engine-failed" || last.Seat != 1 {
			t.Errorf("after the last try: %+v", last)
		}
		time.Sleep(time.Minute)
		if n := asked.Load(); n != 4 {
			t.Errorf("the engine was asked %d times, want 4", n)
		}
		if text := logged.String(); strings.Count(text, "a position that no engine can read") < 4 || !strings.Contains(text, "jobs.(*search).answer") {
			t.Errorf("logged without the stack:\n%s", text)
		}
		do(match.Abort{})
		if s := stateOf(t, h, "m"); s.Phase != match.Finished || s.Outcome.Reason != match.ByAbort || s.Outcome.Cause != "engine" {
			t.Errorf("%+v", s)
		}
	})
}
