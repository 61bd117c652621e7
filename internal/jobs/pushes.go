package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/metrics"
	"tafelrunde/internal/store"
)

// PushStore is what a PushWorker reads and writes.
type PushStore interface {
	store.Pushes
	Summaries(ctx context.Context, ids []string) ([]store.Summary, error)
	ClubNames(ctx context.Context, ids []string) (map[string]string, error)
	TournamentSummaries(ctx context.Context, ids []string) ([]store.TournamentSummary, error)
}

const (
	// servicesAtOnce is to how many push services pushes are sent at the same time.
	servicesAtOnce = 32
	// pushesEach is how many pushes to a push service are leased at once, and pushSenders how
	// many of them are sent at the same time.
	pushesEach, pushSenders = 16, 4
	// pushLease is how long the pushes belong to a worker.
	pushLease = match.Minute
	// pushWithin is how long sending one may take, and after which none of the same lease begin.
	pushWithin = 10 * time.Second
	// mostRetryAfter is the longest pause that a push service can demand.
	mostRetryAfter = 6 * 60 * match.Minute
)

// pushRetryAfter are the pauses after failed attempts. After the last one the push is
// dropped.
var pushRetryAfter = []match.Millis{match.Minute, 5 * match.Minute, 30 * match.Minute, 120 * match.Minute}

// servicePauses are the pauses of a push service after failures in a row; the last one repeats.
// Pushes to it wait meanwhile without an attempt.
var servicePauses = pushRetryAfter[:3]

// PushWorker pushes queued notifications to the devices of people: at least once, if the push
// service accepts them in time. Push services do not wait for each other. NewPushWorker returns
// one.
type PushWorker struct {
	store PushStore
	log   *slog.Logger
	now   func() match.Moment
	// send sends a message to a device.
	send func(ctx context.Context, d *store.PushDevice, m message) error

	sending sync.WaitGroup
	// finished has a value when the pushes leased for a push service are finished.
	finished chan struct{}
	mu       sync.Mutex
	// busy are the push services to which pushes are being sent, failed those that did not work.
	busy   map[string]bool
	failed map[string]failedService
}

// failedService is a push service that did not work.
type failedService struct {
	// failures are those in a row.
	failures int
	// until is when the pause after the last one ends.
	until match.Moment
}

// NewPushWorker returns a worker that sends with s. now is the time of the store.
func NewPushWorker(st PushStore, log *slog.Logger, now func() match.Moment, s *PushSender) *PushWorker {
	return &PushWorker{store: st, log: log, now: now, send: s.send, finished: make(chan struct{}, 1), busy: map[string]bool{}, failed: map[string]failedService{}}
}

// Run pushes notifications until ctx is done.
func (w *PushWorker) Run(ctx context.Context) {
	defer w.sending.Wait()
	tick := time.NewTicker(spareEvery)
	defer tick.Stop()
	for {
		w.start(ctx)
		select {
		case <-ctx.Done():
			return
		case <-w.finished:
		case <-tick.C:
		}
	}
}

// start leases pushes that are due, to push services that are not busy, and begins to send them.
func (w *PushWorker) start(ctx context.Context) {
	now := w.now()
	except, free := w.unavailable(now)
	if free <= 0 || ctx.Err() != nil {
		return
	}
	pushes, err := w.store.LeasePushes(ctx, now, now.After(pushLease), store.PushQuery{Services: free, Each: pushesEach, Except: except})
	if err != nil {
		if !errors.Is(err, store.ErrNotFound) && !errors.Is(err, store.ErrUnavailable) && ctx.Err() == nil {
			w.log.Error("leasing pushes failed", "error", err)
		}
		return
	}
	services := map[string][]store.Push{}
	for _, p := range pushes {
		services[p.Service] = append(services[p.Service], p)
	}
	for service, list := range services {
		w.mu.Lock()
		w.busy[service] = true
		w.mu.Unlock()
		w.sending.Go(func() {
			w.pushAll(ctx, service, list)
			w.mu.Lock()
			delete(w.busy, service)
			w.mu.Unlock()
			select {
			case w.finished <- struct{}{}:
			default:
			}
		})
	}
}

