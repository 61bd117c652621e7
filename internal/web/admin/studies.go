package admin

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/web/core"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

func (a *API) registerStudies(routes huma.API) {
	type studyRemoval struct {
		ID   string `path:"id" maxLength:"64"`
		Body struct {
			Removed bool `json:"removed" doc:"whether only its owner and moderators see the study"`
		}
	}
	core.Register(routes, core.Change.For(store.Moderator), huma.Operation{OperationID: "removeStudy", Method: http.MethodPut, Path: "/api/admin/studies/{id}", Summary: "Remove a study that others can see, or show it again", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *studyRemoval) (*struct{}, error) {
			return nil, a.ProblemOf(a.removeStudy(ctx, in.ID, in.Body.Removed))
		})
}

func (a *API) removeStudy(ctx context.Context, id string, removed bool) error {
	by := core.ActorIn(ctx)
	s, err := a.store.Study(ctx, id)
	if err != nil {
		return err
	}
	if s.Visibility == store.PrivateStudy {
		return store.ErrNotFound // moderators do not see private studies
	}
	action, at := "restore-study", match.Moment(0)
	if removed {
		action, at = "remove-study", a.Now()
	}
	owner := store.Person{ID: s.Owner, Name: s.OwnerName}
	return a.store.RemoveStudy(ctx, id, at, a.NewEntry(by, action, owner, "study", s.ID, "title", s.Title))
}
