package host

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// tries is how often a command is decided again after a conflict with another
// process.
const tries = 20

// Do carries out a command and returns its events, which are shared and must not
// be changed. The error is ErrNoMatch, a [*match.Refusal] or one of the store.
func (h *Host) Do(ctx context.Context, id string, c match.Command) ([]NumberedEvent, error) {
	h.commands.Add(1)
	l, err := h.acquire(ctx, id)
	if err != nil {
		return nil, err
	}
	defer l.mu.Unlock()
	if _, opening := c.Do.(match.Open); !opening && l.state.Seq == 0 {
		h.evict(l)
		return nil, ErrNoMatch
	}
	if err := h.creditDowntime(ctx, l); err != nil {
		return nil, err
	}
	c.Do = h.withAbsence(ctx, l, c)
	return h.decide(ctx, l, c)
}

// decide carries out a command on a locked match.
func (h *Host) decide(ctx context.Context, l *live, c match.Command) ([]NumberedEvent, error) {
	for range tries {
		events, after, err := match.Decide(h.rules, l.state, c)
		if err != nil {
			// Another process may have stored events that are not known here yet.
			if seq := l.state.Seq; h.catchUp(ctx, l) == nil && l.state.Seq > seq {
				continue
			}
			h.refused.Add(1)
			return nil, err
		}
		// A decided command is stored even if the caller stops waiting.
		bodies := make([]string, len(events))
		for i := range events {
			body, err := json.Marshal(&events[i])
			if err != nil {
				return nil, err
			}
			bodies[i] = string(body)
		}
		err = h.store.Append(context.WithoutCancel(ctx), store.Append{Match: l.id, Events: events, Bodies: bodies, After: after, Away: h.away(ctx, l, c, events, after)})
		switch {
		case err == nil:
			before, first := l.state, l.state.Seq+1
			l.state = after
			numbered := make([]NumberedEvent, len(events))
			for i, e := range events {
				n := NumberedEvent{Seq: first + int64(i), Event: e, More: i < len(events)-1, json: bodies[i]}
				if !n.More {
					n.Before, n.After, n.cached = before, after, new(cached)
				}
				numbered[i] = n
				h.publish(l, &numbered[i])
			}
			return numbered, nil
		case errors.Is(err, store.ErrConflict):
			h.conflicts.Add(1)
			if err := h.catchUp(ctx, l); err != nil {
				return nil, err
			}
		case errors.Is(err, store.ErrNotFound):
			l.discard()
			h.evict(l)
			return nil, ErrNoMatch
		default:
			// It is unknown whether the events were stored. The state is read from the
			// store again.
			if h.StoreReadable() && h.StoreWritable() {
				h.log.Error("storing events failed", "match", l.id, "error", err)
			}
			if err := h.catchUp(ctx, l); err != nil {
				l.discard()
			}
			return nil, err
		}
	}
	return nil, store.ErrConflict
}

// withAbsence sets since when the player whom a command concerns is absent.
func (h *Host) withAbsence(ctx context.Context, l *live, c match.Command) match.Action {
	since := func(seat int) match.Moment {
		if seat < 0 || seat >= len(l.state.Seats) {
			return 0
		}
		return h.absentSince(ctx, l, l.state.Seats[seat].Player.ID)
	}
	switch do := c.Do.(type) {
	case match.TakeOver:
		do.Since = since(do.Seat)
		return do
	case match.ClaimAbsence:
		if len(l.state.Seats) == 2 {
			do.Since = since(1 - l.state.SeatOf(c.By))
		}
		return do
	}
	return c.Do
}

// awayAfter is how long players must be disconnected before offers and the end of a game with a
// real-time clock are notified to them, so that loading the page again does not count.
const awayAfter = 3 * match.Second

// away returns the seats of [store.Append.Away], if the events matter to players who are away.
func (h *Host) away(ctx context.Context, l *live, c match.Command, events []match.Event, after *match.State) []bool {
	if after.Settings.Clock.Kind != match.RealTime || !slices.ContainsFunc(events, func(e match.Event) bool { return e.Type == match.Ended || isOffer(e.Type) }) {
		return nil
	}
	away := make([]bool, len(after.Seats))
	for seat := range after.Seats {
		if p := &after.Seats[seat].Player; p.ID != c.By && p.Engine == 0 {
			since := h.absentSince(ctx, l, p.ID)
			away[seat] = since > 0 && c.At.Since(since) >= awayAfter
		}
	}
	return away
}

// isOffer reports whether an event offers something to other players, or answers it.
func isOffer(t match.EventType) bool {
	switch t {
	case match.DrawOffered, match.DrawDeclined, match.TakebackOffered, match.TakebackAccepted, match.TakebackDeclined, match.RematchOffered:
		return true
	}
	return false
}
