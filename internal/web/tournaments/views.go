package tournaments

import (
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/tournament"
)

// TournamentEntry is a player of a tournament.
type TournamentEntry struct {
	Number int          `json:"number" doc:"from 1; the index plus 1 if all players are there"`
	Player match.Player `json:"player"`
	Rating int          `json:"rating" doc:"when entering, 0 for computer opponents"`
	Left   string       `json:"left,omitempty" enum:"wish,expelled,absent,deleted,pause," doc:"why the player has left, missing if the player has not"`
	Pool   int          `json:"pool" doc:"from 1; 0 before the start, and for those who do not play"`
	Team   int          `json:"team" doc:"number of the club in a match between clubs, 1 or 2; else 0"`
}

// TournamentRow is the row of a player in the standing of a pool.
type TournamentRow struct {
	Entry    int     `json:"entry" doc:"number of the player"`
	Place    int     `json:"place" doc:"from 1"`
	Points   float64 `json:"points" doc:"a win 1, a draw 0.5"`
	TieBreak float64 `json:"tieBreak" doc:"the Sonneborn–Berger score"`
	Buchholz float64 `json:"buchholz,omitempty" doc:"points of the opponents, in the Swiss system"`
	// Performance, Sheet and Streak are for arenas.
	Performance int       `json:"performance,omitempty" doc:"average of the opponents' ratings and 500 more for a win and less for a loss, in an arena"`
	Sheet       []float64 `json:"sheet,omitempty" doc:"points of the games of an arena, in order"`
	Streak      bool      `json:"streak,omitempty" doc:"whether the next points in an arena count twice"`
	Wins        int       `json:"wins"`
	Played      int       `json:"played" doc:"number of games with a result"`
	Annulled    bool      `json:"annulled,omitempty" doc:"whether the games do not count, because the player has left early"`
}

// TournamentPool is a group of players who play each other, or a division of a league.
type TournamentPool struct {
	Standing []TournamentRow `json:"standing" doc:"by place"`
}

// TournamentResult is the result of a game of a tournament.
type TournamentResult struct {
	Points    []float64 `json:"points" doc:"by seat"`
	Reason    string    `json:"reason" doc:"as of matches; walkover if a player had left, correction if the director decided, bye for a free round, late for half a point of a late entry"`
	Absent    []int     `json:"absent,omitempty" doc:"seats whose players have not played"`
	Note      string    `json:"note,omitempty" doc:"the director's reason for a correction"`
	Corrected bool      `json:"corrected,omitempty"`
	Berserk   []int     `json:"berserk,omitempty" doc:"seats that played with half of their time and made at least 7 moves"`
}

// TournamentBoard is a game of a tournament.
type TournamentBoard struct {
	Number  int               `json:"number" doc:"in the order of pairing, from 1"`
	Pool    int               `json:"pool"`
	Round   int               `json:"round" doc:"from 1"`
	Entries []int             `json:"entries" doc:"numbers of the players by seat; a single one is free in this round"`
	Match   string            `json:"match,omitempty" doc:"missing if the game is not played; then also the result, if the tournament ended before the game was opened"`
	Result  *TournamentResult `json:"result,omitempty" doc:"missing while the game is played, and if it does not count"`
}