// unavailable returns the push services that are busy or have a pause, and to how many others
// pushes can be sent.
func (w *PushWorker) unavailable(now match.Moment) (services map[string]bool, free int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	services = maps.Clone(w.busy)
	for service, f := range w.failed {
		switch {
		case f.until > now:
			services[service] = true
		case now.Since(f.until) > mostRetryAfter: // so that the map stays small
			delete(w.failed, service)
		}
	}
	return services, servicesAtOnce - len(w.busy)
}

// pushAll sends pushes to one push service: the first one alone, and if that works the others,
// some at the same time. If the service does not work, or answers slowly, the rest is released.
func (w *PushWorker) pushAll(ctx context.Context, service string, list []store.Push) {
	began := time.Now()
	var pause atomic.Int64
	push := func(p *store.Push) {
		if pause.Load() > 0 || ctx.Err() != nil || time.Since(began) > pushWithin {
			w.release(ctx, p, w.now(), false)
		} else if n := w.push(ctx, p); n > 0 {
			pause.Store(int64(n))
		}
	}
	push(&list[0])
	var next atomic.Int64
	var senders sync.WaitGroup
	for range pushSenders {
		senders.Go(func() {
			for i := int(next.Add(1)); i < len(list); i = int(next.Add(1)) {
				push(&list[i])
			}
		})
	}
	senders.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	if pause.Load() == 0 {
		delete(w.failed, service)
		return
	}
	f := w.failed[service]
	f.failures++
	f.until = w.now().After(max(servicePauses[min(f.failures, len(servicePauses))-1], match.Millis(pause.Load())))
	w.failed[service] = f
}

// push pushes one notification, and returns 0 if the push service works, or the least pause
// before the next one to it.
func (w *PushWorker) push(ctx context.Context, p *store.Push) (pause match.Millis) {
	mode := cmp.Or(p.Settings.Modes[p.Kind], store.DefaultMode(p.Kind))
	switch n := &p.Notification; {
	case p.Device.Endpoint == "" || n.Kind == "" || n.Read || mode != store.ByPush:
		w.finish(ctx, p, "outdated", false)
		return 0
	case p.Settings.Quiet != nil:
		if end := quietUntil(p.Settings.Quiet, w.now()); end > 0 {
			w.release(ctx, p, end, false)
			return 0
		}
	}
	m, err := w.message(ctx, p)
	if err == nil {
		within, cancel := context.WithTimeout(ctx, pushWithin)
		err = w.send(within, &p.Device, m)
		cancel()
	}
	var failure *pushFailure
	failed := errors.As(err, &failure)
	switch {
	case err == nil:
		w.finish(ctx, p, "sent", false)
		return 0
	case ctx.Err() != nil || errors.Is(err, store.ErrUnavailable):
		w.release(ctx, p, w.now(), false)
		return 0
	case errors.Is(err, errDeviceGone):
		w.finish(ctx, p, "gone", true)
		return 0
	case errors.Is(err, errProhibited):
		w.log.Warn("a push of a notification is dropped: the address of the push service is not public", "service", p.Service, "error", err)
		w.finish(ctx, p, "prohibited", false)
		return 0
	}
	pause = pushRetryAfter[min(p.Attempts, len(pushRetryAfter))-1]
	switch {
	case failed && failure.final, p.Attempts > len(pushRetryAfter):
		w.log.Warn("a push of a notification is dropped", "service", p.Service, "attempt", p.Attempts, "error", err)
		w.finish(ctx, p, "dropped", false)
	default:
		metrics.Pushes.WithLabelValues("retried").Inc()
		if failed {
			pause = max(pause, min(failure.retryAfter, mostRetryAfter))
		}
		w.release(ctx, p, w.now().After(pause), true)
	}
	// Too many requests may concern one device only.
	if failed && (failure.final || failure.status == http.StatusTooManyRequests) {
		return 0
	}
	if failed && failure.retryAfter > 0 {
		return min(failure.retryAfter, mostRetryAfter)
	}
	return servicePauses[0]
}

