package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"math"
	"slices"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/rating"
	"tafelrunde/internal/puzzles"
	"tafelrunde/internal/store"
)

// PuzzleDeal implements store.Puzzles.
func (s *Store) PuzzleDeal(ctx context.Context, person, key string) (store.PuzzleDeal, error) {
	d := store.PuzzleDeal{Key: key}
	err := s.read.QueryRowContext(ctx, s.dialect.sql(`SELECT puzzle, difficulty, at FROM puzzle_deals WHERE person = ? AND wish = ?`), person, key).
		Scan(&d.Puzzle, &d.Difficulty, &d.At)
	return d, found(err)
}

// PuzzleDeals implements store.Puzzles.
func (s *Store) PuzzleDeals(ctx context.Context, person string) ([]store.PuzzleDeal, error) {
	list := []store.PuzzleDeal{}
	err := s.query(ctx, `SELECT wish, puzzle, difficulty, at FROM puzzle_deals WHERE person = ? ORDER BY wish`, []any{person}, func(rows *sql.Rows) error {
		var d store.PuzzleDeal
		err := rows.Scan(&d.Key, &d.Puzzle, &d.Difficulty, &d.At)
		list = append(list, d)
		return err
	})
	return list, err
}

// DealPuzzle implements store.Puzzles.
func (s *Store) DealPuzzle(ctx context.Context, person string, d store.PuzzleDeal) error {
	return s.ofMember(ctx, person, func(tx *sql.Tx) error {
		_, err := s.exec(ctx, tx, `INSERT INTO puzzle_deals (person, wish, puzzle, difficulty, at) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (person, wish) DO UPDATE SET puzzle = excluded.puzzle, difficulty = excluded.difficulty, at = excluded.at`, person, d.Key, d.Puzzle, d.Difficulty, d.At)
		return err
	})
}

// ofMember runs do in a transaction that locks a person with an account.
func (s *Store) ofMember(ctx context.Context, person string, do func(tx *sql.Tx) error) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if err := s.lockMember(ctx, tx, person); err != nil {
			return err
		}
		return do(tx)
	}))
}

const attemptColumns = `person, puzzle, at, rules, kind, solved, rating, change, stored_at`

// attemptFields returns where the columns of an attempt are read into.
func attemptFields(a *store.PuzzleAttempt) []any {
	var person string
	return []any{&person, &a.Puzzle, &a.At, &a.Rules, &a.Kind, &a.Solved, &a.Rating, &a.Change, &a.Stored}
}

// AddPuzzleAttempts implements store.Puzzles.
func (s *Store) AddPuzzleAttempts(ctx context.Context, person string, list []store.PuzzleSolution, now match.Moment, atMost int) ([]store.PuzzleAttempt, error) {
	out := make([]store.PuzzleAttempt, len(list))
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(list[i].At, list[j].At) })
	err := s.ofMember(ctx, person, func(tx *sql.Tx) error {
		dealt, err := s.lockDealt(ctx, tx, person, list, now)
		if err != nil {
			return err
		}
		for _, i := range order {
			if out[i], err = s.addAttempt(ctx, tx, person, list[i], dealt, now); err != nil {
				return err
			}
		}
		return s.limitAttempts(ctx, tx, person, atMost)
	})
	return out, err
}

