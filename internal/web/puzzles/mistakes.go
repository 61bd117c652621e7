package puzzles

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/puzzles"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// MaxMistakes is the largest number of mistakes that a person keeps.
const MaxMistakes = 200

// sources matches addresses of the site relative to its root, and "". Without a colon they are no
// others.
var sources = regexp.MustCompile(`^([a-z][!#-9;=?-[\]-~]*)?$`)

func (a *API) registerMistakes(routes huma.API) {
	type mistakesResponse struct {
		Body struct {
			Mistakes []store.Mistake `json:"mistakes"`
		}
	}
	core.Register(routes, core.Read, huma.Operation{OperationID: "getMistakes", Method: http.MethodGet, Path: "/api/me/mistakes", Summary: "The mistakes in games that the requester keeps as exercises, the latest first"},
		func(ctx context.Context, _ *struct{}) (*mistakesResponse, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			out := &mistakesResponse{}
			out.Body.Mistakes, err = a.store.Mistakes(ctx, p.ID)
			return out, a.ProblemOf(err)
		})
	core.Register(routes, core.Change.ByPerson(core.Mistakes), huma.Operation{OperationID: "putMistake", Method: http.MethodPut, Path: "/api/me/mistakes/{id}", Summary: "Keep a mistake as an exercise, or replace it. An account keeps 200; the oldest is deleted", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *struct {
			ID   string `path:"id" pattern:"^[0-9a-z]{7}$" doc:"seven letters and digits, chosen by the client"`
			Body store.MistakeContent
		}) (*struct{}, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			m := store.Mistake{ID: in.ID, MistakeContent: in.Body}
			if err := checkMistake(&m.MistakeContent); err != nil {
				return nil, err
			}
			m.At = min(m.At, a.Now())
			return nil, a.ProblemOf(ofMember(a.store.PutMistake(ctx, p.ID, m, MaxMistakes)))
		})
	core.Register(routes, core.Change, huma.Operation{OperationID: "deleteMistake", Method: http.MethodDelete, Path: "/api/me/mistakes/{id}", Summary: "Delete a mistake; attempts at it stay", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *struct {
			ID string `path:"id" maxLength:"64"`
		}) (*struct{}, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			return nil, a.ProblemOf(a.store.DeleteMistake(ctx, p.ID, in.ID))
		})
}

// mistakeRules returns the rules of the mistakes of a person, by ID.
func (a *API) mistakeRules(ctx context.Context, person string) (map[string]string, error) {
	list, err := a.store.Mistakes(ctx, person)
	rules := make(map[string]string, len(list))
	for i := range list {
		rules[list[i].ID] = list[i].Rules
	}
	return rules, err
}

// checkMistake returns a problem if a mistake is none by the rules.
func checkMistake(m *store.MistakeContent) error {
	bad := func(reason string) error {
		return core.NewProblem(http.StatusUnprocessableEntity, "mistake", "this is not an exercise: "+reason).With("reason", reason)
	}
	if !sources.MatchString(m.Source) {
		return bad("the source is not an address of this site")
	}
	legal, err := legalIn(m.Rules, m.Position)
	if err != nil {
		return bad(err.Error())
	}
	for _, move := range append([]string{m.Played}, m.Best...) {
		if err := legal(move); err != nil {
			return bad(err.Error())
		}
	}
	for i, move := range m.Best {
		if move == m.Played || slices.Contains(m.Best[:i], move) {
			return bad(fmt.Sprintf("the move %s occurs twice", move))
		}
	}
	return nil
}

// legalIn returns a function that reports why a move is not legal in a position.
func legalIn(rules, position string) (func(move string) error, error) {
	if rules == puzzles.Lancelot {
		p, err := lancelot.ParsePosition(position)
		if err != nil {
			return nil, err
		}
		return func(move string) error { _, err := p.ParseTurn(move); return err }, nil
	}
	variant, err := wotn.ParseVariant(rules)
	if err != nil {
		return nil, err
	}
	p, err := wotn.ParsePosition(variant, position)
	if err != nil {
		return nil, err
	}
	return func(move string) error { _, err := p.ParseMove(move); return err }, nil
}
