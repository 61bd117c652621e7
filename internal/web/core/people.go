package core

import (
	"context"
	"errors"
	"time"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/tournament"
)

// Rename replaces a person's identity at all tables where the person has a seat,
// which the person has opened or to which the name is invited; conflict is true
// if a table remained unchanged because the new identity has a seat there too.
func (a *App) Rename(ctx context.Context, p store.Person, as match.Rename) (conflict bool, err error) {
	ids, err := a.store.Mentions(ctx, p.ID)
	if err != nil {
		return false, err
	}
	if as.Name != "" {
		invited, err := a.store.Invitations(ctx, as.Name)
		if err != nil {
			return false, err
		}
		ids = append(ids, invited...)
	}
	for _, id := range ids {
		seated, err := a.RenameAt(ctx, id, p.ID, as)
		if err != nil {
			return conflict, err
		}
		conflict = conflict || seated
	}
	return conflict, a.renameInTournaments(ctx, p, as.Player)
}

// renameInTournaments replaces a person's identity in tournaments. A deleted person leaves them.
func (a *App) renameInTournaments(ctx context.Context, p store.Person, as match.Player) error {
	ids, err := a.store.TournamentMentions(ctx, p.ID)
	if err != nil {
		return err
	}
	for _, id := range ids {
		rename := tournament.Rename{Player: as, Deleted: p.DeletedAs != ""}
		_, err := a.Tournaments.Do(ctx, id, tournament.Command{At: a.Now(), By: p.ID, Do: rename}, host.TournamentOptions{})
		if err != nil && !IsNotFound(err) {
			return err
		}
	}
	return nil
}

// LeaveTournaments withdraws a person who may not play until a moment from all tournaments that have not
// ended, without those that begin later.
func (a *App) LeaveTournaments(ctx context.Context, person string, until match.Moment) error {
	ids, err := a.store.TournamentMentions(ctx, person, tournament.Upcoming, tournament.Running)
	if err != nil {
		return err
	}
	for _, id := range ids {
		s, err := a.Tournaments.State(ctx, id)
		if err == nil && (s.Phase != tournament.Upcoming || s.Settings.StartsAt < until) {
			_, err = a.Tournaments.Do(ctx, id, tournament.Command{At: a.Now(), By: person, Do: tournament.Withdraw{}}, host.TournamentOptions{})
		}
		var refusal *match.Refusal
		if err != nil && !IsNotFound(err) && !errors.As(err, &refusal) { // the person may be out already
			return err
		}
	}
	return nil
}

// RenameAt replaces a person's identity at one table; conflict is as that of [App.Rename].
func (a *App) RenameAt(ctx context.Context, id, person string, as match.Rename) (conflict bool, err error) {
	_, err = a.Host.Do(ctx, id, match.Command{At: a.Now(), By: person, Do: as})
	var refusal *match.Refusal
	switch {
	case errors.As(err, &refusal):
		return refusal.Code == "seated", nil
	case errors.Is(err, host.ErrNoMatch):
		return false, nil
	}
	return false, err
}

// deletionRetry is the delay before unfinished deletions are tried again.
const deletionRetry = time.Minute

// DeletePerson ends all sessions of a person, who can no longer log in, and then
// erases the person from all matches and from the store. If a later step fails,
// FinishDeletions repeats it: no session is left that could. The entry of the audit log,
// nil for none, is stored when nothing can prevent the deletion any more. The error is
// [store.ErrConflict] if the person's epoch is not the current one.
func (a *App) DeletePerson(ctx context.Context, p store.Person, e *store.Entry) error {
	p.DeletedAs = newDeletedID()
	return a.deletePerson(ctx, p, a.store.BeginDeletion(ctx, p.ID, p.Epoch, p.DeletedAs, e))
}

// DeleteIdleGuest is DeletePerson for a guest who has not used the site since before.
// The error is [store.ErrConflict] if the guest is back.
func (a *App) DeleteIdleGuest(ctx context.Context, guest store.Person, before match.Moment) error {
	guest.DeletedAs = newDeletedID()
	return a.deletePerson(ctx, guest, a.store.BeginIdleDeletion(ctx, guest.ID, before, guest.DeletedAs))
}

func newDeletedID() string { return "gone-" + NewID() }

// deletePerson finishes the deletion of a person that has begun with a result.
func (a *App) deletePerson(ctx context.Context, p store.Person, err error) error {
	a.PersonChanged(p.ID)
	if err != nil {
		return err
	}
	p.Epoch++
	// The client may close the connection.
	if err := a.finishDeletion(context.WithoutCancel(ctx), p); err != nil {
		a.Log.Error("deleting a person failed; the server tries again", "error", err)
	}
	return nil
}

// FinishDeletions finishes deletions that have failed or were interrupted, until
// the server stops.
func (a *App) FinishDeletions(ctx context.Context) {
	for {
		list, err := a.store.UnfinishedDeletions(ctx)
		for _, p := range list {
			err = errors.Join(err, a.finishDeletion(ctx, p))
		}
		if err != nil && ctx.Err() == nil {
			a.Log.Error("finishing deletions of people failed; the server tries again", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(deletionRetry):
		}
	}
}

// finishDeletion makes a person who is being deleted leave all games in progress,
// and erases the person from the store. All steps are idempotent, and several
// processes may carry them out at once.
func (a *App) finishDeletion(ctx context.Context, p store.Person) error {
	list, err := a.store.MatchesOf(ctx, p.ID, store.NoLimit)
	if err != nil {
		return err
	}
	for _, m := range list {
		actions := []match.Action{match.Abort{}, match.Leave{}, match.Resign{}}
		if m.Phase == match.Finished || m.Phase == match.TableClosed {
			actions = []match.Action{match.DeclineRematch{}}
		}
		for _, action := range actions {
			_, err := a.Host.Do(ctx, m.Match, match.Command{At: a.Now(), By: p.ID, Do: action})
			var refusal *match.Refusal
			if err == nil {
				break
			} else if !errors.As(err, &refusal) {
				return err
			}
		}
	}
	gone := match.Player{ID: p.DeletedAs, Name: match.DeletedName, Account: p.Account(), Bot: p.Bot}
	as := match.Rename{Player: gone}
	if p.Account() {
		as.Name = p.Name // guests are never invited
	}
	if _, err := a.Rename(ctx, p, as); err != nil {
		return err
	}
	if err := a.store.ErasePerson(ctx, p.ID, as); err != nil {
		return err
	}
	err = a.store.DeletePerson(ctx, p.ID, p.Epoch)
	a.PersonChanged(p.ID)
	a.ForgetRatings(p.ID)
	if errors.Is(err, store.ErrConflict) { // already deleted
		return nil
	}
	return err
}
