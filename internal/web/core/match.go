package core

import (
	"context"
	"errors"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

func IsPrivate(s *match.State) bool { return s.Settings.Visibility == match.Private }

// mayWatch tells whether a person may see a match.
func MayWatch(s *match.State, p store.Person) bool {
	if !IsPrivate(s) {
		return true
	}
	if p.ID == "" {
		return false
	}
	return s.Owner.ID == p.ID || s.SeatOf(p.ID) >= 0 ||
		p.Account() && s.Settings.Invites(p.Name)
}

// watch is the state of a match that a person may see. One that he may not see
// is not there.
func (a *App) VisibleMatch(ctx context.Context, id string, p store.Person) (*match.State, error) {
	s, err := a.Host.State(ctx, id)
	if err == nil && !MayWatch(s, p) {
		err = host.ErrNoMatch
	}
	return s, err
}

// follow subscribes to a match that a person may see. The error is that of watch.
func (a *App) Follow(ctx context.Context, id string, p store.Person, after int64, news func()) (*host.Subscription, error) {
	if _, err := a.VisibleMatch(ctx, id, p); err != nil {
		return nil, err
	}
	sub, err := a.Host.Subscribe(ctx, id, p.ID, after, news)
	if err == nil && !MayWatch(sub.State, p) { // since a moment ago
		sub.Close()
		return nil, host.ErrNoMatch
	}
	return sub, err
}

// taken returns the new events of a subscription, and whether others may come.
// Those of a private table are for people who may still see it now, after all
// of these events; gone tells that the person may not.
func (a *App) TakeEvents(sub *host.Subscription, id string, private bool, p store.Person) (events []*host.NumberedEvent, more, gone bool) {
	events, more = sub.Take()
	if !private || len(events) == 0 {
		return events, more, false
	}
	if _, err := a.VisibleMatch(a.Stopping, id, p); err != nil {
		return nil, false, errors.Is(err, host.ErrNoMatch)
	}
	return events, more, false
}

// command carries out what a person wants at a table that he may see.
func (a *App) Command(ctx context.Context, id string, p store.Person, action match.Action) ([]host.NumberedEvent, error) {
	at := a.Now()
	s, err := a.VisibleMatch(ctx, id, p)
	if err != nil {
		return nil, err
	}
	if since := ResumedSince(ctx); since > 0 {
		if done, err := a.doneSince(ctx, id, s, p, action, since); err != nil || len(done) > 0 {
			return done, err
		}
	}
	if err := a.checkBlocks(ctx, s, p, action); err != nil {
		return nil, err
	}
	if _, chat := action.(match.Chat); chat && !a.Limits.Allow(ChatLines, p.ID) {
		return nil, TooMuch
	}
	return a.Do(ctx, id, s, match.Command{At: at, By: p.ID, Do: action})
}

// doneSince returns the event that has followed from a person's command since a
// moment, if there is one. Only commands that could be carried out twice, or would
// be refused the second time, are looked for; moves say for which place in the
// game they are.
func (a *App) doneSince(ctx context.Context, id string, s *match.State, p store.Person, action match.Action, since match.Moment) ([]host.NumberedEvent, error) {
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
	events, err := a.Store.Events(ctx, id, 0)
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

// hears tells whether an event is for a person in a seat, -1 for a spectator:
// players and spectators do not hear each other talk.
func ChatVisible(e *match.Event, seat int) bool {
	return e.Type != match.Chatted || (e.Seat >= 0) == (seat >= 0)
}
