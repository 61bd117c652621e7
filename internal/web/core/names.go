package core

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"tafelrunde/internal/accounts"
	"tafelrunde/internal/store"
)

// CheckName returns a name in the form in which it is stored, or a problem if it
// is not permitted.
func CheckName(name string) (string, error) {
	clean, err := accounts.CleanName(name)
	var character *accounts.CharacterError
	switch {
	case err == nil:
		return clean, nil
	case errors.As(err, &character) && !character.Unseen():
		return "", NewProblem(http.StatusUnprocessableEntity, "name-character", err.Error()).With("character", character.Code())
	case errors.Is(err, accounts.ErrNoLetter):
		return "", NewProblem(http.StatusUnprocessableEntity, "name-letter", err.Error())
	case errors.Is(err, accounts.ErrMarks):
		return "", NewProblem(http.StatusUnprocessableEntity, "name-marks", err.Error())
	case errors.Is(err, accounts.ErrMixed):
		return "", NewProblem(http.StatusUnprocessableEntity, "name-mixed", err.Error())
	case errors.Is(err, accounts.ErrReserved):
		return "", NewProblem(http.StatusUnprocessableEntity, "name-reserved", err.Error())
	}
	return "", NewProblem(http.StatusUnprocessableEntity, "name", accounts.ErrLength.Error())
}

// nameOfAccount is the problem of guests whose name is, or looks like, that of an account.
var nameOfAccount = NewProblem(http.StatusConflict, "name-of-account", "this name is, or looks like, that of an account")

// CheckGuestName returns a problem if a name is, or looks like, that of an account, also if
// they differ only in punctuation and spaces.
func (a *App) CheckGuestName(ctx context.Context, name string) error {
	_, err := a.store.AccountLike(ctx, name)
	switch {
	case err == nil:
		return nameOfAccount
	case IsNotFound(err):
		return nil
	}
	return err
}

// RequireNamed returns the requester, or a problem if there is none or if the
// requester is a guest whose name was later chosen for an account. Handlers use it
// where others begin to see the name. A name that differs in punctuation stays, because
// earlier versions accepted it.
func (a *App) RequireNamed(ctx context.Context) (store.Person, error) {
	p, err := RequirePerson(ctx)
	if err != nil || p.Account() {
		return p, err
	}
	account, err := a.store.AccountLike(ctx, p.Name)
	switch {
	case IsNotFound(err):
		return p, nil
	case err == nil && (strings.EqualFold(account.Name, p.Name) || accounts.Skeleton(account.Name) == accounts.Skeleton(p.Name)):
		return p, nameOfAccount
	}
	return p, err
}

// MemberNamed returns the person with an account who logs in under a name. Exact
// matches take precedence, because names stored by older versions are not
// normalized. A person whose name was changed by the server may log in under
// either name. The error is [store.ErrNotFound] if there is no such account.
func (a *App) MemberNamed(ctx context.Context, name string) (store.Person, error) {
	name = strings.TrimSpace(name)
	p, err := a.store.PersonNamed(ctx, name)
	if !IsNotFound(err) {
		return p, err
	}
	// Names of existing accounts need not be permitted now.
	clean, wrong := accounts.NormalName(name)
	if wrong != nil {
		return p, err
	}
	if p, err = a.store.PersonNamed(ctx, clean); !IsNotFound(err) {
		return p, err
	}
	p, err = a.store.AccountLike(ctx, clean)
	if err == nil && !strings.EqualFold(p.Name, clean) {
		return store.Person{}, store.ErrNotFound
	}
	return p, err
}
