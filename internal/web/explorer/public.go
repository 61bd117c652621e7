package explorer

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"tafelrunde/internal/explorer"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/lancelot"
)

const (
	// maxPublic is the number of games that are counted at first: the latest ones.
	// When twice as many have been read, counting begins again, so that the memory is
	// bounded.
	maxPublic = 5000
	// publicPlies is how many moves of each game are counted.
	publicPlies = 40
	// publicFor is the usual API.Every.
	publicFor = 10 * time.Second
	// publicWait is how long a request waits for the count. The first one can take
	// longer.
	publicWait = time.Second
	// overlap is how far back new games are looked for: other servers of the same
	// database store games with their own clocks.
	overlap = 2 * time.Minute
)

// gameRef is a game of a match.
type gameRef struct {
	match  string
	number int
	ended  match.Moment
}

// played is a move in a counted game.
type played struct {
	code   uint32
	game   int32 // index into publicGames.games
	points uint8
}

// publicGames has the moves of public games in memory.
type publicGames struct {
	mu    sync.Mutex
	games []gameRef
	known map[gameRef]bool
	sets  map[string]int // number of games by set
	at    map[uint64][]played
	from  match.Moment // end of the latest game
	until time.Time
	// running is closed when the running count is complete; nil if none runs.
	running chan struct{}
	// missing: the latest count ended at an error of the store.
	missing bool
}

// updatePublic counts the games that have ended since, at most every publicFor. It
// reports whether all are counted.
func (a *API) updatePublic(ctx context.Context) (complete bool) {
	g := &a.public
	g.mu.Lock()
	if g.running == nil {
		if time.Now().Before(g.until) {
			defer g.mu.Unlock()
			return !g.missing
		}
		g.running = make(chan struct{})
		go a.countPublic(g.running)
	}
	running := g.running
	g.mu.Unlock()
	late := time.NewTimer(publicWait)
	defer late.Stop()
	select {
	case <-running:
		g.mu.Lock()
		defer g.mu.Unlock()
		return !g.missing
	case <-late.C:
	case <-ctx.Done():
	}
	return false
}

// countPublic counts new games and closes done.
func (a *API) countPublic(done chan struct{}) {
	g := &a.public
	missing := true
	defer func() {
		g.mu.Lock()
		g.running, g.until, g.missing = nil, time.Now().Add(a.Every), missing
		g.mu.Unlock()
		close(done)
	}()
	g.mu.Lock()
	if len(g.known) >= 2*maxPublic || g.at == nil {
		g.games, g.known, g.from = nil, make(map[gameRef]bool), 0
		g.sets, g.at = make(map[string]int), make(map[uint64][]played)
	}
	from := max(0, g.from-match.Moment(overlap.Milliseconds()))
	g.mu.Unlock()
	list, err := a.store.PublicGames(a.Stopping, from, maxPublic)
	if err != nil {
		a.Log.Warn("the explorer cannot read public games", "error", err)
		return
	}
	// The oldest first, so that the latest end is that of a counted game.
	slices.Reverse(list)
	for i := range list {
		if a.Stopping.Err() != nil {
			return
		}
		one := &list[i]
		ref := gameRef{one.Match, one.Number, one.EndedAt}
		g.mu.Lock()
		known := g.known[ref]
		g.mu.Unlock()
		if known {
			continue
		}
		set, steps, err := a.stepsOf(one)
		if errors.Is(err, store.ErrUnavailable) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			// The next count begins with this game.
			a.Log.Warn("the explorer cannot read a game; trying again", "match", one.Match, "game", one.Number, "error", err)
			return
		}
		if err != nil {
			// The game is skipped for good: its events do not change.
			a.Log.Warn("the explorer cannot count a game", "match", one.Match, "game", one.Number, "error", err)
		}
		g.add(ref, set, steps)
	}
	missing = false
}

// stepsOf returns the moves of a game; none if its kind has no statistics.
func (a *API) stepsOf(one *store.PlayedGame) (set string, steps []explorer.Step, err error) {
	if one.Settings.Seats != 2 {
		return "", nil, nil
	}
	g, err := a.matches.FinishedGame(a.Stopping, one.Match, one.Number)
	if err != nil || len(g.State.Moves) == 0 {
		return "", nil, err
	}
	record := explorer.Record{Result: resultOf(&one.Outcome, g.State.Moves[0].Seat)}
	for _, m := range g.State.Moves {
		record.Moves = append(record.Moves, m.Text)
	}
	kind, ok := setOf(&one.Settings)
	if !ok {
		return "", nil, nil
	}
	steps, err = explorer.Steps(kind, g.State.Start.Text(), record, publicPlies)
	return kind.Name, steps, err
}

// setOf returns the set of the games of a table.
func setOf(s *match.Settings) (explorer.Set, bool) {
	if s.Game != games.Lancelot {
		return explorer.SetNamed(s.Variant)
	}
	rules, err := lancelot.ParseRules(s.Variant)
	if err != nil || s.Target != 0 && s.Target != lancelot.StandardTarget(2) {
		return explorer.Set{}, false
	}
	return explorer.SetOfRules(rules), true
}

// resultOf returns twice the points of a seat.
func resultOf(o *match.Outcome, seat int) int {
	switch {
	case !slices.Contains(o.Winners, seat) && len(o.Winners) > 0:
		return 0
	case len(o.Winners) == 1:
		return 2
	}
	return 1
}

func (g *publicGames) add(ref gameRef, set string, steps []explorer.Step) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.known[ref], g.from = true, max(g.from, ref.ended)
	if len(steps) == 0 {
		return
	}
	g.games = append(g.games, ref)
	g.sets[set]++
	for _, s := range steps {
		g.at[s.Key] = append(g.at[s.Key], played{s.Code, int32(len(g.games) - 1), uint8(s.Points)})
	}
}

// moves returns the moves that were played at a place, and the number of games of
// its set.
func (g *publicGames) moves(place *explorer.Place) (moves []explorer.Move, all int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	steps := make([]explorer.Step, 0, len(g.at[place.Key]))
	for _, one := range g.at[place.Key] {
		steps = append(steps, explorer.Step{Key: place.Key, Code: one.code, Points: int(one.points)})
	}
	return explorer.CountSteps(place, steps), g.sets[place.Set.Name]
}

// gamesWith returns the games in which a move was played at a place, the latest
// first.
func (g *publicGames) gamesWith(place *explorer.Place, move string) (refs []gameRef) {
	code, ok := place.Code(move)
	if !ok {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	seen := make(map[int32]bool) // a game can reach a position twice
	for _, one := range g.at[place.Key] {
		if one.code == code && !seen[one.game] {
			seen[one.game] = true
			refs = append(refs, g.games[one.game])
		}
	}
	slices.SortStableFunc(refs, func(x, y gameRef) int { return cmp.Compare(y.ended, x.ended) })
	return refs
}
