package admin

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/puzzles"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

const (
	// wrongPuzzlesShown is the largest number of puzzles in a response.
	wrongPuzzlesShown = 50
	// wrongVotesShown is the largest number of votes of each.
	wrongVotesShown = 20
)

// WrongPuzzle is a puzzle that people think is wrong.
type WrongPuzzle struct {
	ID      string            `json:"id"`
	Variant string            `json:"variant,omitempty" enum:"wotn,wotn-alternative,lancelot" doc:"missing if the puzzle was removed from the program"`
	Wrong   int               `json:"wrong" doc:"people who think so"`
	Good    int               `json:"good" doc:"people who think that it is good"`
	Dull    int               `json:"dull" doc:"people who think that it is dull"`
	Votes   []store.WrongVote `json:"votes" doc:"at most 20 of those that it is wrong, the earliest first"`
}

func (a *API) registerPuzzles(routes huma.API) {
	type puzzlesResponse struct {
		Body struct {
			Puzzles []WrongPuzzle `json:"puzzles" doc:"at most 50, those with the most votes first"`
			More    bool          `json:"more" doc:"whether there are others after them"`
		}
	}
	core.Register(routes, core.Read.For(store.Moderator), huma.Operation{OperationID: "getWrongPuzzles", Method: http.MethodGet, Path: "/api/admin/puzzles", Summary: "The puzzles that people think are wrong"},
		func(ctx context.Context, in *struct {
			Skip int `query:"skip" minimum:"0" maximum:"100000" doc:"the number of puzzles that are left out, those with the most votes"`
		}) (*puzzlesResponse, error) {
			out := &puzzlesResponse{}
			list, err := a.wrongPuzzles(ctx, in.Skip)
			out.Body.More = len(list) > wrongPuzzlesShown
			out.Body.Puzzles = list[:min(len(list), wrongPuzzlesShown)]
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

// wrongPuzzles returns one more than are shown, if there are so many.
func (a *API) wrongPuzzles(ctx context.Context, skip int) ([]WrongPuzzle, error) {
	found, err := a.store.WrongPuzzles(ctx, skip, wrongPuzzlesShown+1, wrongVotesShown)
	list := make([]WrongPuzzle, len(found))
	for i := range found {
		v := &found[i]
		list[i] = WrongPuzzle{ID: v.Puzzle, Wrong: v.Wrong, Good: v.Good, Dull: v.Dull, Votes: v.Votes}
		p, err := puzzles.ByID(v.Puzzle)
		if err != nil {
			return nil, err
		}
		if p != nil {
			list[i].Variant = p.Rules
		}
	}
	return list, err
}