// limitAttempts deletes attempts of a person if there are more than atMost. The rated ones stay
// longest, then the first ones at each puzzle: without them a puzzle would be dealt and rated again.
// A client chooses when an attempt was made, so the age is that of the row. A twentieth more is
// deleted, so that the next attempts need no deletion.
func (s *Store) limitAttempts(ctx context.Context, tx *sql.Tx, person string, atMost int) error {
	var count int
	err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT COUNT(*) FROM puzzle_attempts WHERE person = ?`), person).Scan(&count)
	if err != nil || count <= atMost {
		return err
	}
	_, err = s.exec(ctx, tx, `DELETE FROM puzzle_attempts WHERE person = ? AND (puzzle, at) IN (
SELECT puzzle, at FROM (SELECT puzzle, at, stored_at, rating, ROW_NUMBER() OVER (PARTITION BY puzzle ORDER BY stored_at, at) AS number FROM puzzle_attempts WHERE person = ?) AS attempts
ORDER BY CASE WHEN rating > 0 THEN 0 WHEN number = 1 THEN 1 ELSE 2 END DESC, stored_at, at, puzzle LIMIT ?)`, person, person, count-atMost+atMost/20)
	return err
}

// dealtPuzzle is a puzzle that was dealt to a person who has not attempted it.
type dealtPuzzle struct {
	at match.Moment
	rating.Glicko
}

// lockDealt returns the puzzles of attempts of a person, who is locked, that can be rated. It locks
// their ratings, in the order of the IDs, so that transactions do not wait for each other in a circle.
func (s *Store) lockDealt(ctx context.Context, tx *sql.Tx, person string, list []store.PuzzleSolution, now match.Moment) (map[string]dealtPuzzle, error) {
	dealt := make(map[string]dealtPuzzle)
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b store.PuzzleSolution) int {
		return cmp.Compare(a.PuzzleAttempt.Puzzle, b.PuzzleAttempt.Puzzle)
	})
	for _, a := range list {
		if _, again := dealt[a.Puzzle]; again || a.Of == nil || a.Rateable == 0 {
			continue
		}
		var d dealtPuzzle
		err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT at FROM puzzle_deals WHERE person = ? AND puzzle = ?
AND NOT EXISTS (SELECT 1 FROM puzzle_attempts WHERE puzzle_attempts.person = puzzle_deals.person AND puzzle_attempts.puzzle = puzzle_deals.puzzle) ORDER BY at LIMIT 1`), person, a.Puzzle).Scan(&d.at)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, err
		}
		g := a.Of.Glicko()
		err = tx.QueryRowContext(ctx, s.dialect.sql(`INSERT INTO rated_puzzles (puzzle, rating, deviation, volatility, plays, changed_at) VALUES (?, ?, ?, ?, 0, ?)
ON CONFLICT (puzzle) DO UPDATE SET plays = rated_puzzles.plays RETURNING rating, deviation, volatility`), a.Puzzle, g.Rating, g.Deviation, g.Volatility, now).
			Scan(&d.Rating, &d.Deviation, &d.Volatility)
		if err != nil {
			return nil, err
		}
		dealt[a.Puzzle] = d
	}
	return dealt, nil
}

// addAttempt adds an attempt of a person who is locked, or returns it as it is stored.
func (s *Store) addAttempt(ctx context.Context, tx *sql.Tx, person string, made store.PuzzleSolution, dealt map[string]dealtPuzzle, now match.Moment) (store.PuzzleAttempt, error) {
	a := made.PuzzleAttempt
	var known store.PuzzleAttempt
	err := tx.QueryRowContext(ctx, s.dialect.sql(`SELECT `+attemptColumns+` FROM puzzle_attempts WHERE person = ? AND puzzle = ? AND at = ?`), person, a.Puzzle, a.At).
		Scan(attemptFields(&known)...)
	if !errors.Is(err, sql.ErrNoRows) {
		return known, err
	}
	a.Rating, a.Change, a.Stored = 0, 0, now
	if puzzle, ok := dealt[a.Puzzle]; ok {
		delete(dealt, a.Puzzle)
		if puzzle.at <= made.Rateable {
			if a.Rating, a.Change, err = s.rateAttempt(ctx, tx, person, puzzle.Glicko, &a, now); err != nil {
				return a, err
			}
		}
	}
	if _, err := s.exec(ctx, tx, `DELETE FROM puzzle_deals WHERE person = ? AND puzzle = ?`, person, a.Puzzle); err != nil {
		return a, err
	}
	_, err = s.exec(ctx, tx, `INSERT INTO puzzle_attempts (`+attemptColumns+`) VALUES (`+marks(9)+`)`,
		person, a.Puzzle, a.At, a.Rules, a.Kind, number(a.Solved), a.Rating, a.Change, a.Stored)
	return a, err
}

// rateAttempt changes the ratings of a person and of a puzzle, which are locked. It returns the
// person's rating after the attempt and what it changed.
func (s *Store) rateAttempt(ctx context.Context, tx *sql.Tx, person string, puzzle rating.Glicko, a *store.PuzzleAttempt, now match.Moment) (after, change int, err error) {
	r := store.NewPuzzleRating(puzzles.GameOf(a.Rules))
	err = tx.QueryRowContext(ctx, s.dialect.sql(`SELECT rating, deviation, volatility, attempts, changed_at FROM puzzle_ratings WHERE person = ? AND game = ?`), person, r.Game).
		Scan(&r.Rating, &r.Deviation, &r.Volatility, &r.Attempts, &r.Changed)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, 0, err
	}
	var days float64
	if r.Changed > 0 {
		days = float64(now.Since(r.Changed)) / float64(match.Day)
	}
	me, puzzle := puzzles.Rate(r.Glicko(), puzzle, a.Solved, days)
	if _, err := s.exec(ctx, tx, `UPDATE rated_puzzles SET rating = ?, deviation = ?, volatility = ?, plays = plays + 1, changed_at = ? WHERE puzzle = ?`,
		puzzle.Rating, puzzle.Deviation, puzzle.Volatility, now, a.Puzzle); err != nil {
		return 0, 0, err
	}
	_, err = s.exec(ctx, tx, `INSERT INTO puzzle_ratings (person, game, rating, deviation, volatility, attempts, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (person, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, attempts = excluded.attempts, changed_at = excluded.changed_at`,
		person, r.Game, me.Rating, me.Deviation, me.Volatility, r.Attempts+1, now)
	after = int(math.Round(me.Rating))
	return after, after - int(math.Round(r.Rating)), err
}

