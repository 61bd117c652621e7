package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync/atomic"
	"time"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/metrics"
	"tafelrunde/internal/store"
)

// TurnWorker plays the turns of engines. NewTurnWorker returns one.
type TurnWorker struct {
	host  *host.Host
	store store.EngineTurns
	log   *slog.Logger
	// threads is the number of concurrent searches. quick is the number of
	// additional ones that take only some hundredths of a second.
	threads, quick int
	// running is the number of searches, for other goroutines.
	running atomic.Int32

	// The following fields belong to the goroutine of Run.

	searches map[*search]struct{}
	// idle are engines that are not searching, and lastEnd is when a search last ended.
	idle    []*searchers
	lastEnd time.Time
	// used is engine time not yet reported to the store, by person.
	used map[string]match.Millis
}

// Limits of searches. Another worker may take a turn when its lease expires.
const (
	maxThink  = 2 * time.Second
	turnLease = 5 * match.Second
	// pollEvery is the interval of polling for turns without a notification:
	// those whose leases expired.
	pollEvery = time.Second
	// quickCost is the cost of short turns: all levels but full strength limit depth
	// or visits, not time.
	quickCost = match.Millis(20)
	// keepFor is the time without searches after which the engines release their
	// tables.
	keepFor = time.Minute
	// yieldAfter is the shortest search before an engine yields.
	yieldAfter = 100 * time.Millisecond
)

// turnRetryAfter are the pauses after failed attempts at a turn. After the last one
// the engine has failed.
var turnRetryAfter = [...]match.Millis{500, 1500, 4500}

// releaseAfter is the pause if the store was unavailable.
const releaseAfter = match.Second

// NewTurnWorker returns a worker with a number of threads.
func NewTurnWorker(h *host.Host, s store.EngineTurns, log *slog.Logger, threads int) *TurnWorker {
	return &TurnWorker{
		host: h, store: s, log: log, threads: threads, quick: (threads + 1) / 2,
		searches: make(map[*search]struct{}), used: make(map[string]match.Millis),
	}
}

// Idle reports whether no game needs this worker: a thread is free, and no turn of any
// game waits.
func (w *TurnWorker) Idle(ctx context.Context) bool {
	if int(w.running.Load()) >= w.threads {
		return false
	}
	waiting, err := w.store.WaitingEngineTurns(ctx, w.host.Now())
	return err == nil && waiting == 0
}

// search is a leased turn that an engine is searching.
type search struct {
	turn    store.EngineTurn
	engines *searchers
	began   time.Time
	cancel  context.CancelFunc
	// quick marks an additional short search, yields one that was stopped for
	// another turn.
	quick, yields bool
}

// Run plays turns until ctx is done. It then stops running searches and plays the
// moves found.
func (w *TurnWorker) Run(ctx context.Context) {
	ended := make(chan *search)
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	if w.threads == 0 {
		<-ctx.Done()
		return
	}
	for ctx.Err() == nil {
		w.fill(ctx, ended)
		select {
		case <-ctx.Done():
		case <-w.host.EngineTurns():
		case now := <-tick.C:
			w.releaseTables(now)
		case t := <-ended:
			w.end(t)
		}
	}
	for len(w.searches) > 0 {
		w.end(<-ended)
	}
}

// fill leases turns as long as threads are free.
//
// Turns of games with people never wait for games of engines alone: one of those
// yields and plays the best move found so far. Short turns do not even wait for
// the turns of other people. The store chooses between several due turns.
func (w *TurnWorker) fill(ctx context.Context, ended chan<- *search) {
	for ctx.Err() == nil {
		threads, quick := 0, 0
		var yielding *search // the longest search
		for t := range w.searches {
			switch {
			case t.yields:
				continue
			case t.quick:
				quick++
				continue
			}
			threads++
			if !t.turn.People && (yielding == nil || t.began.Before(yielding.began)) {
				yielding = t
			}
		}
		q := store.EngineTurnQuery{Now: w.host.Now(), Lease: turnLease, Cost: cost, Used: w.used}
		isQuick := false
		switch {
		case threads < w.threads:
			yielding = nil
		case yielding != nil:
			q.People = true
		case quick < w.quick:
			q.People, q.Except, isQuick = true, engines.FullLevel, true
		default:
			return
		}
		turn, err := w.store.LeaseEngineTurn(ctx, q)
		if errors.Is(err, store.ErrNotFound) {
			return
		}
		if err != nil {
			if ctx.Err() == nil && w.host.StoreReadable() {
				w.log.Error("leasing an engine's turn failed", "error", err)
			}
			return
		}
		clear(w.used)
		if yielding != nil {
			yielding.yields = true
			time.AfterFunc(yieldAfter-time.Since(yielding.began), yielding.cancel)
		}
		w.begin(ctx, turn, isQuick, ended)
	}
}

// cost returns the expected engine time of a turn.
func cost(code int) match.Millis {
	if code == engines.FullLevel {
		return match.Millis(maxThink / time.Millisecond)
	}
	return quickCost
}

