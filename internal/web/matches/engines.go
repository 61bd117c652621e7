package matches

import (
	"context"
	"net/http"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/metrics"
	"tafelrunde/internal/web/core"
)

// maxUnwatchedEngineGames is how many games between engines that nobody watches
// may run at the tables of one person.
const maxUnwatchedEngineGames = 4

// tooManyEngines returns the problem for exceeding maxUnwatchedEngineGames.
func tooManyEngines() error {
	return core.NewProblem(http.StatusTooManyRequests, "too-many-engine-games",
		"4 games between computers are already running at your tables without a spectator; watch one, or wait until one ends").
		With("most", maxUnwatchedEngineGames)
}

// leavesOnlyEngines reports whether an action leads to a game in which only
// engines play; s is the state before the action.
func leavesOnlyEngines(s *match.State, action match.Action) bool {
	people := 0 // seats with a person who still plays
	for i := range s.Seats {
		if c := &s.Seats[i]; c.Taken && c.Engine == 0 && !c.Out {
			people++
		}
	}
	switch do := action.(type) {
	case match.Open:
		engines := 0
		for _, level := range do.Engines {
			if level > 0 {
				engines++
			}
		}
		return engines >= do.Settings.Seats
	case match.Start:
		return s.Phase == match.Waiting && do.Level > 0 && people == 0
	case match.TakeOver:
		return s.Phase == match.Playing && people == 1 && do.Seat >= 0 && do.Seat < len(s.Seats) && s.Seats[do.Seat].Engine == 0
	}
	return false
}

// Do executes a person's command on a match whose state is s. It returns a
// problem if too many games between engines would run without a spectator, or if an
// engine would play from the position of the person's own game in progress.
func (a *Access) Do(ctx context.Context, id string, s *match.State, c match.Command) ([]host.NumberedEvent, error) {
	if err := a.refuseOwnGameWithEngine(ctx, id, s, c.Do); err != nil {
		return nil, err
	}
	if leavesOnlyEngines(s, c.Do) {
		owner := s.Owner.ID
		if open, ok := c.Do.(match.Open); ok {
			owner = open.Owner.ID
		}
		// Concurrent commands must count each other.
		a.engineGames.Lock()
		defer a.engineGames.Unlock()
		n, err := a.store.UnwatchedEngineGames(ctx, owner, a.Now())
		if err != nil {
			return nil, err
		}
		if n >= maxUnwatchedEngineGames {
			metrics.Limited.WithLabelValues("engines").Inc()
			return nil, tooManyEngines()
		}
	}
	return a.Host.Do(ctx, id, c)
}
