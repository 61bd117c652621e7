package matches

import (
	"context"
	"net/http"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// checkBlocks returns a problem if a person wants to sit down or chat at a table
// where the owner or a seated player has blocked the person.
func (a *Access) checkBlocks(ctx context.Context, s *match.State, p store.Person, action match.Action) error {
	switch action.(type) {
	case match.Sit, match.Chat:
	default:
		return nil
	}
	var others []string
	if s.Owner.ID != p.ID {
		others = append(others, s.Owner.ID)
	}
	for i := range s.Seats {
		if id := s.Seats[i].Player.ID; id != "" && id != p.ID && id != s.Owner.ID {
			others = append(others, id)
		}
	}
	blocked, err := a.store.BlockedBy(ctx, p.ID, others)
	if err == nil && blocked {
		err = core.NewProblem(http.StatusForbidden, "blocked", "a player at this table has blocked you")
	}
	return err
}

// ChatFilter selects the chat messages at a match that are hidden from a person:
// all of them, or those of people whom the person has blocked.
type ChatFilter struct {
	all    bool
	people map[string]bool
}

// Hides reports whether an event is a chat message that is hidden from the
// person.
func (d *ChatFilter) Hides(e *match.Event) bool {
	return e.Type == match.Chatted && (d.all || e.Text == "" || d.people[e.By])
}

// ChatFilterOf returns the chat filter of a person at the match with the given
// ID.
func (a *Access) ChatFilterOf(ctx context.Context, p store.Person, id string) (d ChatFilter, err error) {
	if p.ID == "" {
		return d, nil
	}
	if d.all, err = a.store.Muted(ctx, p.ID, id); err != nil || d.all {
		return d, err
	}
	list, err := a.store.Blocks(ctx, p.ID)
	for _, other := range list {
		if d.people == nil {
			d.people = make(map[string]bool, len(list))
		}
		d.people[other.ID] = true
	}
	return d, err
}
