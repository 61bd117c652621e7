package people

import (
	"cmp"
	"context"
	"slices"

	"tafelrunde/internal/store"
	"tafelrunde/internal/tournament"
)

// exportedTournament is a tournament whose events contain a person.
type exportedTournament struct {
	store.TournamentSummary
	// Events are of the type [tournament.Event], whose name another type has in the description of the API.
	Events []any `json:"events" doc:"what the requester did there, in the form of docs/formats/tournaments.md"`
}

// exportedTournaments returns the tournaments whose events contain a person, the latest first.
func (a *API) exportedTournaments(ctx context.Context, person string) ([]exportedTournament, error) {
	out := []exportedTournament{}
	ids, err := a.store.TournamentMentions(ctx, person)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		summaries, err := a.store.TournamentSummaries(ctx, []string{id})
		if err != nil || len(summaries) == 0 {
			return nil, err
		}
		events, err := a.store.TournamentEvents(ctx, id, 0)
		if err != nil {
			return nil, err
		}
		out = append(out, exportedTournament{summaries[0], ownEvents(events, person)})
	}
	slices.SortStableFunc(out, func(a, b exportedTournament) int { return cmp.Compare(b.StartsAt, a.StartsAt) })
	return out, nil
}

// ownEvents returns the events that a person caused or that concern the person, without the other people in them.
func ownEvents(events []tournament.Event, person string) []any {
	own, entry := []any{}, 0
	for _, e := range events {
		mine := e.By == person || e.Player != nil && e.Player.ID == person
		switch e.Type {
		case tournament.Created: // the ladder has other people
			e.Ladder = nil
		case tournament.Entered:
			if mine {
				entry = e.Entry
			}
		case tournament.Withdrawn:
			mine = mine || e.Entry == entry && entry > 0
		}
		if mine {
			if e.By != person {
				e.By = "" // for example a moderator
			}
			own = append(own, e)
		}
	}
	return own
}
