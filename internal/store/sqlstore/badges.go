package sqlstore

import (
	"context"
	"database/sql"

	"tafelrunde/internal/badges"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
)

// BadgesOf implements store.Badges. People have few badges, so that all are read.
func (s *Store) BadgesOf(ctx context.Context, person string, private bool) ([]store.Badge, error) {
	list := []store.Badge{}
	err := s.query(ctx, `SELECT badges.code, badges.at, badges.match, badges.game, badges.ply, COALESCE(matches.visibility, '')
FROM badges LEFT JOIN matches ON matches.id = badges.match WHERE badges.person = ? ORDER BY badges.at, badges.code`, []any{person}, func(rows *sql.Rows) error {
		var b store.Badge
		var visibility match.Visibility
		err := rows.Scan(&b.Code, &b.At, &b.Match, &b.Game, &b.Ply, &visibility)
		if visibility == "" || visibility == match.Private && !private {
			b.Match, b.Game, b.Ply = "", 0, 0
		}
		if badges.Known(b.Code) {
			list = append(list, b)
		}
		return err
	})
	return list, err
}

// earned are the badges of a person in a game.
type earned struct {
	person string
	badges []badges.Earned
}

// earnedAt returns the badges of the people in a game that has just ended.
func earnedAt(s *match.State) (all []earned) {
	for seat, list := range games.Badges(s) {
		if len(list) > 0 {
			all = append(all, earned{s.Seats[seat].Player.ID, list})
		}
	}
	return all
}

// Of the same badge the one of the game that ended first is kept.
const firstBadge = ` ON CONFLICT (person, code) DO UPDATE SET match = excluded.match, game = excluded.game, ply = excluded.ply, at = excluded.at
WHERE excluded.at < badges.at OR excluded.at = badges.at AND excluded.match < badges.match`

// putBadges stores the badges earned in a game.
func (s *Store) putBadges(ctx context.Context, tx *sql.Tx, id string, g *store.Game, list []earned) error {
	for _, e := range list {
		for _, b := range e.badges {
			if _, err := s.exec(ctx, tx, `INSERT INTO badges (person, code, match, game, ply, at) VALUES (?, ?, ?, ?, ?, ?)`+firstBadge,
				e.person, b.Code, id, g.Number, b.Ply, g.EndedAt); err != nil {
				return err
			}
		}
	}
	return nil
}

// renameInBadges gives the badges of a match to another identity of the person.
func (s *Store) renameInBadges(ctx context.Context, tx *sql.Tx, id string, e match.Event) error {
	if e.By == e.Player.ID {
		return nil
	}
	if e.Player.Name != match.DeletedName {
		if _, err := s.exec(ctx, tx, `INSERT INTO badges (person, code, match, game, ply, at)
SELECT CAST(? AS TEXT), code, match, game, ply, at FROM badges WHERE match = ? AND person = ?`+firstBadge, e.Player.ID, id, e.By); err != nil {
			return err
		}
	}
	_, err := s.exec(ctx, tx, `DELETE FROM badges WHERE match = ? AND person = ?`, id, e.By)
	return err
}

// badgesVersion is the version that has the table "badges".
const badgesVersion = 31

// fillBadges finds the badges of the games that earlier versions stored. Matches that cannot
// be replayed have none.
func (s *Store) fillBadges(ctx context.Context, tx *sql.Tx) error {
	ids, err := s.idsIn(ctx, tx, `SELECT DISTINCT match FROM games ORDER BY match`)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.fillBadgesIn(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

// fillBadgesIn is fillBadges for one match.
func (s *Store) fillBadgesIn(ctx context.Context, tx *sql.Tx, id string) error {
	events, err := s.eventsIn(ctx, tx, id)
	if err != nil {
		return err
	}
	state := match.New()
	for _, e := range events {
		if state, err = match.Apply(games.Rules{}, state, e); err != nil {
			return nil
		}
		switch e.Type {
		case match.Ended:
			g := store.NewGame(e, state)
			err = s.putBadges(ctx, tx, id, &g, earnedAt(state))
		case match.Renamed:
			err = s.renameInBadges(ctx, tx, id, e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