// WholeTournament is a tournament with its players, standings and games.
type WholeTournament struct {
	store.TournamentSummary
	Seq         int64             `json:"seq" doc:"number of the last event"`
	Description string            `json:"description,omitempty"`
	Double      bool              `json:"double,omitempty" doc:"whether each pair plays twice"`
	Pool        int               `json:"pool,omitempty" doc:"largest size of a pool, missing for the usual one"`
	AtOnce      int               `json:"atOnce,omitempty" doc:"how many games a player has at the same time at most, missing for all"`
	Computer    int               `json:"computer,omitempty" doc:"level of the computer opponent that makes the number of players even"`
	EndsAt      match.Moment      `json:"endsAt,omitempty" doc:"when the tournament ends even if games are unfinished"`
	Reason      string            `json:"reason,omitempty" doc:"why it was closed; too-few if too few have entered, no-answer or declined if a club has not accepted"`
	Next        string            `json:"next,omitempty" doc:"ID of the next season"`
	NextRoundAt match.Moment      `json:"nextRoundAt,omitempty" doc:"when the next round begins, in the break before it"`
	LateEntry   bool              `json:"lateEntry,omitempty" doc:"whether newcomers can enter though the tournament has begun"`
	Return      bool              `json:"return,omitempty" doc:"whether players who have left can enter again though the tournament has begun"`
	Rows        int               `json:"rows,omitempty" doc:"number of rows of the standing, if this is the first part of a large arena"`
	Entries     []TournamentEntry `json:"entries"`
	Pools       []TournamentPool  `json:"pools" doc:"empty before the start; the boards of a match between clubs"`
	Boards      []TournamentBoard `json:"boards" doc:"all, or of an arena with more than 1,500 those that are being played and the last 300"`
}

// The view of an arena contains all boards up to a number, and otherwise the last ones beside those that are
// being played.
const (
	maxBoards  = 1500
	lastBoards = 300
)

// wholeOf returns the view of a tournament in a state.
func wholeOf(id string, s *tournament.State) WholeTournament {
	set := &s.Settings
	w := WholeTournament{
		TournamentSummary: store.NewTournamentSummary(id, s), Seq: s.Seq, Description: set.Description, Double: set.Double, Pool: set.Pool,
		AtOnce: set.AtOnce, Computer: set.Computer, EndsAt: set.EndsAt, Reason: s.Reason, Next: s.Next,
		NextRoundAt: s.NextRoundAt(), LateEntry: s.MayEnterLate(0, s.StartedAt), Return: len(s.Entries) > 0 && s.MayEnterLate(1, s.StartedAt),
		Entries: make([]TournamentEntry, len(s.Entries)), Pools: []TournamentPool{}, Boards: []TournamentBoard{},
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		w.Entries[i] = TournamentEntry{Number: i + 1, Player: e.Player, Rating: e.Rating, Left: e.Left, Pool: e.Pool, Team: e.Team}
	}
	if s.Pools != nil {
		w.Pools = poolsOf(s)
	}
	for i := range s.Boards {
		b := &s.Boards[i]
		if b.Result != nil && set.Format == tournament.Arena && len(s.Boards) > maxBoards && i < len(s.Boards)-lastBoards {
			continue
		}
		view := TournamentBoard{Number: i + 1, Pool: b.Pool, Round: b.Round, Entries: b.Entries, Match: b.Match}
		if r := b.Result; r != nil {
			if r.Reason == tournament.ByWalkover {
				view.Match = "" // perhaps it was never opened
			}
			view.Result = &TournamentResult{
				Points: floats(r.Points), Reason: r.Reason, Absent: r.Absent, Note: r.Note, Corrected: r.Reason == tournament.ByCorrection, Berserk: r.Berserk,
			}
		}
		w.Boards = append(w.Boards, view)
	}
	return w
}

func poolsOf(s *tournament.State) []TournamentPool {
	standings := s.Standings()
	pools := make([]TournamentPool, len(standings))
	for i, standing := range standings {
		pools[i].Standing = make([]TournamentRow, len(standing))
		for j := range standing {
			r := &standing[j]
			pools[i].Standing[j] = TournamentRow{
				Entry: r.Entry, Place: r.Place, Points: r.Points.Float(), TieBreak: float64(r.SonnebornBerger) / float64(tournament.Full*tournament.Full),
				Buchholz: r.Buchholz.Float(), Performance: r.Performance, Sheet: floats(r.Sheet), Streak: r.Streak, Wins: r.Wins, Played: r.Played, Annulled: r.Annulled,
			}
		}
	}
	return pools
}

func floats(points []tournament.Points) []float64 {
	list := make([]float64, len(points))
	for i, p := range points {
		list[i] = p.Float()
	}
	return list
}
