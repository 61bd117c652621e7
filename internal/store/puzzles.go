package store

import (
	"context"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/rating"
	"tafelrunde/internal/puzzles"
)

// Puzzles stores what people with accounts do with puzzles. The puzzles themselves are part of the
// program. Calls that store something return ErrNotFound if there is no such person with an account.
type Puzzles interface {
	// PuzzleDeal returns the open deal of a person with a key, or ErrNotFound.
	PuzzleDeal(ctx context.Context, person, key string) (PuzzleDeal, error)
	// PuzzleDeals returns all open deals of a person.
	PuzzleDeals(ctx context.Context, person string) ([]PuzzleDeal, error)
	// DealPuzzle stores a deal of a person, instead of one with the same key. It ends with the
	// first attempt at its puzzle.
	DealPuzzle(ctx context.Context, person string, d PuzzleDeal) error
	// AddPuzzleAttempts stores attempts of a person, and returns them as they are stored: those that
	// are known already are not changed. An attempt is known by puzzle and time. It is rated if it is
	// the person's first one at the puzzle and [PuzzleSolution.Rateable] says so. Then the ratings of
	// the person and of the puzzle change in the same transaction. If the person has more than atMost
	// attempts, those that were stored first are deleted: first repeated ones, then the first ones at
	// each puzzle, last the rated ones.
	AddPuzzleAttempts(ctx context.Context, person string, list []PuzzleSolution, now match.Moment, atMost int) ([]PuzzleAttempt, error)
	// PuzzleAttempts returns attempts of a person, the newest first.
	PuzzleAttempts(ctx context.Context, q PuzzleQuery) ([]PuzzleAttempt, error)
	// LastPuzzleAttempts returns when the person has last attempted some puzzles, without those that
	// were not attempted.
	LastPuzzleAttempts(ctx context.Context, person string, puzzles []string) (map[string]match.Moment, error)
	// PuzzleRatings returns the ratings of a person as a solver, by game.
	PuzzleRatings(ctx context.Context, person string) ([]PuzzleRating, error)
	// RatedPuzzles returns the ratings of the puzzles that were rated since a moment.
	RatedPuzzles(ctx context.Context, since match.Moment) ([]RatedPuzzle, error)

	// StartPuzzleRun stores an open run of a person, instead of the one of the same game and kind.
	StartPuzzleRun(ctx context.Context, person string, r PuzzleRun) error
	// BeginPuzzleRun stores when the clock of a run of a person started, and returns the run as it is
	// stored: one whose clock runs, or that has ended, is not changed. It returns ErrNotFound if there
	// is no run with the ID.
	BeginPuzzleRun(ctx context.Context, person, id string, at match.Moment) (PuzzleRun, error)
	// FinishPuzzleRun stores when a run of a person ended and its score, and returns the run as it is
	// stored: one that has ended is not changed. It returns ErrNotFound if there is no run with the ID.
	// If day is not "", the best score of the person on this day takes the score into account.
	FinishPuzzleRun(ctx context.Context, person, id string, score int, now match.Moment, day string) (PuzzleRun, error)
	// PuzzleRuns returns the last run of a person of each game and kind.
	PuzzleRuns(ctx context.Context, person string) ([]PuzzleRun, error)
	// PuzzleScores returns the best score of a person of each day, the latest first.
	PuzzleScores(ctx context.Context, person string) ([]PuzzleScore, error)
	// PuzzleStanding returns the scores of a person for a game, a kind of runs and a day.
	PuzzleStanding(ctx context.Context, person, game, kind, day string) (PuzzleStanding, error)
	// PuzzleBoard returns the people with the best scores of a day, and at most limit of them. Of
	// equal scores the earlier one comes first.
	PuzzleBoard(ctx context.Context, game, kind, day string, limit int) ([]RankedScore, error)

	// VoteOnPuzzle stores a vote, instead of an earlier one of the person on the same puzzle.
	VoteOnPuzzle(ctx context.Context, person string, v PuzzleVote) error
	// PuzzleVotes returns the votes of a person, the latest first.
	PuzzleVotes(ctx context.Context, person string) ([]PuzzleVote, error)
	// WrongPuzzles returns puzzles that people think are wrong, by votes that are not settled: those
	// with the most votes first, without the first skip ones and at most limit of them. Each has at
	// most each of its votes.
	WrongPuzzles(ctx context.Context, skip, limit, each int) ([]WrongPuzzle, error)
	// SettlePuzzle settles the votes that a puzzle is wrong, and adds an entry to the audit log. It
	// returns ErrNotFound if there are none.
	SettlePuzzle(ctx context.Context, puzzle string, e Entry) error

	// Mistakes returns the mistakes that a person keeps as exercises, the latest first.
	Mistakes(ctx context.Context, person string) ([]Mistake, error)
	// PutMistake stores a mistake, instead of one with the same ID. Of the person's mistakes the
	// oldest are deleted, so that at most atMost are left.
	PutMistake(ctx context.Context, person string, m Mistake, atMost int) error
	// DeleteMistake deletes a mistake, or returns ErrNotFound.
	DeleteMistake(ctx context.Context, person, id string) error
}

