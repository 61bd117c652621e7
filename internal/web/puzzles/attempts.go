package puzzles

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"net/http"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/puzzles"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

const (
	// MaxAttempts is the largest number of attempts of a person that are stored.
	MaxAttempts = 20_000
	// rateableFor is how long after an attempt it can be rated. Later it was made offline.
	rateableFor = 10 * match.Minute
	// maxAhead is how far the clock of a client may be ahead. The moment of an attempt is part of its
	// identity, so it is stored as it was sent.
	maxAhead = match.Day
)

// Solution is an attempt at a puzzle.
type Solution struct {
	ID   string       `json:"id" pattern:"^[0-9a-z]{7}$" doc:"of a puzzle, or of an own mistake"`
	At   match.Moment `json:"at" minimum:"1" doc:"when it was finished; together with the id it identifies the attempt"`
	Win  bool         `json:"win" doc:"whether the puzzle was solved without a mistake"`
	Kind string       `json:"kind" enum:"training,daily,review" doc:"daily only on the day whose puzzle it is (UTC), else it is stored as training"`
}

// PuzzleRound is an attempt that is stored.
type PuzzleRound struct {
	ID         string       `json:"id"`
	At         match.Moment `json:"at"`
	Win        bool         `json:"win"`
	Rated      bool         `json:"rated"`
	RatingDiff int          `json:"ratingDiff" doc:"what it changed the rating of the requester by"`
}

// PuzzleGlicko is the rating of a solver.
type PuzzleGlicko struct {
	Game        string `json:"game" enum:"wotn,lancelot"`
	Rating      int    `json:"rating"`
	Deviation   int    `json:"deviation"`
	Provisional bool   `json:"provisional" doc:"whether the rating is still unreliable"`
	Attempts    int    `json:"attempts" doc:"rated attempts"`
}

// PuzzleRounds are the attempts of a request.
type PuzzleRounds struct {
	Rounds []PuzzleRound `json:"rounds" doc:"in the order of the solutions, without those of unknown puzzles and those more than a day ahead of the server's clock, which are not stored"`
	Glicko PuzzleGlicko  `json:"glicko" doc:"the requester's rating for the game of the last round; for wotn without rounds"`
}

// PuzzleActivity is an attempt, in lichess's form.
type PuzzleActivity struct {
	Date   match.Moment    `json:"date" doc:"when it was finished"`
	Stored match.Moment    `json:"stored" doc:"when the server got it"`
	Win    bool            `json:"win"`
	Kind   string          `json:"kind" enum:"training,daily,review"`
	Rating int             `json:"rating,omitempty" doc:"the requester's rating after it; missing if it was not rated"`
	Change int             `json:"change,omitempty" doc:"what it changed"`
	Puzzle AttemptedPuzzle `json:"puzzle"`
}

// AttemptedPuzzle is a puzzle of the activity.
type AttemptedPuzzle struct {
	ID      string   `json:"id"`
	Variant string   `json:"variant" enum:"wotn,wotn-alternative,lancelot"`
	Rating  int      `json:"rating,omitempty" doc:"missing for own mistakes, and for puzzles that were removed"`
	Themes  []string `json:"themes"`
}

func (a *API) registerAttempts(routes huma.API) {
	type batchResponse struct{ Body PuzzleRounds }
	core.Register(routes, core.Change.ByPerson(core.PuzzleBatches), huma.Operation{OperationID: "solvePuzzles", Method: http.MethodPost, Path: "/api/puzzle/batch", Summary: "Store attempts at puzzles. Those that are stored already do not change, so that a request can be repeated"},
		func(ctx context.Context, in *struct {
			Body struct {
				Solutions []Solution   `json:"solutions" minItems:"1" maxItems:"50" nullable:"false"`
				Now       match.Moment `json:"now,omitempty" minimum:"1" doc:"when the request is sent, by the clock of the client; missing if this clock is right"`
			}
		}) (*batchResponse, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			out, err := a.solve(ctx, p, in.Body.Solutions, in.Body.Now)
			return &batchResponse{out}, a.ProblemOf(err)
		})
	type ratingResponse struct{ Body PuzzleGlicko }
	core.Register(routes, core.Read, huma.Operation{OperationID: "getPuzzleRating", Method: http.MethodGet, Path: "/api/puzzle/rating", Summary: "The rating of the requester as a solver of puzzles"},
		func(ctx context.Context, in *struct {
			Game string `query:"game" enum:"wotn,lancelot" default:"wotn"`
		}) (*ratingResponse, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			g, err := a.glicko(ctx, p.ID, in.Game)
			return &ratingResponse{g}, a.ProblemOf(err)
		})
	a.registerActivity(routes)
}

const ndjson = "application/x-ndjson"

