package puzzles

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

func (a *API) registerVotes(routes huma.API) {
	core.Register(routes, core.Change.ByPerson(core.PuzzleVotes), huma.Operation{OperationID: "votePuzzle", Method: http.MethodPost, Path: "/api/puzzle/{id}/vote", Summary: "Say what the requester thinks of a puzzle, instead of an earlier vote. Moderators see the votes that puzzles are wrong", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *struct {
			ID   string `path:"id" maxLength:"64"`
			Body struct {
				Vote string `json:"vote" enum:"good,dull,wrong"`
				Text string `json:"text,omitempty" maxLength:"500"`
			}
		}) (*struct{}, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			if _, err := known(in.ID); err != nil {
				return nil, a.ProblemOf(err)
			}
			v := store.PuzzleVote{Puzzle: in.ID, Vote: in.Body.Vote, Text: strings.TrimSpace(in.Body.Text), At: a.Now()}
			return nil, a.ProblemOf(ofMember(a.store.VoteOnPuzzle(ctx, p.ID, v)))
		})
}
