package jobs

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"slices"
	"time"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/tournament"
)

const (
	// tournamentsEvery is the interval of looking for tournaments that have to go on.
	tournamentsEvery = time.Second
	// tournamentLease is how long a tournament belongs to a worker: for so long it stands still
	// if the worker dies. A step usually takes milliseconds; one that takes longer than its lease
	// may be repeated by another worker, which does no harm.
	tournamentLease = 10 * match.Second
	// tournamentGames is how many matches of a tournament are opened before others go on, so that a large one does
	// not hold them up.
	tournamentGames = 50
	// tournamentRest is the pause of a tournament after the last attempt to let it go on.
	tournamentRest = 10 * match.Minute
)

// tournamentRetryAfter are the pauses after failed attempts to let a tournament go on.
var tournamentRetryAfter = []match.Millis{match.Second, 10 * match.Second, match.Minute}

// TournamentWorker lets tournaments go on: it begins them and their rounds, opens the matches
// of paired games and records their results. Each step can be repeated, so several workers
// may run, and none of them loses or doubles anything when it dies. NewTournamentWorker returns one.
type TournamentWorker struct {
	worker
	store       store.Tournaments
	host        *host.Host
	tournaments *host.Tournaments
}

// NewTournamentWorker returns a worker for the tournaments of a store.
func NewTournamentWorker(h *host.Host, s store.Tournaments, log *slog.Logger) *TournamentWorker {
	t := host.NewTournaments(s)
	t.Notified = h.NotificationsChanged
	return &TournamentWorker{
		worker: worker{name: "letting a tournament go on", log: log, now: h.Now, retryAfter: tournamentRetryAfter},
		store:  s, host: h, tournaments: t,
	}
}

