package core

import (
	"context"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/rating"
	"tafelrunde/internal/store"
)

// The size of a leaderboard, and the conditions for being on it.
const (
	leaderboardSize  = 50
	leaderboardGames = 10
	leaderboardDays  = 30
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

// PoolPath is the path of a leaderboard.
type PoolPath struct {
	Game  string `path:"game" enum:"wotn,lancelot"`
	Seats string `path:"seats" enum:"2,3-5"`
	Time  string `path:"time" enum:"bullet,blitz,rapid,classical,correspondence"`
}

// Pool returns the name of the pool.
func (p *PoolPath) Pool() string { return p.Game + "/" + p.Seats + "/" + p.Time }

// Leaderboard returns the leaderboard of a pool, of the members of a club if club is not "".
func (a *App) Leaderboard(ctx context.Context, s interface {
	Leaderboard(ctx context.Context, q store.LeaderboardQuery) ([]store.RankedPerson, error)
}, at *PoolPath, club string) (Leaderboard, error) {
	q := store.LeaderboardQuery{
		Pool: at.Pool(), Club: club, MinGames: leaderboardGames, MaxDeviation: rating.MaxReliableDeviation, Limit: leaderboardSize,
		Since: a.Now().After(-leaderboardDays * match.Day),
	}
	if at.Seats != "2" {
		q.MaxDeviation = rating.MaxReliableSigma
	}
	board := Leaderboard{Pool: q.Pool, People: []Leader{}, MinGames: leaderboardGames, Days: leaderboardDays}
	list, err := s.Leaderboard(ctx, q)
	for i := range list {
		r := &list[i]
		board.People = append(board.People, Leader{r.ID, r.Name, r.Arms, r.Rating.Shown(), r.Rating.Games})
	}
	return board, err
}
