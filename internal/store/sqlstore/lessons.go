package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"

	"tafelrunde/internal/store"
)

// rows is what reads rows: a pool or a transaction.
type rows interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Progress implements store.Lessons.
func (s *Store) Progress(ctx context.Context, person string) (store.Progress, error) {
	if _, err := s.Person(ctx, person); err != nil {
		return store.Progress{}, err
	}
	p, err := s.progress(ctx, s.read, person)
	return p, unavailable(err)
}

func (s *Store) progress(ctx context.Context, from rows, person string) (store.Progress, error) {
	p := store.Progress{Solved: map[string]store.Solved{}}
	row := from.QueryRowContext(ctx, s.dialect.sql(`SELECT chess <> 0, chess_at, place, place_at FROM learners WHERE person = ?`), person)
	if err := row.Scan(&p.Chess.Yes, &p.Chess.At, &p.Last.Place, &p.Last.At); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return p, err
	}
	list, err := from.QueryContext(ctx, s.dialect.sql(`SELECT exercise, moves, stars, solved_at, step FROM lessons WHERE person = ?`), person)
	if err != nil {
		return p, err
	}
	defer list.Close()
	for list.Next() {
		var name string
		var solved store.Solved
		if err := list.Scan(&name, &solved.Moves, &solved.Stars, &solved.Repetition.At, &solved.Repetition.Step); err != nil {
			return p, err
		}
		p.Solved[name] = solved
	}
	return p, list.Err()
}

// MergeProgress implements store.Lessons.
func (s *Store) MergeProgress(ctx context.Context, person string, p store.Progress, limit int) error {
	return changed(s.change(ctx, "", func(tx *sql.Tx) error {
		if err := s.lockMember(ctx, tx, person); err != nil {
			return err
		}
		before, err := s.progress(ctx, tx, person)
		if err != nil {
			return err
		}
		after := before.Merge(p)
		if len(after.Solved) > limit && len(after.Solved) > len(before.Solved) {
			return store.ErrTooMany
		}
		for _, name := range slices.Sorted(maps.Keys(p.Solved)) {
			solved := after.Solved[name]
			if known, ok := before.Solved[name]; ok && known == solved {
				continue
			}
			if _, err := s.exec(ctx, tx, `INSERT INTO lessons (person, exercise, moves, stars, solved_at, step) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (person, exercise) DO UPDATE SET moves = excluded.moves, stars = excluded.stars, solved_at = excluded.solved_at, step = excluded.step`,
				person, name, solved.Moves, solved.Stars, solved.Repetition.At, solved.Repetition.Step); err != nil {
				return err
			}
		}
		if after.Chess == before.Chess && after.Last == before.Last {
			return nil
		}
		_, err = s.exec(ctx, tx, `INSERT INTO learners (person, chess, chess_at, place, place_at) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (person) DO UPDATE SET chess = excluded.chess, chess_at = excluded.chess_at, place = excluded.place, place_at = excluded.place_at`,
			person, number(after.Chess.Yes), after.Chess.At, after.Last.Place, after.Last.At)
		return err
	}))
}
