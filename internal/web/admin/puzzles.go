package admin

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/puzzles"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// maxWrongVotes is the largest number of votes in a response.
const maxWrongVotes = 500

// WrongPuzzle is a puzzle that people think is wrong.
type WrongPuzzle struct {
	ID      string      `json:"id"`
	Variant string      `json:"variant,omitempty" enum:"wotn,wotn-alternative,lancelot" doc:"missing if the puzzle was removed from the program"`
	Votes   []WrongVote `json:"votes" doc:"the earliest first"`
}

// WrongVote is the vote of a person that a puzzle is wrong.
type WrongVote struct {
	Person string       `json:"person"`
	Name   string       `json:"name"`
	Text   string       `json:"text"`
	At     match.Moment `json:"at"`
}

func (a *API) registerPuzzles(routes huma.API) {
	type puzzlesResponse struct {
		Body struct {
			Puzzles []WrongPuzzle `json:"puzzles"`
		}
	}
	core.Register(routes, core.Read.For(store.Moderator), huma.Operation{OperationID: "getWrongPuzzles", Method: http.MethodGet, Path: "/api/admin/puzzles", Summary: "The puzzles that people think are wrong, with at most 500 votes"},
		func(ctx context.Context, _ *struct{}) (*puzzlesResponse, error) {
			out := &puzzlesResponse{}
			var err error
			out.Body.Puzzles, err = a.wrongPuzzles(ctx)
			return out, a.ProblemOf(err)
		})
	type puzzlePath struct {
		ID string `path:"id" maxLength:"64"`
	}
	core.Register(routes, core.Change.For(store.Moderator), huma.Operation{OperationID: "settlePuzzle", Method: http.MethodPost, Path: "/api/admin/puzzles/{id}/settle", Summary: "Dismiss the votes that a puzzle is wrong", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *puzzlePath) (*struct{}, error) {
			e := a.NewEntry(core.ActorIn(ctx), "settle-puzzle", store.Person{}, "puzzle", in.ID)
			return nil, a.ProblemOf(a.store.SettlePuzzle(ctx, in.ID, e))
		})
}

func (a *API) wrongPuzzles(ctx context.Context) ([]WrongPuzzle, error) {
	votes, err := a.store.WrongPuzzles(ctx, maxWrongVotes)
	if err != nil {
		return nil, err
	}
	list := []WrongPuzzle{}
	for i := range votes {
		v := &votes[i]
		if len(list) == 0 || list[len(list)-1].ID != v.Puzzle {
			wrong := WrongPuzzle{ID: v.Puzzle}
			p, err := puzzles.ByID(v.Puzzle)
			if err != nil {
				return nil, err
			}
			if p != nil {
				wrong.Variant = p.Rules
			}
			list = append(list, wrong)
		}
		last := &list[len(list)-1]
		last.Votes = append(last.Votes, WrongVote{v.Person, v.Name, v.Text, v.At})
	}
	return list, nil
}
