package matchplay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
	lancelotengine "tafelrunde/lancelot/engine"
	"tafelrunde/lancelot/record"
	"tafelrunde/lancelot/search"
)

// LancelotMatch plays Lancelot with a player of package lancelot/search in each
// seat. Each opening is played in every order of seats.
type LancelotMatch struct {
	// Players are the names of the players, one a seat: those of search.Names, or
	// engine:LEVEL with a level of engines.ParseLevel.
	Players []string
	Rules   lancelot.Rules
	// Games is the smallest number of games. It is rounded up, so that each opening
	// is played in every order of seats.
	Games int
	// MoveTime and Nodes limit the search of each turn; at least one is not 0.
	MoveTime time.Duration
	Nodes    uint64
	Seed     uint64 // of the openings and the players
	// Opening is the number of random turns of each seat at the beginning of a game.
	Opening int
	// Concurrency is the number of games played at once, at most one a processor.
	Concurrency int
	// Records receives the record of each finished game, if it is not nil.
	Records io.Writer
	// OnGame, if it is not nil, is called after each game.
	OnGame func()
}

// LateMargin is the time by which a turn may exceed LancelotMatch.MoveTime without
// being counted as late.
const LateMargin = 20 * time.Millisecond

// Validate returns an error if the match cannot be played.
func (m *LancelotMatch) Validate() error {
	if n := len(m.Players); n < lancelot.MinSeats || n > lancelot.MaxSeats {
		return fmt.Errorf("%d players; Lancelot has %d to %d seats", n, lancelot.MinSeats, lancelot.MaxSeats)
	}
	for _, name := range m.Players {
		if _, err := newLancelotPlayer(name, 1); err != nil {
			return err
		}
	}
	if m.Games < 1 || m.MoveTime == 0 && m.Nodes == 0 {
		return errors.New("at least one game, and a time or a number of nodes for each turn")
	}
	return nil
}

// newLancelotPlayer returns the player with a name of search.Names or, for the
// engine, with a level as in "engine:3" or "engine:beginner1".
func newLancelotPlayer(name string, seed uint64) (lancelotengine.Searcher, error) {
	name, text, leveled := strings.Cut(name, ":")
	s := search.Named(name, seed)
	if s == nil {
		return nil, fmt.Errorf("unknown player %q; want one of %s", name, strings.Join(search.Names(), ", "))
	}
	if !leveled {
		return s, nil
	}
	code, ok := engines.ParseLevel(text)
	engine, hasLevels := s.(*search.Engine)
	if !ok || !hasLevels {
		return nil, fmt.Errorf("%q is no level: only the engine has levels, %s", name+":"+text, engines.LevelSyntax)
	}
	engine.Level = code
	return engine, nil
}

// seatings returns all different orders of the players, as indexes of Players by
// seat.
func (m *LancelotMatch) seatings() (seatings [][]int) {
	var seating []int
	used := make([]bool, len(m.Players))
	var extend func()
	extend = func() {
		if len(seating) == len(m.Players) {
			seatings = append(seatings, slices.Clone(seating))
			return
		}
		tried := map[string]bool{}
		for i, name := range m.Players {
			if used[i] || tried[name] {
				continue
			}
			tried[name], used[i] = true, true
			seating = append(seating, i)
			extend()
			seating, used[i] = seating[:len(seating)-1], false
		}
	}
	extend()
	return seatings
}

// GameCount returns the number of games that Play plays.
func (m *LancelotMatch) GameCount() int {
	n := len(m.seatings())
	return (m.Games + n - 1) / n * n
}

// lancelotGame is a game of a match and its result.
type lancelotGame struct {
	number, opening int
	seating         []int // index of the player, by seat
	outcome         lancelot.Outcome
	record          string
	turns           int
	// By index of the player:
	nodes   [lancelot.MaxSeats]uint64
	slowest [lancelot.MaxSeats]time.Duration // the longest turn
	late    [lancelot.MaxSeats]int           // turns later than LateMargin
	err     error
}

