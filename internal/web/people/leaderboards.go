package people

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/web/core"
)

// leaderboardFor is how long a leaderboard is used for further requests.
const leaderboardFor = 30 * time.Second

// leaderboardCache has the latest leaderboards by pool.
type leaderboardCache struct {
	mu sync.Mutex
	of map[string]cachedLeaderboard
}

type cachedLeaderboard struct {
	board core.Leaderboard
	until time.Time
}

func (a *API) registerLeaderboards(routes huma.API) {
	type response struct{ Body core.Leaderboard }
	core.Register(routes, core.Read, huma.Operation{OperationID: "getLeaderboard", Method: http.MethodGet, Path: "/api/leaderboards/{game}/{seats}/{time}", Summary: "The best people of a rating pool: those with accounts, at least 10 rated games there, a reliable rating and a rated game in the last 30 days"},
		func(ctx context.Context, in *core.PoolPath) (*response, error) {
			board, err := a.leaderboard(ctx, in)
			return &response{board}, a.ProblemOf(err)
		})
}

// leaderboard returns the leaderboard of a pool.
func (a *API) leaderboard(ctx context.Context, at *core.PoolPath) (core.Leaderboard, error) {
	c := &a.leaderboards
	c.mu.Lock()
	cached, ok := c.of[at.Pool()]
	c.mu.Unlock()
	if ok && time.Now().Before(cached.until) {
		return cached.board, nil
	}
	board, err := a.Leaderboard(ctx, a.store, at, "")
	if err != nil {
		return board, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil {
		c.of = make(map[string]cachedLeaderboard)
	}
	c.of[at.Pool()] = cachedLeaderboard{board, time.Now().Add(leaderboardFor)}
	return board, nil
}
