// Package run has the rules of runs, streaks and storms: puzzles of rising difficulty, one after the other. It is a
// package of its own so that the browser does without package puzzles, which has all puzzles.
package run

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Kind is what a run is about.
type Kind string

// The kinds of runs.
const (
	Streak Kind = "streak" // it ends with the first mistake; one puzzle may be skipped
	Storm  Kind = "storm"  // as many puzzles as possible while a clock runs
)

// Times in milliseconds, as on lichess.
const (
	// StormTime is what the clock of a storm begins with.
	StormTime = 180_000
	// Penalty is what a mistake takes from the clock.
	Penalty = 10_000
)

const (
	// Length is the largest number of puzzles in a run.
	Length = 60
	// maxMoves bounds the moves of a puzzle.
	maxMoves = 50
	// People need longer. A storm's best solvers take one to two seconds for a puzzle; of its moves only
	// the first one needs a look at the board, and the page shows the replies before the others.
	firstMoveTime = 400
	moveTime      = 300
)

// Item is a puzzle that can be part of a run.
type Item struct {
	ID string `json:"id"`
	// Rating is the one that the puzzle begins with, so that everybody has the same order.
	Rating int `json:"rating"`
}

// Sequence returns the IDs of at most 60 puzzles, which are the same for the same seed. Their ratings do not fall.
// Each is drawn from a part of the puzzles, ordered by rating; the parts have the same size.
func Sequence(items []Item, seed uint64) []string {
	items = slices.Clone(items)
	slices.SortFunc(items, func(a, b Item) int { return cmp.Or(cmp.Compare(a.Rating, b.Rating), cmp.Compare(a.ID, b.ID)) })
	random := rand.New(rand.NewPCG(seed, 0))
	ids := make([]string, min(Length, len(items)))
	for i := range ids {
		from, to := i*len(items)/len(ids), (i+1)*len(items)/len(ids)
		ids[i] = items[from+random.IntN(to-from)].ID
	}
	return ids
}

// Result is how a puzzle of a run ended.
type Result struct {
	// Win says that it was solved.
	Win bool `json:"win"`
	// Moves is the number of the solver's right moves.
	Moves int `json:"moves"`
	// At is when it ended, in milliseconds: of a storm since its first move, of a streak since its start.
	At int `json:"at"`
	// Skipped says that it was neither solved nor failed.
	Skipped bool `json:"skipped,omitempty"`
}

// State is the state of a run.
type State struct {
	// Score is the number of solved puzzles.
	Score int `json:"score"`
	// Combo is the number of right moves since the last mistake.
	Combo     int `json:"combo"`
	BestCombo int `json:"bestCombo"`
	// Limit is when the clock of a storm ends, in milliseconds since its first move; 0 for a streak.
	Limit int `json:"limit"`
	// Ended says that a mistake or the clock has ended the run.
	Ended bool `json:"ended"`
}

// Play returns the state of a run after results, and after moves right moves in the puzzle that
// follows them, at a moment in milliseconds like Result.At. It returns an error if this is impossible.
func Play(kind Kind, results []Result, moves, now int) (State, error) {
	p := play{kind: kind}
	switch kind {
	case Streak:
	case Storm:
		p.Limit = StormTime
	default:
		return State{}, fmt.Errorf("there are no runs of the kind %q", kind)
	}
	for i := range results {
		if err := p.add(&results[i], i == 0); err != nil {
			return State{}, fmt.Errorf("result %d: %w", i+1, err)
		}
	}
	if moves < 0 || moves > maxMoves || moves > 0 && p.Ended {
		return State{}, errMoves
	}
	for range moves {
		p.move()
	}
	p.Ended = p.Ended || kind == Storm && now >= p.Limit
	return p.State, nil
}

var (
	errEnded   = errors.New("the run has ended before")
	errOrder   = errors.New("it ended before the one before it")
	errMoves   = errors.New("the number of moves is impossible")
	errSkipped = errors.New("one puzzle of a streak may be skipped")
	errFast    = errors.New("it was faster than people are")
	errLate    = errors.New("the clock had ended")
)

// play is a run up to a result.
type play struct {
	State
	kind    Kind
	at      int // when the last puzzle ended
	skipped bool
}

// add adds the result of the next puzzle.
func (p *play) add(r *Result, first bool) error {
	switch {
	case p.Ended:
		return errEnded
	case r.At < p.at:
		return errOrder
	case r.Moves < 0 || r.Moves > maxMoves || r.Win && r.Moves == 0:
		return errMoves
	case r.Skipped && (r.Win || p.skipped || p.kind != Streak):
		return errSkipped
	}
	// The earliest moment of each move. The first move of a storm starts the clock.
	move := p.at
	for i := range r.Moves {
		switch {
		case i > 0:
			move += moveTime
		case !first:
			move += firstMoveTime
		}
		if move > r.At {
			return errFast
		}
		if r.Win && i == r.Moves-1 {
			move = r.At
		}
		if p.kind == Storm && move > p.Limit {
			return errLate
		}
		p.move()
	}
	p.at = r.At
	switch {
	case r.Win:
		p.Score++
	case r.Skipped:
		p.skipped = true
	case p.kind == Storm && r.At > p.Limit:
		return errLate
	case p.kind == Storm:
		p.Combo = 0
		p.Limit -= Penalty
	default:
		p.Combo = 0
		p.Ended = true
	}
	p.Ended = p.Ended || p.kind == Storm && r.At >= p.Limit
	return nil
}

// move adds a right move.
func (p *play) move() {
	p.Combo++
	p.BestCombo = max(p.BestCombo, p.Combo)
	if p.kind == Storm {
		p.Limit += bonus(p.Combo)
	}
}

// bonus returns what a storm's clock gets when a combo reaches a number of moves.
func bonus(combo int) int {
	switch {
	case combo == 5:
		return 3_000
	case combo == 12:
		return 5_000
	case combo == 20:
		return 7_000
	case combo >= 30 && combo%10 == 0:
		return 10_000
	}
	return 0
}