func (a *API) registerActivity(routes huma.API) {
	type activityResponse struct {
		ContentType string `header:"Content-Type"`
		Cache       string `header:"Cache-Control"`
		Body        []byte
	}
	line := routes.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[PuzzleActivity](), true, "")
	lines := &huma.Schema{Type: huma.TypeArray, Items: line, Description: "One JSON value per line. Each element of the array stands for one line."}
	core.Register(routes, core.Read, huma.Operation{
		OperationID: "getPuzzleActivity", Method: http.MethodGet, Path: "/api/puzzle/activity", Summary: "The attempts of the requester, the newest first",
		Responses: map[string]*huma.Response{"200": {Description: "The attempts", Content: map[string]*huma.MediaType{ndjson: {Schema: lines}}}},
	},
		func(ctx context.Context, in *struct {
			Max    int          `query:"max" minimum:"1" maximum:"2000" default:"2000"`
			Before match.Moment `query:"before" minimum:"0" doc:"only attempts before this moment; 0 for no limit"`
			Since  match.Moment `query:"since" minimum:"0" doc:"only attempts that the server has got since this moment, also if they were made before; 0 for no limit"`
		}) (*activityResponse, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			text, err := a.activity(ctx, store.PuzzleQuery{Person: p.ID, Before: in.Before, StoredSince: in.Since, Limit: in.Max})
			return &activityResponse{ndjson, "no-store", text}, a.ProblemOf(err)
		})
}

func (a *API) activity(ctx context.Context, q store.PuzzleQuery) ([]byte, error) {
	list, err := a.store.PuzzleAttempts(ctx, q)
	if err != nil {
		return nil, err
	}
	rated, err := a.ratings.get(ctx, a)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	for i := range list {
		t := &list[i]
		line := PuzzleActivity{
			Date: t.At, Stored: t.Stored, Win: t.Solved, Kind: t.Kind, Rating: t.Rating, Change: t.Change,
			Puzzle: AttemptedPuzzle{ID: t.Puzzle, Variant: t.Rules, Themes: []string{}},
		}
		p, err := puzzles.ByID(t.Puzzle)
		if err != nil {
			return nil, err
		}
		if p != nil {
			line.Puzzle.Rating, _ = ratingOf(rated, p)
			line.Puzzle.Themes = themesOf(p)
		}
		if err := lines.Encode(&line); err != nil {
			return nil, err
		}
	}
	return text.Bytes(), nil
}

func (a *API) glicko(ctx context.Context, person, game string) (PuzzleGlicko, error) {
	r, err := a.ratingIn(ctx, person, game)
	return PuzzleGlicko{
		Game: game, Rating: int(math.Round(r.Rating)), Deviation: int(math.Round(r.Deviation)),
		Provisional: r.Glicko().Provisional(), Attempts: r.Attempts,
	}, err
}

// solve stores attempts of a person. sent is when the request was sent by the clock of the client, 0
// if that is not known.
func (a *API) solve(ctx context.Context, person store.Person, solutions []Solution, sent match.Moment) (PuzzleRounds, error) {
	out := PuzzleRounds{Rounds: []PuzzleRound{}}
	list, err := a.solutions(ctx, person, solutions, sent)
	if err != nil {
		return out, err
	}
	game := puzzles.Wotn
	if len(list) > 0 {
		stored, err := a.store.AddPuzzleAttempts(ctx, person.ID, list, a.Now(), MaxAttempts)
		if err != nil {
			return out, ofMember(err)
		}
		for i := range stored {
			t := &stored[i]
			out.Rounds = append(out.Rounds, PuzzleRound{t.Puzzle, t.At, t.Solved, t.Rating > 0, t.Change})
			game = puzzles.GameOf(t.Rules)
		}
	}
	out.Glicko, err = a.glicko(ctx, person.ID, game)
	return out, err
}

// solutions returns the attempts to store.
func (a *API) solutions(ctx context.Context, person store.Person, solutions []Solution, sent match.Moment) (list []store.PuzzleSolution, err error) {
	now := a.Now()
	if sent == 0 {
		sent = now
	}
	var mistakes map[string]string // the rules by ID
	for _, s := range solutions {
		made := store.PuzzleSolution{PuzzleAttempt: store.PuzzleAttempt{Puzzle: s.ID, At: s.At, Solved: s.Win, Kind: s.Kind}}
		if made.Of, err = puzzles.ByID(s.ID); err != nil {
			return nil, err
		}
		switch {
		case made.Of != nil:
			made.Rules = made.Of.Rules
		case mistakes == nil:
			if mistakes, err = a.mistakeRules(ctx, person.ID); err != nil {
				return nil, err
			}
			fallthrough
		default:
			made.Rules = mistakes[s.ID]
		}
		if made.Rules == "" || s.At > now.After(maxAhead) {
			continue
		}
		// The deal has a time of the server, the attempt one of the client.
		at := now.After(-max(0, sent.Since(s.At)))
		if s.Kind == "training" && !person.Bot && now.Since(at) <= rateableFor {
			made.Rateable = at.After(clockError)
		}
		if s.Kind == "daily" {
			if made.Kind, err = dailyKind(made.Of, s.At); err != nil {
				return nil, err
			}
		}
		list = append(list, made)
	}
	return list, nil
}

// dailyKind returns the kind of an attempt at the puzzle of a day: only on its day it is one.
func dailyKind(p *puzzles.Puzzle, at match.Moment) (string, error) {
	if p == nil {
		return "training", nil
	}
	date := time.UnixMilli(int64(at)).UTC().Truncate(24 * time.Hour)
	if of, err := puzzles.Daily(puzzles.GameOf(p.Rules), date); err != nil || of != nil && of.ID == p.ID {
		return "daily", err
	}
	return "training", nil
}
