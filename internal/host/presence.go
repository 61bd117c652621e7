package host

import (
	"context"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// sightEvery is how often programs that share a store tell each other who is
// connected to them.
const sightEvery = 15 * time.Second

// sightingHolds is how long a sighting of another program counts as presence.
const sightingHolds = match.Millis(2*sightEvery/time.Millisecond) + 5*match.Second

// isHere tells whether a person follows a match, which is locked, through this
// program.
func (l *live) isHere(person string) bool {
	for s := range l.subs {
		if s.person == person {
			return true
		}
	}
	return false
}

// sight tells other programs who has a seat and follows a match here, and hears
// whom they have seen.
func (h *Host) sight(ctx context.Context) {
	h.watchGames(ctx)
	if h.alone.Load() {
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
			h.log.Error("who is connected cannot be told to other programs", "error", err)
		}
		return
	}
	for _, x := range seen {
		l := byID[x.Match]
		l.mu.Lock()
		was := now.Since(l.seen[x.Person]) < sightingHolds
		if is := now.Since(x.At) < sightingHolds; is != was {
			l.presence.Add(1)
		}
		l.seen[x.Person] = x.At
		l.mu.Unlock()
	}
}

// watchGames notes which games of engines alone are followed here: their turns
// go before those of games that nobody follows.
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
		h.log.Error("it cannot be stored which games of engines are watched", "error", err)
	}
}

// watchOne is watchGames for one game that somebody begins to follow.
func (h *Host) watchOne(id string) {
	ctx, cancel := context.WithTimeout(context.Background(), storeWithin)
	defer cancel()
	if err := h.store.MarkWatched(ctx, []string{id}, h.Now()); err != nil && h.StoreReadable() {
		h.log.Error("it cannot be stored which games of engines are watched", "error", err)
	}
}

// sightOne tells other programs at once that somebody has come.
func (h *Host) sightOne(id, person string) {
	ctx, cancel := context.WithTimeout(context.Background(), storeWithin)
	defer cancel()
	if err := h.store.SavePresence(ctx, []store.Presence{{Match: id, Person: person, At: h.Now()}}); err != nil && h.StoreReadable() {
		h.log.Error("who is connected cannot be told to other programs", "error", err)
	}
}

// goneSince is since when a person has followed a match, which is locked,
// nowhere; 0 if that is not so, or is not known.
func (h *Host) goneSince(ctx context.Context, l *live, person string) match.Moment {
	if person == "" || l.isHere(person) {
		return 0
	}
	last := l.loaded
	if gone, ok := l.gone[person]; ok {
		last = gone
	}
	if h.alone.Load() {
		return last
	}
	seen, err := h.store.LastPresence(ctx, []string{l.id})
	if err != nil {
		return 0
	}
	for _, x := range seen {
		if x.Person == person {
			// He may have gone as late as just before he would have been seen again.
			return max(l.gone[person], x.At.After(match.Millis(sightEvery/time.Millisecond)))
		}
	}
	return last
}
