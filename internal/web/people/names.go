package people

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/web/core"
)

func (a *API) registerNames(routes huma.API) {
	core.Register(routes, core.Create, huma.Operation{
		OperationID: "changeName", Method: http.MethodPost, Path: "/api/me/name",
		Summary: "Choose another name, for people whose name looks like that of an older account",
	}, func(ctx context.Context, in *nameRequest) (*personResponse, error) {
		response, err := a.changeName(ctx, in.Body.Name)
		return response, a.ProblemOf(err)
	})
}

func (a *API) changeName(ctx context.Context, name string) (*personResponse, error) {
	p, err := a.FreshMember(ctx)
	if err != nil {
		return nil, err
	}
	if name, err = core.CheckName(name); err != nil {
		return nil, err
	}
	// A change that failed halfway can be repeated with the same name.
	if !p.NameDue && name != p.Name {
		return nil, core.NewProblem(http.StatusConflict, "name-kept", "you cannot change your name")
	}
	err = conflictAsNoSession(a.store.ChangeName(ctx, p.ID, p.Epoch, name))
	a.PersonChanged(p.ID)
	if err != nil {
		return nil, err
	}
	p.Name, p.NameDue = name, false
	c := core.Caller{Person: p, Withheld: core.CallerIn(ctx).Withheld}
	if _, err := a.Rename(ctx, p, match.Rename{Player: core.PlayerOf(p)}); err != nil {
		return nil, err
	}
	return newPersonResponse(c), nil
}

// renameAtTables changes the names of people at their tables, if the store
// changed them when it was opened.
func (a *API) renameAtTables(ctx context.Context) {
	list, err := a.store.RenamedPeople(ctx)
	for i := 0; i < len(list) && err == nil; i++ {
		if _, err = a.Rename(ctx, list[i], match.Rename{Player: core.PlayerOf(list[i])}); err == nil {
			err = a.store.MarkRenamedAtTables(ctx, list[i].ID)
		}
	}
	if err != nil && ctx.Err() == nil {
		a.Log.Error("changing names at tables failed; the next start tries again", "error", err)
	}
}
