package puzzles

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/puzzles"
	"tafelrunde/internal/puzzles/run"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/wotn"
)

const (
	// boardSize is the largest number of people on the board of a day.
	boardSize = 20
	// beginWithin is how long after the deal the clock of a storm can start. The page shows the first
	// puzzle before, and deals others after a shorter time.
	beginWithin = 2 * match.Minute
	// stormWithin is how long after the time on its clock the results of a storm can arrive.
	stormWithin = 15 * match.Second
	// runError is how much less the server can have measured than the page: the message that the
	// clock has started may have taken longer than that with the results.
	runError = 5 * match.Second
	// streakWithin is how long a streak can take.
	streakWithin = match.Day
)

// DealtRun is a run of puzzles to solve.
type DealtRun struct {
	ID      string       `json:"id"`
	Game    string       `json:"game" enum:"wotn,lancelot"`
	Kind    string       `json:"kind" enum:"streak,storm"`
	Puzzles []string     `json:"puzzles" doc:"at most 60, in the order in which they are solved"`
	Started match.Moment `json:"started"`
}

// RunResult is how a puzzle of a run ended.
type RunResult struct {
	Win     bool `json:"win" doc:"whether it was solved without a mistake"`
	Moves   int  `json:"moves" minimum:"0" maximum:"50" doc:"the solver's right moves"`
	At      int  `json:"at" minimum:"0" doc:"when it ended, in milliseconds: of a storm since its first move, of a streak since its start"`
	Skipped bool `json:"skipped,omitempty" doc:"whether it was neither solved nor failed; once in a streak"`
}

// FinishedRun is the score of a run.
type FinishedRun struct {
	Score int `json:"score" doc:"puzzles solved"`
	store.PuzzleStanding
}

// PuzzleScores is the board of a day.
type PuzzleScores struct {
	Date  string                `json:"date"`
	Board []store.RankedScore   `json:"board" doc:"at most 20 people, the best first"`
	Own   *store.PuzzleStanding `json:"own,omitempty" doc:"the requester's scores; missing without an account"`
}

func (a *API) registerRuns(routes huma.API) {
	type runResponse struct{ Body DealtRun }
	core.Register(routes, core.Change.ByPerson(core.PuzzleRuns), huma.Operation{OperationID: "startPuzzleRun", Method: http.MethodPost, Path: "/api/puzzle/run", Summary: "Start a run of puzzles: a streak, which ends with the first mistake, or a storm, for which there are three minutes. It replaces the requester's last one of the game and the kind"},
		func(ctx context.Context, in *struct {
			Body struct {
				Game string `json:"game" enum:"wotn,lancelot"`
				Kind string `json:"kind" enum:"streak,storm"`
			}
		}) (*runResponse, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			r := store.PuzzleRun{ID: core.NewID(), Game: in.Body.Game, Kind: in.Body.Kind, Started: a.Now()}
			if r.Puzzles, err = a.sequence(r.Game); err != nil {
				return nil, a.ProblemOf(err)
			}
			err = ofMember(a.store.StartPuzzleRun(ctx, p.ID, r))
			return &runResponse{DealtRun{r.ID, r.Game, r.Kind, r.Puzzles, r.Started}}, a.ProblemOf(err)
		})
	core.Register(routes, core.Change, huma.Operation{OperationID: "beginPuzzleRun", Method: http.MethodPost, Path: "/api/puzzle/run/{id}/begin", Summary: "Start the clock of a storm, with its first move and within two minutes after it was dealt. Without this request the clock starts with the deal. A repetition changes nothing", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *struct {
			ID   string `path:"id" maxLength:"64"`
			Body struct {
				After int `json:"after,omitempty" minimum:"0" maximum:"120000" doc:"how many milliseconds ago the first move was, if an earlier request was lost"`
			}
		}) (*struct{}, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			return nil, a.ProblemOf(a.begin(ctx, p, in.ID, match.Millis(in.Body.After)))
		})
	type finishedResponse struct{ Body FinishedRun }
	core.Register(routes, core.Change, huma.Operation{OperationID: "finishPuzzleRun", Method: http.MethodPut, Path: "/api/puzzle/run/{id}", Summary: "End a run with its results, or what was solved so far. A repetition changes nothing. Results of a storm must arrive within 15 seconds after the time on its clock, those of a streak within a day"},
		func(ctx context.Context, in *struct {
			ID   string `path:"id" maxLength:"64"`
			Body struct {
				Results []RunResult `json:"results" maxItems:"60" nullable:"false"`
			}
		}) (*finishedResponse, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			out, err := a.finish(ctx, p, in.ID, in.Body.Results)
			return &finishedResponse{out}, a.ProblemOf(err)
		})
	type scoresResponse struct{ Body PuzzleScores }
	core.Register(routes, core.Read, huma.Operation{OperationID: "getPuzzleScores", Method: http.MethodGet, Path: "/api/puzzle/scores", Summary: "The best scores of a day in the runs of a game and a kind. Bots have none"},
		func(ctx context.Context, in *struct {
			Game string `query:"game" enum:"wotn,lancelot" default:"wotn"`
			Kind string `query:"kind" enum:"streak,storm" required:"true"`
			Date string `query:"date" maxLength:"10" doc:"such as 2026-12-01; today (UTC) if it is missing"`
		}) (*scoresResponse, error) {
			out, err := a.scores(ctx, core.Requester(ctx), in.Game, in.Kind, in.Date)
			return &scoresResponse{out}, a.ProblemOf(err)
		})
}

