package admin

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/jobs"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// Comparison is a comparison of a person's games with the engine.
type Comparison struct {
	State       string       `json:"state" enum:"none,waiting,running,done,failed" doc:"a comparison runs when no game needs the engine"`
	RequestedAt match.Moment `json:"requestedAt,omitempty"`
	FinishedAt  match.Moment `json:"finishedAt,omitempty"`
	// Limits are those of every comparison.
	MaxGames  int            `json:"maxGames" doc:"how many games are compared, the newest"`
	NearShare int            `json:"nearShare" doc:"thousandths of win share that a move near the best may lose"`
	TimeSteps []match.Millis `json:"timeSteps" nullable:"false" doc:"upper ends of the classes of times, in milliseconds; the last class has none"`
	// Report has the games compared so far.
	Report *jobs.Findings `json:"report,omitempty"`
}

func (a *API) registerFairPlay(routes huma.API) {
	type comparisonResponse struct{ Body Comparison }
	const path = "/api/admin/people/{id}/fair-play"
	core.Register(routes, core.Read.For(store.Moderator), huma.Operation{OperationID: "getComparison", Method: http.MethodGet, Path: path, Summary: "The comparison of a person's finished games with the engine, and the times of the moves"},
		func(ctx context.Context, in *PersonPath) (*comparisonResponse, error) {
			c, err := a.comparison(ctx, in.ID)
			if err == nil {
				err = a.logGames(ctx, c.Report)
			}
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			return &comparisonResponse{c}, nil
		})
	core.Register(routes, core.Create.For(store.Moderator), huma.Operation{OperationID: "requestComparison", Method: http.MethodPost, Path: path, Summary: "Compare a person's newest finished games with the engine; this replaces an earlier comparison", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *PersonPath) (*struct{}, error) {
			return nil, a.ProblemOf(a.requestComparison(ctx, in.ID))
		})
}

func (a *API) comparison(ctx context.Context, id string) (Comparison, error) {
	if _, err := a.store.Person(ctx, id); err != nil {
		return Comparison{}, err
	}
	out := Comparison{State: "none", MaxGames: jobs.MaxComparedGames, NearShare: jobs.NearShare, TimeSteps: jobs.TimeSteps}
	c, err := a.store.Comparison(ctx, id)
	if core.IsNotFound(err) {
		return out, nil
	}
	if err != nil {
		return Comparison{}, err
	}
	out.State, out.RequestedAt, out.FinishedAt = "waiting", c.RequestedAt, c.FinishedAt
	switch {
	case c.Failed:
		out.State = "failed"
	case c.FinishedAt > 0:
		out.State = "done"
	case c.DueAt > a.Now():
		out.State = "running"
	}
	if c.Result == "" {
		return out, nil
	}
	out.Report = &jobs.Findings{}
	return out, json.Unmarshal([]byte(c.Result), out.Report)
}

// logGames adds the private tables whose moves a moderator reads in a report to the audit
// log.
func (a *API) logGames(ctx context.Context, report *jobs.Findings) error {
	p := core.Requester(ctx)
	if report == nil || p.ID == "" { // the operator
		return nil
	}
	for i := range report.Games {
		_, err := a.matches.VisibleMatch(ctx, report.Games[i].Match, p)
		if err != nil && !errors.Is(err, host.ErrNoMatch) { // deleted since then
			return err
		}
	}
	return nil
}

func (a *API) requestComparison(ctx context.Context, id string) error {
	by := core.ActorIn(ctx)
	p, err := a.store.Person(ctx, id)
	if err != nil {
		return err
	}
	err = a.store.RequestComparison(ctx, p.ID, a.Now(), a.NewEntry(by, "fair-play", p))
	switch {
	case errors.Is(err, store.ErrConflict):
		return core.NewProblem(http.StatusConflict, "comparing", "a comparison of this person's games waits or runs")
	case errors.Is(err, store.ErrTooMany):
		return core.NewProblem(http.StatusTooManyRequests, "comparisons", "too many comparisons wait").With("most", store.MaxComparisons)
	}
	return err
}
