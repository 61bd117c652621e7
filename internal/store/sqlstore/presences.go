package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"strings"

	"tafelrunde/internal/store"
)

// maxRows is the largest number of rows in one statement.
const maxRows = 200

// SavePresence implements store.Presences.
func (s *Store) SavePresence(ctx context.Context, seen []store.Presence) error {
	// All processes lock rows in the same order, so that they do not deadlock.
	seen = slices.Clone(seen)
	slices.SortFunc(seen, func(a, b store.Presence) int {
		return cmp.Or(cmp.Compare(a.Match, b.Match), cmp.Compare(a.Person, b.Person), cmp.Compare(b.At, a.At))
	})
	// One statement cannot change a row twice.
	seen = slices.CompactFunc(seen, func(a, b store.Presence) bool { return a.Match == b.Match && a.Person == b.Person })
	for part := range slices.Chunk(seen, maxRows) {
		args := make([]any, 0, 3*len(part))
		for _, x := range part {
			args = append(args, x.Match, x.Person, x.At)
		}
		query := `INSERT INTO sightings (match, person, at) VALUES (?, ?, ?)` + strings.Repeat(`, (?, ?, ?)`, len(part)-1) + `
ON CONFLICT (match, person) DO UPDATE SET at = excluded.at WHERE sightings.at < excluded.at`
		if _, err := s.run(ctx, query, args...); err != nil {
			return unavailable(err)
		}
	}
	return nil
}

// LastPresence implements store.Presences.
func (s *Store) LastPresence(ctx context.Context, matches []string) ([]store.Presence, error) {
	list := []store.Presence{}
	for part := range slices.Chunk(matches, maxRows) {
		args := make([]any, len(part))
		for i, id := range part {
			args[i] = id
		}
		query := `SELECT match, person, at FROM sightings WHERE match IN (?` + strings.Repeat(`, ?`, len(part)-1) + `)`
		err := s.query(ctx, query, args, func(rows *sql.Rows) error {
			var x store.Presence
			err := rows.Scan(&x.Match, &x.Person, &x.At)
			list = append(list, x)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}
