package admin

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// QueuedReview is a review of a game by the server that is not finished.
type QueuedReview struct {
	Match       string       `json:"match"`
	Game        int          `json:"game"`
	Person      string       `json:"person,omitempty" doc:"the person who requested it; missing if that person was deleted"`
	Name        string       `json:"name,omitempty"`
	RequestedAt match.Moment `json:"requestedAt"`
	Running     bool         `json:"running"`
	Attempts    int          `json:"attempts" doc:"since the last search that was done"`
	Done        int          `json:"done" doc:"searches that are done"`
	All         int          `json:"all"`
}

func (a *API) registerReviews(routes huma.API) {
	type reviewsResponse struct {
		Body struct {
			Reviews []QueuedReview `json:"reviews" nullable:"false" doc:"in the order in which they will be made"`
		}
	}
	type reviewPath struct {
		ID   string `path:"id" maxLength:"64"`
		Game int    `path:"game" minimum:"1" maximum:"1000000000"`
		// A moderator who cancels a review that has just finished does not mean to delete
		// its result.
		Finished bool `query:"finished" doc:"delete the review also if it is done or has failed, with its result"`
	}
	core.Register(routes, core.Read.For(store.Moderator), huma.Operation{OperationID: "getReviews", Method: http.MethodGet, Path: "/api/admin/reviews", Summary: "The reviews of games by the server that run or wait"},
		func(ctx context.Context, _ *struct{}) (*reviewsResponse, error) {
			out := &reviewsResponse{}
			var err error
			out.Body.Reviews, err = a.reviews(ctx)
			return out, a.ProblemOf(err)
		})
	core.Register(routes, core.Change.For(store.Moderator), huma.Operation{OperationID: "cancelReview", Method: http.MethodDelete, Path: "/api/admin/matches/{id}/games/{game}/review", Summary: "Cancel a review of a game by the server that waits or runs, or delete one in any state", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *reviewPath) (*struct{}, error) {
			return nil, a.ProblemOf(a.cancelReview(ctx, in.ID, in.Game, in.Finished))
		})
}

func (a *API) reviews(ctx context.Context) ([]QueuedReview, error) {
	now := a.Now()
	open, err := a.store.OpenReviews(ctx, now)
	if err != nil {
		return nil, err
	}
	list := make([]QueuedReview, len(open))
	for i := range open {
		r := &open[i]
		list[i] = QueuedReview{Match: r.Match, Game: r.Game, Person: r.Person, RequestedAt: r.RequestedAt, Running: r.RunningAt(now), Attempts: r.Attempts, Done: r.Done, All: r.All}
		if p, err := a.store.Person(ctx, r.Person); err == nil {
			list[i].Name = p.Name
		}
	}
	return list, nil
}

// cancelReview deletes a review: with finished one in any state, otherwise only one that
// waits or runs.
func (a *API) cancelReview(ctx context.Context, id string, game int, finished bool) error {
	by := core.ActorIn(ctx)
	r, err := a.store.Review(ctx, id, game)
	if err != nil {
		return err
	}
	about, err := a.store.Person(ctx, r.Person)
	if err != nil {
		about = store.Person{} // was deleted
	}
	if finished {
		return a.store.DeleteReview(ctx, id, game, a.NewEntry(by, "delete-review", about, "match", id))
	}
	err = a.store.CancelReview(ctx, id, game, a.NewEntry(by, "cancel-review", about, "match", id))
	if errors.Is(err, store.ErrReviewFinished) {
		return core.NewProblem(http.StatusConflict, "review-finished", "the review is finished; its result was not deleted")
	}
	return err
}
