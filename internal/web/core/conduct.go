package core

import (
	"context"
	"net/http"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// checkBlocks refuses what those at a table who keep a person away do not want
// of him: that he sits down with them, or talks.
func (a *App) checkBlocks(ctx context.Context, s *match.State, p store.Person, action match.Action) error {
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
	blocked, err := a.Store.BlockedBy(ctx, p.ID, others)
	if err == nil && blocked {
		err = NewProblem(http.StatusForbidden, "blocked", "somebody at this table does not want to meet you")
	}
	return err
}

// ChatFilter is whose talk at a match a person does not want to hear: everybody's,
// or that of those he keeps away.
type ChatFilter struct {
	all    bool
	people map[string]bool
}

func (d *ChatFilter) Hides(e *match.Event) bool {
	return e.Type == match.Chatted && (d.all || e.Text == "" || d.people[e.By])
}

func (a *App) ChatFilterOf(ctx context.Context, p store.Person, id string) (d ChatFilter, err error) {
	if p.ID == "" {
		return d, nil
	}
	if d.all, err = a.Store.Muted(ctx, p.ID, id); err != nil || d.all {
		return d, err
	}
	list, err := a.Store.Blocks(ctx, p.ID)
	for _, other := range list {
		if d.people == nil {
			d.people = make(map[string]bool, len(list))
		}
		d.people[other.ID] = true
	}
	return d, err
}
