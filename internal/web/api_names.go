package web

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/names"
	"tafelrunde/internal/store"
)

// checkName returns a name in the form in which it is stored, or a problem.
func checkName(name string) (string, error) {
	clean, err := names.Clean(name)
	var character *names.CharacterError
	switch {
	case err == nil:
		return clean, nil
	case errors.As(err, &character) && !character.Unseen():
		return "", &Problem{status: http.StatusUnprocessableEntity, Code: "name-character", Args: map[string]any{"character": character.Code()}, Message: err.Error()}
	case errors.Is(err, names.ErrNoLetter):
		return "", problem(http.StatusUnprocessableEntity, "name-letter", err.Error())
	case errors.Is(err, names.ErrMixed):
		return "", problem(http.StatusUnprocessableEntity, "name-mixed", err.Error())
	case errors.Is(err, names.ErrReserved):
		return "", problem(http.StatusUnprocessableEntity, "name-reserved", err.Error())
	}
	return "", problem(http.StatusUnprocessableEntity, "name", names.ErrLength.Error())
}

// freeForGuest refuses a name that can be taken for that of an account.
func (a *API) freeForGuest(ctx context.Context, name string) error {
	_, err := a.store.AccountLike(ctx, name)
	switch {
	case err == nil:
		return problem(http.StatusConflict, "name-of-account", "somebody with an account has this name, or one that looks like it")
	case isNotFound(err):
		return nil
	}
	return err
}

// memberNamed is the person with an account who enters by a name. Names from
// before they were cleaned are asked for first, as they are. A person whose name
// was changed may also enter by the one that others see.
func (a *API) memberNamed(ctx context.Context, name string) (store.Person, error) {
	name = strings.TrimSpace(name)
	p, err := a.store.PersonNamed(ctx, name)
	if !isNotFound(err) {
		return p, err
	}
	clean, wrong := names.Clean(name)
	if wrong != nil {
		return p, err
	}
	if p, err = a.store.PersonNamed(ctx, clean); !isNotFound(err) {
		return p, err
	}
	p, err = a.store.AccountLike(ctx, clean)
	if err == nil && !strings.EqualFold(p.Name, clean) {
		return store.Person{}, store.ErrNotFound
	}
	return p, err
}

// invitedNames are the names on the list of a private table in the form in which
// those accounts have them.
func (a *API) invitedNames(ctx context.Context, list []string) ([]string, error) {
	invited := make([]string, 0, len(list))
	for _, name := range list {
		p, err := a.memberNamed(ctx, name)
		switch {
		case err == nil:
			name = p.Name
		case !isNotFound(err):
			return nil, err
		default:
			if name, err = checkName(name); err != nil {
				return nil, err
			}
		}
		invited = append(invited, name)
	}
	return invited, nil
}

func (a *API) registerNames(routes huma.API) {
	huma.Register(routes, huma.Operation{
		OperationID: "changeName", Method: http.MethodPost, Path: "/api/me/name",
		Summary: "Choose another name; for those whose old one could be taken for that of an older account",
	}, func(ctx context.Context, in *nameRequest) (*personAnswer, error) {
		answer, err := a.changeName(ctx, in.Body.Name)
		return answer, a.problemOf(err)
	})
}

func (a *API) changeName(ctx context.Context, name string) (*personAnswer, error) {
	p, err := a.freshMember(ctx)
	if err != nil {
		return nil, err
	}
	if name, err = checkName(name); err != nil {
		return nil, err
	}
	// One that failed half way is finished by asking once more.
	if !p.NameDue && name != p.Name {
		return nil, problem(http.StatusConflict, "name-kept", "your name stays as it is")
	}
	err = a.store.ChangeName(ctx, p.ID, name)
	a.personChanged(p.ID)
	if err != nil {
		return nil, err
	}
	p.Name, p.NameDue = name, false
	if _, err := a.rename(ctx, p, match.Rename{Player: playerOf(p)}); err != nil {
		return nil, err
	}
	return answerPerson(p), nil
}

// renameAtTables changes the names of people at their tables that the store has
// changed when it was opened.
func (a *API) renameAtTables(ctx context.Context) {
	list, err := a.store.RenamedPeople(ctx)
	for i := 0; i < len(list) && err == nil; i++ {
		if _, err = a.rename(ctx, list[i], match.Rename{Player: playerOf(list[i])}); err == nil {
			err = a.store.MarkRenamedAtTables(ctx, list[i].ID)
		}
	}
	if err != nil && ctx.Err() == nil {
		a.log.Error("names could not be changed at tables; the next start tries again", "error", err)
	}
}
