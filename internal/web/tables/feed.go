package tables

import (
	"context"
	"encoding/json"
	"reflect"
	"sync"
	"time"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/web/core"
)

const (
	// lobbyEvery is the shortest interval between two changes of the lobby that wake
	// streams.
	lobbyEvery = 500 * time.Millisecond
	// changesKept is how many changes of the lobby are kept. A stream that lacks more
	// receives all tables.
	changesKept = 64
)

// NumberedLobby is an event "lobby": all public tables. A stream begins with it; one that
// is too slow for the changes receives it again.
type NumberedLobby struct {
	Version int64 `json:"version" doc:"the number of these lists; each event lobby-change is for the lists with the number before its own"`
	Lobby
}

// LobbyChange is an event "lobby-change": how the public tables differ from those of the
// version before. Position, toAct and seq of a table change without an event.
type LobbyChange struct {
	Version     int64      `json:"version" doc:"the number of the lists after the change"`
	Waiting     ListChange `json:"waiting"`
	Playing     ListChange `json:"playing"`
	MoreWaiting bool       `json:"moreWaiting"`
	MorePlaying bool       `json:"morePlaying"`
}

// ListChange is a change of a list of tables: first tables are removed, then others are
// inserted one after the other.
type ListChange struct {
	Removed  []string      `json:"removed,omitempty" doc:"the matches to remove"`
	Inserted []PlacedTable `json:"inserted,omitempty" doc:"the tables to insert, in this order: new tables, and changed ones, which were removed"`
}

// PlacedTable is a table to insert into a list.
type PlacedTable struct {
	At    int       `json:"at" doc:"the place in the list, from 0"`
	Table TableView `json:"table"`
}

func (c *ListChange) empty() bool { return len(c.Removed)+len(c.Inserted) == 0 }

// changeBetween returns the change from old to l, without a version, and whether there
// is any.
func changeBetween(old, l *Lobby) (c LobbyChange, changed bool) {
	c = LobbyChange{
		Waiting: listChange(old.Waiting, l.Waiting), Playing: listChange(old.Playing, l.Playing),
		MoreWaiting: l.MoreWaiting, MorePlaying: l.MorePlaying,
	}
	changed = !c.Waiting.empty() || !c.Playing.empty() || old.MoreWaiting != l.MoreWaiting || old.MorePlaying != l.MorePlaying
	return c, changed
}

// listChange returns the change from one list to another. Tables that are the same and in
// the same order stay.
func listChange(old, list []TableView) (c ListChange) {
	place := make(map[string]int, len(old))
	for i := range old {
		place[old[i].Match] = i
	}
	stays := make([]bool, len(old))
	next := 0 // the first place in old of a table that may stay
	for i := range list {
		if was, ok := place[list[i].Match]; ok && was >= next && sameTable(old[was], list[i]) {
			stays[was], next = true, was+1
			continue
		}
		c.Inserted = append(c.Inserted, PlacedTable{i, list[i]})
	}
	for i := range old {
		if !stays[i] {
			c.Removed = append(c.Removed, old[i].Match)
		}
	}
	return c
}

// sameTable reports whether two views of a table differ at most in what each move changes.
func sameTable(a, b TableView) bool {
	a.Position, a.ToAct, a.Seq = b.Position, b.ToAct, b.Seq
	return reflect.DeepEqual(a, b)
}

// lobbyFeed numbers the states of the lobby and has the latest changes as encoded events,
// which are the same for all streams.
type lobbyFeed struct {
	mu sync.Mutex
	// version is the number of the latest lobby, 0 if there is none.
	version int64
	latest  *lobbySnapshot
	all     []byte   // the event with the latest lobby, nil before it is needed
	changes [][]byte // the events that lead to version

	watchers map[*lobbyWatch]struct{}
	// resting: the watchers were woken less than lobbyEvery ago; changed: the lobby has
	// changed since.
	resting, changed bool
}

// lobbyWatch is the place of a stream in the feed.
type lobbyWatch struct {
	feed *lobbyFeed
	seen int64 // the version that the client has, 0 for none
	wake func()
}

