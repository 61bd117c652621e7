package people

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/web/core"
)

// freeForGuest refuses a name that can be taken for that of an account.
func (a *API) freeForGuest(ctx context.Context, name string) error {
	_, err := a.Store.AccountLike(ctx, name)
	switch {
	case err == nil:
		return core.NewProblem(http.StatusConflict, "name-of-account", "somebody with an account has this name, or one that looks like it")
	case core.IsNotFound(err):
		return nil
	}
	return err
}

func (a *API) registerNames(routes huma.API) {
	huma.Register(routes, huma.Operation{
		OperationID: "changeName", Method: http.MethodPost, Path: "/api/me/name",
		Summary: "Choose another name; for those whose old one could be taken for that of an older account",
	}, func(ctx context.Context, in *nameRequest) (*personAnswer, error) {
		answer, err := a.changeName(ctx, in.Body.Name)
		return answer, a.ProblemOf(err)
	})
}

func (a *API) changeName(ctx context.Context, name string) (*personAnswer, error) {
	p, err := a.FreshMember(ctx)
	if err != nil {
		return nil, err
	}
	if name, err = core.CheckName(name); err != nil {
		return nil, err
	}
	// One that failed half way is finished by asking once more.
	if !p.NameDue && name != p.Name {
		return nil, core.NewProblem(http.StatusConflict, "name-kept", "your name stays as it is")
	}
	err = a.Store.ChangeName(ctx, p.ID, name)
	a.PersonChanged(p.ID)
	if err != nil {
		return nil, err
	}
	p.Name, p.NameDue = name, false
	if _, err := a.Rename(ctx, p, match.Rename{Player: core.PlayerOf(p)}); err != nil {
		return nil, err
	}
	return answerPerson(p), nil
}

// renameAtTables changes the names of people at their tables that the store has
// changed when it was opened.
func (a *API) renameAtTables(ctx context.Context) {
	list, err := a.Store.RenamedPeople(ctx)
	for i := 0; i < len(list) && err == nil; i++ {
		if _, err = a.Rename(ctx, list[i], match.Rename{Player: core.PlayerOf(list[i])}); err == nil {
			err = a.Store.MarkRenamedAtTables(ctx, list[i].ID)
		}
	}
	if err != nil && ctx.Err() == nil {
		a.Log.Error("names could not be changed at tables; the next start tries again", "error", err)
	}
}
