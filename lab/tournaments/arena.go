package tournaments

import (
	"context"

	"tafelrunde/internal/match"
	"tafelrunde/internal/tournament"
)

// Times of an arena.
const (
	shortestGame, longestGame = 60, 360 // seconds
	// noShow is how many seconds a game lasts that a player does not begin.
	noShow = 30
	// lastGames is how long before the end no game begins.
	lastGames = 30 * match.Second
	// everySecond is the probability in a second of what happens once in two minutes.
	everySecond = 1.0 / 120
)

// lounge is who waits in an arena.
type lounge struct {
	ends map[string]match.Moment // of games, by match
	// since is by entry when somebody began to wait, 0 for those who play or are away.
	since []match.Moment
	// passed is by entry in how many pairings in a row somebody who waited was left out.
	passed  []int
	playing []bool
	boards  int // that have been seen
}

// arena plays an arena.
func (m *simulation) arena(ctx context.Context) error {
	set := m.settings(tournament.Arena)
	if err := m.create(tournament.Create{Settings: set, Seed: m.random.Uint64()}, m.everybody()); err != nil {
		return err
	}
	l := &lounge{ends: make(map[string]match.Moment)}
	running := m.begin(l, nil)
	for m.s.Phase == tournament.Running {
		if err := ctx.Err(); err != nil {
			return err
		}
		m.now = m.now.After(match.Second)
		before := m.s.Seq
		var err error
		if running, err = m.finish(l, running); err != nil {
			return err
		}
		if err := m.restAndReturn(l); err != nil {
			return err
		}
		if due, ok := m.s.Due(); m.s.Seq != before || ok && m.now >= due {
			if err := m.advance(); err != nil {
				return err
			}
			running = m.begin(l, running)
		}
	}
	if !m.lots {
		for _, since := range l.since {
			if since > 0 {
				m.noteWait(min(m.now, m.s.Settings.EndsAt.After(-lastGames)).Since(since))
			}
		}
	}
	m.count()
	m.rank(m.order())
	return nil
}

// finish records the games that end, and returns the numbers of those that go on.
func (m *simulation) finish(l *lounge, running []int) (left []int, err error) {
	for _, board := range running {
		b := m.s.Boards[board-1]
		if m.now < l.ends[b.Match] {
			left = append(left, board)
			continue
		}
		if err := m.do("", m.result(&b)); err != nil {
			return nil, err
		}
		for _, entry := range b.Entries {
			if l.playing[entry-1] = false; m.s.Entries[entry-1].Left == "" {
				l.since[entry-1], l.passed[entry-1] = m.now, 0
			}
		}
	}
	return left, nil
}

// begin notes the games that have been paired, and returns the numbers of the running ones.
func (m *simulation) begin(l *lounge, running []int) []int {
	for len(l.since) < len(m.s.Entries) {
		l.since, l.passed, l.playing = append(l.since, m.now), append(l.passed, 0), append(l.playing, false)
	}
	first := l.boards
	for ; l.boards < len(m.s.Boards); l.boards++ {
		b := &m.s.Boards[l.boards]
		seconds := shortestGame + m.random.IntN(longestGame-shortestGame)
		for _, entry := range b.Entries {
			if m.of(entry).gone {
				seconds = noShow
			}
			if !m.lots {
				m.noteWait(m.now.Since(l.since[entry-1]))
			}
			l.since[entry-1], l.playing[entry-1] = 0, true
		}
		l.ends[b.Match] = m.now.After(match.Millis(seconds) * match.Second)
		running = append(running, l.boards+1)
	}
	if first == l.boards || m.lots {
		return running
	}
	for i, since := range l.since {
		if since == 0 {
			continue
		}
		if l.passed[i]++; l.passed[i] == 2 {
			m.found.FreeTwice++
		}
	}
	return running
}

func (m *simulation) noteWait(wait match.Millis) { m.found.Wait = max(m.found.Wait, wait) }

// restAndReturn lets players rest, vanish and return. Those who rest finish their game; those who vanish
// do so while they wait, and do not begin the next one.
func (m *simulation) restAndReturn(l *lounge) error {
	for i := range m.s.Entries {
		e, p := &m.s.Entries[i], m.of(i+1)
		switch {
		case e.Left != "" && m.random.Float64() < everySecond && m.s.MayEnterLate(i+1, m.now):
			if err := m.enterAgain(i + 1); err != nil {
				return err
			}
			if !l.playing[i] {
				l.since[i], l.passed[i] = m.now, 0
			}
		case p.gone || e.Left != "" || m.random.Float64() >= m.Leave*everySecond:
		case l.playing[i] || m.random.Float64() < tellShare:
			if err := m.do(e.Player.ID, tournament.Withdraw{}); err != nil {
				return err
			}
			l.since[i] = 0
		default:
			p.gone = true
		}
	}
	return nil
}