// sequence draws the puzzles of a run of a game: of the usual rules and two seats.
func (a *API) sequence(game string) ([]string, error) {
	groups, err := a.groups()
	if err != nil {
		return nil, err
	}
	var items []run.Item
	for _, p := range groups[game] {
		if p.seats == 2 && p.Rules != wotn.Alternative.String() {
			items = append(items, run.Item{ID: p.ID, Rating: p.Rating})
		}
	}
	return run.Sequence(items, rand.Uint64()), nil
}

var noRun = core.NewProblem(http.StatusNotFound, "no-puzzle-run", "there is no such run, or a later one has replaced it")

var lateRun = core.NewProblem(http.StatusUnprocessableEntity, "puzzle-run-late", "the clock of a run starts within two minutes after the puzzles were dealt")

// run returns the run of a person with an ID, or the problem that there is none.
func (a *API) run(ctx context.Context, person, id string) (r store.PuzzleRun, err error) {
	runs, err := a.store.PuzzleRuns(ctx, person)
	if err != nil {
		return r, err
	}
	if i := slices.IndexFunc(runs, func(r store.PuzzleRun) bool { return r.ID == id }); i >= 0 {
		return runs[i], nil
	}
	return r, noRun
}

// begin starts the clock of a run of a person, whose first move was a time ago.
func (a *API) begin(ctx context.Context, person store.Person, id string, ago match.Millis) error {
	r, err := a.run(ctx, person.ID, id)
	if err != nil || r.Begun > 0 {
		return err
	}
	now := a.Now()
	if now.Since(r.Started) > beginWithin {
		return lateRun
	}
	if _, err = a.store.BeginPuzzleRun(ctx, person.ID, id, max(r.Started, now.After(-ago))); core.IsNotFound(err) {
		return noRun
	}
	return err
}

// finish ends a run of a person.
func (a *API) finish(ctx context.Context, person store.Person, id string, results []RunResult) (out FinishedRun, err error) {
	r, err := a.run(ctx, person.ID, id)
	if err != nil {
		return out, err
	}
	if r.Finished == 0 {
		score, err := a.score(&r, results)
		if err != nil {
			return out, core.NewProblem(http.StatusUnprocessableEntity, "puzzle-run", "these are no results of the run: "+err.Error()).With("reason", err.Error())
		}
		day := ""
		if !person.Bot {
			day = a.today().Format(time.DateOnly)
		}
		r, err = a.store.FinishPuzzleRun(ctx, person.ID, id, score, a.Now(), day)
		if core.IsNotFound(err) {
			return out, noRun
		}
		if err != nil {
			return out, err
		}
	}
	out.Score = r.Score
	day := time.UnixMilli(int64(r.Finished)).UTC().Format(time.DateOnly)
	out.PuzzleStanding, err = a.store.PuzzleStanding(ctx, person.ID, r.Game, r.Kind, day)
	return out, err
}

// score returns the score of results of an open run, or why they are impossible.
func (a *API) score(r *store.PuzzleRun, results []RunResult) (int, error) {
	list := make([]run.Result, len(results))
	for i, result := range results {
		list[i] = run.Result(result)
	}
	state, err := run.Play(run.Kind(r.Kind), list, 0, 0)
	if err != nil {
		return 0, err
	}
	if len(list) > len(r.Puzzles) {
		return 0, fmt.Errorf("there are %d puzzles", len(r.Puzzles))
	}
	for i := range list {
		// It may be missing in the collection of this version.
		if p, err := puzzles.ByID(r.Puzzles[i]); err != nil || p != nil && !possible(p, &list[i]) {
			return 0, fmt.Errorf("result %d: the puzzle has other moves", i+1)
		}
	}
	from, within := r.Started, streakWithin
	if r.Kind == string(run.Storm) {
		from, within = max(r.Started, r.Begun), match.Millis(state.Limit)+stormWithin
	}
	taken := a.Now().Since(from)
	switch {
	case taken > within:
		return 0, fmt.Errorf("it began %d s ago", taken/1000)
	case len(list) > 0 && match.Millis(list[len(list)-1].At) > taken+runError:
		return 0, fmt.Errorf("it began %d s ago only", taken/1000)
	}
	return state.Score, nil
}

// possible reports whether a result has a number of moves that the puzzle can end with.
func possible(p *puzzles.Puzzle, r *run.Result) bool {
	own := (len(p.Solution) + 1) / 2
	if r.Win && r.Moves < own {
		return r.Moves <= len(p.Also) && len(p.Also[r.Moves-1]) > 0
	}
	return r.Moves < own || r.Win && r.Moves == own
}

// scores returns the board of a day, "" for today, with the scores of a person.
func (a *API) scores(ctx context.Context, person store.Person, game, kind, text string) (PuzzleScores, error) {
	date := a.today()
	if text != "" {
		var err error
		if date, err = parseDate(text); err != nil {
			return PuzzleScores{}, err
		}
	}
	out := PuzzleScores{Date: date.Format(time.DateOnly)}
	var err error
	if out.Board, err = a.store.PuzzleBoard(ctx, game, kind, out.Date, boardSize); err != nil || !person.Account() {
		return out, err
	}
	own, err := a.store.PuzzleStanding(ctx, person.ID, game, kind, out.Date)
	out.Own = &own
	return out, err
}
