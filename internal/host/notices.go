package host

import (
	"context"

	"tafelrunde/internal/store"
)

// notice handles a notice of the store.
func (h *Host) notice(ctx context.Context, n store.Notice) {
	switch {
	case n.Disconnected:
		h.receiving.Store(false)
		return
	case n.Site:
		h.people.changed("")
		return
	case n.Person != "" && n.Notifications:
		h.NotificationsChanged(n.Person)
		return
	case n.Person != "":
		h.people.changed(n.Person)
		return
	case n.Deleted != "":
		h.Forget(n.Deleted)
		return
	case n.Match == "":
		h.people.changed("")
		h.receiving.Store(true)
	}
	if n.Engine || n.Match == "" {
		h.wakeEngines()
	}
	if n.Match != "" {
		if announced := h.catchUpTo(ctx, n.Match, n.Seq); !announced && (n.Tables || n.Notifications) {
			h.tablesChangedElsewhere(ctx, n.Match, !n.Tables)
		}
		return
	}
	h.lobby.changed(&TableChange{})
	h.mu.Lock()
	ids := make([]string, 0, len(h.live))
	for id := range h.live {
		ids = append(ids, id)
	}
	h.mu.Unlock()
	for _, id := range ids {
		h.catchUpTo(ctx, id, 0)
	}
}

// catchUpTo catches up a match in memory with an event, or with the store if seq
// is 0. It reports whether the watchers of the lobby have been notified of the event.
func (h *Host) catchUpTo(ctx context.Context, id string, seq int64) (announced bool) {
	h.mu.Lock()
	l := h.live[id]
	h.mu.Unlock()
	if l == nil || seq > 0 && seq <= l.published.Load() {
		return l != nil && seq <= l.announced.Load()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.state == nil || l.evicted || seq > 0 && seq <= l.state.Seq {
		return seq <= l.announced.Load()
	}
	if err := h.catchUp(ctx, l); err != nil {
		l.discard()
	}
	return seq <= l.announced.Load()
}
