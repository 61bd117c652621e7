package sqlstore

import (
	"context"
	"database/sql"
	"strings"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

const runColumns = `person, game, kind, id, puzzles, started_at, begun_at, finished_at, score`

// scanRun reads the columns of a run.
func scanRun(scan func(...any) error) (r store.PuzzleRun, err error) {
	var person, puzzles string
	err = scan(&person, &r.Game, &r.Kind, &r.ID, &puzzles, &r.Started, &r.Begun, &r.Finished, &r.Score)
	r.Puzzles = strings.Fields(puzzles)
	return r, err
}

// StartPuzzleRun implements store.Puzzles.
func (s *Store) StartPuzzleRun(ctx context.Context, person string, r store.PuzzleRun) error {
	return s.ofMember(ctx, person, func(tx *sql.Tx) error {
		_, err := s.exec(ctx, tx, `INSERT INTO puzzle_runs (`+runColumns+`) VALUES (`+marks(9)+`)
ON CONFLICT (person, game, kind) DO UPDATE SET id = excluded.id, puzzles = excluded.puzzles, started_at = excluded.started_at, begun_at = excluded.begun_at, finished_at = excluded.finished_at, score = excluded.score`,
			person, r.Game, r.Kind, r.ID, strings.Join(r.Puzzles, " "), r.Started, r.Begun, r.Finished, r.Score)
		return err
	})
}

// lockRun returns the run of a person with an ID, or ErrNotFound. The person is locked.
func (s *Store) lockRun(ctx context.Context, tx *sql.Tx, person, id string) (store.PuzzleRun, error) {
	r, err := scanRun(tx.QueryRowContext(ctx, s.dialect.sql(`SELECT `+runColumns+` FROM puzzle_runs WHERE person = ? AND id = ?`), person, id).Scan)
	return r, found(err)
}

// BeginPuzzleRun implements store.Puzzles.
func (s *Store) BeginPuzzleRun(ctx context.Context, person, id string, at match.Moment) (r store.PuzzleRun, err error) {
	err = s.ofMember(ctx, person, func(tx *sql.Tx) error {
		if r, err = s.lockRun(ctx, tx, person, id); err != nil || r.Begun > 0 || r.Finished > 0 {
			return err
		}
		r.Begun = at
		_, err := s.exec(ctx, tx, `UPDATE puzzle_runs SET begun_at = ? WHERE person = ? AND id = ?`, at, person, id)
		return err
	})
	return r, err
}

// FinishPuzzleRun implements store.Puzzles.
func (s *Store) FinishPuzzleRun(ctx context.Context, person, id string, score int, now match.Moment, day string) (r store.PuzzleRun, err error) {
	err = s.ofMember(ctx, person, func(tx *sql.Tx) error {
		if r, err = s.lockRun(ctx, tx, person, id); err != nil || r.Finished > 0 {
			return err
		}
		r.Finished, r.Score = now, score
		if _, err := s.exec(ctx, tx, `UPDATE puzzle_runs SET finished_at = ?, score = ? WHERE person = ? AND id = ?`, now, score, person, id); err != nil || day == "" || score == 0 {
			return err
		}
		_, err = s.exec(ctx, tx, `INSERT INTO puzzle_scores (person, game, kind, day, score, at) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (person, game, kind, day) DO UPDATE SET score = excluded.score, at = excluded.at WHERE excluded.score > puzzle_scores.score`, person, r.Game, r.Kind, day, score, now)
		return err
	})
	return r, err
}

// PuzzleRuns implements store.Puzzles.
func (s *Store) PuzzleRuns(ctx context.Context, person string) ([]store.PuzzleRun, error) {
	list := []store.PuzzleRun{}
	err := s.query(ctx, `SELECT `+runColumns+` FROM puzzle_runs WHERE person = ? ORDER BY game, kind`, []any{person}, func(rows *sql.Rows) error {
		r, err := scanRun(rows.Scan)
		list = append(list, r)
		return err
	})
	return list, err
}

// PuzzleScores implements store.Puzzles.
func (s *Store) PuzzleScores(ctx context.Context, person string) ([]store.PuzzleScore, error) {
	list := []store.PuzzleScore{}
	err := s.query(ctx, `SELECT game, kind, day, score, at FROM puzzle_scores WHERE person = ? ORDER BY day DESC, game, kind`, []any{person}, func(rows *sql.Rows) error {
		var b store.PuzzleScore
		err := rows.Scan(&b.Game, &b.Kind, &b.Day, &b.Score, &b.At)
		list = append(list, b)
		return err
	})
	return list, err
}

// ranked selects the scores of a board. A person who becomes a bot leaves it.
const ranked = ` FROM puzzle_scores JOIN people ON people.id = puzzle_scores.person
WHERE puzzle_scores.game = ? AND kind = ? AND day = ? AND people.bot = 0 AND people.deleted_as = ''`

// PuzzleStanding implements store.Puzzles.
func (s *Store) PuzzleStanding(ctx context.Context, person, game, kind, day string) (p store.PuzzleStanding, err error) {
	err = s.read.QueryRowContext(ctx, s.dialect.sql(`SELECT COALESCE(MAX(score), 0), COALESCE(MAX(CASE WHEN day = ? THEN score ELSE 0 END), 0) FROM puzzle_scores WHERE person = ? AND game = ? AND kind = ?`), day, person, game, kind).
		Scan(&p.Best, &p.Today)
	if err != nil || p.Today == 0 {
		return p, unavailable(err)
	}
	err = s.read.QueryRowContext(ctx, s.dialect.sql(`SELECT COUNT(*) + 1`+ranked+` AND score > ?`), game, kind, day, p.Today).Scan(&p.Rank)
	return p, unavailable(err)
}

// PuzzleBoard implements store.Puzzles.
func (s *Store) PuzzleBoard(ctx context.Context, game, kind, day string, limit int) ([]store.RankedScore, error) {
	list := []store.RankedScore{}
	err := s.query(ctx, `SELECT people.id, people.name, people.arms, score, at`+ranked+` ORDER BY score DESC, at, people.id LIMIT ?`, []any{game, kind, day, limit}, func(rows *sql.Rows) error {
		b := store.RankedScore{Rank: len(list) + 1}
		err := rows.Scan(&b.ID, &b.Name, &b.Arms, &b.Score, &b.At)
		if last := len(list) - 1; last >= 0 && list[last].Score == b.Score {
			b.Rank = list[last].Rank
		}
		list = append(list, b)
		return err
	})
	return list, err
}