// Play plays a valid match. If the context is done, the result is that of the games
// finished. The error is that of writing a record.
func (m *LancelotMatch) Play(ctx context.Context) (*LancelotResult, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	seatings := m.seatings()
	numbers := jobs(ctx, m.GameCount())
	played := make(chan lancelotGame)
	var workers sync.WaitGroup
	for range min(m.Concurrency, runtime.NumCPU()) {
		workers.Go(func() {
			for number := range numbers {
				g := lancelotGame{number: number, opening: number / len(seatings), seating: seatings[number%len(seatings)]}
				m.playGame(ctx, &g)
				played <- g
			}
		})
	}
	go func() {
		workers.Wait()
		close(played)
	}()
	result := newLancelotResult(m)
	var writing error
	for g := range played {
		if g.err == nil {
			result.add(&g)
		} else if ctx.Err() == nil {
			result.Failures = append(result.Failures, fmt.Sprintf("game %d: %v", g.number+1, g.err))
		}
		if m.Records != nil && g.record != "" && writing == nil {
			if _, writing = io.WriteString(m.Records, g.record+"\n"); writing != nil {
				stop()
			}
		}
		if m.OnGame != nil {
			m.OnGame()
		}
	}
	return result, writing
}

// playGame plays one game. An illegal turn or a panic is its error.
func (m *LancelotMatch) playGame(ctx context.Context, g *lancelotGame) {
	seats := len(m.Players)
	random := rand.New(rand.NewPCG(m.Seed, uint64(g.opening)))
	start, err := lancelot.Start(lancelot.Options{Seats: seats, Rules: m.Rules})
	if err != nil {
		g.err = err
		return
	}
	game := lancelot.NewGame(start)
	defer func() {
		if reason := recover(); reason != nil {
			g.err = fmt.Errorf("%s: panic: %v", game.Position(), reason)
		}
	}()
	searchers := make([]lancelotengine.Searcher, seats)
	for seat, player := range g.seating {
		if searchers[seat], g.err = newLancelotPlayer(m.Players[player], m.Seed<<32+uint64(g.number)<<3+uint64(seat)); g.err != nil {
			return
		}
	}
	for range m.Opening * seats {
		if p := game.Position(); !p.Outcome().Over() {
			if g.err = game.Play(RandomTurn(p, random)); g.err != nil {
				return
			}
		}
	}
	for !game.Outcome().Over() {
		p := game.Position()
		began := time.Now()
		found := searchers[p.ToMove()].Search(ctx, game, lancelotengine.Limits{MoveTime: m.MoveTime, Nodes: m.Nodes}, nil)
		player := g.seating[p.ToMove()]
		elapsed := time.Since(began)
		g.slowest[player] = max(g.slowest[player], elapsed)
		if m.MoveTime > 0 && elapsed-m.MoveTime > LateMargin {
			g.late[player]++
		}
		if g.err = ctx.Err(); g.err != nil {
			return
		}
		g.nodes[player] += found.Nodes
		if g.err = game.Play(found.Best); g.err != nil {
			g.err = fmt.Errorf("%s: %s: %w", p, m.Players[player], g.err)
			return
		}
		g.turns++
	}
	g.outcome = game.Outcome()
	tags := []record.Tag{{Name: "Event", Value: "match, seed " + strconv.FormatUint(m.Seed, 10)}, {Name: "Round", Value: strconv.Itoa(g.number + 1)}}
	for seat, player := range g.seating {
		tags = append(tags, record.Tag{Name: strings.ToUpper(lancelot.Seat(seat).String()), Value: m.Players[player]})
	}
	written := record.New(game, tags...)
	g.record = written.String()
}

// RandomTurn returns a random turn without the king's power, in a position that is
// not over.
func RandomTurn(p *lancelot.Position, random *rand.Rand) lancelot.Turn {
	open := p.Open()
	square := open.Nth(random.IntN(open.Count()))
	if p.PlacesExcalibur() {
		return lancelot.ExcaliburTurn(square)
	}
	return lancelot.StoneTurn(square)
}
