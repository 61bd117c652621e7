package host

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// Store is the part of a store that a host uses.
type Store interface {
	store.Matches
	store.Notices
	store.Presences
	store.Heartbeats
	store.EngineTurns
	DeleteExpired(ctx context.Context, now match.Moment) error
}

// Host runs matches. Create one with [New] and start it with [Host.Run]. It is
// safe for concurrent use.
type Host struct {
	store Store
	rules match.Rules
	log   *slog.Logger
	clock *Clock
	// clockSet: SetClock has succeeded.
	clockSet atomic.Bool

	mu   sync.Mutex
	live map[string]*live

	// sole: no other process uses the store, so that all subscriptions are here.
	sole        atomic.Bool
	engineTurns chan struct{} // see EngineTurns
	// unreadable: the store does not respond; lookingSince is when the query for
	// deadlines that runs now began, nil for none. See StoreReadable.
	unreadable   atomic.Bool
	lookingSince atomic.Pointer[time.Time]
	heartbeats   heartbeats
	lobby        *lobby
	// receiving: notices of other processes are received.
	receiving atomic.Bool
	people    peopleWatchers

	commands, refused, conflicts, events, slow atomic.Int64
}

// ErrNoMatch is returned if there is no such match.
var ErrNoMatch = errors.New("there is no such match")

// New returns a host of the matches in a store.
func New(s Store, rules match.Rules, log *slog.Logger) *Host {
	return &Host{
		store: s, rules: rules, log: log, clock: NewClock(),
		live: make(map[string]*live), engineTurns: make(chan struct{}, 1), lobby: newLobby(),
	}
}

// SoleProgram reports whether no other process uses the store.
func (h *Host) SoleProgram() bool { return h.sole.Load() }

// ReceivesNotices reports whether watchers of people are notified of every change
// by other processes: there are none, or their notices are received.
func (h *Host) ReceivesNotices() bool { return h.sole.Load() || h.receiving.Load() }

// EngineTurns receives a value when an engine turn may be due.
func (h *Host) EngineTurns() <-chan struct{} { return h.engineTurns }

func (h *Host) wakeEngines() {
	select {
	case h.engineTurns <- struct{}{}:
	default:
	}
}
