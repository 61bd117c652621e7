package jobs

import (
	"context"
	"errors"
	"log/slog"
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
	worker
	host  *host.Host
	store store.EngineTurns
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
var turnRetryAfter = []match.Millis{500, 1500, 4500}

// NewTurnWorker returns a worker with a number of threads.
func NewTurnWorker(h *host.Host, s store.EngineTurns, log *slog.Logger, threads int) *TurnWorker {
	return &TurnWorker{
		worker: worker{name: "playing an engine's turn", log: log, now: h.Now, retryAfter: turnRetryAfter},
		host:   h, store: s, threads: threads, quick: (threads + 1) / 2,
		searches: make(map[*search]struct{}), used: make(map[string]match.Millis),
	}
}

// Idle reports whether no game needs this worker: a thread is free, and no turn of any
// game waits.
func (w *TurnWorker) Idle(ctx context.Context) bool {
	if int(w.running.Load()) >= w.threads {
		return false
	}
	waiting, err := w.store.WaitingEngineTurns(ctx, w.host.Now(), false)
	return err == nil && waiting == 0
}

// search is a leased turn that an engine is searching. It is the [job] of a TurnWorker.
type search struct {
	worker  *TurnWorker
	turn    store.EngineTurn
	engines *searchers
	began   time.Time
	// searching ends the search, but not the turn: the engine then plays the best move
	// found so far.
	searching context.Context
	cancel    context.CancelFunc
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
	t := &search{worker: w, turn: turn, quick: quick, began: time.Now()}
	if n := len(w.idle); n > 0 {
		t.engines, w.idle = w.idle[n-1], w.idle[:n-1]
	} else {
		t.engines = new(searchers)
	}
	t.searching, t.cancel = context.WithCancel(ctx)
	w.searches[t] = struct{}{}
	w.running.Add(1)
	go func() {
		defer func() { ended <- t }()
		defer t.cancel()
		w.attempt(ctx, t)
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

func (t *search) about() []any { return []any{"match", t.turn.Match} }

func (t *search) lease() *store.Lease { return &t.turn.Lease }

func (t *search) dropEngines() { *t.engines = searchers{} }

// release ends the lease of the turn. The host reports that the store cannot be read.
func (t *search) release(ctx context.Context, due match.Moment, failed bool) error {
	if err := t.worker.store.ReleaseEngineTurn(ctx, t.turn, due, failed); t.worker.host.StoreReadable() {
		return err
	}
	return nil
}

// giveUp records in the match that its engine has failed.
func (t *search) giveUp(ctx context.Context) error {
	h := t.worker.host
	s, err := h.State(ctx, t.turn.Match)
	if err == nil {
		_, err = h.Do(ctx, t.turn.Match, match.Command{At: h.Now(), Do: match.FailEngine{
			Seat: t.turn.Seat, Ply: len(s.Moves), Game: s.Game,
		}})
	}
	if tooLate(err) {
		return nil
	}
	return err
}

// do plays the turn.
func (t *search) do(ctx context.Context) error {
	h := t.worker.host
	err := t.answer(ctx)
	if errors.Is(err, store.ErrUnavailable) && ctx.Err() == nil && h.StoreReadable() && h.StoreWritable() {
		t.worker.log.Error("storing an engine's move failed", "match", t.turn.Match, "error", err)
	}
	return err
}

// answer searches the turn and plays the move.
func (t *search) answer(ctx context.Context) error {
	h := t.worker.host
	s, err := h.State(ctx, t.turn.Match)
	if err != nil {
		return err
	}
	seat, level := s.EngineToMove()
	if seat < 0 {
		return nil // the match has gone on
	}
	if t.turn.Attempts == 1 {
		metrics.EngineWaitSeconds.Observe(float64(h.Now().Since(s.TurnAt)) / float64(match.Second))
	}
	metrics.EngineSearches.Inc()
	defer metrics.EngineSearches.Dec()
	text, err := t.engines.think(t.searching, s, level)
	if err != nil {
		return err
	}
	_, err = h.Do(ctx, t.turn.Match, match.Command{At: h.Now(), Do: match.Move{
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
