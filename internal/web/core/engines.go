package core

import (
	"context"
	"net/http"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
)

// enginesAlone is how many games of engines alone that nobody watches may run at
// the tables of a person.
const enginesAlone = 4

// tooManyEngines refuses one more such game.
func tooManyEngines() error {
	p := NewProblem(http.StatusTooManyRequests, "too-many-engine-games",
		"there are already 4 games between computers at your tables that nobody watches; watch one, or wait until one ends")
	p.Args = map[string]any{"most": enginesAlone}
	return p
}

// leavesEnginesAlone tells whether an action leaves a game to engines alone: s is
// the state before it.
func leavesEnginesAlone(s *match.State, action match.Action) bool {
	people := 0 // who play
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

// do carries out a command of a person on a match in a state, unless it left too
// many games to engines alone.
func (a *App) Do(ctx context.Context, id string, s *match.State, c match.Command) ([]host.NumberedEvent, error) {
	if leavesEnginesAlone(s, c.Do) {
		owner := s.Owner.ID
		if open, ok := c.Do.(match.Open); ok {
			owner = open.Owner.ID
		}
		// One after the other, so that several at once are counted.
		a.engineGames.Lock()
		defer a.engineGames.Unlock()
		n, err := a.Store.UnwatchedEngineGames(ctx, owner, a.Now())
		if err != nil {
			return nil, err
		}
		if n >= enginesAlone {
			return nil, tooManyEngines()
		}
	}
	return a.Host.Do(ctx, id, c)
}
