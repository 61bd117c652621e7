package matches

import (
	"context"
	"errors"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// IsPrivate reports whether only invited people may see a match.
func IsPrivate(s *match.State) bool { return s.Settings.Visibility == match.Private }

// mayWatch reports whether a person may see a match, and whether only because the person is
// a moderator.
func mayWatch(s *match.State, p store.Person) (may, asStaff bool) {
	if !IsPrivate(s) {
		return true, false
	}
	if p.ID == "" {
		return false, false
	}
	if s.Owner.ID == p.ID || s.SeatOf(p.ID) >= 0 || p.Account() && s.Settings.Invites(p.Name) {
		return true, false
	}
	staff := p.Role.Includes(store.Moderator)
	return staff, staff
}

// VisibleMatch returns the state of a match. The error is [host.ErrNoMatch] if
// the match does not exist, or if the person may not see it. Moderators see private ones,
// with an entry in the audit log.
func (a *Access) VisibleMatch(ctx context.Context, id string, p store.Person) (*match.State, error) {
	s, err := a.Host.State(ctx, id)
	if err == nil {
		err = a.checkWatch(ctx, s, id, p)
	}
	return s, err
}

// checkWatch returns [host.ErrNoMatch] if a person may not see a match.
func (a *Access) checkWatch(ctx context.Context, s *match.State, id string, p store.Person) error {
	may, asStaff := mayWatch(s, p)
	if !may {
		return host.ErrNoMatch
	}
	if asStaff {
		return a.logReading(ctx, id, p)
	}
	return nil
}

// Follow subscribes a person to a match, from the event that follows number
// after. Errors are those of [Access.VisibleMatch].
func (a *Access) Follow(ctx context.Context, id string, p store.Person, after int64, news func()) (*host.Subscription, error) {
	if _, err := a.VisibleMatch(ctx, id, p); err != nil {
		return nil, err
	}
	sub, err := a.Host.Subscribe(ctx, id, p.ID, after, news)
	if err == nil { // changed since VisibleMatch
		if err = a.checkWatch(ctx, sub.State, id, p); err != nil {
			sub.Close()
			return nil, err
		}
	}
	return sub, err
}

// TakeEvents returns the new events of a subscription; more is false if no others
// can follow. If the table is private and the person may no longer see it, gone
// is true and there are no events.
func (a *Access) TakeEvents(sub *host.Subscription, id string, private bool, p store.Person) (events []*host.NumberedEvent, more, gone bool) {
	events, more = sub.Take()
	if !private || len(events) == 0 {
		return events, more, false
	}
	if _, err := a.VisibleMatch(a.Stopping, id, p); err != nil {
		return nil, false, errors.Is(err, host.ErrNoMatch)
	}
	return events, more, false
}

// logReadingEvery is how often the audit log says that a moderator reads the same private
// table: a page that shows it sends many requests.
const logReadingEvery = match.Millis(60 * match.Minute)

// logReading adds an entry to the audit log, unless it has a recent one, because a moderator
// reads a private table. Nothing is shown that the log does not have.
func (a *Access) logReading(ctx context.Context, id string, p store.Person) error {
	a.readings.Lock()
	defer a.readings.Unlock()
	key, now := p.ID+" "+id, a.Now()
	if at, known := a.readAt.Get(key); known && now.Since(at) < logReadingEvery {
		return nil
	}
	by := core.Actor{ID: p.ID, Name: p.Name, Role: p.Role}
	if err := a.store.AddEntry(ctx, a.NewEntry(by, "read-private", store.Person{}, "match", id)); err != nil {
		return err
	}
	a.readAt.Add(key, now)
	return nil
}

// Command executes an action of a person at a table that the person may see. It
// checks blocks and the limit of chat messages.
func (a *Access) Command(ctx context.Context, id string, p store.Person, action match.Action) ([]host.NumberedEvent, error) {
	at := a.Now()
	// The host decides again if the state is not the current one. Only whether the
	// person may see the table must not depend on that.
	s, err := a.VisibleMatch(host.WithWritten(ctx, 0), id, p)
	if errors.Is(err, host.ErrNoMatch) && host.Written(ctx) != 0 {
		s, err = a.VisibleMatch(ctx, id, p)
	}
	if err != nil {
		return nil, err
	}
	if move, ok := action.(match.Move); ok {
		if done, err := a.playedBefore(ctx, id, s, p, move); err != nil || len(done) > 0 {
			return done, err
		}
		move.Lag = a.CreditableLag(ctx, p.ID, s.TurnAt, move.Lag)
		action = move
	}
	if since := core.ResumedSince(ctx); since > 0 {
		if done, err := a.eventSince(ctx, id, s, p, action, since); err != nil || len(done) > 0 {
			return done, err
		}
	}
	if err := a.checkSanctions(ctx, &p, action); err != nil {
		return nil, err
	}
	if err := a.checkBlocks(ctx, s, p, action); err != nil {
		return nil, err
	}
	if _, chat := action.(match.Chat); chat && !a.Limits.Allow(core.ChatMessages, p.ID) {
		return nil, core.RateLimited
	}
	events, err := a.Do(ctx, id, s, match.Command{At: at, By: p.ID, Do: action})
	var refusal *match.Refusal
	if move, ok := action.(match.Move); ok && errors.As(err, &refusal) {
		// Another server may have played the move: the host has read it before the refusal.
		if now, stateErr := a.VisibleMatch(host.WithWritten(ctx, 0), id, p); stateErr == nil && now.Seq > s.Seq {
			if done, playedErr := a.playedBefore(ctx, id, now, p, move); playedErr == nil && len(done) > 0 {
				return done, nil
			}
		}
	}
	return events, err
}

// eventSince returns the event that resulted from the same action of a person
// since a moment, nil if there is none. It only looks for actions that would be
// executed twice or refused the second time. Moves are recognised by their ply; see
// playedBefore.
func (a *Access) eventSince(ctx context.Context, id string, s *match.State, p store.Person, action match.Action, since match.Moment) ([]host.NumberedEvent, error) {
	var is func(e *match.Event) bool
	switch do := action.(type) {
	case match.Chat:
		is = func(e *match.Event) bool {
			return e.Type == match.Chatted && e.By == p.ID && e.Text == match.CleanText(do.Text)
		}
	case match.Sit:
		is = func(e *match.Event) bool { return e.Type == match.Sat && e.Player != nil && e.Player.ID == p.ID }
	case match.Rematch:
		is = func(e *match.Event) bool { return e.Type == match.RematchOffered && e.Seat == s.SeatOf(p.ID) }
	default:
		return nil, nil
	}
	events, err := a.store.Events(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	for i := len(events) - 1; i >= 0 && events[i].At >= since; i-- {
		if is(&events[i]) {
			return []host.NumberedEvent{{Seq: int64(i + 1), Event: events[i]}}, nil
		}
	}
	return nil, nil
}

// playedBefore returns the event of a move that a person repeats, because the response
// to it was lost: the person has played the same move at the same ply of the game. It
// returns nil for other moves, and for those without a ply.
func (a *Access) playedBefore(ctx context.Context, id string, s *match.State, p store.Person, move match.Move) ([]host.NumberedEvent, error) {
	seat := s.SeatOf(p.ID)
	if seat < 0 || move.Ply < 0 || move.Ply >= len(s.Moves) || move.Game != 0 && move.Game != s.Game ||
		s.Moves[move.Ply].Seat != seat || s.Moves[move.Ply].Text != move.Text {
		return nil, nil
	}
	events, err := a.store.Events(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	// Events that are stored but not yet applied here are left out.
	ply := len(s.Moves)
	for i := min(len(events), int(s.Seq)) - 1; i >= 0; i-- {
		switch e := &events[i]; e.Type {
		case match.TakenBack:
			return nil, nil // the plies before it are not counted
		case match.Moved:
			if ply--; ply == move.Ply {
				return []host.NumberedEvent{{Seq: int64(i + 1), Event: *e}}, nil
			}
		}
	}
	return nil, nil
}

// SeatAfter returns the seat of a person after an event, given the one before it;
// -1 for none.
func SeatAfter(e *match.Event, seat int, person string) int {
	switch {
	case person == "":
	case e.Type == match.Sat && e.Player != nil && e.Player.ID == person:
		return e.Seat
	case e.Type == match.Left && e.Seat == seat,
		e.Type == match.Renamed && e.By == person && e.Player != nil && e.Player.ID != person:
		return -1
	}
	return seat
}

// ChatVisible reports whether an event is visible from a seat, -1 for a
// spectator. The chat of players is hidden from spectators and vice versa; all
// other events are visible.
func ChatVisible(e *match.Event, seat int) bool {
	return e.Type != match.Chatted || (e.Seat >= 0) == (seat >= 0)
}
