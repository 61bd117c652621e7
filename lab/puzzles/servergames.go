package puzzles

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/puzzles"
	"tafelrunde/internal/store"
	"tafelrunde/lab/dataset"
)

// Matches is the part of a server's store that has its games.
type Matches interface {
	PublicGames(ctx context.Context, from match.Moment, limit int) ([]store.PlayedGame, error)
	Events(ctx context.Context, id string, after int64) ([]match.Event, error)
}

// PublicGames calls each with the finished games of public matches, without names, the oldest end first. It
// leaves out games without moves, aborted ones, and those in which a seat left the game or missed a turn: moves
// alone do not describe them. It returns how many these are.
func PublicGames(ctx context.Context, s Matches, each func(*dataset.Record) error) (left int, err error) {
	list, err := s.PublicGames(ctx, 0, store.NoLimit)
	if err != nil {
		return 0, err
	}
	slices.Reverse(list)
	number := 0
	for i := range list {
		events, err := s.Events(ctx, list[i].Match, 0)
		if err != nil {
			return left, err
		}
		state, err := ended(events, list[i].Number)
		if err != nil {
			return left, fmt.Errorf("match %s: %w", list[i].Match, err)
		}
		r, ok := recordOf(state)
		if !ok {
			left++
			continue
		}
		r.Number = number
		number++
		if err := each(&r); err != nil {
			return left, err
		}
	}
	return left, nil
}

// ended returns the state of a match at the end of a game, nil if there is none.
func ended(events []match.Event, number int) (*match.State, error) {
	state := match.New()
	for _, e := range events {
		var err error
		if state, err = match.Apply(games.Rules{}, state, e); err != nil {
			return nil, err
		}
		if e.Type == match.Ended && state.Game == number {
			return state, nil
		}
	}
	return nil, nil
}

// recordOf returns a finished game. It reports whether its moves alone describe it.
func recordOf(s *match.State) (r dataset.Record, ok bool) {
	if s == nil || s.Start == nil || len(s.Moves) == 0 || s.Outcome.Reason == match.ByAbort {
		return r, false
	}
	r = dataset.Record{Rules: s.Settings.Variant, Start: s.Start.Text()}
	if s.Settings.Game == games.Lancelot {
		r.Rules = puzzles.Lancelot
	}
	at, err := parse(r.Rules, r.Start)
	if err != nil {
		return r, false
	}
	seats, moves := map[int]int{}, []string{}
	if r.Rules == puzzles.Lancelot {
		for seat := range at.seats() {
			seats[seat] = seat
		}
	} // else White and Black by the moves: in the second game of a match the other seat begins
	for _, m := range s.Moves {
		if seat, known := seats[m.Seat]; known && seat != at.seat() || !slices.Contains(at.moves(), m.Text) {
			return r, false
		}
		seats[m.Seat] = at.seat()
		moves = append(moves, m.Text)
		at = at.play(m.Text)
	}
	if at.seats() == 2 && len(seats) == 1 {
		seats[1-s.Moves[0].Seat] = 1 - seats[s.Moves[0].Seat]
	}
	r.Moves = strings.Join(moves, " ")
	if len(seats) == at.seats() {
		r.Result = make([]float64, at.seats())
		for seat, place := range seats {
			r.Result[place] = points(&s.Outcome, seat, at.seats())
		}
	}
	return r, true
}

// points returns the points of a seat.
func points(o *match.Outcome, seat, seats int) float64 {
	switch {
	case len(o.Winners) == 0:
		return 1 / float64(seats)
	case slices.Contains(o.Winners, seat):
		return 1 / float64(len(o.Winners))
	}
	return 0
}
