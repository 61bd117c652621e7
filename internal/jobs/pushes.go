package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/metrics"
	"tafelrunde/internal/store"
)

// PushStore is what a PushWorker reads and writes.
type PushStore interface {
	store.Pushes
	Summaries(ctx context.Context, ids []string) ([]store.Summary, error)
}

const (
	// pushesAtOnce is how many pushes are leased at once. Those to different push services are
	// sent at the same time, those to the same one after another.
	pushesAtOnce = 32
	// pushLease is how long the pushes belong to a worker.
	pushLease = match.Minute
	// pushWithin is how long sending one may take.
	pushWithin = 10 * time.Second
	// mostRetryAfter is the longest pause that a push service can demand.
	mostRetryAfter = 6 * 60 * match.Minute
)

// pushRetryAfter are the pauses after failed attempts. After the last one the push is
// dropped.
var pushRetryAfter = []match.Millis{match.Minute, 5 * match.Minute, 30 * match.Minute, 120 * match.Minute}

// PushWorker pushes queued notifications to the devices of people: at least once, if the push
// service accepts them in time. NewPushWorker returns one.
type PushWorker struct {
	store PushStore
	log   *slog.Logger
	now   func() match.Moment
	// send sends a message to a device.
	send func(ctx context.Context, d *store.PushDevice, m message) error
}

// NewPushWorker returns a worker that sends with s. now is the time of the store.
func NewPushWorker(st PushStore, log *slog.Logger, now func() match.Moment, s *PushSender) *PushWorker {
	return &PushWorker{store: st, log: log, now: now, send: s.send}
}

// Run pushes notifications until ctx is done.
func (w *PushWorker) Run(ctx context.Context) {
	spareWork(w.next)(ctx)
}

// next pushes the notifications that are due, and reports whether there were any.
func (w *PushWorker) next(ctx context.Context) bool {
	now := w.now()
	pushes, err := w.store.LeasePushes(ctx, now, now.After(pushLease), pushesAtOnce)
	if err != nil {
		if !errors.Is(err, store.ErrNotFound) && !errors.Is(err, store.ErrUnavailable) && ctx.Err() == nil {
			w.log.Error("leasing pushes failed", "error", err)
		}
		return false
	}
	services := map[string][]store.Push{}
	for _, p := range pushes {
		services[serviceOf(p.Device.Endpoint)] = append(services[serviceOf(p.Device.Endpoint)], p)
	}
	var sending sync.WaitGroup
	for _, list := range services {
		sending.Go(func() { w.pushAll(ctx, list) })
	}
	sending.Wait()
	return true
}

// serviceOf returns the host of an endpoint.
func serviceOf(endpoint string) string {
	at, err := url.Parse(endpoint)
	if err != nil {
		return ""
	}
	return at.Host
}

// pushAll pushes notifications to one push service. If it does not work, or answers slowly, the
// others wait, so that it holds up those to other services for two answers at most.
func (w *PushWorker) pushAll(ctx context.Context, list []store.Push) {
	began, pause := time.Now(), match.Millis(0)
	for i := range list {
		p := &list[i]
		switch {
		case pause > 0 || ctx.Err() != nil || time.Since(began) > pushWithin:
			w.release(ctx, p, w.now().After(pause), false)
		case !w.push(ctx, p):
			pause = pushRetryAfter[0]
		}
	}
}

// push pushes one notification, and reports whether the push service works.
func (w *PushWorker) push(ctx context.Context, p *store.Push) bool {
	mode := cmp.Or(p.Settings.Modes[p.Kind], store.DefaultMode(p.Kind))
	switch n := &p.Notification; {
	case p.Device.Endpoint == "" || n.Kind == "" || n.Read || mode != store.ByPush:
		w.finish(ctx, p, "outdated", false)
		return true
	case p.Settings.Quiet != nil:
		if end := quietUntil(p.Settings.Quiet, w.now()); end > 0 {
			w.release(ctx, p, end, false)
			return true
		}
	}
	m, err := w.message(ctx, p)
	if err == nil {
		within, cancel := context.WithTimeout(ctx, pushWithin)
		err = w.send(within, &p.Device, m)
		cancel()
	}
	var failure *pushFailure
	switch {
	case err == nil:
		w.finish(ctx, p, "sent", false)
		return true
	case ctx.Err() != nil || errors.Is(err, store.ErrUnavailable):
		w.release(ctx, p, w.now(), false)
		return true
	case errors.Is(err, errDeviceGone):
		w.finish(ctx, p, "gone", true)
		return true
	case errors.As(err, &failure) && failure.final || p.Attempts > len(pushRetryAfter):
		w.log.Warn("a push of a notification is dropped", "service", serviceOf(p.Device.Endpoint), "attempt", p.Attempts, "error", err)
		w.finish(ctx, p, "dropped", false)
		return failure != nil && failure.final
	}
	metrics.Pushes.WithLabelValues("retried").Inc()
	pause := pushRetryAfter[p.Attempts-1]
	if failure != nil {
		pause = max(pause, min(failure.retryAfter, mostRetryAfter))
	}
	w.release(ctx, p, w.now().After(pause), true)
	// Too many requests may concern one device only.
	return failure != nil && failure.status == http.StatusTooManyRequests
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
	// Played is the kind of game, and With are the names of the other players.
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
	if p.Match == "" {
		return m, nil
	}
	summaries, err := w.store.Summaries(ctx, []string{p.Match})
	if err != nil || len(summaries) == 0 {
		return m, err
	}
	s := &summaries[0]
	m.Played = s.Settings.Game
	if p.Kind == store.TableOpened {
		m.With = []string{s.Owner.Name}
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
