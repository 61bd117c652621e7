package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"tafelrunde/internal/match"
)

// copiedTables are the tables that are not views, with their columns.
var copiedTables = []struct{ table, columns string }{
	{"events", "match, seq, rated, seat_table, body"},
	{"people", "id, name, account, skeleton, letters, name_due, password, since, sessions_from, epoch, deleted_as, preferences, preferences_at, bot, role, password_due, muted_until, suspended_until, banned, warning, hidden, seen_at, arms, motto"},
	{"tokens", "hash, person, since, name, scopes, until, used_at"},
	{"sessions", "token, data, until, person, epoch, device, since, used_at"},
	{"recovery_codes", "person, hash, since"},
	{"passkeys", "id, person, name, credential, since, used_at"},
	{"blocks", "person, other, since"},
	{"mutes", "person, match"},
	{"notes", "person, match, version, changed_at, body"},
	{"lessons", "person, exercise, moves, stars, solved_at, step"},
	{"learners", "person, chess, chess_at, place, place_at"},
	{"puzzle_attempts", attemptColumns},
	{"puzzle_ratings", "person, game, rating, deviation, volatility, attempts, changed_at"},
	{"rated_puzzles", "puzzle, rating, deviation, volatility, plays, changed_at"},
	{"puzzle_deals", "person, wish, puzzle, difficulty, at"},
	{"puzzle_votes", "person, puzzle, vote, body, at, settled"},
	{"puzzle_runs", "person, game, kind, id, puzzles, started_at, begun_at, finished_at, score"},
	{"puzzle_scores", "person, game, kind, day, score, at"},
	{"mistakes", "person, id, rules, position, played, best, source, at"},
	{"studies", "id, owner, game, title, visibility, version, created_at, changed_at, removed_at"},
	{"chapters", "study, id, place, title, variant, nodes, version, bytes, body"},
	{"clubs", "id, name, letters, lowered, line, body, entry, posting, state, created_at, members, version, notified_at"},
	{"club_members", "club, person, role, since, role_since, muted"},
	{"club_requests", "club, person, body, at"},
	{"club_refusals", "club, person, at"},
	{"club_notices", "club, id, parent, person, at, body"},
	{"tournament_events", "tournament, seq, body"},
	{"beats", "id, at, gap_from, gap_until"},
	{"reset_links", "hash, person, until"},
	{"audit", "id, at, by_person, by_name, action, about, about_name, details"},
	{"site", "name, value"},
	{"invitations", "id, hash, by_name, note, since, until"},
	{"comparisons", "person, requested_at, finished_at, attempts, leased_until, failed, result"},
	{"reviews", reviewColumns},
	{"review_results", "match, game, place, body"},
	{"badges", "person, code, match, game, ply, at"},
	{"notifications", "person, kind, match, game, at, seen"},
	{"push_devices", deviceColumns},
	{"pushes", "device, kind, match, game, queued_at, due_at, attempts, leases, service"},
	{"table_pushes", "person, at"},
	{"notification_modes", "person, kind, mode"},
	{"quiet_hours", "person, zone, from_minute, until_minute"},
	{"follows", "person, other, since, push"},
	{"results", "rated, seat, person, pool, won, ended_at, kind, first, seat_table"},
	{"address_bans", "network, until, since, reason"},
	{"reports", "id, at, by_person, by_name, about, about_name, match, reason, body, done_at, game, ply, study, motto, club, notice, quote, tournament"},
}

// Copy copies everything from one store into another, which must be empty, and
// computes the views there. Nothing else may write to either store meanwhile. It
// calls each, if not nil, for every row copied.
func Copy(ctx context.Context, to, from *Store, rules match.Rules, each func()) error {
	for _, s := range []*Store{to, from} {
		s.setLimit(0)
		defer s.setLimit(answerWithin)
	}
	for _, t := range copiedTables {
		var n int
		if err := to.read.QueryRowContext(ctx, `SELECT COUNT(*) FROM (SELECT 1 FROM `+t.table+` LIMIT 1) AS first`).Scan(&n); err != nil {
			return unavailable(err)
		}
		if n > 0 {
			return errors.New("the store to copy into is not empty")
		}
	}
	err := to.transaction(ctx, func(tx *sql.Tx) error {
		for _, t := range copiedTables {
			if err := copyTable(ctx, tx, to.dialect, from, t.table, t.columns, each); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return to.Rebuild(ctx, rules, nil)
}

func copyTable(ctx context.Context, tx *sql.Tx, d dialect, from *Store, table, columns string, each func()) error {
	count := strings.Count(columns, ",") + 1
	insert, err := tx.PrepareContext(ctx, d.sql(`INSERT INTO `+table+` (`+columns+`) VALUES (?`+strings.Repeat(", ?", count-1)+`)`))
	if err != nil {
		return err
	}
	defer insert.Close()
	return from.query(ctx, `SELECT `+columns+` FROM `+table, nil, func(rows *sql.Rows) error {
		values, into := make([]any, count), make([]any, count)
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for i, v := range values {
			if bytes, ok := v.([]byte); ok {
				values[i] = string(bytes)
			}
		}
		if each != nil {
			each()
		}
		_, err := insert.ExecContext(ctx, values...)
		return err
	})
}
