package web

import (
	"context"
	"errors"
	"net/http"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// registerConduct has what one does about others who do not behave.
func (a *API) registerConduct(routes huma.API) {
	type blocksAnswer struct {
		Body struct {
			Blocked []Person `json:"blocked"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "getBlocks", Method: http.MethodGet, Path: "/api/me/blocks", Summary: "Whom one keeps away"},
		func(ctx context.Context, _ *struct{}) (*blocksAnswer, error) {
			p, err := somebody(ctx)
			if err != nil {
				return nil, err
			}
			list, err := a.store.Blocks(ctx, p.ID)
			out := &blocksAnswer{}
			out.Body.Blocked = []Person{}
			for _, other := range list {
				out.Body.Blocked = append(out.Body.Blocked, personOf(other))
			}
			return out, a.problemOf(err)
		})
	type otherPath struct {
		ID string `path:"id" maxLength:"64"`
	}
	huma.Register(routes, huma.Operation{OperationID: "block", Method: http.MethodPut, Path: "/api/me/blocks/{id}", Summary: "Keep somebody away: he can neither sit at one's tables nor talk there", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *otherPath) (*struct{}, error) {
			p, err := somebody(ctx)
			if err != nil {
				return nil, err
			}
			if in.ID == p.ID {
				return nil, problem(http.StatusUnprocessableEntity, "yourself", "this is you")
			}
			if _, err := a.store.Person(ctx, in.ID); err != nil {
				return nil, a.problemOf(err)
			}
			return nil, a.problemOf(a.store.Block(ctx, p.ID, in.ID, a.moment()))
		})
	huma.Register(routes, huma.Operation{OperationID: "unblock", Method: http.MethodDelete, Path: "/api/me/blocks/{id}", Summary: "Keep somebody away no longer", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *otherPath) (*struct{}, error) {
			p, err := somebody(ctx)
			if err != nil {
				return nil, err
			}
			return nil, a.problemOf(a.store.Unblock(ctx, p.ID, in.ID))
		})
	type muteRequest struct {
		MatchPath
		Body struct {
			Muted bool `json:"muted"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "mute", Method: http.MethodPut, Path: "/api/matches/{id}/mute", Summary: "Hear the talk at a table no longer, or again", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *muteRequest) (*struct{}, error) {
			p, err := somebody(ctx)
			if err != nil {
				return nil, err
			}
			if _, err := a.watch(ctx, in.ID, p); err != nil {
				return nil, a.problemOf(err)
			}
			return nil, a.problemOf(a.store.Mute(ctx, p.ID, in.ID, in.Body.Muted))
		})
	type reportRequest struct {
		Body struct {
			About  string `json:"about" maxLength:"64" doc:"the person's ID"`
			Match  string `json:"match,omitempty" maxLength:"64" doc:"where it happened"`
			Reason string `json:"reason" enum:"talk,cheating,name,else"`
			Text   string `json:"text,omitempty" maxLength:"8000"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "report", Method: http.MethodPost, Path: "/api/reports", Summary: "Report somebody to the owner of the server", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *reportRequest) (*struct{}, error) {
			p, err := somebody(ctx)
			if err != nil {
				return nil, err
			}
			text := match.CleanText(in.Body.Text)
			if utf8.RuneCountInString(text) > reportLength || !utf8.ValidString(in.Body.Text) {
				return nil, problem(http.StatusUnprocessableEntity, "report-text", "a report has 2,000 characters at most")
			}
			if in.Body.About == p.ID {
				return nil, problem(http.StatusUnprocessableEntity, "yourself", "this is you")
			}
			about, err := a.store.Person(ctx, in.Body.About)
			if err != nil {
				return nil, a.problemOf(err)
			}
			if in.Body.Match != "" {
				if _, err := a.watch(ctx, in.Body.Match, p); err != nil {
					return nil, a.problemOf(err)
				}
			}
			if !a.limits.allow(reportsMade, p.ID) {
				return nil, tooMuch
			}
			err = a.store.AddReport(ctx, store.Report{
				ID: idFor(ctx), At: a.moment(), By: p.ID, ByName: p.Name, About: about.ID, AboutName: about.Name,
				Match: in.Body.Match, Reason: in.Body.Reason, Text: text,
			})
			if errors.Is(err, store.ErrTaken) && resumedSince(ctx) > 0 {
				err = nil // it is there already
			}
			return nil, a.problemOf(err)
		})
}

const reportLength = 2000

// checkBlocks refuses what those at a table who keep a person away do not want
// of him: that he sits down with them, or talks.
func (a *API) checkBlocks(ctx context.Context, s *match.State, p store.Person, action match.Action) error {
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
		err = problem(http.StatusForbidden, "blocked", "somebody at this table does not want to meet you")
	}
	return err
}

// deafness is whose talk at a match a person does not want to hear: everybody's,
// or that of those he keeps away.
type deafness struct {
	all    bool
	people map[string]bool
}

func (d *deafness) to(e *match.Event) bool {
	return e.Type == match.Chatted && (d.all || e.Text == "" || d.people[e.By])
}

func (a *API) deafnessOf(ctx context.Context, p store.Person, id string) (d deafness, err error) {
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
