// Package tournaments has the routes of tournaments.
package tournaments

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/tournament"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// API implements the routes.
type API struct {
	*core.App
	store   Store
	matches *matches.Access
	rules   match.Rules
	encoded encodings
}

// Store is the part of a store that the routes need.
type Store interface {
	store.Tournaments

	Club(ctx context.Context, id string) (store.Club, error)
	Membership(ctx context.Context, club, person string) (store.Member, error)
}

// Register adds the routes. rules are those of the games.
func Register(routes huma.API, app *core.App, m *matches.Access, s Store, rules match.Rules) *API {
	a := &API{App: app, store: s, matches: m, rules: rules, encoded: newEncodings()}
	a.registerLists(routes)
	a.registerCreation(routes)
	a.registerEntries(routes)
	a.registerClubs(routes)
	a.registerDirector(routes)
	a.registerFiles(routes)
	return a
}

// maxOpen is how many tournaments that have not ended a person may direct.
const maxOpen = 5

// problemOf converts errors of the store.
func (a *API) problemOf(err error) error {
	if errors.Is(err, store.ErrTooMany) {
		return core.NewProblem(http.StatusConflict, "tournament-many", "you direct as many tournaments that have not ended as permitted").With("most", maxOpen)
	}
	if errors.Is(err, store.ErrTaken) {
		return core.NewProblem(http.StatusConflict, "tournament-challenged", "a challenge between the two clubs is not answered, or your club has challenged the other one today")
	}
	return a.ProblemOf(err)
}

// TournamentPath is the path of a tournament.
type TournamentPath struct {
	ID string `path:"id" maxLength:"64"`
}

// wholeResponse is the response to a change: the tournament after it.
type wholeResponse struct{ Body WholeTournament }

// do carries out a command of the requester, who has an account.
func (a *API) do(ctx context.Context, id string, action func(p store.Person) (tournament.Action, error)) (*wholeResponse, error) {
	p, err := core.RequireMember(ctx)
	if err != nil {
		return nil, err
	}
	do, err := action(p)
	if err != nil {
		return nil, a.problemOf(err)
	}
	before, err := a.Tournaments.State(ctx, id)
	if err != nil {
		return nil, a.problemOf(err)
	}
	c := tournament.Command{At: a.Now(), By: p.ID, Moderator: p.Role.Includes(store.Moderator), Do: do}
	s, err := a.Tournaments.Do(ctx, id, c, host.TournamentOptions{Entry: a.entryFor(p, id, before, do)})
	if err != nil {
		return nil, a.problemOf(err)
	}
	if s, err = a.named(ctx, s); err != nil {
		return nil, a.problemOf(err)
	}
	return &wholeResponse{wholeOf(id, s)}, nil
}

// state returns the state of a tournament for views.
func (a *API) state(ctx context.Context, id string) (*tournament.State, error) {
	s, err := a.Tournaments.State(ctx, id)
	if err != nil {
		return nil, err
	}
	return a.named(ctx, s)
}

// named returns a state with the current names of the clubs.
func (a *API) named(ctx context.Context, s *tournament.State) (*tournament.State, error) {
	if len(s.Settings.Clubs) == 0 {
		return s, nil
	}
	named, err := *s, error(nil)
	named.Settings.Clubs, err = a.store.CurrentClubs(ctx, s.Settings.Clubs)
	return &named, err
}

// entryFor returns the entry of the audit log for an action with which a person decides about
// others, nil for one about the person alone. s is the tournament before the action.
func (a *API) entryFor(p store.Person, id string, s *tournament.State, do tournament.Action) *store.Entry {
	action, about, details := "", store.Person{}, []string{"tournament", id}
	switch do := do.(type) {
	case tournament.Correct:
		action = "tournament-correct"
		details = append(details, "note", do.Note, "board", strconv.Itoa(do.Board), "points", fmt.Sprint(do.Points))
		if do.Board > 0 && do.Board <= len(s.Boards) && s.Boards[do.Board-1].Result != nil {
			details = append(details, "before", fmt.Sprint(s.Boards[do.Board-1].Result.Points))
		}
	case tournament.Close:
		action, details = "tournament-close", append(details, "note", do.Note)
	case tournament.Expel:
		action, details = "tournament-expel", append(details, "entry", strconv.Itoa(do.Entry))
		if do.Entry > 0 && do.Entry <= len(s.Entries) {
			about.ID, about.Name = s.Entries[do.Entry-1].Player.ID, s.Entries[do.Entry-1].Player.Name
		}
	default:
		return nil
	}
	e := a.NewEntry(core.Actor{ID: p.ID, Name: p.Name, Role: p.Role}, action, about, details...)
	return &e
}
