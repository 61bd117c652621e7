package people

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/web/core"
)

// reliabilityGames is how many games the reliability counts. With [store.MaxReplies] it
// bounds the work.
const reliabilityGames = 50

// leastReliabilityGames is with how many games there are figures.
const leastReliabilityGames = 5

// Reliability is how a person has kept the time in the newest correspondence games.
type Reliability struct {
	Games       int `json:"games" doc:"how many games were counted, at most 50; 0 for fewer than 5"`
	LostOnTime  int `json:"lostOnTime" doc:"in how many of them the person's time was over"`
	Replies     int `json:"replies" doc:"how many moves were counted, at most the last 50 of each game"`
	MedianReply int `json:"medianReply" doc:"the median time for a move in seconds, 0 without replies"`
}

func (a *API) registerReliability(routes huma.API) {
	type response struct{ Body Reliability }
	core.Register(routes, core.Read, huma.Operation{OperationID: "getReliability", Method: http.MethodGet, Path: "/api/people/{id}/reliability", Summary: "How a person has kept the time in the newest 50 finished public correspondence games with other people"},
		func(ctx context.Context, in *struct {
			ID string `path:"id" maxLength:"64"`
		}) (*response, error) {
			if _, err := a.store.Person(ctx, in.ID); err != nil {
				return nil, a.ProblemOf(err)
			}
			r, err := a.reliability(ctx, in.ID)
			return &response{r}, a.ProblemOf(err)
		})
}

func (a *API) reliability(ctx context.Context, person string) (r Reliability, err error) {
	list, err := a.store.ConductOf(ctx, person, reliabilityGames)
	if err != nil {
		return r, err
	}
	if len(list) < leastReliabilityGames {
		return r, nil
	}
	r.Games = len(list)
	var replies []int
	for _, c := range list {
		if c.LostOnTime {
			r.LostOnTime++
		}
		replies = append(replies, c.Replies...)
	}
	if r.Replies = len(replies); r.Replies > 0 {
		slices.Sort(replies)
		r.MedianReply = (replies[(len(replies)-1)/2] + replies[len(replies)/2]) / 2
	}
	return r, nil
}
