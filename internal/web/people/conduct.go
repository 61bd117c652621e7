package people

import (
	"context"
	"errors"
	"net/http"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
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
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			list, err := a.Store.Blocks(ctx, p.ID)
			out := &blocksAnswer{}
			out.Body.Blocked = []Person{}
			for _, other := range list {
				out.Body.Blocked = append(out.Body.Blocked, personOf(other))
			}
			return out, a.ProblemOf(err)
		})
	type otherPath struct {
		ID string `path:"id" maxLength:"64"`
	}
	huma.Register(routes, huma.Operation{OperationID: "block", Method: http.MethodPut, Path: "/api/me/blocks/{id}", Summary: "Keep somebody away: he can neither sit at one's tables nor talk there", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *otherPath) (*struct{}, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			if in.ID == p.ID {
				return nil, core.NewProblem(http.StatusUnprocessableEntity, "yourself", "this is you")
			}
			if _, err := a.Store.Person(ctx, in.ID); err != nil {
				return nil, a.ProblemOf(err)
			}
			return nil, a.ProblemOf(a.Store.Block(ctx, p.ID, in.ID, a.Now()))
		})
	huma.Register(routes, huma.Operation{OperationID: "unblock", Method: http.MethodDelete, Path: "/api/me/blocks/{id}", Summary: "Keep somebody away no longer", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *otherPath) (*struct{}, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			return nil, a.ProblemOf(a.Store.Unblock(ctx, p.ID, in.ID))
		})
	type muteRequest struct {
		core.MatchPath
		Body struct {
			Muted bool `json:"muted"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "mute", Method: http.MethodPut, Path: "/api/matches/{id}/mute", Summary: "Hear the talk at a table no longer, or again", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *muteRequest) (*struct{}, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			if _, err := a.VisibleMatch(ctx, in.ID, p); err != nil {
				return nil, a.ProblemOf(err)
			}
			return nil, a.ProblemOf(a.Store.Mute(ctx, p.ID, in.ID, in.Body.Muted))
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
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			text := match.CleanText(in.Body.Text)
			if utf8.RuneCountInString(text) > reportLength || !utf8.ValidString(in.Body.Text) {
				return nil, core.NewProblem(http.StatusUnprocessableEntity, "report-text", "a report has 2,000 characters at most")
			}
			if in.Body.About == p.ID {
				return nil, core.NewProblem(http.StatusUnprocessableEntity, "yourself", "this is you")
			}
			about, err := a.Store.Person(ctx, in.Body.About)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			if in.Body.Match != "" {
				if _, err := a.VisibleMatch(ctx, in.Body.Match, p); err != nil {
					return nil, a.ProblemOf(err)
				}
			}
			if !a.Limits.Allow(core.ReportsMade, p.ID) {
				return nil, core.TooMuch
			}
			err = a.Store.AddReport(ctx, store.Report{
				ID: core.IDFor(ctx), At: a.Now(), By: p.ID, ByName: p.Name, About: about.ID, AboutName: about.Name,
				Match: in.Body.Match, Reason: in.Body.Reason, Text: text,
			})
			if errors.Is(err, store.ErrTaken) && core.ResumedSince(ctx) > 0 {
				err = nil // it is there already
			}
			return nil, a.ProblemOf(err)
		})
}

const reportLength = 2000
