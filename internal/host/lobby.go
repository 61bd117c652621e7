package host

import (
	"sync"
	"sync/atomic"
)

// lobby notifies its watchers that the lists of tables may have changed.
type lobby struct {
	version  atomic.Int64
	mu       sync.Mutex
	watchers map[*func()]struct{}
}

func newLobby() *lobby { return &lobby{watchers: make(map[*func()]struct{})} }

func (l *lobby) changed() {
	l.version.Add(1) // before any watcher reads it
	l.mu.Lock()
	defer l.mu.Unlock()
	for changed := range l.watchers {
		(*changed)()
	}
}

// LobbyVersion returns a number that grows whenever the lists of tables may have
// changed, before the watchers of the lobby are called.
func (h *Host) LobbyVersion() int64 { return h.lobby.version.Load() }

// WatchLobby calls changed whenever the lists of tables may have changed, until
// stop is called. Changed must return at once and must not call the host.
func (h *Host) WatchLobby(changed func()) (stop func()) {
	w := &changed
	h.lobby.mu.Lock()
	h.lobby.watchers[w] = struct{}{}
	h.lobby.mu.Unlock()
	return func() {
		h.lobby.mu.Lock()
		delete(h.lobby.watchers, w)
		h.lobby.mu.Unlock()
	}
}
