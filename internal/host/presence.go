package host

import (
	"context"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// presenceEvery is how often processes that share a store exchange who is connected to
// them.
const presenceEvery = 15 * time.Second

// presenceValid is how long a presence stored by another process counts.
const presenceValid = match.Millis(2*presenceEvery/time.Millisecond) + 5*match.Second

// connected reports whether a person is subscribed to a locked match in this process.
func (l *live) connected(person string) bool {
	for s := range l.subs {
		if s.person == person {
			return true
		}
	}
	return false
}

// syncPresence stores which players are connected here, and reads who is connected to
// other processes.
func (h *Host) syncPresence(ctx context.Context) {
	h.watchGames(ctx)
	if h.sole.Load() {
		return
	}
	h.mu.Lock()
	all := make([]*live, 0, len(h.live))
	for _, l := range h.live {
		all = append(all, l)
	}
	h.mu.Unlock()
	now := h.Now()
	var here []store.Presence
	byID := make(map[string]*live, len(all))
	ids := make([]string, 0, len(all))
	for _, l := range all {
		l.mu.Lock()
		if l.state != nil && len(l.subs) > 0 {
			byID[l.id], ids = l, append(ids, l.id)
			for s := range l.subs {
				if l.state.SeatOf(s.person) >= 0 {
					here = append(here, store.Presence{Match: l.id, Person: s.person, At: now})
				}
			}
		}
		l.mu.Unlock()
	}
	err := h.store.SavePresence(ctx, here)
	var seen []store.Presence
	if err == nil {
		seen, err = h.store.LastPresence(ctx, ids)
	}
	if err != nil {
		if ctx.Err() == nil && h.StoreReadable() {
			h.log.Error("storing who is connected failed", "error", err)
		}
		return
	}
	for _, x := range seen {
		l := byID[x.Match]
		l.mu.Lock()
		was := now.Since(l.seenElsewhere[x.Person]) < presenceValid
		if is := now.Since(x.At) < presenceValid; is != was {
			l.presence.Add(1)
		}
		l.seenElsewhere[x.Person] = x.At
		l.mu.Unlock()
	}
}

// watchGames stores which games between engines have subscribers here: their
// turns go before those of unwatched games.
func (h *Host) watchGames(ctx context.Context) {
	h.mu.Lock()
	all := make([]*live, 0, len(h.live))
	for _, l := range h.live {
		all = append(all, l)
	}
	h.mu.Unlock()
	var ids []string
	for _, l := range all {
		l.mu.Lock()
		if l.state != nil && len(l.subs) > 0 && l.state.OnlyEngines() {
			ids = append(ids, l.id)
		}
		l.mu.Unlock()
	}
	if len(ids) == 0 {
		return
	}
	if err := h.store.MarkWatched(ctx, ids, h.Now()); err != nil && ctx.Err() == nil && h.StoreReadable() {
		h.log.Error("storing which games are watched failed", "error", err)
	}
}

// watchOne is watchGames for one game with a new subscriber.
func (h *Host) watchOne(id string) {
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	if err := h.store.MarkWatched(ctx, []string{id}, h.Now()); err != nil && h.StoreReadable() {
		h.log.Error("storing which games are watched failed", "error", err)
	}
}

// savePresence stores at once that a player has connected.
func (h *Host) savePresence(id, person string) {
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	if err := h.store.SavePresence(ctx, []store.Presence{{Match: id, Person: person, At: h.Now()}}); err != nil && h.StoreReadable() {
		h.log.Error("storing who is connected failed", "error", err)
	}
}

// absentSince returns since when a person is not connected to a locked match through
// any process; 0 if connected or unknown.
func (h *Host) absentSince(ctx context.Context, l *live, person string) match.Moment {
	if person == "" || l.connected(person) {
		return 0
	}
	last := l.loaded
	if gone, ok := l.leftAt[person]; ok {
		last = gone
	}
	if h.sole.Load() {
		return last
	}
	seen, err := h.store.LastPresence(ctx, []string{l.id})
	if err != nil {
		return 0
	}
	for _, x := range seen {
		if x.Person == person {
			// The person may have disconnected just before the next exchange.
			return max(l.leftAt[person], x.At.After(match.Millis(presenceEvery/time.Millisecond)))
		}
	}
	return last
}
