package sqlstore

import (
	"context"
	"database/sql"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tafelrunde/internal/accounts"
)

// fillSkeletons computes missing skeletons of accounts: those from before there
// were skeletons, or all if the algorithm has changed. Of two accounts with
// confusable names the older one keeps its name. The newer one gets a number
// appended; the person still logs in by the old name and must choose another.
func (s *Store) fillSkeletons(ctx context.Context, tx *sql.Tx) error {
	var version int
	if err := tx.QueryRowContext(ctx, `SELECT n FROM counters WHERE name = 'skeletons'`).Scan(&version); err != nil {
		return err
	}
	if version > accounts.SkeletonVersion {
		return nil // a later program has computed them
	}
	all := ``
	if version < accounts.SkeletonVersion {
		// Accounts that already have a skeleton keep their names.
		all = ` OR account IS NOT NULL`
	}
	var list []named
	read := func(query string, each func(rows *sql.Rows) error) error {
		rows, err := tx.QueryContext(ctx, query)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			if err := each(rows); err != nil {
				return err
			}
		}
		return rows.Err()
	}
	err := read(`SELECT id, name FROM people WHERE account IS NOT NULL AND skeleton IS NULL`+all+` ORDER BY name_due, since, id`, func(rows *sql.Rows) error {
		var a named
		if err := rows.Scan(&a.id, &a.name); err != nil {
			return err
		}
		list = append(list, a)
		return nil
	})
	if err != nil || len(list) == 0 && version == accounts.SkeletonVersion {
		return err
	}
	taken := make(map[string]bool)
	if all == `` {
		err := read(`SELECT skeleton FROM people WHERE skeleton IS NOT NULL`, func(rows *sql.Rows) error {
			var skeleton string
			err := rows.Scan(&skeleton)
			taken[skeleton] = true
			return err
		})
		if err != nil {
			return err
		}
	} else if _, err := tx.ExecContext(ctx, `UPDATE people SET skeleton = NULL WHERE skeleton IS NOT NULL`); err != nil {
		return err
	}
	chooseNames(list, taken)
	if err := s.storeNames(ctx, tx, list); err != nil {
		return err
	}
	_, err = s.exec(ctx, tx, `UPDATE counters SET n = ? WHERE name = 'skeletons'`, accounts.SkeletonVersion)
	return err
}

// named is an account with the name and skeleton that [Store.fillSkeletons] chooses.
type named struct {
	id, name, skeleton string
	changed            bool // whether the name is another one
}

// chooseNames sets the skeletons of accounts, the oldest first, and changes names whose
// skeletons are taken.
func chooseNames(list []named, taken map[string]bool) {
	// First the accounts that keep their names, so that no numbered name equals one
	// of them.
	for i := range list {
		a := &list[i]
		a.skeleton = accounts.Skeleton(a.name)
		a.changed = a.skeleton == "" || taken[a.skeleton]
		if !a.changed {
			taken[a.skeleton] = true
		}
	}
	for i := range list {
		a := &list[i]
		base := a.name
		for n := 2; a.changed && (a.skeleton == "" || taken[a.skeleton]); n++ {
			a.name = numbered(base, n)
			a.skeleton = accounts.Skeleton(a.name)
		}
		taken[a.skeleton] = true
	}
}

// storeNames stores skeletons and changed names.
func (s *Store) storeNames(ctx context.Context, tx *sql.Tx, list []named) error {
	for part := range slices.Chunk(list, maxRows) {
		var args, ids []any
		for _, a := range part {
			args, ids = append(args, a.id, a.skeleton), append(ids, a.id)
		}
		query := `UPDATE people SET skeleton = CASE id` + strings.Repeat(` WHEN ? THEN ?`, len(part)) + ` END WHERE id IN (` + marks(len(part)) + `)`
		if _, err := s.exec(ctx, tx, query, append(args, ids...)...); err != nil {
			return err
		}
	}
	for _, a := range list {
		if !a.changed {
			continue
		}
		if _, err := s.exec(ctx, tx, `UPDATE people SET name = ?, name_due = 1 WHERE id = ?`, a.name, a.id); err != nil {
			return err
		}
		if s.dialect == postgres {
			if _, err := tx.ExecContext(ctx, `SELECT pg_notify($1, $2)`, channel, personPayload(a.id)); err != nil {
				return err
			}
		}
	}
	return nil
}

// fillLetters computes missing letters of accounts, or all if the algorithm has changed. It
// changes no names.
func (s *Store) fillLetters(ctx context.Context, tx *sql.Tx) error {
	var version int
	if err := tx.QueryRowContext(ctx, `SELECT n FROM counters WHERE name = 'letters'`).Scan(&version); err != nil {
		return err
	}
	if version > accounts.LettersVersion {
		return nil // a later program has computed them
	}
	query := `SELECT id, name FROM people WHERE account IS NOT NULL`
	if version == accounts.LettersVersion {
		query += ` AND letters IS NULL`
	}
	var list []any // IDs and letters
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id, name string
		if err := rows.Scan(&id, &name); err != nil {
			return err
		}
		list = append(list, id, accounts.Letters(name))
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for part := range slices.Chunk(list, 2*maxRows) {
		ids := make([]any, 0, maxRows)
		for i := 0; i < len(part); i += 2 {
			ids = append(ids, part[i])
		}
		query := `UPDATE people SET letters = CASE id` + strings.Repeat(` WHEN ? THEN ?`, len(ids)) + ` END WHERE id IN (` + marks(len(ids)) + `)`
		if _, err := s.exec(ctx, tx, query, slices.Concat(part, ids)...); err != nil {
			return err
		}
	}
	if version == accounts.LettersVersion {
		return nil
	}
	if err := s.fillClubLetters(ctx, tx); err != nil {
		return err
	}
	_, err = s.exec(ctx, tx, `UPDATE counters SET n = ? WHERE name = 'letters'`, accounts.LettersVersion)
	return err
}

// numbered returns a name with a number appended, shortened to the length that
// names may have.
func numbered(name string, n int) string {
	name = accounts.VisibleName(name)
	if name == "" {
		name = "?"
	}
	after := " (" + strconv.Itoa(n) + ")"
	for utf8.RuneCountInString(name)+len(after) > accounts.MaxNameLength {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	return name + after
}