// watchLobby adds a stream to the feed. Wake is called when there is something to send.
// The caller must call stop at the end.
func (a *API) watchLobby(wake func()) *lobbyWatch {
	w := &lobbyWatch{feed: &a.feed, wake: wake}
	a.feed.mu.Lock()
	defer a.feed.mu.Unlock()
	a.feed.watchers[w] = struct{}{}
	return w
}

func (w *lobbyWatch) stop() {
	w.feed.mu.Lock()
	defer w.feed.mu.Unlock()
	delete(w.feed.watchers, w)
}

// beginLobby appends the current lobby, as far as the client of a stream that begins may know
// it. If it cannot be read, the stream is woken later.
func (a *API) beginLobby(b []byte, w *lobbyWatch, written match.Moment) []byte {
	if a.publishLobby(host.WithWritten(a.Stopping, written)) != nil {
		a.lobbyChanged()
	}
	return w.append(b)
}

// append appends the events that the client lacks.
func (w *lobbyWatch) append(b []byte) []byte {
	f := w.feed
	f.mu.Lock()
	events := f.after(w.seen)
	w.seen = f.version
	f.mu.Unlock()
	for _, e := range events {
		b = append(b, e...)
	}
	return b
}

// after returns the events that lead from a version to the latest. If the changes are
// longer than the lobby or no longer known, it returns the lobby. f is locked.
func (f *lobbyFeed) after(seen int64) [][]byte {
	if seen == f.version {
		return nil
	}
	if missing := f.version - seen; seen > 0 && missing <= int64(len(f.changes)) {
		changes, size := f.changes[int64(len(f.changes))-missing:], 0
		for _, c := range changes {
			size += len(c)
		}
		if missing == 1 || size <= len(f.everything()) {
			return append([][]byte(nil), changes...)
		}
	}
	return [][]byte{f.everything()}
}

// everything returns the event with the latest lobby. f is locked.
func (f *lobbyFeed) everything() []byte {
	if f.all == nil {
		f.all = encodeEvent("lobby", NumberedLobby{f.version, f.latest.Lobby})
	}
	return f.all
}

// encodeEvent returns an event, nil if it cannot be encoded.
func encodeEvent(name string, of any) []byte {
	data, err := json.Marshal(of)
	if err != nil {
		return nil
	}
	return core.AppendEvent(nil, name, 0, data)
}

// publishLobby adds the current lobby to the feed, if it differs from the latest.
func (a *API) publishLobby(ctx context.Context) error {
	s, err := a.lobbyNow(ctx)
	if err != nil {
		return err
	}
	a.feed.add(s)
	return nil
}

// add adds a lobby, if it differs from the latest.
func (f *lobbyFeed) add(s *lobbySnapshot) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.latest == nil:
		f.version = 1
	case !s.read.After(f.latest.read):
		return
	default:
		c, changed := changeBetween(&f.latest.Lobby, &s.Lobby)
		if !changed {
			break
		}
		f.version++
		c.Version = f.version
		if len(f.changes) == changesKept {
			f.changes = append(f.changes[:0:0], f.changes[1:]...)
		}
		if event := encodeEvent("lobby-change", c); event != nil {
			f.changes = append(f.changes, event)
		} else {
			f.changes = nil // all streams receive everything
		}
	}
	f.latest, f.all = s, nil
}

// lobbyChanged makes the feed read the lobby, unless there is nobody to send it to.
func (a *API) lobbyChanged() {
	f := &a.feed
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case len(f.watchers) == 0:
	case f.resting:
		f.changed = true
	default:
		f.resting = true
		go a.feedLobby()
	}
}

// feedLobby adds the current lobby to the feed, wakes the streams that lack it, and rests.
func (a *API) feedLobby() {
	err := a.publishLobby(a.Stopping)
	f := &a.feed
	f.mu.Lock()
	var late []func()
	for w := range f.watchers {
		if w.seen != f.version {
			late = append(late, w.wake)
		}
	}
	f.mu.Unlock()
	for _, wake := range late {
		wake()
	}
	time.AfterFunc(lobbyEvery, func() {
		f.mu.Lock()
		again := f.changed || err != nil
		f.resting, f.changed = false, false
		f.mu.Unlock()
		if again && a.Stopping.Err() == nil {
			a.lobbyChanged()
		}
	})
}
