package store

import (
	"context"
	"math"
	"slices"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/rating"
)

// Ratings reads ratings. They are computed when rated games are appended.
type Ratings interface {
	// Ratings returns the ratings of a person, by pool.
	Ratings(ctx context.Context, person string) ([]Rating, error)
	// RatingsOf returns the ratings of several people.
	RatingsOf(ctx context.Context, people []string) (map[string][]Rating, error)
	// RatingHistory returns the ratings of a person after each game, by pool and then
	// in the order of the games. Games rated by a program that did not store a history
	// are missing until [Store.Rebuild] is called.
	RatingHistory(ctx context.Context, person string) ([]RatingPoint, error)
	// RatingChanges returns what the rated game that ended at a moment changed for people,
	// by person. It lacks people without such a game, or without a history before it.
	RatingChanges(ctx context.Context, pool string, ended match.Moment, people []string) (map[string]RatingChange, error)
	// Leaderboard returns the best people with accounts in a pool, the best first.
	Leaderboard(ctx context.Context, q LeaderboardQuery) ([]RankedPerson, error)
}

// LeaderboardQuery selects people for [Ratings.Leaderboard].
type LeaderboardQuery struct {
	Pool string
	// Club restricts it to the members of a club, "" to nobody.
	Club string
	// MinGames is the least number of rated games in the pool.
	MinGames int
	// MaxDeviation is the largest deviation (Rating.B).
	MaxDeviation float64
	// Since is the earliest time of the last rated game in the pool.
	Since match.Moment
	Limit int
}

// RankedPerson is a person of a leaderboard.
type RankedPerson struct {
	ID, Name, Arms string
	Rating         Rating
}

// RatingPoint is the rating of a person after a game.
type RatingPoint struct {
	Pool string
	// Games is the number of rated games in the pool.
	Games int
	// Shown is [Rating.Shown].
	Shown int
	At    match.Moment
}

// RatingChange is what a game changed. Both numbers are as [Rating.Shown].
type RatingChange struct {
	Before, After int
}

// Rating is the strength of a person in a pool.
type Rating struct {
	Pool string `json:"pool"`
	// A, B and C are rating, deviation and volatility of Glicko-2 for two seats; mu,
	// sigma and 0 of Plackett-Luce for more.
	A         float64      `json:"a"`
	B         float64      `json:"b"`
	C         float64      `json:"c"`
	Games     int          `json:"games"`
	ChangedAt match.Moment `json:"changedAt"`
}

// Pool returns the rating pool of tables with such settings: the game, the number
// of seats (2 or 3-5) and the time class of lichess, for instance "wotn/2/blitz"
// or "lancelot/3-5/rapid".
func Pool(s *match.Settings) string {
	seats := "2"
	if s.Seats > 2 {
		seats = "3-5"
	}
	return s.Game + "/" + seats + "/" + TimeClass(s.Clock)
}

// TimeClass returns the time class of lichess, with "untimed" for no clock.
func TimeClass(c match.Clock) string {
	switch c.Kind {
	case match.Correspondence:
		return "correspondence"
	case match.NoClock:
		return "untimed"
	}
	switch seconds := (c.Initial + 40*c.Increment) / match.Second; {
	case seconds < 180:
		return "bullet"
	case seconds < 480:
		return "blitz"
	case seconds < 1500:
		return "rapid"
	}
	return "classical"
}

// TimeClasses are the time classes of pools with clocks, the fastest first.
var TimeClasses = []string{"bullet", "blitz", "rapid", "classical", "correspondence"}

// NewRating returns the rating of a person before the first game in a pool for a
// number of seats.
func NewRating(pool string, seats int) Rating {
	if seats > 2 {
		n := rating.NewSkill()
		return Rating{Pool: pool, A: n.Mu, B: n.Sigma}
	}
	n := rating.NewGlicko()
	return Rating{Pool: pool, A: n.Rating, B: n.Deviation, C: n.Volatility}
}

// Provisional reports whether the rating is not reliable yet.
func (r Rating) Provisional() bool {
	if r.C == 0 {
		return rating.Skill{Mu: r.A, Sigma: r.B}.Provisional()
	}
	return rating.Glicko{Rating: r.A, Deviation: r.B, Volatility: r.C}.Provisional()
}

// Shown returns the rating as displayed: an integer on one scale for all pools,
// where new players have 1500.
func (r Rating) Shown() int {
	shown := r.A
	if r.C == 0 {
		shown *= 1500 / rating.NewSkill().Mu
	}
	return int(math.Round(shown))
}

// Rate returns the ratings of the players, by seat, after a game. shares are those that the
// seats win among equal players, or nil if they are equal; see [games.SeatShares].
func Rate(before []Rating, g Game, shares []float64) []Rating {
	after := slices.Clone(before)
	advantages := rating.Advantages(shares)
	if len(before) == 2 {
		score := [2]float64{0.5, 0.5}
		if len(g.Outcome.Winners) == 1 {
			score = [2]float64{}
			score[g.Outcome.Winners[0]] = 1
		}
		for i := range after {
			me, other := glicko(before[i]), glicko(before[1-i])
			var days float64
			if before[i].ChangedAt > 0 {
				days = float64(g.EndedAt.Since(before[i].ChangedAt)) / float64(match.Day)
			}
			result := rating.GlickoResult{Opponent: other, Score: score[i]}
			if advantages != nil {
				result.Advantage = advantages[i] - advantages[1-i]
			}
			now := me.After(result, days)
			after[i].A, after[i].B, after[i].C = now.Rating, now.Deviation, now.Volatility
		}
	} else {
		skills, places := make([]rating.Skill, len(before)), make([]int, len(before))
		for i, r := range before {
			skills[i], places[i] = rating.Skill{Mu: r.A, Sigma: r.B}, 2
			if slices.Contains(g.Outcome.Winners, i) {
				places[i] = 1
			}
		}
		for i, s := range rating.SkillsAfter(skills, places, advantages) {
			after[i].A, after[i].B = s.Mu, s.Sigma
		}
	}
	for i := range after {
		after[i].Games++
		after[i].ChangedAt = g.EndedAt
	}
	return after
}

func glicko(r Rating) rating.Glicko {
	return rating.Glicko{Rating: r.A, Deviation: r.B, Volatility: r.C}
}
