package matches

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/tournament"
	"tafelrunde/internal/web/core"
)

// MoveTime is the time of a move.
type MoveTime struct {
	At    match.Moment `json:"at"`
	Spent match.Millis `json:"spent" doc:"deducted from the clock"`
	Clock match.Millis `json:"clock" doc:"time left after the move, including the increment; real-time clocks only"`
}

// SeriesGame is one game of a match, with the times of its moves.
type SeriesGame struct {
	State *match.State // final or current
	Times []MoveTime
	// Positions are those after the moves.
	Positions []match.Position
	// EndedAt is 0 while the game is being played. Games is how many games the match
	// has so far.
	EndedAt match.Moment
	Games   int
}

// GameOf returns a game of a match, finished or not. The error is a problem if the
// match has no such game.
func (a *Access) GameOf(ctx context.Context, id string, number int) (*SeriesGame, error) {
	events, err := a.store.Events(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	g := &SeriesGame{Times: []MoveTime{}}
	now := match.New()
	for _, e := range events {
		if now, err = match.Apply(games.Rules{}, now, e); err != nil {
			return nil, err
		}
		if now.Game != number {
			continue
		}
		switch e.Type {
		case match.Moved:
			g.Times = append(g.Times, MoveTime{e.At, e.Spent, e.Clock})
			g.Positions = append(g.Positions, now.Position)
		case match.TakenBack:
			g.Times = g.Times[:len(now.Moves)]
			g.Positions = g.Positions[:len(now.Moves)]
		case match.Ended:
			g.State, g.EndedAt = now, e.At
		}
	}
	if g.Games = now.Game; number < 1 || number > now.Game {
		return nil, core.NewProblem(http.StatusNotFound, "no-game", "the match has no such game").With("games", now.Game)
	}
	if g.State == nil {
		g.State = now
		return g, nil
	}
	// Names and invitations are current, so that former names are not revealed.
	state := *g.State
	state.Owner, state.Settings, state.Seats = now.Owner, now.Settings, slices.Clone(state.Seats)
	for i := range state.Seats {
		state.Seats[i].Player = now.Seats[i].Player
	}
	g.State = &state
	return g, nil
}

// Record returns a game as text, if timed with the times of its moves, for a site such as
// "https://example.org". number is its number in the match with the ID.
func (a *Access) Record(ctx context.Context, g *SeriesGame, site, id string, number int, timed bool) (string, error) {
	var times []games.MoveTime
	if timed {
		for _, t := range g.Times {
			times = append(times, games.MoveTime{Spent: t.Spent, Clock: t.Clock})
		}
	}
	h := games.Heading{Site: fmt.Sprintf("%s/match/%s/%d", site, id, number)}
	if in := g.State.Settings.Tournament; in != "" {
		s, err := a.Tournaments.State(ctx, in)
		if err != nil && !core.IsNotFound(err) {
			return "", err
		}
		if err == nil {
			if board := s.BoardOf(id); board > 0 {
				h = TournamentHeading(s, &s.Boards[board-1], h.Site, g.State.Outcome.Reason)
			}
		}
	}
	text, refusal := games.Record(g.State, times, h)
	if refusal != nil {
		return "", refusal
	}
	return text, nil
}

// TournamentHeading returns the heading of the record of a board. reason is that of its match, whose outcome counts
// unless the result has another one, "" if there is no match.
func TournamentHeading(s *tournament.State, b *tournament.Board, site, reason string) games.Heading {
	h := games.Heading{Site: site, Event: s.Settings.Name, Round: strconv.Itoa(b.Round)}
	if s.Settings.Format == tournament.Arena {
		h.Round = "-" // it has none
	}
	if b.Result != nil && b.Result.Reason != reason {
		outcome := b.Result.Outcome()
		h.Awarded = &outcome
	}
	return h
}

// FinishedGame returns a game of a match. The error is a problem if the game is not
// finished or was never started.
func (a *Access) FinishedGame(ctx context.Context, id string, number int) (*SeriesGame, error) {
	g, err := a.GameOf(ctx, id, number)
	if err != nil {
		return nil, err
	}
	if g.EndedAt == 0 || g.State.Start == nil {
		return nil, core.NewProblem(http.StatusNotFound, "no-game", "this game is not finished")
	}
	return g, nil
}
