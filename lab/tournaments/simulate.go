// Package tournaments simulates tournaments of players whose strength is known. It compares the
// standings with the strengths, and looks for rounds that should not be.
package tournaments

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/tournament"
)

// Kind is a format with a number of players at the start.
type Kind struct {
	Format  tournament.Format
	Players int
}

// String returns the name of the kind.
func (k Kind) String() string { return fmt.Sprintf("%s %d", k.Format, k.Players) }

// Kinds returns the kinds that are simulated usually.
func Kinds() (list []Kind) {
	for _, f := range []struct {
		format tournament.Format
		sizes  []int
	}{
		{tournament.RoundRobin, []int{10}},
		{tournament.League, []int{30, 100}},
		{tournament.Swiss, []int{5, 10, 30, 100, 500, 1000}},
		{tournament.Tables, []int{7, 12, 30, 60, 1000}},
		{tournament.Arena, []int{10, 100, 1000}},
	} {
		for _, size := range f.sizes {
			list = append(list, Kind{f.format, size})
		}
	}
	return list
}

// The players. Strengths and ratings are those of Elo.
const (
	meanStrength = 1500
	deviation    = 300
	// ratingError is the standard deviation of the rating at the entry around the strength.
	ratingError = 150
)

// Options are the options of a simulation.
type Options struct {
	Seed uint64
	// Leave is the probability that a player leaves or vanishes in a round, or in two minutes of an arena.
	// Pauses and newcomers of a league are in proportion to it.
	Leave float64
	// Minutes is how long an arena lasts.
	Minutes int
}

// simulation is a tournament that is being played.
type simulation struct {
	Options
	kind Kind
	// lots reports whether the opponents of a round are drawn by lot.
	lots   bool
	random *rand.Rand
	s      *tournament.State
	now    match.Moment
	people []person
	ids    int
	found  *Result
	// idle are the entries that had no game in the last round although they did not miss one, missed those
	// that did, as far as the tournament knows. waited are those of idle who were really there.
	idle, missed, waited map[int]bool
}

// person is a player. The ID is "p" and the index.
type person struct {
	strength float64
	rating   int
	// gone: the person does not play at present, whether or not the tournament knows it.
	gone bool
}

// Simulate plays a tournament of a kind, and a second one of the same players with opponents drawn by
// lot, and adds what it finds to the result. If the context is done, it returns its error.
func Simulate(ctx context.Context, kind Kind, o Options, found *Result) error {
	for _, lots := range []bool{false, true} {
		m := newSimulation(kind, o, lots, found)
		var err error
		switch {
		case kind.Format == tournament.League:
			err = m.seasons(ctx)
		case kind.Format == tournament.Arena:
			err = m.arena(ctx)
		case kind.Format == tournament.RoundRobin && lots:
			err = m.drawn(ctx, kind.Players-1+kind.Players%2)
		default:
			err = m.rounds(ctx, m.settings(kind.Format))
		}
		if err != nil {
			return fmt.Errorf("%s, seed %d: %w", kind, o.Seed, err)
		}
	}
	found.Tournaments++
	return nil
}

func newSimulation(kind Kind, o Options, lots bool, found *Result) *simulation {
	m := &simulation{Options: o, kind: kind, lots: lots, random: rand.New(rand.NewPCG(o.Seed, uint64(kind.Players))), found: found}
	m.now = match.Moment(1_800_000_000_000)
	for range kind.Players {
		m.newPerson()
	}
	return m
}

func (m *simulation) newPerson() int {
	strength := meanStrength + deviation*m.random.NormFloat64()
	rating := min(max(int(strength+ratingError*m.random.NormFloat64()), 1), tournament.MaxRating)
	m.people = append(m.people, person{strength: strength, rating: rating})
	return len(m.people) - 1
}

// settings returns the settings of a tournament that begins in a minute.
func (m *simulation) settings(format tournament.Format) tournament.Settings {
	set := tournament.Settings{
		Name: "Simulation", Format: format, Pace: tournament.ByRounds, StartsAt: m.now.After(tournament.MinLead),
		Games: match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, Clock: match.Clock{Kind: match.RealTime, Initial: 3 * match.Minute}},
	}
	switch format {
	case tournament.Tables:
		set.Games.Game, set.Games.Variant, set.Games.Seats = "lancelot", "basic", 4
	case tournament.Arena:
		set.Pace, set.AtOnce = tournament.AllAtOnce, 1
		set.EndsAt = set.StartsAt.After(match.Millis(m.Minutes) * match.Minute)
	}
	return set
}

// create creates a tournament and enters people.
func (m *simulation) create(create tournament.Create, people []int) error {
	m.s, m.idle, m.missed, m.waited = tournament.New(), make(map[int]bool), make(map[int]bool), make(map[int]bool)
	create.Director = match.Player{ID: "director", Name: "Director", Account: true}
	if err := m.do("", create); err != nil {
		return err
	}
	for _, i := range people {
		if err := m.enter(i); err != nil {
			return err
		}
	}
	m.now = m.s.Settings.StartsAt
	return m.advance()
}

// everybody returns the numbers of all people.
func (m *simulation) everybody() []int {
	list := make([]int, len(m.people))
	for i := range list {
		list[i] = i
	}
	return list
}

func (m *simulation) enter(i int) error {
	id := "p" + strconv.Itoa(i)
	m.people[i].gone = false
	return m.do("", tournament.Enter{Player: match.Player{ID: id, Name: id, Account: true}, Rating: m.people[i].rating})
}

// of returns the person of an entry.
func (m *simulation) of(entry int) *person {
	i, err := strconv.Atoi(m.s.Entries[entry-1].Player.ID[1:])
	if err != nil {
		panic("tournaments: the ID of a player is not a number")
	}
	return &m.people[i]
}

func (m *simulation) newID() string {
	m.ids++
	return "m" + strconv.Itoa(m.ids)
}

func (m *simulation) do(by string, do tournament.Action) error {
	_, after, err := tournament.Decide(m.s, tournament.Command{At: m.now, By: by, Do: do})
	if err != nil {
		return fmt.Errorf("%T: %w", do, err)
	}
	m.s = after
	return nil
}

// advance does what is due, checks the games that it pairs, and measures how long that takes.
func (m *simulation) advance() error {
	decide := func() ([]tournament.Event, time.Duration, error) {
		began := time.Now()
		events, _, err := tournament.Decide(m.s, tournament.Command{At: m.now, Do: tournament.Advance{NewID: m.newID}})
		return events, time.Since(began), err
	}
	events, took, err := decide()
	if err != nil {
		return err
	}
	if took > m.found.Pairing && !m.lots {
		for range 2 { // of three measurements the least: other programs disturb the others
			_, again, _ := decide()
			took = min(took, again)
		}
		m.found.Pairing = max(m.found.Pairing, took)
	}
	for i := range events {
		if events[i].Type != tournament.Paired {
			continue
		}
		if !m.lots {
			m.check(events[i].Boards)
		} else {
			m.draw(events[i].Boards)
		}
	}
	m.s, err = tournament.Replay(m.s, events)
	return err
}

// draw deals the players of boards to the same boards by lot.
func (m *simulation) draw(boards []tournament.Board) {
	var entries []int
	for i := range boards {
		entries = append(entries, boards[i].Entries...)
	}
	m.random.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
	for i := range boards {
		n := len(boards[i].Entries)
		boards[i].Entries, entries = entries[:n:n], entries[n:]
	}
}