// Run lets tournaments go on until ctx is done.
func (w *TournamentWorker) Run(ctx context.Context) {
	tick := time.NewTicker(tournamentsEvery)
	defer tick.Stop()
	for {
		for w.Next(ctx) {
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Next lets one tournament go on and reports whether the worker can go on with the next one at
// once.
func (w *TournamentWorker) Next(ctx context.Context) bool {
	now := w.now()
	leased, err := w.store.LeaseTournament(ctx, now, now.After(tournamentLease))
	if err != nil {
		if !errors.Is(err, store.ErrNotFound) && !errors.Is(err, store.ErrUnavailable) && ctx.Err() == nil {
			w.log.Error("leasing a tournament failed", "error", err)
		}
		return false
	}
	return w.attempt(ctx, &tournamentStep{worker: w, LeasedTournament: leased})
}

// tournamentStep is a leased tournament. It is the [job] of a TournamentWorker.
type tournamentStep struct {
	worker *TournamentWorker
	store.LeasedTournament
}

func (t *tournamentStep) lease() *store.Lease { return &t.Lease }

func (t *tournamentStep) about() []any { return []any{"tournament", t.ID} }

func (t *tournamentStep) dropEngines() {}

func (t *tournamentStep) release(ctx context.Context, due match.Moment, failed bool) error {
	return t.worker.store.ReleaseTournament(ctx, t.LeasedTournament, due, failed)
}

// giveUp postpones the tournament by tournamentRest. The next lease is again the last attempt, however often
// the tournament was leased before.
func (t *tournamentStep) giveUp(ctx context.Context) error {
	return t.worker.store.PostponeTournament(ctx, t.LeasedTournament, t.worker.now().After(tournamentRest), min(t.Attempts, 1+len(tournamentRetryAfter))-1)
}

// do records results, pairs what can be paired, opens the matches of paired games, and creates the
// next season. If there are more matches to open than tournamentGames, the rest is for a later lease.
func (t *tournamentStep) do(ctx context.Context) error {
	w := t.worker
	s, err := w.tournaments.State(ctx, t.ID)
	if err != nil {
		return err
	}
	// Until nothing is due: a result that is recorded while matches are opened may end the round, and players may leave
	// meanwhile.
	for before := int64(-1); s.Seq != before; {
		var more bool
		if s, more, err = t.doGames(ctx, s); err != nil {
			return err
		}
		if more {
			return w.store.PostponeTournament(ctx, t.LeasedTournament, w.now(), 0)
		}
		if s, err = t.resignForThoseWhoLeft(ctx, s); err != nil {
			return err
		}
		before = s.Seq
		if s, err = t.carryOut(ctx, s, tournament.Advance{NewID: rand.Text}); err != nil {
			return err
		}
	}
	if s.Phase == tournament.Over && s.Next != "" {
		create := s.NextSeason(t.ID, mathrand.Uint64(), w.now())
		_, err := w.tournaments.Do(ctx, s.Next, tournament.Command{At: w.now(), Do: create}, host.TournamentOptions{})
		var refusal *match.Refusal
		switch {
		case errors.As(err, &refusal) && refusal.Code == "tournament-created":
		case errors.Is(err, store.ErrNotFound): // the tournament is there: it waits for the deletion
			return errors.New("somebody on the ladder is being deleted")
		case err != nil:
			return err
		}
	}
	due, ok := s.Due()
	if ok { // what was due before has been done
		due = max(due, w.now().After(match.Second))
	}
	return w.store.SettleTournament(ctx, t.LeasedTournament, s.Seq, due)
}

// carryOut carries out a command of the server.
func (t *tournamentStep) carryOut(ctx context.Context, s *tournament.State, do tournament.Action) (*tournament.State, error) {
	after, err := t.worker.tournaments.Do(ctx, t.ID, tournament.Command{At: t.worker.now(), Do: do}, host.TournamentOptions{})
	if err != nil {
		return s, err
	}
	return after, nil
}

// resignForThoseWhoLeft resigns the running games of players who have left.
func (t *tournamentStep) resignForThoseWhoLeft(ctx context.Context, s *tournament.State) (*tournament.State, error) {
	if s.Phase != tournament.Running {
		return s, nil
	}
	for i := range s.Boards {
		b := &s.Boards[i]
		if b.Result != nil || b.Match == "" {
			continue
		}
		for _, entry := range b.Entries {
			e := &s.Entries[entry-1]
			if !s.Resigns(entry) {
				continue
			}
			_, err := t.worker.host.Do(ctx, b.Match, match.Command{At: t.worker.now(), By: e.Player.ID, Do: match.Resign{}})
			var refusal *match.Refusal
			if err != nil && !errors.As(err, &refusal) && !errors.Is(err, host.ErrNoMatch) {
				return s, err
			}
		}
	}
	return s, nil
}

// doGames opens the matches of paired games, unless the tournament has ended meanwhile, and records
// the results of finished ones. Matches that were not opened are forgotten, so that no page leads to them.
// A game that fails does not hold up the others. more reports whether there are matches to open after tournamentGames.
func (t *tournamentStep) doGames(ctx context.Context, s *tournament.State) (_ *tournament.State, more bool, err error) {
	list, err := t.worker.store.TournamentGames(ctx, t.ID)
	if err != nil {
		return s, false, err
	}
	var failed []error
	opened := 0
	for _, g := range list {
		if g.State == store.GameToOpen && opened == tournamentGames {
			more = true
			continue
		}
		after, err := t.doGame(ctx, s, g)
		switch {
		case errors.Is(err, store.ErrUnavailable), err != nil && ctx.Err() != nil:
			return s, false, err
		case err != nil:
			failed = append(failed, fmt.Errorf("match %s: %w", g.Match, err))
			continue
		}
		s = after
		if g.State == store.GameToOpen {
			opened++
		}
	}
	return s, more, errors.Join(failed...)
}

// doGame does for a game what doGames does for all.
func (t *tournamentStep) doGame(ctx context.Context, s *tournament.State, g store.TournamentGame) (*tournament.State, error) {
	if g.State == store.GameToOpen { // others take a while to open
		var err error
		if s, err = t.worker.tournaments.State(ctx, t.ID); err != nil {
			return s, err
		}
	}
	board := s.BoardOf(g.Match)
	switch {
	case board > 0 && g.State == store.GameToOpen && s.Phase != tournament.Running:
		return t.drop(ctx, s, g.Match)
	case board == 0 || s.Boards[board-1].Result != nil:
		return s, t.worker.store.FinishTournamentGame(ctx, g.Match)
	case g.State == store.GameToOpen:
		return t.open(ctx, s, &s.Boards[board-1])
	}
	return t.record(ctx, s, g.Match)
}

// open opens the match of a board, unless it is open. If a player is gone meanwhile, the other
// one wins without it.
func (t *tournamentStep) open(ctx context.Context, s *tournament.State, b *tournament.Board) (*tournament.State, error) {
	open := match.Open{Settings: s.MatchSettings(t.ID, b), Seed: mathrand.Uint64()}
	for _, entry := range b.Entries {
		p := s.Entries[entry-1].Player
		if open.Players = append(open.Players, p); open.Owner.ID == "" {
			open.Owner = p
		}
	}
	_, err := t.worker.host.Do(ctx, b.Match, match.Command{At: t.worker.now(), Do: open})
	var refusal *match.Refusal
	switch {
	case !errors.As(err, &refusal):
		return s, err
	case refusal.Code == "opened":
		return s, nil
	}
	absent := seatsWhoLeft(s, b)
	if len(absent) == 0 {
		return s, err
	}
	s, err = t.carryOut(ctx, s, tournament.Record{Match: b.Match, Outcome: wonWithout(absent, len(b.Entries), tournament.ByWalkover), Absent: absent})
	if err == nil {
		err = t.worker.store.FinishTournamentGame(ctx, b.Match)
	}
	return s, err
}

// drop records that a match was not opened before the tournament ended, unless another process has just opened it.
func (t *tournamentStep) drop(ctx context.Context, s *tournament.State, id string) (*tournament.State, error) {
	_, err := t.worker.host.State(host.WithWritten(ctx, t.worker.now()), id)
	if errors.Is(err, host.ErrNoMatch) {
		s, err = t.carryOut(ctx, s, tournament.Drop{Match: id})
	}
	if err != nil {
		return s, err
	}
	return s, t.worker.store.FinishTournamentGame(ctx, id)
}

// record records the result of a finished match.
func (t *tournamentStep) record(ctx context.Context, s *tournament.State, id string) (*tournament.State, error) {
	// The state in memory may lack the end, if another process has just stored it.
	m, err := t.worker.host.State(host.WithWritten(ctx, t.worker.now()), id)
	if err != nil {
		return s, err
	}
	if m.Phase != match.Finished {
		return s, fmt.Errorf("match %s is %s, though the store says it has ended", id, m.Phase)
	}
	outcome, absent := resultOf(m)
	if s, err = t.carryOut(ctx, s, tournament.Record{Match: id, Outcome: outcome, Absent: absent, Unmoved: unmovedIn(m), Berserk: berserkIn(m)}); err != nil {
		return s, err
	}
	return s, t.worker.store.FinishTournamentGame(ctx, id)
}

// unmovedIn returns the seats of a match that have made no move.
func unmovedIn(m *match.State) (seats []int) {
	for seat := range m.Seats {
		if !slices.ContainsFunc(m.Moves, func(p match.Played) bool { return p.Seat == seat }) {
			seats = append(seats, seat)
		}
	}
	return seats
}

// berserkIn returns the seats of a match that have halved their time and then made enough moves.
func berserkIn(m *match.State) (seats []int) {
	moves := make([]int, len(m.Seats))
	for _, played := range m.Moves {
		moves[played.Seat]++
	}
	for seat := range m.Seats {
		if m.Seats[seat].Berserk && moves[seat] >= tournament.BerserkMoves {
			seats = append(seats, seat)
		}
	}
	return seats
}

// resultOf returns the outcome of a finished match for a tournament, and the seats whose players did
// not begin to play. A game that a player did not begin is lost; one that the computer could not
// play is won by the others; one that a moderator ended has no points.
func resultOf(m *match.State) (outcome match.Outcome, absent []int) {
	outcome = m.Outcome
	if len(m.Seats) > 2 && outcome.Reason != match.ByAbort {
		for seat := range m.Seats {
			if !m.Seats[seat].Moved && m.LostOnTime(seat) {
				absent = append(absent, seat)
			}
		}
		return outcome, absent
	}
	if outcome.Reason != match.ByAbort {
		if seat := m.EndedBy; seat >= 0 && outcome.Reason == match.ByTime && !m.Seats[seat].Moved {
			absent = []int{seat}
		}
		return outcome, absent
	}
	if m.EndedBy < 0 {
		return outcome, nil
	}
	if outcome.Cause != match.ByEngineFailure {
		absent = []int{m.EndedBy}
	}
	return wonWithout([]int{m.EndedBy}, len(m.Seats), match.ByAbsence), absent
}

// wonWithout returns the outcome of a game that all seats win but some, for a reason.
func wonWithout(lost []int, seats int, reason string) match.Outcome {
	outcome := match.Outcome{Over: true, Reason: reason}
	out := make([]bool, seats)
	for _, seat := range lost {
		out[seat] = true
	}
	for seat := range seats {
		if !out[seat] {
			outcome.Winners = append(outcome.Winners, seat)
		}
	}
	return outcome
}

// seatsWhoLeft returns the seats of a board whose players have left the tournament.
func seatsWhoLeft(s *tournament.State, b *tournament.Board) (seats []int) {
	for seat, entry := range b.Entries {
		if s.Entries[entry-1].Left != "" {
			seats = append(seats, seat)
		}
	}
	return seats
}
