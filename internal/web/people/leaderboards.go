package people

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/web/core"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/rating"
	"tafelrunde/internal/store"
)

// The size of a leaderboard, and the conditions for being on it.
const (
	leaderboardSize  = 50
	leaderboardGames = 10
	leaderboardDays  = 30
	// leaderboardFor is how long a leaderboard is used for further requests.
	leaderboardFor = 30 * time.Second
)

// Leaderboard has the best people of a pool.
type Leaderboard struct {
	Pool   string   `json:"pool"`
	People []Leader `json:"people" doc:"at most 50, the best first"`
	// The conditions, for the text of the page.
	MinGames int `json:"minGames" doc:"rated games in the pool that are needed"`
	Days     int `json:"days" doc:"the last rated game must not be longer ago"`
}

// Leader is a person on a leaderboard.
type Leader struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Arms  string `json:"arms,omitempty"`
	Shown int    `json:"shown" doc:"the rating on a scale that starts at 1500 in every pool"`
	Games int    `json:"games"`
}

// leaderboardCache has the latest leaderboards by pool.
type leaderboardCache struct {
	mu sync.Mutex
	of map[string]cachedLeaderboard
}

type cachedLeaderboard struct {
	board Leaderboard
	until time.Time
}

func (a *API) registerLeaderboards(routes huma.API) {
	type request struct {
		Game  string `path:"game" enum:"wotn,lancelot"`
		Seats string `path:"seats" enum:"2,3-5"`
		Time  string `path:"time" enum:"bullet,blitz,rapid,classical,correspondence"`
	}
	type response struct{ Body Leaderboard }
	core.Register(routes, core.Read, huma.Operation{OperationID: "getLeaderboard", Method: http.MethodGet, Path: "/api/leaderboards/{game}/{seats}/{time}", Summary: "The best people of a rating pool: those with accounts, at least 10 rated games there, a reliable rating and a rated game in the last 30 days"},
		func(ctx context.Context, in *request) (*response, error) {
			board, err := a.leaderboard(ctx, in.Game+"/"+in.Seats+"/"+in.Time, in.Seats != "2")
			return &response{board}, a.ProblemOf(err)
		})
}

// leaderboard returns the leaderboard of a pool of games for two, or for more.
func (a *API) leaderboard(ctx context.Context, pool string, many bool) (Leaderboard, error) {
	c := &a.leaderboards
	c.mu.Lock()
	cached, ok := c.of[pool]
	c.mu.Unlock()
	if ok && time.Now().Before(cached.until) {
		return cached.board, nil
	}
	q := store.LeaderboardQuery{
		Pool: pool, MinGames: leaderboardGames, MaxDeviation: rating.MaxReliableDeviation, Limit: leaderboardSize,
		Since: a.Now().After(-leaderboardDays * match.Day),
	}
	if many {
		q.MaxDeviation = rating.MaxReliableSigma
	}
	list, err := a.store.Leaderboard(ctx, q)
	if err != nil {
		return Leaderboard{}, err
	}
	board := Leaderboard{Pool: pool, People: []Leader{}, MinGames: leaderboardGames, Days: leaderboardDays}
	for _, r := range list {
		board.People = append(board.People, Leader{r.ID, r.Name, r.Arms, r.Rating.Shown(), r.Rating.Games})
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil {
		c.of = make(map[string]cachedLeaderboard)
	}
	c.of[pool] = cachedLeaderboard{board, time.Now().Add(leaderboardFor)}
	return board, nil
}