// PuzzleDeal is a puzzle that the server has given to a person to solve.
type PuzzleDeal struct {
	// Key is what the person asked for: the game, the theme and so on.
	Key        string       `json:"key" doc:"game, theme, variant and seats, separated by slashes"`
	Puzzle     string       `json:"puzzle"`
	Difficulty string       `json:"difficulty"`
	At         match.Moment `json:"at"`
}

// PuzzleAttempt is an attempt at a puzzle or at a [Mistake].
type PuzzleAttempt struct {
	Puzzle string `json:"puzzle"`
	// Rules are those of the puzzle, as [puzzles.Puzzle.Rules].
	Rules  string       `json:"rules"`
	At     match.Moment `json:"at"`
	Solved bool         `json:"solved"`
	Kind   string       `json:"kind"`
	// Rating is the rating of the person after it, and Change what it changed; 0 if it was not rated.
	Rating int `json:"rating,omitempty" doc:"the person's rating after it, missing if it was not rated"`
	Change int `json:"change,omitempty" doc:"what it changed"`
	// Stored is when the server got it.
	Stored match.Moment `json:"stored" doc:"when the server got it"`
}

// PuzzleSolution is an attempt to store.
type PuzzleSolution struct {
	PuzzleAttempt
	// Of is the puzzle, nil for a [Mistake].
	Of *puzzles.Puzzle
	// Rateable: the attempt is rated if it is of a puzzle that was dealt to the person at this
	// moment or earlier, 0 for never.
	Rateable match.Moment
}

// PuzzleQuery selects attempts for [Puzzles.PuzzleAttempts].
type PuzzleQuery struct {
	Person string
	// Before is the time before which they were made, 0 for no limit.
	Before match.Moment
	// StoredSince is the time since when they are stored, 0 for no limit.
	StoredSince match.Moment
	Limit       int
}

// PuzzleRating is the rating of a person as a solver of puzzles of a game.
type PuzzleRating struct {
	Game       string  `json:"game"`
	Rating     float64 `json:"rating"`
	Deviation  float64 `json:"deviation"`
	Volatility float64 `json:"volatility"`
	// Attempts is the number of rated attempts, Changed the time of the last one.
	Attempts int          `json:"attempts" doc:"rated attempts"`
	Changed  match.Moment `json:"changed"`
}

// NewPuzzleRating returns the rating of a person before the first rated attempt.
func NewPuzzleRating(game string) PuzzleRating {
	g := rating.NewGlicko()
	return PuzzleRating{Game: game, Rating: g.Rating, Deviation: g.Deviation, Volatility: g.Volatility}
}

