package tournaments

import (
	"context"

	"tafelrunde/internal/match"
	"tafelrunde/internal/tournament"
)

// Chances before each round.
const (
	// returnShare is the probability that somebody who is gone comes back.
	returnShare = 0.15
	// tellShare is the part of those who go and say so.
	tellShare = 0.5
	// newcomers is how many newcomers there are at most, as a part of the players.
	newcomers = 0.02
)

// rounds plays a tournament in rounds.
func (m *simulation) rounds(ctx context.Context, set tournament.Settings) error {
	if err := m.create(tournament.Create{Settings: set, Seed: m.random.Uint64()}, m.everybody()); err != nil {
		return err
	}
	if err := m.playOn(ctx); err != nil {
		return err
	}
	m.count()
	m.rank(m.order())
	return nil
}

// drawn plays a number of rounds whose opponents are drawn by lot.
func (m *simulation) drawn(ctx context.Context, rounds int) error {
	set := m.settings(tournament.Swiss)
	set.Rounds = rounds
	return m.rounds(ctx, set)
}

// playOn plays round after round.
func (m *simulation) playOn(ctx context.Context) error {
	for m.s.Phase == tournament.Running {
		if err := ctx.Err(); err != nil {
			return err
		}
		round, _ := m.s.Round()
		m.now = m.now.After(10 * match.Minute)
		if err := m.comeAndGo(); err != nil {
			return err
		}
		for i := range m.s.Boards {
			if b := m.s.Boards[i]; b.Result == nil {
				if err := m.do("", m.result(&b)); err != nil {
					return err
				}
			}
		}
		m.noteIdle(round)
		if err := m.advance(); err != nil {
			return err
		}
		if next, _ := m.s.Round(); next == round && m.s.Phase == tournament.Running {
			m.fault("round %d is not followed by another one", round)
			return nil
		}
	}
	return nil
}

// comeAndGo lets people leave, vanish, come back and enter late. Games have been paired.
func (m *simulation) comeAndGo() error {
	for i := range m.s.Entries {
		e, p := &m.s.Entries[i], m.of(i+1)
		var err error
		switch {
		case p.gone && m.random.Float64() < returnShare:
			if e.Left == "" {
				p.gone = false
			} else if m.s.MayEnterLate(i+1, m.now) {
				err = m.enterAgain(i + 1)
			}
		case !p.gone && e.Left == "" && m.random.Float64() < m.Leave:
			p.gone = true
			if m.random.Float64() < tellShare {
				err = m.do(e.Player.ID, tournament.Withdraw{})
			}
		}
		if err != nil {
			return err
		}
	}
	for range 1 + int(newcomers*float64(m.kind.Players)) {
		if m.random.Float64() < 0.3 && m.s.MayEnterLate(0, m.now) && m.s.Entered() < tournament.MaxEntrants {
			if err := m.enter(m.newPerson()); err != nil {
				return err
			}
		}
	}
	return nil
}

// enterAgain enters the person of an entry who has left, unless all places are taken.
func (m *simulation) enterAgain(entry int) error {
	if m.s.Entered() == tournament.MaxEntrants {
		return nil
	}
	p := m.of(entry)
	p.gone, m.missed[entry] = false, false
	return m.do("", tournament.Enter{Player: m.s.Entries[entry-1].Player, Rating: p.rating})
}
