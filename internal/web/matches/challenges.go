package matches

import (
	"context"
	"math/rand/v2"
	"net/http"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// challengesShown is the largest number of challenges in a list.
const challengesShown = 50

// OpenChallenge opens a private table for a person, in seat 0, and another one, who
// is invited. The settings need no visibility. A repeated request returns the same
// ID.
func (a *Access) OpenChallenge(ctx context.Context, p, other store.Person, settings match.Settings) (id string, err error) {
	switch {
	case other.ID == p.ID:
		return "", core.NewProblem(http.StatusConflict, "challenge-self", "you cannot challenge yourself")
	case !other.Account() || other.DeletedAs != "":
		return "", core.NewProblem(http.StatusConflict, "challenge-guest", "only people with accounts can be challenged")
	case settings.Rated && other.Bot: // the match refuses a rated game of the challenger
		return "", match.Refuse("rated-bot", "bots play casual games only")
	}
	if blocked, err := a.store.BlockedBy(ctx, p.ID, []string{other.ID}); err != nil {
		return "", err
	} else if blocked {
		return "", core.NewProblem(http.StatusForbidden, "challenge-blocked", "this person has blocked you")
	}
	settings.Visibility, settings.Invited = match.Private, []string{other.Name}
	id = core.IDFor(ctx)
	if core.ResumedSince(ctx) > 0 { // it may have been opened already
		if s, err := a.Host.State(ctx, id); err == nil && s.Owner.ID == p.ID {
			return id, nil
		}
	}
	_, err = a.Do(ctx, id, match.New(), match.Command{At: a.Now(), By: p.ID, Do: match.Open{
		Settings: settings, Owner: core.PlayerOf(p), OwnerSeat: 0, Seed: rand.Uint64(),
	}})
	return id, err
}

// Blocks reports whether a person has blocked another one.
func (a *Access) Blocks(ctx context.Context, p store.Person, other string) (bool, error) {
	return a.store.BlockedBy(ctx, other, []string{p.ID})
}

// ChallengesOf returns the waiting private tables that invite a person, without
// those of people whom the person blocks and those where the person sits.
func (a *Access) ChallengesOf(ctx context.Context, p store.Person) ([]store.Summary, error) {
	if !p.Account() {
		return nil, nil
	}
	all, err := a.store.InvitedTo(ctx, p.Name, challengesShown)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	blocks, err := a.store.Blocks(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	blocked := make(map[string]bool, len(blocks))
	for _, other := range blocks {
		blocked[other.ID] = true
	}
	var list []store.Summary
	for i := range all {
		if v := &all[i]; v.Owner.ID != p.ID && !blocked[v.Owner.ID] && v.SeatOf(p.ID) < 0 {
			list = append(list, *v)
		}
	}
	return list, nil
}