func (w *PushWorker) release(ctx context.Context, p *store.Push, due match.Moment, failed bool) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	w.note(w.store.ReleasePush(ctx, *p, due, failed))
}

func (w *PushWorker) finish(ctx context.Context, p *store.Push, result string, dropDevice bool) {
	metrics.Pushes.WithLabelValues(result).Inc()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	w.note(w.store.FinishPush(ctx, *p, dropDevice))
}

// note logs an error. The lease expires then, and the push is sent again.
func (w *PushWorker) note(err error) {
	if err != nil && !errors.Is(err, store.ErrNotFound) && !errors.Is(err, store.ErrUnavailable) {
		w.log.Error("storing the result of a push failed", "error", err)
	}
}

// message is what the service worker of the page receives, which words it.
type message struct {
	Kind store.NotificationKind `json:"kind"`
	// Match is "" if the notification is about none.
	Match string `json:"match,omitempty"`
	Game  int    `json:"game,omitempty"`
	// At is that of the notification: a repetition has the same one.
	At match.Moment `json:"at"`
	// Played is the kind of game, and With are the names of the other players or that of the club or
	// tournament.
	Played string   `json:"played,omitempty"`
	With   []string `json:"with,omitempty"`
	// Tag is the same for messages that replace each other.
	Tag string `json:"tag"`
}

// namesSent is how many names of other players a message has at most.
const namesSent = 4

// message returns what is sent about a notification.
func (w *PushWorker) message(ctx context.Context, p *store.Push) (message, error) {
	m := message{Kind: p.Kind, Match: p.Match, Game: p.Game, At: p.Notification.At, Tag: string(p.Kind) + " " + p.Match}
	if p.Game > 0 {
		m.Tag += " " + strconv.Itoa(p.Game)
	}
	if p.Match == "" {
		return m, nil
	}
	if p.Kind.AboutTournament() {
		list, err := w.store.TournamentSummaries(ctx, []string{p.Match})
		if err == nil && len(list) > 0 {
			m.Played, m.With = list[0].Games.Game, []string{list[0].Name}
		}
		return m, err
	}
	if slices.Contains(store.ClubKinds, p.Kind) {
		names, err := w.store.ClubNames(ctx, []string{p.Match})
		m.With = []string{names[p.Match]}
		return m, err
	}
	summaries, err := w.store.Summaries(ctx, []string{p.Match})
	if err != nil || len(summaries) == 0 {
		return m, err
	}
	s := &summaries[0]
	m.Played = s.Settings.Game
	if p.Kind == store.TableOpened {
		m.With, m.Tag = []string{s.Owner.Name}, string(p.Kind)+" "+s.Owner.ID
		return m, nil
	}
	for i := range s.Seats {
		if other := &s.Seats[i]; other.ID != "" && other.ID != p.Device.Person && len(m.With) < namesSent {
			m.With = append(m.With, other.Name)
		}
	}
	return m, nil
}

// quietUntil returns when the quiet hours end in which a moment is, 0 if it is in none.
func quietUntil(q *store.QuietHours, now match.Moment) match.Moment {
	zone, err := time.LoadLocation(q.Zone)
	if err != nil {
		return 0
	}
	at := time.UnixMilli(int64(now)).In(zone)
	minute := at.Hour()*60 + at.Minute()
	quiet := q.From <= minute && minute < q.Until
	if q.From > q.Until {
		quiet = minute >= q.From || minute < q.Until
	}
	if !quiet {
		return 0
	}
	day := at.Day()
	if minute >= q.Until {
		day++
	}
	end := time.Date(at.Year(), at.Month(), day, q.Until/60, q.Until%60, 0, 0, zone)
	return max(match.Moment(end.UnixMilli()), now.After(match.Minute))
}

// encoded returns the JSON of a message.
func (m *message) encoded() []byte {
	text, err := json.Marshal(m)
	if err != nil {
		panic(err) // the type has only text and numbers
	}
	return text
}
