package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
)

// putPlayed stores the view of a finished game for each of its players.
func (s *Store) putPlayed(ctx context.Context, tx *sql.Tx, id string, settings *match.Settings, g store.Game) error {
	if _, err := s.exec(ctx, tx, `DELETE FROM played WHERE match = ? AND game = ?`, id, g.Number); err != nil {
		return err
	}
	for seat, p := range g.Players {
		if p.ID == "" {
			continue
		}
		engines, others := 0, "\n"
		for other, o := range g.Players {
			switch {
			case other == seat:
			case o.ID == "":
				engines++
			default:
				others += strings.ToLower(o.Name) + "\n"
			}
		}
		if _, err := s.exec(ctx, tx, `INSERT INTO played (person, ended_at, match, game, kind, result, others, engines, moves) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (person, ended_at, match, game) DO NOTHING`,
			p.ID, g.EndedAt, id, g.Number, store.KindOf(settings), g.ResultOf(seat), others, engines, g.Moves); err != nil {
			return err
		}
		if g.Conduct == nil {
			continue
		}
		if err := s.putConduct(ctx, tx, p.ID, id, &g, g.Conduct[seat]); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) putConduct(ctx context.Context, tx *sql.Tx, person, id string, g *store.Game, c store.Conduct) error {
	replies := make([]string, len(c.Replies))
	for i, seconds := range c.Replies {
		replies[i] = strconv.Itoa(seconds)
	}
	_, err := s.exec(ctx, tx, `UPDATE played SET late = ?, replies = ? WHERE person = ? AND ended_at = ? AND match = ? AND game = ?`,
		number(c.LostOnTime), strings.Join(replies, " "), person, g.EndedAt, id, g.Number)
	return err
}

const conductColumns = `SELECT game, person, late, replies FROM played `

// scanConduct reads a row of conductColumns.
func scanConduct(rows *sql.Rows) (game int, person string, c store.Conduct, err error) {
	var late int
	var replies string
	if err := rows.Scan(&game, &person, &late, &replies); err != nil {
		return 0, "", c, err
	}
	c.LostOnTime = late == 1
	for _, text := range strings.Fields(replies) {
		seconds, err := strconv.Atoi(text)
		if err != nil {
			return 0, "", c, err
		}
		c.Replies = append(c.Replies, seconds)
	}
	return game, person, c, nil
}

// ConductOf implements store.Matches.
func (s *Store) ConductOf(ctx context.Context, person string, limit int) (list []store.Conduct, err error) {
	err = s.query(ctx, conductColumns+`WHERE person = ? AND replies IS NOT NULL AND match IN (SELECT id FROM matches WHERE visibility = 'public') ORDER BY ended_at DESC, match DESC, game DESC LIMIT ?`, []any{person, limit}, func(rows *sql.Rows) error {
		_, _, c, err := scanConduct(rows)
		list = append(list, c)
		return err
	})
	return list, err
}

// conductIn returns the conduct in the finished games of a match, by game and person.
func (s *Store) conductIn(ctx context.Context, tx *sql.Tx, id string) (map[int]map[string]store.Conduct, error) {
	rows, err := tx.QueryContext(ctx, s.dialect.sql(conductColumns+`WHERE match = ? AND replies IS NOT NULL`), id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := make(map[int]map[string]store.Conduct)
	for rows.Next() {
		game, person, c, err := scanConduct(rows)
		if err != nil {
			return nil, err
		}
		if all[game] == nil {
			all[game] = make(map[string]store.Conduct)
		}
		all[game][person] = c
	}
	return all, rows.Err()
}

// conductVersion is the version that has the column "replies".
const conductVersion = 37

// fillConduct fills in the conduct in the games that earlier versions stored. Matches that
// cannot be replayed have none.
func (s *Store) fillConduct(ctx context.Context, tx *sql.Tx) error {
	played, err := s.storedGames(ctx, tx)
	if err != nil {
		return err
	}
	last := ""
	for i := range played {
		g := &played[i]
		if g.Settings.Clock.Kind != match.Correspondence || g.Match == last {
			continue
		}
		last = g.Match
		if err := s.fillConductIn(ctx, tx, g.Match); err != nil {
			return err
		}
	}
	return nil
}

// fillConductIn is fillConduct for one match.
func (s *Store) fillConductIn(ctx context.Context, tx *sql.Tx, id string) error {
	events, err := s.eventsIn(ctx, tx, id)
	if err != nil {
		return err
	}
	state := match.New()
	var ended []store.Game
	for _, e := range events {
		if state, err = match.Apply(games.Rules{}, state, e); err != nil {
			return nil
		}
		switch e.Type {
		case match.Ended:
			ended = append(ended, store.NewGame(e, state))
		case match.Renamed:
			for i := range ended {
				ended[i].Rename(e.By, *e.Player)
			}
		}
	}
	for i := range ended {
		g := &ended[i]
		for seat := range g.Conduct {
			if err := s.putConduct(ctx, tx, g.Players[seat].ID, id, g, g.Conduct[seat]); err != nil {
				return err
			}
		}
	}
	return nil
}

// GamesOf implements store.Matches. It reads the games of the person in the order of
// the primary key and leaves out those that do not match.
func (s *Store) GamesOf(ctx context.Context, q store.GameQuery) ([]store.PlayedGame, error) {
	where, args := []string{"played.person = ?"}, []any{q.Person}
	add := func(condition string, values ...any) {
		where, args = append(where, condition), append(args, values...)
	}
	if !q.Private {
		add("matches.visibility <> ?", match.Private)
	}
	if q.Variant != "" {
		add("played.kind = ?", q.Variant)
	}
	if q.Result != "" {
		add("played.result = ?", q.Result)
	}
	if q.Opponent != "" {
		add(`played.others LIKE ? ESCAPE '\'`, "%"+likeEscapes.Replace(strings.ToLower(q.Opponent))+"%")
	}
	switch q.Against {
	case store.AgainstPeople:
		add("played.others <> ?", "\n")
	case store.AgainstEngines:
		add("played.engines > 0")
	}
	if q.MinMoves > 0 {
		add("played.moves >= ?", q.MinMoves)
	}
	if q.MaxMoves > 0 {
		add("played.moves <= ?", q.MaxMoves)
	}
	if q.From > 0 {
		add("played.ended_at >= ?", q.From)
	}
	if q.Until > 0 {
		add("played.ended_at <= ?", q.Until)
	}
	return s.playedGames(ctx, `JOIN played ON played.match = games.match AND played.game = games.game
WHERE `+strings.Join(where, " AND ")+`
ORDER BY played.ended_at DESC, played.match DESC, played.game DESC LIMIT ? OFFSET ?`, append(args, q.Limit, q.Skip)...)
}

var likeEscapes = strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`)

// playedVersion is the version that has the table "played".
const playedVersion = 25

// fillPlayed fills in the finished games of earlier versions, with their numbers of
// moves.
func (s *Store) fillPlayed(ctx context.Context, tx *sql.Tx) error {
	list, err := s.storedGames(ctx, tx)
	if err != nil {
		return err
	}
	moves := map[int]int{}
	for i := range list {
		g := &list[i]
		if i == 0 || g.Match != list[i-1].Match {
			if moves, err = s.countMoves(ctx, tx, g.Match); err != nil {
				return err
			}
		}
		g.Moves = moves[g.Number]
		body, err := json.Marshal(&g.Game)
		if err != nil {
			return err
		}
		if _, err := s.exec(ctx, tx, `UPDATE games SET body = ? WHERE match = ? AND game = ?`, string(body), g.Match, g.Number); err != nil {
			return err
		}
		if err := s.putPlayed(ctx, tx, g.Match, &g.Settings, g.Game); err != nil {
			return err
		}
	}
	return nil
}

// storedGames returns all finished games, by match.
func (s *Store) storedGames(ctx context.Context, tx *sql.Tx) ([]store.PlayedGame, error) {
	rows, err := tx.QueryContext(ctx, `SELECT games.match, matches.summary, games.body FROM games JOIN matches ON matches.id = games.match ORDER BY games.match, games.game`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []store.PlayedGame
	for rows.Next() {
		g, err := scanPlayed(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, g)
	}
	return list, rows.Err()
}

// countMoves returns the number of moves of each finished game of a match.
func (s *Store) countMoves(ctx context.Context, tx *sql.Tx, id string) (map[int]int, error) {
	rows, err := tx.QueryContext(ctx, s.dialect.sql(`SELECT body FROM events WHERE match = ? ORDER BY seq`), id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	moves, n := map[int]int{}, 0
	for rows.Next() {
		var body []byte
		var e struct {
			Type match.EventType `json:"type"`
			Game int             `json:"game"`
			Ply  int             `json:"ply"`
		}
		if err := rows.Scan(&body); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(body, &e); err != nil {
			return nil, fmt.Errorf("match %s: %w", id, err)
		}
		switch e.Type {
		case match.Started:
			n = 0
		case match.Moved:
			n++
		case match.TakenBack:
			n = e.Ply
		case match.Ended:
			moves[e.Game] = n
		}
	}
	return moves, rows.Err()
}
