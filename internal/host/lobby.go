package host

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"tafelrunde/internal/match"
)

// lobby notifies its watchers that the lists of tables may have changed.
type lobby struct {
	version  atomic.Int64
	mu       sync.Mutex
	watchers map[*func()]struct{}
	tables   map[*func(*TableChange)]struct{}
}

// TableChange is a change of a match that lists of tables may show.
type TableChange struct {
	// Match is "" if any match may have changed, and if only notifications have.
	Match string
	// Owner is the ID of the owner.
	Owner string
	// People are the IDs of the owner and the players, before the change or after it.
	People []string
	// Invited are the names of the people who are invited.
	Invited []string
	// Opening: a public table may have been opened, or may no longer wait for players.
	Opening bool
	// OnlyNotifications: no table has changed, only notifications of People.
	OnlyNotifications bool
}

func (c *TableChange) add(p match.Player) {
	if p.ID != "" && !slices.Contains(c.People, p.ID) {
		c.People = append(c.People, p.ID)
	}
}

func newLobby() *lobby {
	return &lobby{watchers: make(map[*func()]struct{}), tables: make(map[*func(*TableChange)]struct{})}
}

// changed notifies the watchers of a change.
func (l *lobby) changed(c *TableChange) {
	l.version.Add(1) // before any watcher reads it
	l.mu.Lock()
	defer l.mu.Unlock()
	for changed := range l.watchers {
		(*changed)()
	}
	for changed := range l.tables {
		(*changed)(c)
	}
}

// notificationsChanged notifies the watchers of tables that notifications of people have
// changed.
func (l *lobby) notificationsChanged(people []string) {
	c := &TableChange{People: people, OnlyNotifications: true}
	l.mu.Lock()
	defer l.mu.Unlock()
	for changed := range l.tables {
		(*changed)(c)
	}
}

// watched reports whether there are watchers of tables.
func (l *lobby) watched() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.tables) > 0
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

// WatchTables is [Host.WatchLobby] for watchers that look only at some of the matches.
// The change must not be changed.
func (h *Host) WatchTables(changed func(*TableChange)) (stop func()) {
	w := &changed
	h.lobby.mu.Lock()
	h.lobby.tables[w] = struct{}{}
	h.lobby.mu.Unlock()
	return func() {
		h.lobby.mu.Lock()
		delete(h.lobby.tables, w)
		h.lobby.mu.Unlock()
	}
}

// NotificationsChanged notifies the watchers of tables that notifications of a person have
// changed other than by an event of a match.
func (h *Host) NotificationsChanged(person string) {
	h.lobby.notificationsChanged([]string{person})
}

// tablesChanged notifies the watchers of the lobby of an event of a locked match.
func (h *Host) tablesChanged(l *live, before *match.State) {
	c := &TableChange{Match: l.id, Owner: l.state.Owner.ID, Invited: l.state.Settings.Invited}
	// Only the last event of a command has the state before it.
	c.Opening = before != nil && l.state.Settings.Visibility == match.Public && (before.Seq == 0 || (before.Phase == match.Waiting) != (l.state.Phase == match.Waiting))
	for _, s := range []*match.State{before, l.state} {
		if s == nil {
			continue
		}
		c.add(s.Owner)
		for i := range s.Seats {
			c.add(s.Seats[i].Player)
		}
	}
	h.lobby.changed(c)
}

// tablesChangedElsewhere is tablesChanged for an event of another process that was not
// published here. If the players cannot be read, any match may have changed.
func (h *Host) tablesChangedElsewhere(ctx context.Context, id string, onlyNotifications bool) {
	c := &TableChange{}
	if h.lobby.watched() {
		ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
		defer cancel()
		if m, err := h.store.Summary(ctx, id); err == nil {
			c.Match, c.Owner, c.Invited, c.Opening = id, m.Owner.ID, m.Settings.Invited, true
			c.add(m.Owner)
			for _, p := range m.Seats {
				c.add(p)
			}
		}
	}
	if onlyNotifications {
		h.lobby.notificationsChanged(c.People)
		return
	}
	h.lobby.changed(c)
}