// Glicko returns the rating for computing others.
func (r *PuzzleRating) Glicko() rating.Glicko {
	return rating.Glicko{Rating: r.Rating, Deviation: r.Deviation, Volatility: r.Volatility}
}

// RatedPuzzle is the rating of a puzzle after rated attempts.
type RatedPuzzle struct {
	ID string
	rating.Glicko
	// Plays is the number of rated attempts, Changed the time of the last one.
	Plays   int
	Changed match.Moment
}

// PuzzleRun is a run of puzzles: a streak or a storm.
type PuzzleRun struct {
	ID      string       `json:"id"`
	Game    string       `json:"game"`
	Kind    string       `json:"kind" enum:"streak,storm"`
	Puzzles []string     `json:"puzzles"`
	Started match.Moment `json:"started" doc:"when it was dealt"`
	// Begun is when the clock of a storm started, 0 before.
	Begun match.Moment `json:"begun,omitempty" doc:"when the clock of a storm started; missing before"`
	// Finished is 0 while the run is open.
	Finished match.Moment `json:"finished,omitempty" doc:"missing while it is open"`
	Score    int          `json:"score" doc:"puzzles solved"`
}

// PuzzleScore is the best score of a person in the runs of a day.
type PuzzleScore struct {
	Game  string       `json:"game"`
	Kind  string       `json:"kind" enum:"streak,storm"`
	Day   string       `json:"day"`
	Score int          `json:"score"`
	At    match.Moment `json:"at"`
}

// PuzzleStanding has scores of a person for a game and a kind of runs.
type PuzzleStanding struct {
	Today int `json:"today" doc:"the best score of the day; 0 without one"`
	Best  int `json:"best" doc:"the best score of all days"`
	Rank  int `json:"rank,omitempty" doc:"how many people have a better score on the day, and one; missing without a score"`
}

// RankedScore is a score on the board of a day.
type RankedScore struct {
	Rank  int          `json:"rank" doc:"equal scores have the same one"`
	ID    string       `json:"id" doc:"of the person"`
	Name  string       `json:"name"`
	Arms  string       `json:"arms,omitempty"`
	Score int          `json:"score"`
	At    match.Moment `json:"at"`
}

// PuzzleVote is what a person thinks of a puzzle.
type PuzzleVote struct {
	Puzzle string       `json:"puzzle"`
	Vote   string       `json:"vote" enum:"good,dull,wrong"`
	Text   string       `json:"text,omitempty"`
	At     match.Moment `json:"at"`
}

// WrongPuzzle is a puzzle that people think is wrong.
type WrongPuzzle struct {
	Puzzle string
	// Wrong is the number of votes that it is wrong and that are not settled, Good and Dull are those
	// of the others.
	Wrong, Good, Dull int
	// Votes are those that it is wrong, the earliest first.
	Votes []WrongVote
}

// WrongVote is the vote of a person that a puzzle is wrong.
type WrongVote struct {
	Person string       `json:"person"`
	Name   string       `json:"name"`
	Text   string       `json:"text"`
	At     match.Moment `json:"at"`
}

// Mistake is a move of a game that the person wants to practise: an exercise from a review.
type Mistake struct {
	ID string `json:"id"`
	MistakeContent
}

// MistakeContent is a mistake without its ID.
type MistakeContent struct {
	Rules    string       `json:"rules" enum:"wotn,wotn-alternative,lancelot"`
	Position string       `json:"position" minLength:"1" maxLength:"400" doc:"before the move, in the notation of the game"`
	Played   string       `json:"played" maxLength:"20" doc:"the move, in coordinate notation"`
	Best     []string     `json:"best" minItems:"1" maxItems:"20" nullable:"false" doc:"the moves that solve it"`
	Source   string       `json:"source" maxLength:"300" doc:"the address of the game on the site, relative to its root; may be empty"`
	At       match.Moment `json:"at" minimum:"1" doc:"when it was kept"`
}
