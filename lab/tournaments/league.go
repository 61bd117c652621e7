package tournaments

import (
	"context"
	"math"
	"slices"

	"tafelrunde/internal/tournament"
)

// Leagues.
const (
	seasonCount = 10
	// pauses is how much likelier somebody pauses for a season than leaves before a round, and joins is
	// the same for newcomers, as a part of the players at the start.
	pauses, joins = 5, 5
)

// seasons plays the seasons of a league. With lots, its people play as many rounds with opponents
// drawn by lot.
func (m *simulation) seasons(ctx context.Context) error {
	create := tournament.Create{Settings: m.settings(tournament.League)}
	people := m.everybody()
	for season := 1; season <= seasonCount; season++ {
		create.Seed = m.random.Uint64()
		if m.lots {
			create = tournament.Create{Settings: m.settings(tournament.Swiss), Seed: create.Seed}
			create.Settings.Rounds = tournament.DivisionSize - 1
		}
		if err := m.create(create, people); err != nil {
			return err
		}
		if !m.lots {
			m.checkDivisions(create.Ladder)
		}
		if err := m.playOn(ctx); err != nil {
			return err
		}
		m.count()
		x, ok := m.correlation(m.order())
		switch {
		case !ok:
		case m.lots && season == seasonCount:
			m.found.Lots.Add(x)
		case !m.lots && season == seasonCount:
			m.found.Ranks.Add(x)
		case !m.lots && season == 1:
			m.found.First.Add(x)
		}
		if !m.lots {
			create = m.s.NextSeason("league", 0, m.now)
			m.checkLadder(create.Ladder)
		}
		m.now = m.now.After(tournament.SeasonPause)
		if !m.lots {
			create.Settings.StartsAt = m.now.After(tournament.MinLead)
		}
		people = m.nextPeople()
	}
	return nil
}

// nextPeople returns who enters the next season: most of those who are there, in an arbitrary order, people who
// come back, and newcomers.
func (m *simulation) nextPeople() (people []int) {
	for i := range m.people {
		p := &m.people[i]
		if p.gone = m.random.Float64() < pauses*m.Leave || p.gone && m.random.Float64() >= returnShare; !p.gone {
			people = append(people, i)
		}
	}
	for range int(math.Ceil(joins * m.Leave * float64(m.kind.Players))) {
		people = append(people, m.newPerson())
	}
	m.random.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
	return people
}

// checkDivisions checks that the sizes of the divisions are allowed, and that they follow the ladder.
func (m *simulation) checkDivisions(ladder []string) {
	for i, pool := range m.s.Pools {
		if n := len(pool); n > tournament.MaxPool || n < tournament.MinDivision && len(m.s.Entries) >= 2*tournament.MinDivision {
			m.fault("division %d has %d players", i+1, n)
		}
	}
	last := 0
	for _, id := range ladder {
		entry := m.s.EntryOf(id)
		if entry == 0 {
			continue
		}
		division := m.s.Entries[entry-1].Pool
		if division < last {
			m.fault("%s is in division %d above somebody before on the ladder", id, division)
		}
		last = division
	}
}

// checkLadder checks that everybody who stays and has played is on the ladder once, nobody else, and that
// nobody moves by more than one division.
func (m *simulation) checkLadder(ladder []string) {
	stayed := 0
	for i, pool := range m.s.Standings() {
		for _, row := range pool {
			e := &m.s.Entries[row.Entry-1]
			at := slices.Index(ladder, e.Player.ID)
			if (at >= 0) != (e.Left == "" && row.Played > 0) {
				m.fault("player %s of division %d has the place %d on the ladder", e.Player.ID, i+1, at+1)
			}
			if at >= 0 {
				stayed++
			}
		}
	}
	free := 0
	for _, id := range ladder {
		if id == "" {
			free++
		}
	}
	if stayed+free != len(ladder) || len(ladder) != len(m.s.Entries) {
		m.fault("%d players stay, %d are on the ladder with %d free places", stayed, len(ladder), free)
	}
	// The first places of a division move up, unless they have left.
	standings := m.s.Standings()
	for i := 1; i < len(standings); i++ {
		first := &m.s.Entries[standings[i][0].Entry-1]
		above := standings[i-1]
		last := &m.s.Entries[above[len(above)-1].Entry-1]
		up, down := slices.Index(ladder, first.Player.ID), slices.Index(ladder, last.Player.ID)
		if up >= 0 && down >= 0 && up > down {
			m.fault("the first of division %d is below the last of the one above", i+1)
		}
	}
}