// PuzzleAttempts implements store.Puzzles.
func (s *Store) PuzzleAttempts(ctx context.Context, q store.PuzzleQuery) ([]store.PuzzleAttempt, error) {
	where, args := `person = ?`, []any{q.Person}
	if q.Before > 0 {
		where, args = where+` AND at < ?`, append(args, q.Before)
	}
	if q.StoredSince > 0 {
		where, args = where+` AND stored_at >= ?`, append(args, q.StoredSince)
	}
	list := []store.PuzzleAttempt{}
	err := s.query(ctx, `SELECT `+attemptColumns+` FROM puzzle_attempts WHERE `+where+` ORDER BY at DESC, puzzle LIMIT ?`, append(args, q.Limit), func(rows *sql.Rows) error {
		var a store.PuzzleAttempt
		err := rows.Scan(attemptFields(&a)...)
		list = append(list, a)
		return err
	})
	return list, err
}

// LastPuzzleAttempts implements store.Puzzles.
func (s *Store) LastPuzzleAttempts(ctx context.Context, person string, ids []string) (map[string]match.Moment, error) {
	last := make(map[string]match.Moment)
	for part := range slices.Chunk(ids, maxRows) {
		args := []any{person}
		for _, id := range part {
			args = append(args, id)
		}
		err := s.query(ctx, `SELECT puzzle, MAX(at) FROM puzzle_attempts WHERE person = ? AND puzzle IN (`+marks(len(part))+`) GROUP BY puzzle`, args, func(rows *sql.Rows) error {
			var id string
			var at match.Moment
			err := rows.Scan(&id, &at)
			last[id] = at
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return last, nil
}

// PuzzleRatings implements store.Puzzles.
func (s *Store) PuzzleRatings(ctx context.Context, person string) ([]store.PuzzleRating, error) {
	list := []store.PuzzleRating{}
	err := s.query(ctx, `SELECT game, rating, deviation, volatility, attempts, changed_at FROM puzzle_ratings WHERE person = ? ORDER BY game`, []any{person}, func(rows *sql.Rows) error {
		var r store.PuzzleRating
		err := rows.Scan(&r.Game, &r.Rating, &r.Deviation, &r.Volatility, &r.Attempts, &r.Changed)
		list = append(list, r)
		return err
	})
	return list, err
}

// RatedPuzzles implements store.Puzzles.
func (s *Store) RatedPuzzles(ctx context.Context, since match.Moment) ([]store.RatedPuzzle, error) {
	var list []store.RatedPuzzle
	err := s.query(ctx, `SELECT puzzle, rating, deviation, volatility, plays, changed_at FROM rated_puzzles WHERE changed_at >= ? ORDER BY changed_at, puzzle`, []any{since}, func(rows *sql.Rows) error {
		var p store.RatedPuzzle
		err := rows.Scan(&p.ID, &p.Rating, &p.Deviation, &p.Volatility, &p.Plays, &p.Changed)
		list = append(list, p)
		return err
	})
	return list, err
}

// VoteOnPuzzle implements store.Puzzles. A vote that is repeated stays settled.
func (s *Store) VoteOnPuzzle(ctx context.Context, person string, v store.PuzzleVote) error {
	return s.ofMember(ctx, person, func(tx *sql.Tx) error {
		_, err := s.exec(ctx, tx, `INSERT INTO puzzle_votes (person, puzzle, vote, body, at, settled) VALUES (?, ?, ?, ?, ?, 0)
ON CONFLICT (person, puzzle) DO UPDATE SET vote = excluded.vote, body = excluded.body, at = excluded.at,
settled = CASE WHEN puzzle_votes.vote = excluded.vote AND puzzle_votes.body = excluded.body THEN puzzle_votes.settled ELSE 0 END`,
			person, v.Puzzle, v.Vote, v.Text, v.At)
		return err
	})
}

// PuzzleVotes implements store.Puzzles.
func (s *Store) PuzzleVotes(ctx context.Context, person string) ([]store.PuzzleVote, error) {
	list := []store.PuzzleVote{}
	err := s.query(ctx, `SELECT puzzle, vote, body, at FROM puzzle_votes WHERE person = ? ORDER BY at DESC, puzzle`, []any{person}, func(rows *sql.Rows) error {
		var v store.PuzzleVote
		err := rows.Scan(&v.Puzzle, &v.Vote, &v.Text, &v.At)
		list = append(list, v)
		return err
	})
	return list, err
}

// openWrong selects the votes that puzzles are wrong and that are not settled.
const openWrong = `vote = 'wrong' AND settled = 0`

// WrongPuzzles implements store.Puzzles.
func (s *Store) WrongPuzzles(ctx context.Context, skip, limit, each int) ([]store.WrongPuzzle, error) {
	var list []store.WrongPuzzle
	var ids []any
	err := s.query(ctx, `SELECT puzzle, SUM(CASE WHEN `+openWrong+` THEN 1 ELSE 0 END) AS wrong, SUM(CASE vote WHEN 'good' THEN 1 ELSE 0 END), SUM(CASE vote WHEN 'dull' THEN 1 ELSE 0 END)
FROM puzzle_votes WHERE puzzle IN (SELECT puzzle FROM puzzle_votes WHERE `+openWrong+` GROUP BY puzzle ORDER BY COUNT(*) DESC, puzzle LIMIT ? OFFSET ?)
GROUP BY puzzle ORDER BY wrong DESC, puzzle`, []any{limit, skip}, func(rows *sql.Rows) error {
		var p store.WrongPuzzle
		err := rows.Scan(&p.Puzzle, &p.Wrong, &p.Good, &p.Dull)
		list, ids = append(list, p), append(ids, p.Puzzle)
		return err
	})
	if err != nil || len(list) == 0 {
		return list, err
	}
	votes := make(map[string][]store.WrongVote)
	err = s.query(ctx, `SELECT puzzle, people.id, people.name, body, at FROM
(SELECT person, puzzle, body, at, ROW_NUMBER() OVER (PARTITION BY puzzle ORDER BY at, person) AS number FROM puzzle_votes WHERE `+openWrong+` AND puzzle IN (`+marks(len(ids))+`)) AS votes
JOIN people ON people.id = votes.person WHERE number <= ? ORDER BY puzzle, number`, append(ids, each), func(rows *sql.Rows) error {
		var v store.WrongVote
		var puzzle string
		err := rows.Scan(&puzzle, &v.Person, &v.Name, &v.Text, &v.At)
		votes[puzzle] = append(votes[puzzle], v)
		return err
	})
	for i := range list {
		list[i].Votes = append([]store.WrongVote{}, votes[list[i].Puzzle]...)
	}
	return list, err
}

// SettlePuzzle implements store.Puzzles.
func (s *Store) SettlePuzzle(ctx context.Context, puzzle string, e store.Entry) error {
	return s.changeLogged(ctx, "", e, func(tx *sql.Tx) error {
		return s.update(ctx, tx, store.ErrNotFound, `UPDATE puzzle_votes SET settled = 1 WHERE puzzle = ? AND `+openWrong, puzzle)
	})
}

// Mistakes implements store.Puzzles.
func (s *Store) Mistakes(ctx context.Context, person string) ([]store.Mistake, error) {
	list := []store.Mistake{}
	err := s.query(ctx, `SELECT id, rules, position, played, best, source, at FROM mistakes WHERE person = ? ORDER BY at DESC, id`, []any{person}, func(rows *sql.Rows) error {
		var m store.Mistake
		var best []byte
		err := rows.Scan(&m.ID, &m.Rules, &m.Position, &m.Played, &best, &m.Source, &m.At)
		if err == nil {
			err = json.Unmarshal(best, &m.Best)
		}
		list = append(list, m)
		return err
	})
	return list, err
}

// PutMistake implements store.Puzzles.
func (s *Store) PutMistake(ctx context.Context, person string, m store.Mistake, atMost int) error {
	best, err := json.Marshal(m.Best)
	if err != nil {
		return err
	}
	return s.ofMember(ctx, person, func(tx *sql.Tx) error {
		_, err := s.exec(ctx, tx, `INSERT INTO mistakes (person, id, rules, position, played, best, source, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (person, id) DO UPDATE SET rules = excluded.rules, position = excluded.position, played = excluded.played, best = excluded.best, source = excluded.source, at = excluded.at`,
			person, m.ID, m.Rules, m.Position, m.Played, string(best), m.Source, m.At)
		if err != nil {
			return err
		}
		_, err = s.exec(ctx, tx, `DELETE FROM mistakes WHERE person = ? AND id IN (SELECT id FROM mistakes WHERE person = ? ORDER BY at DESC, id LIMIT 1000000 OFFSET ?)`, person, person, atMost)
		return err
	})
}

// DeleteMistake implements store.Puzzles.
func (s *Store) DeleteMistake(ctx context.Context, person, id string) error {
	return s.runOne(ctx, `DELETE FROM mistakes WHERE person = ? AND id = ?`, person, id)
}