// begin starts a goroutine that plays a turn.
func (w *TurnWorker) begin(ctx context.Context, turn store.EngineTurn, quick bool, ended chan<- *search) {
	t := &search{turn: turn, quick: quick, began: time.Now()}
	if n := len(w.idle); n > 0 {
		t.engines, w.idle = w.idle[n-1], w.idle[:n-1]
	} else {
		t.engines = new(searchers)
	}
	searching, cancel := context.WithCancel(ctx)
	t.cancel = cancel
	w.searches[t] = struct{}{}
	w.running.Add(1)
	go func() {
		defer func() { ended <- t }()
		defer cancel()
		w.play(ctx, searching, t)
	}()
}

// end updates the fields of w after a turn was played or released.
func (w *TurnWorker) end(t *search) {
	delete(w.searches, t)
	w.running.Add(-1)
	w.lastEnd = time.Now()
	if len(w.idle) < w.threads+w.quick {
		w.idle = append(w.idle, t.engines)
	}
	w.used[t.turn.Person] += match.Millis(time.Since(t.began)/time.Millisecond) - cost(t.turn.Level)
}

// releaseTables drops the tables of the engines if there has been no search for a
// while.
func (w *TurnWorker) releaseTables(now time.Time) {
	if len(w.searches) == 0 && now.Sub(w.lastEnd) >= keepFor {
		w.idle = nil
	}
}

// play plays a turn. A turn that fails is due again after a pause, for any worker.
// After the last attempt the match records that the engine has failed.
func (w *TurnWorker) play(ctx, searching context.Context, t *search) {
	turn := t.turn
	err := errTurnTooOften
	if turn.Attempt <= 1+len(turnRetryAfter) {
		err = w.answer(ctx, searching, t)
	}
	switch {
	case err == nil || ctx.Err() != nil:
		return
	case errors.Is(err, store.ErrUnavailable):
		if w.host.StoreReadable() && w.host.StoreWritable() {
			w.log.Error("storing an engine's move failed", "match", turn.Match, "error", err)
		}
		w.release(ctx, turn, w.host.Now().After(releaseAfter), false)
	case turn.Attempt <= len(turnRetryAfter):
		w.log.Error("an engine's turn failed; it will be tried again", "match", turn.Match, "attempt", turn.Attempt, "error", err)
		w.release(ctx, turn, w.host.Now().After(turnRetryAfter[turn.Attempt-1]), true)
	default:
		w.log.Error("an engine's turn failed; the match records it", "match", turn.Match, "attempt", turn.Attempt, "error", err)
		w.fail(ctx, turn)
	}
}

// errTurnTooOften: the turn was leased too often, by workers that ended without
// reporting an error.
var errTurnTooOften = errors.New("all workers that leased the turn ended without a result")

// release ends the lease of a turn, which is due again at a moment.
func (w *TurnWorker) release(ctx context.Context, turn store.EngineTurn, due match.Moment, failed bool) {
	if err := w.store.ReleaseEngineTurn(ctx, turn, due, failed); err != nil && ctx.Err() == nil && w.host.StoreReadable() {
		w.log.Error("releasing an engine's turn failed; its lease will expire", "match", turn.Match, "error", err)
	}
}

// fail records in the match that its engine has failed. If this fails too, the
// turn is due again after a day.
func (w *TurnWorker) fail(ctx context.Context, turn store.EngineTurn) {
	s, err := w.host.State(ctx, turn.Match)
	if err == nil {
		_, err = w.host.Do(ctx, turn.Match, match.Command{At: w.host.Now(), Do: match.FailEngine{
			Seat: turn.Seat, Ply: len(s.Moves), Game: s.Game,
		}})
	}
	if err != nil && ctx.Err() == nil && !tooLate(err) {
		w.log.Error("recording an engine's failure failed", "match", turn.Match, "error", err)
		rest := match.Day
		if errors.Is(err, store.ErrUnavailable) {
			rest = releaseAfter
		}
		w.release(ctx, turn, w.host.Now().After(rest), true)
	}
}

// answer searches a turn and plays the move. It converts panics of engines to
// errors.
func (w *TurnWorker) answer(ctx, searching context.Context, t *search) (err error) {
	defer func() {
		if value := recover(); value != nil {
			*t.engines = searchers{}
			err = fmt.Errorf("%v\n%s", value, debug.Stack())
		}
	}()
	s, err := w.host.State(ctx, t.turn.Match)
	if err != nil {
		return err
	}
	seat, level := s.EngineToMove()
	if seat < 0 {
		return nil // the match has gone on
	}
	if t.turn.Attempt == 1 {
		metrics.EngineWaitSeconds.Observe(float64(w.host.Now().Since(s.TurnAt)) / float64(match.Second))
	}
	metrics.EngineSearches.Inc()
	defer metrics.EngineSearches.Dec()
	text, err := t.engines.think(searching, s, level)
	if err != nil {
		return err
	}
	_, err = w.host.Do(ctx, t.turn.Match, match.Command{At: w.host.Now(), Do: match.Move{
		Seat: seat, Text: text, Ply: len(s.Moves), Game: s.Game,
	}})
	if tooLate(err) {
		return nil
	}
	return err
}

// tooLate reports whether a command arrived after a later move.
func tooLate(err error) bool {
	var refusal *match.Refusal
	if !errors.As(err, &refusal) {
		return false
	}
	switch refusal.Code {
	case "stale", "not-your-turn", "not-playing", "not-yours":
		return true
	}
	return false
}
