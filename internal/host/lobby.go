package host

import "sync"

// lobby tells its watchers that the lists of tables may have changed.
type lobby struct {
	mu       sync.Mutex
	watchers map[chan struct{}]struct{}
}

func newLobby() *lobby { return &lobby{watchers: make(map[chan struct{}]struct{})} }

func (l *lobby) changed() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for w := range l.watchers {
		select {
		case w <- struct{}{}:
		default: // it has not yet looked since the last change
		}
	}
}

// WatchLobby gives a channel that gets a value when tables have come, filled or
// gone since the last was taken, and a function that ends this.
func (h *Host) WatchLobby() (changed <-chan struct{}, stop func()) {
	w := make(chan struct{}, 1)
	h.lobby.mu.Lock()
	h.lobby.watchers[w] = struct{}{}
	h.lobby.mu.Unlock()
	return w, func() {
		h.lobby.mu.Lock()
		delete(h.lobby.watchers, w)
		h.lobby.mu.Unlock()
	}
}
