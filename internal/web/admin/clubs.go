package admin

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

func (a *API) registerClubs(routes huma.API) {
	type clubActionRequest struct {
		ID   string `path:"id" maxLength:"64"`
		Body struct {
			Action string `json:"action" enum:"close,reopen,remove-text,remove-notice"`
			Notice string `json:"notice,omitempty" maxLength:"64" doc:"the notice or reply to be removed"`
			Text   string `json:"text,omitempty" maxLength:"4000" doc:"the reason, for the audit log"`
		}
	}
	core.Register(routes, core.Create.For(store.Moderator), huma.Operation{OperationID: "actOnClub", Method: http.MethodPost, Path: "/api/admin/clubs/{id}/actions", Summary: "Close a club or open it again, or remove its texts or a notice", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *clubActionRequest) (*struct{}, error) {
			return nil, a.ProblemOf(a.actOnClub(ctx, in.ID, in.Body.Action, in.Body.Notice, in.Body.Text))
		})
}

func (a *API) actOnClub(ctx context.Context, id, action, notice, reason string) error {
	by := core.ActorIn(ctx)
	reason, err := cleanText(reason, maxText)
	if err != nil {
		return err
	}
	c, err := a.store.Club(ctx, id)
	if err != nil {
		return err
	}
	details := []string{"club", c.ID, "title", c.Name, "text", reason}
	switch action {
	case "remove-notice":
		n, err := a.store.ClubNotice(ctx, id, notice)
		if err != nil {
			return err
		}
		entry := a.NewEntry(by, "remove-club-notice", store.Person{ID: n.Person, Name: n.Name}, details...)
		return a.store.DeleteClubNotice(ctx, id, notice, &entry)
	case "remove-text":
		return a.store.ModerateClub(ctx, id, "", true, a.NewEntry(by, "remove-club-text", store.Person{}, details...))
	case "close":
		return a.store.ModerateClub(ctx, id, store.ClubRemoved, false, a.NewEntry(by, "close-club", store.Person{}, details...))
	}
	return a.store.ModerateClub(ctx, id, store.ClubOpen, false, a.NewEntry(by, "reopen-club", store.Person{}, details...))
}
