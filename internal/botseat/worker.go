package botseat

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// Worker takes turns of engines. Make one with New.
type Worker struct {
	host  *host.Host
	store store.EngineTurns
	log   *slog.Logger
	// threads is how many turns it thinks about at once; quick is how many more,
	// if those take some hundredths of a second.
	threads, quick int

	// What follows belongs to the goroutine of Run.
	thinking map[*thought]struct{}
	// idle are engines that nothing is thought about with.
	idle []*engines
	// used is engine time that the store does not know of yet, by person.
	used map[string]match.Millis
}

// Bounds of thinking. A turn is given to another worker after lease.
const (
	thinkAtMost = 2 * time.Second
	lease       = 5 * match.Second
	// lookEvery is the interval of polling for turns without a notification:
	// those that other workers have given up.
	lookEvery = time.Second
	// quickLevel is the highest level whose turns are short: the levels below the
	// full one are bounded by depth or visits, not by time.
	quickLevel = match.MaxLevel - 1
	quickCost  = match.Millis(20)
	// yieldAfter is how long an engine thinks at least before it yields.
	yieldAfter = 100 * time.Millisecond
)

// retryAfter are the pauses before a turn that failed is tried again; then its
// engine has failed.
var retryAfter = [...]match.Millis{500, 1500, 4500}

// putBackAfter is the pause if it was not the turn's fault.
const putBackAfter = match.Second

// New makes a worker that thinks in so many threads.
func New(h *host.Host, s store.EngineTurns, log *slog.Logger, threads int) *Worker {
	return &Worker{
		host: h, store: s, log: log, threads: threads, quick: (threads + 1) / 2,
		thinking: make(map[*thought]struct{}), used: make(map[string]match.Millis),
	}
}

// thought is a turn that is being thought about.
type thought struct {
	turn    store.EngineTurn
	engines *engines
	began   time.Time
	cancel  context.CancelFunc
	// quick marks one of the additional turns, yields one that was stopped for
	// another.
	quick, yields bool
}

// Run takes turns until ctx is done; those begun are finished without thinking
// on.
func (w *Worker) Run(ctx context.Context) {
	ended := make(chan *thought)
	tick := time.NewTicker(lookEvery)
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
		case <-tick.C:
		case t := <-ended:
			w.end(t)
		}
	}
	for len(w.thinking) > 0 {
		w.end(<-ended)
	}
}

// fill takes as many turns as there is room for.
//
// Turns of games in which people play never wait for games of engines alone: one
// of these yields, and plays the best move found so far. A short turn does not
// even wait for the turns of other people. Which of several turns is next is
// decided by the store.
func (w *Worker) fill(ctx context.Context, ended chan<- *thought) {
	for ctx.Err() == nil {
		threads, quick := 0, 0
		var yielding *thought // the one that has thought longest
		for t := range w.thinking {
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
		q := store.EngineTurnQuery{Now: w.host.Now(), Lease: lease, Cost: cost, Used: w.used}
		isQuick := false
		switch {
		case threads < w.threads:
			yielding = nil
		case yielding != nil:
			q.People = true
		case quick < w.quick:
			q.People, q.MaxLevel, isQuick = true, quickLevel, true
		default:
			return
		}
		turn, err := w.store.LeaseEngineTurn(ctx, q)
		if errors.Is(err, store.ErrNotFound) {
			return
		}
		if err != nil {
			if ctx.Err() == nil && w.host.StoreReadable() {
				w.log.Error("turns of engines cannot be read", "error", err)
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

// cost is the engine time that a turn is expected to take.
func cost(level int) match.Millis {
	if level <= quickLevel {
		return quickCost
	}
	return match.Millis(thinkAtMost / time.Millisecond)
}

// begin lets a turn be thought about and made.
func (w *Worker) begin(ctx context.Context, turn store.EngineTurn, quick bool, ended chan<- *thought) {
	t := &thought{turn: turn, quick: quick, began: time.Now()}
	if n := len(w.idle); n > 0 {
		t.engines, w.idle = w.idle[n-1], w.idle[:n-1]
	} else {
		t.engines = new(engines)
	}
	thinking, cancel := context.WithCancel(ctx)
	t.cancel = cancel
	w.thinking[t] = struct{}{}
	go func() {
		defer func() { ended <- t }()
		defer cancel()
		w.take(ctx, thinking, t)
	}()
}

// end notes that a turn has been made or put back.
func (w *Worker) end(t *thought) {
	delete(w.thinking, t)
	if len(w.idle) < w.threads+w.quick {
		w.idle = append(w.idle, t.engines)
	}
	w.used[t.turn.Person] += match.Millis(time.Since(t.began)/time.Millisecond) - cost(t.turn.Level)
}

// take makes a turn. One that fails is tried again after a pause, by any worker,
// and then the match records it.
func (w *Worker) take(ctx, thinking context.Context, t *thought) {
	turn := t.turn
	err := errTooOften
	if turn.Attempt <= 1+len(retryAfter) {
		err = w.answer(ctx, thinking, t)
	}
	switch {
	case err == nil || ctx.Err() != nil:
		return
	case errors.Is(err, store.ErrUnavailable):
		if w.host.StoreReadable() && w.host.StoreWritable() {
			w.log.Error("an engine's move could not be stored", "match", turn.Match, "error", err)
		}
		w.putBack(ctx, turn, w.host.Now().After(putBackAfter), false)
	case turn.Attempt <= len(retryAfter):
		w.log.Error("an engine could not move; its turn is tried again", "match", turn.Match, "try", turn.Attempt, "error", err)
		w.putBack(ctx, turn, w.host.Now().After(retryAfter[turn.Attempt-1]), true)
	default:
		w.log.Error("an engine could not move; the match records it", "match", turn.Match, "try", turn.Attempt, "error", err)
		w.fail(ctx, turn)
	}
}

// errTooOften: a turn was taken too often, by workers that did not live to say
// how it failed.
var errTooOften = errors.New("the workers that took the turn before have ended without a word")

func (w *Worker) putBack(ctx context.Context, turn store.EngineTurn, due match.Moment, failed bool) {
	if err := w.store.ReleaseEngineTurn(ctx, turn, due, failed); err != nil && ctx.Err() == nil && w.host.StoreReadable() {
		w.log.Error("an engine's turn could not be put back; it is taken again after its lease", "match", turn.Match, "error", err)
	}
}

// fail records in the match that its engine cannot move. If the match cannot take
// even that, the turn rests for a day.
func (w *Worker) fail(ctx context.Context, turn store.EngineTurn) {
	s, err := w.host.State(ctx, turn.Match)
	if err == nil {
		_, err = w.host.Do(ctx, turn.Match, match.Command{At: w.host.Now(), Do: match.FailEngine{
			Seat: turn.Seat, Ply: len(s.Moves), Game: s.Game,
		}})
	}
	if err != nil && ctx.Err() == nil && !tooLate(err) {
		w.log.Error("recording that an engine cannot move failed", "match", turn.Match, "error", err)
		rest := match.Day
		if errors.Is(err, store.ErrUnavailable) {
			rest = putBackAfter
		}
		w.putBack(ctx, turn, w.host.Now().After(rest), true)
	}
}

// answer thinks about a turn and moves. An engine that breaks is not the end of
// the program.
func (w *Worker) answer(ctx, thinking context.Context, t *thought) (err error) {
	defer func() {
		if broken := recover(); broken != nil {
			*t.engines = engines{}
			err = fmt.Errorf("%v\n%s", broken, debug.Stack())
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
	text, err := t.engines.think(thinking, s, level)
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
