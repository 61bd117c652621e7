package matches

import (
	"context"
	"net/http"
	"slices"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/metrics"
	"tafelrunde/internal/web/core"
)

// maxUnwatchedEngineGames is how many games between engines that nobody watches
// may run at the tables of one person.
const maxUnwatchedEngineGames = 4

// maxComputerGames is how many games against computers alone a person may have in
// progress. The engines of such a game have no other opponents, so that a person who
// opens them without end would use all workers.
const maxComputerGames = 8

// tooManyComputerGames returns the problem for exceeding maxComputerGames.
func tooManyComputerGames() error {
	return core.NewProblem(http.StatusTooManyRequests, "too-many-computer-games",
		"you have 8 games against computers in progress; finish or resign one of them first").
		With("most", maxComputerGames)
}

// playsEnginesAlone returns the person who would play against nobody but engines after an
// action that begins a game, "" for none; s is the state before the action.
func playsEnginesAlone(s *match.State, action match.Action) string {
	switch do := action.(type) {
	case match.Open:
		engines := 0
		for _, level := range do.Engines {
			if level > 0 {
				engines++
			}
		}
		if engines > 0 && engines == do.Settings.Seats-1 && do.OwnerSeat != match.NoSeat {
			return do.Owner.ID
		}
	case match.Sit:
		engines := 0
		for i := range s.Seats {
			if s.Seats[i].Player.Engine > 0 {
				engines++
			}
		}
		if s.Phase == match.Waiting && engines == len(s.Seats)-1 {
			return do.Player.ID
		}
	case match.Start:
		if s.Phase == match.Waiting && do.Level > 0 {
			return onlyPerson(s)
		}
	case match.Rematch:
		if s.Phase == match.Finished {
			return onlyPerson(s)
		}
	}
	return ""
}

// onlyPerson returns the person at a table with nobody else but engines, "" if there is none.
// A person counts whose seat an engine has taken over.
func onlyPerson(s *match.State) string {
	person := ""
	for i := range s.Seats {
		c := &s.Seats[i]
		switch {
		case !c.Taken || c.Player.Engine > 0:
		case person != "":
			return ""
		default:
			person = c.Player.ID
		}
	}
	return person
}

// checkComputerGames returns a problem if a person plays as many games against engines
// alone as permitted.
func (a *Access) checkComputerGames(ctx context.Context, person string) error {
	running, err := a.store.RunningOf(ctx, person)
	if err != nil {
		return err
	}
	n := 0
	for i := range running {
		others := slices.DeleteFunc(slices.Clone(running[i].Seats), func(p match.Player) bool { return p.ID == person })
		if !slices.ContainsFunc(others, func(p match.Player) bool { return p.Engine == 0 }) {
			n++
		}
	}
	if n >= maxComputerGames {
		metrics.Limited.WithLabelValues("computers").Inc()
		return tooManyComputerGames()
	}
	return nil
}

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
// problem if too many games between engines would run without a spectator, if the person
// has too many games against engines, or if an
// engine would play from the position of the person's own game in progress.
func (a *Access) Do(ctx context.Context, id string, s *match.State, c match.Command) ([]host.NumberedEvent, error) {
	if err := a.refuseOwnGameWithEngine(ctx, id, s, c.Do); err != nil {
		return nil, err
	}
	if person := playsEnginesAlone(s, c.Do); person != "" {
		a.engineGames.Lock()
		defer a.engineGames.Unlock()
		if err := a.checkComputerGames(ctx, person); err != nil {
			return nil, err
		}
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
