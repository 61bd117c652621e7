// Package puzzles has the routes of puzzles: the puzzle of a day, training, attempts and their
// ratings, runs and their boards, votes, and mistakes of people as exercises. The shape is that of lichess.
package puzzles

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/puzzles"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// API implements the routes.
type API struct {
	*core.App
	store   store.Puzzles
	ratings ratingCache
	groups  func() (map[string][]candidate, error)
}

// Register adds the routes.
func Register(routes huma.API, app *core.App, s store.Puzzles) *API {
	a := &API{App: app, store: s, groups: sync.OnceValues(group)}
	a.registerShown(routes)
	a.registerAttempts(routes)
	a.registerRuns(routes)
	a.registerVotes(routes)
	a.registerMistakes(routes)
	return a
}

// Puzzle is a puzzle with where it comes from, in lichess's form.
type Puzzle struct {
	Game   PuzzleGame  `json:"game"`
	Puzzle ShownPuzzle `json:"puzzle"`
	Date   string      `json:"date,omitempty" doc:"the day whose puzzle it is; only in responses of /api/puzzle/daily"`
}

// PuzzleGame is the game in which the position of a puzzle occurred.
type PuzzleGame struct {
	Variant string `json:"variant" enum:"wotn,wotn-alternative,lancelot"`
	Number  int    `json:"number" doc:"of the game, among those that were searched for puzzles"`
	Ply     int    `json:"ply" doc:"moves before start"`
	Start   string `json:"start" doc:"the first position of the game"`
	Moves   string `json:"moves" doc:"all its moves, separated by spaces"`
}

// ShownPuzzle is a puzzle.
type ShownPuzzle struct {
	ID       string     `json:"id"`
	Rating   int        `json:"rating"`
	Plays    int        `json:"plays" doc:"rated attempts on this server"`
	Start    string     `json:"start" doc:"the position before lastMove"`
	LastMove string     `json:"lastMove,omitempty" doc:"the move of the opponent; missing if start is the position to solve"`
	FEN      string     `json:"fen" doc:"the position to solve, in the notation of the game"`
	Solution []string   `json:"solution" doc:"the moves of the solver and the replies in turn"`
	Also     [][]string `json:"also" doc:"for each move of the solver in order, other moves that solve the puzzle at once; it may be shorter than the solution"`
	Mate     int        `json:"mate,omitempty" doc:"in how many moves the solution mates; missing if it does not"`
	Target   int        `json:"target,omitempty" doc:"in how many own turns the solution wins by captured stones; missing if it does not"`
	Themes   []string   `json:"themes"`
}

type puzzleResponse struct{ Body Puzzle }

func (a *API) registerShown(routes huma.API) {
	core.Register(routes, core.Read, huma.Operation{OperationID: "getDailyPuzzle", Method: http.MethodGet, Path: "/api/puzzle/daily", Summary: "The puzzle of a day"},
		func(ctx context.Context, in *struct {
			Game string `query:"game" enum:"wotn,lancelot" default:"wotn"`
			Date string `query:"date" maxLength:"10" doc:"such as 2026-12-01; today (UTC) if it is missing"`
		}) (*puzzleResponse, error) {
			p, date, err := a.Daily(in.Game, in.Date)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out, err := a.response(ctx, p)
			if err == nil {
				out.Body.Date = date
			}
			return out, err
		})
	core.Register(routes, core.Read, huma.Operation{OperationID: "getPuzzle", Method: http.MethodGet, Path: "/api/puzzle/{id}", Summary: "A puzzle"},
		func(ctx context.Context, in *struct {
			ID string `path:"id" maxLength:"64"`
		}) (*puzzleResponse, error) {
			p, err := known(in.ID)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			return a.response(ctx, p)
		})
	core.Register(routes, core.Change, huma.Operation{OperationID: "nextPuzzle", Method: http.MethodGet, Path: "/api/puzzle/next", Summary: "A puzzle to solve. A requester with an account gets the same one for the same game, theme, variant, seats and difficulty until they have sent an attempt at it, and that attempt is rated if it is their first one at the puzzle"},
		func(ctx context.Context, in *wish) (*puzzleResponse, error) {
			p, err := a.next(ctx, core.Requester(ctx), in)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			return a.response(ctx, p)
		})
}

var noPuzzle = core.NewProblem(http.StatusNotFound, "no-puzzle", "there is no such puzzle")

// known returns the puzzle with an ID, or the problem that there is none.
func known(id string) (*puzzles.Puzzle, error) {
	p, err := puzzles.ByID(id)
	if err == nil && p == nil {
		err = noPuzzle
	}
	return p, err
}

// Daily returns the puzzle of a game and a date, "" for today, and the date. The error is a problem
// if there is none, or if the date is later than today.
func (a *API) Daily(game, text string) (*puzzles.Puzzle, string, error) {
	today := a.today()
	date := today
	if text != "" {
		var err error
		if date, err = parseDate(text); err != nil {
			return nil, "", err
		}
	}
	if date.After(today) {
		return nil, "", core.NewProblem(http.StatusNotFound, "puzzle-later", "the puzzle of this day is not shown yet")
	}
	p, err := puzzles.Daily(game, date)
	if err == nil && p == nil {
		err = noPuzzle
	}
	return p, date.Format(time.DateOnly), err
}

// parseDate returns the date of a text, or a problem.
func parseDate(text string) (time.Time, error) {
	date, err := puzzles.ParseDate(text)
	if err != nil {
		err = core.NewProblem(http.StatusUnprocessableEntity, "puzzle-date", "dates are written as 2026-12-01").With("date", text)
	}
	return date, err
}

// today returns midnight of the current day in UTC.
func (a *API) today() time.Time {
	return time.UnixMilli(int64(a.Now())).UTC().Truncate(24 * time.Hour)
}

func (a *API) response(ctx context.Context, p *puzzles.Puzzle) (*puzzleResponse, error) {
	rated, err := a.ratings.get(ctx, a)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	position, err := p.Position()
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	g, plays := ratingOf(rated, p)
	shown := ShownPuzzle{
		ID: p.ID, Rating: g, Plays: plays, Start: p.Start, LastMove: p.Previous, FEN: position, Solution: p.Solution, Also: [][]string{},
		Mate: p.Mate, Target: p.Target, Themes: themesOf(p),
	}
	for _, moves := range p.Also {
		shown.Also = append(shown.Also, append([]string{}, moves...))
	}
	return &puzzleResponse{Puzzle{Game: PuzzleGame{p.Rules, p.Game, p.Ply, p.From, p.Moves}, Puzzle: shown}}, nil
}

func themesOf(p *puzzles.Puzzle) []string {
	themes := make([]string, len(p.Themes))
	for i, theme := range p.Themes {
		themes[i] = string(theme)
	}
	return themes
}
