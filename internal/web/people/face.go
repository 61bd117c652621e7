package people

import (
	"context"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/accounts"
	"tafelrunde/internal/match"
	"tafelrunde/internal/web/core"
)

// maxMotto is the length of a motto, in characters.
const maxMotto = 140

// Arms is the coat of arms of a person.
type Arms struct {
	Arms string `json:"arms" maxLength:"5" doc:"shield, division, two tinctures and charge, a letter each; empty for the one that the page derives from the ID"`
}

// Motto is a line of a person's about themselves.
type Motto struct {
	Motto string `json:"motto" maxLength:"2000" doc:"one line of at most 140 characters, or empty"`
}

type (
	armsResponse  struct{ Body Arms }
	mottoResponse struct{ Body Motto }
)

func (a *API) registerFace(routes huma.API) {
	core.Register(routes, core.Change.ByPerson(core.NewArms), huma.Operation{OperationID: "putArms", Method: http.MethodPut, Path: "/api/me/arms", Summary: "Choose a coat of arms; games that have ended keep the earlier one"},
		func(ctx context.Context, in *struct{ Body Arms }) (*armsResponse, error) {
			return &armsResponse{in.Body}, a.ProblemOf(a.putArms(ctx, in.Body.Arms))
		})
	core.Register(routes, core.Change.ByPerson(core.ChatMessages), huma.Operation{OperationID: "putMotto", Method: http.MethodPut, Path: "/api/me/motto", Summary: "Write a line about oneself, which the profile shows"},
		func(ctx context.Context, in *struct{ Body Motto }) (*mottoResponse, error) {
			motto, err := a.putMotto(ctx, in.Body.Motto)
			return &mottoResponse{Motto{motto}}, a.ProblemOf(err)
		})
}

func (a *API) putArms(ctx context.Context, arms string) error {
	p, err := a.FreshMember(ctx)
	if err != nil {
		return err
	}
	if arms != "" && !accounts.ValidArms(arms) {
		return core.NewProblem(http.StatusUnprocessableEntity, "arms", "this is not a coat of arms that the page offers")
	}
	err = a.store.SetArms(ctx, p.ID, arms)
	a.PersonChanged(p.ID)
	if err != nil {
		return noSessionIfGone(err)
	}
	p.Arms = arms
	open, err := a.store.OpenOf(ctx, p.ID, p.Name)
	if err != nil {
		return err
	}
	for i := range open {
		if _, err := a.RenameAt(ctx, open[i].Match, p.ID, match.Rename{Player: core.PlayerOf(p)}); err != nil {
			return err
		}
	}
	return nil
}

func (a *API) putMotto(ctx context.Context, text string) (string, error) {
	p, err := a.FreshMember(ctx)
	motto := match.CleanText(text)
	if err == nil && motto != "" {
		err = a.CheckMayWrite(&p)
	}
	if err != nil {
		return "", err
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(motto, unicode.IsControl) || utf8.RuneCountInString(motto) > maxMotto {
		return "", core.NewProblem(http.StatusUnprocessableEntity, "motto", "a motto is one line of at most 140 characters").With("most", maxMotto)
	}
	err = a.store.SetMotto(ctx, p.ID, motto)
	a.PersonChanged(p.ID)
	return motto, noSessionIfGone(err)
}

// noSessionIfGone returns [core.NoSession] if a person was deleted meanwhile.
func noSessionIfGone(err error) error {
	if core.IsNotFound(err) {
		return core.NoSession
	}
	return err
}
