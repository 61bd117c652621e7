package people

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

const (
	// statisticsGames is how many games the statistics count.
	statisticsGames = 500
	// ratingStep is the width of the groups of opponents by rating.
	ratingStep = 200
)

// Statistics are what a person has achieved in the newest finished games.
type Statistics struct {
	Games      int               `json:"games" doc:"how many games were counted, at most 500"`
	Variants   []VariantResults  `json:"variants" nullable:"false" doc:"the most played first"`
	Opponents  []OpponentResults `json:"opponents" nullable:"false" doc:"of games for two: computers by level, then people by rating, then people without one"`
	Promotions []PromotionCount  `json:"promotions" nullable:"false" doc:"to which kinds the person's pieces were promoted in Way of the Knight, the most frequent first"`
}

// Results are numbers of games.
type Results struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

func (r *Results) add(result store.GameResult) {
	switch result {
	case store.GameWon:
		r.Won++
	case store.GameDrawn:
		r.Drawn++
	case store.GameLost:
		r.Lost++
	}
}

func (r *Results) all() int { return r.Won + r.Drawn + r.Lost }

// VariantResults are the results in a variant.
type VariantResults struct {
	Variant string `json:"variant" enum:"wotn,wotn-alternative,chess,lancelot"`
	Results
}

// OpponentResults are the results against opponents of about the same strength.
type OpponentResults struct {
	Engine int `json:"engine,omitempty" doc:"the level of a computer; missing for people"`
	Rating int `json:"rating,omitempty" doc:"people whose rating in the pool of the game is from this to below 200 more today; missing for those without one"`
	Results
}

// PromotionCount is how often pieces were promoted to a kind.
type PromotionCount struct {
	Kind  string `json:"kind" doc:"its letter"`
	Count int    `json:"count"`
}

func (a *API) registerStatistics(routes huma.API) {
	type response struct{ Body Statistics }
	core.Register(routes, core.Read.Through(core.WorkGate).Using(core.Records), huma.Operation{OperationID: "getStatistics", Method: http.MethodGet, Path: "/api/people/{id}/statistics", Summary: "Results of a person's newest 500 finished games by variant and opponent, and promotions; only the person's own have those of private tables"},
		func(ctx context.Context, in *struct {
			ID string `path:"id" maxLength:"64"`
		}) (*response, error) {
			if _, err := a.store.Person(ctx, in.ID); err != nil {
				return nil, a.ProblemOf(err)
			}
			s, err := a.statistics(ctx, in.ID, core.Requester(ctx).ID == in.ID)
			return &response{s}, a.ProblemOf(err)
		})
}

func (a *API) statistics(ctx context.Context, person string, private bool) (Statistics, error) {
	list, err := a.store.GamesOf(ctx, store.GameQuery{Person: person, Private: private, Limit: statisticsGames})
	if err != nil {
		return Statistics{}, err
	}
	var others []string
	for i := range list {
		for _, p := range list[i].Players {
			if p.Account && p.ID != person {
				others = append(others, p.ID)
			}
		}
	}
	slices.Sort(others)
	ratings, err := a.RatingsOf(ctx, slices.Compact(others))
	if err != nil {
		return Statistics{}, err
	}

	games, variants, opponents, promotions := 0, make(map[string]Results), make(map[OpponentResults]Results), make(map[string]int)
	for i := range list {
		g := &list[i]
		seat := slices.IndexFunc(g.Players, func(p match.Player) bool { return p.ID == person })
		if seat < 0 || g.ResultOf(seat) == store.GameAborted {
			continue
		}
		games++
		kind := store.KindOf(&g.Settings)
		r := variants[kind]
		r.add(g.ResultOf(seat))
		variants[kind] = r
		if seat < len(g.Promotions) {
			for _, letter := range g.Promotions[seat] {
				promotions[string(letter)]++
			}
		}
		if len(g.Players) == 2 {
			against := opponentOf(g, g.Players[1-seat], ratings)
			r := opponents[against]
			r.add(g.ResultOf(seat))
			opponents[against] = r
		}
	}

	out := Statistics{Games: games, Variants: []VariantResults{}, Opponents: []OpponentResults{}, Promotions: []PromotionCount{}}
	for kind, r := range variants {
		out.Variants = append(out.Variants, VariantResults{kind, r})
	}
	slices.SortFunc(out.Variants, func(a, b VariantResults) int {
		return cmp.Or(b.all()-a.all(), cmp.Compare(a.Variant, b.Variant))
	})
	for against, r := range opponents {
		against.Results = r
		out.Opponents = append(out.Opponents, against)
	}
	slices.SortFunc(out.Opponents, func(a, b OpponentResults) int {
		return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(a.Engine, b.Engine), cmp.Compare(a.Rating, b.Rating))
	})
	for kind, n := range promotions {
		out.Promotions = append(out.Promotions, PromotionCount{kind, n})
	}
	slices.SortFunc(out.Promotions, func(a, b PromotionCount) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Kind, b.Kind))
	})
	return out, nil
}

// order returns the place of computers, people with a rating, and others.
func order(o OpponentResults) int {
	switch {
	case o.Engine > 0:
		return 0
	case o.Rating > 0:
		return 1
	}
	return 2
}

// opponentOf returns the group of an opponent, without results.
func opponentOf(g *store.PlayedGame, p match.Player, ratings map[string][]store.Rating) (o OpponentResults) {
	o.Engine = p.Engine
	pool := store.Pool(&g.Settings)
	for _, r := range ratings[p.ID] {
		if r.Pool == pool {
			o.Rating = r.Shown() / ratingStep * ratingStep
		}
	}
	return o
}
