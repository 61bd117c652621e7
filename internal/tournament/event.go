package tournament

import (
	"slices"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
)

// EventType is the type of an event.
type EventType string

// The types of events. In parentheses are the fields of [Event] in use besides Type and
// At.
const (
	// The tournament was created. (Settings; Player: the director; Seed; Ladder)
	Created EventType = "created"
	// The club that is challenged accepted a [ClubMatch]. (By: its owner or an officer)
	Accepted EventType = "accepted"
	// A player entered, or entered again after a withdrawal. (Entry, Player, Rating; Team)
	Entered EventType = "entered"
	// A player left. (Entry, Reason; By: the director or moderator who expelled the player)
	Withdrawn EventType = "withdrawn"
	// The players were reminded of the start.
	Reminded EventType = "reminded"
	// The tournament began; the pools are fixed. (Version, Pools, Rounds)
	Started EventType = "started"
	// Games were paired. (Boards: with the IDs of their matches, or with the result of a
	// game that is not played)
	Paired EventType = "paired"
	// A game ended. (Board, Result)
	Resulted EventType = "resulted"
	// The director or a moderator corrected a result. (Board, Result, By)
	Corrected EventType = "corrected"
	// A player or the director was replaced by another identity. (By: the old ID; Player; Entry,
	// Director and Place: what the identity is replaced in, if all are missing wherever it has the old ID)
	Renamed EventType = "renamed"
	// A moderator removed the texts of the director. (By)
	TextsRemoved EventType = "texts-removed"
	// The match of a game was not opened, because the tournament had ended. (Board)
	Unopened EventType = "unopened"
	// The tournament ended. (Next: the ID of the next season, "" for none)
	Finished EventType = "finished"
	// The tournament was closed before its end. (Reason; By: the person who closed or
	// declined it, "" if too few have entered or nobody has answered)
	Closed EventType = "closed"
)

// EventTypes are all types of events.
var EventTypes = []EventType{Created, Accepted, Entered, Withdrawn, Reminded, Started, Paired, Resulted, Corrected, Renamed, TextsRemoved, Unopened, Finished, Closed}

// Event is a change of a tournament. Its JSON form is the format in which it is stored
// (docs/formats/tournaments.md).
type Event struct {
	Type EventType    `json:"type"`
	At   match.Moment `json:"at"`

	Settings *Settings     `json:"settings,omitempty"`
	Player   *match.Player `json:"player,omitempty"`
	Seed     uint64        `json:"seed,omitempty"`
	// Ladder are the IDs of the people of the season before, in the order of the next
	// season.
	Ladder []string `json:"ladder,omitempty"`
	// Entry is the number of an entry, from 1.
	Entry int `json:"entry,omitempty"`
	// Director reports whether the director is replaced; Place is the place on the ladder, from 1.
	Director bool `json:"director,omitempty"`
	Place    int  `json:"place,omitempty"`
	Rating   int  `json:"rating,omitempty"`
	// Team is the club of a player of a [ClubMatch], 1 or 2, in the order of Settings.Clubs.
	Team    int     `json:"team,omitempty"`
	Version int     `json:"version,omitempty"`
	Pools   [][]int `json:"pools,omitempty"`
	// Rounds is the number of rounds, if it does not follow from the pools.
	Rounds int `json:"rounds,omitempty"`
	// EndsAt is the end of an arena that begins before its time, which keeps its length.
	EndsAt match.Moment `json:"endsAt,omitempty"`
	Boards []Board      `json:"boards,omitempty"`
	// Board is the number of a board in the order of pairing, from 1.
	Board  int     `json:"board,omitempty"`
	Result *Result `json:"result,omitempty"`
	Reason string  `json:"reason,omitempty"`
	By     string  `json:"by,omitempty"`
	Next   string  `json:"next,omitempty"`
}

// Board is a pairing: a game of the tournament.
type Board struct {
	// Pool and Round count from 1.
	Pool  int `json:"pool"`
	Round int `json:"round"`
	// Entries are the numbers of the players by seat. A single one is free in this round.
	Entries []int `json:"entries"`
	// Match is the ID of the match, "" if the game is not played because a player has
	// left or the tournament had ended.
	Match string `json:"match,omitempty"`
	// Result is the result, nil while the game is played, or if it does not count.
	Result *Result `json:"result,omitempty"`
}

// Result is the result of a board.
type Result struct {
	// Points are the points by seat.
	Points []Points `json:"points"`
	// Reason is the reason of [match.Outcome], or one of the constants below.
	Reason string `json:"reason"`
	// Absent are the seats whose players have not played: they made no move in time, or had
	// left the tournament.
	Absent []int `json:"absent,omitempty"`
	// Berserk are the seats that played with half of their time and made enough moves.
	Berserk []int `json:"berserk,omitempty"`
	// Note is the reason that the director gave for a correction.
	Note string `json:"note,omitempty"`
}

// Reasons of results that do not come from a match.
const (
	// ByWalkover: a player had left before the match was opened.
	ByWalkover = games.ByWalkover
	// ByBye: the number of players was odd, and this one was free.
	ByBye = "bye"
	// ByLateEntry: the player entered after the beginning of the round.
	ByLateEntry = "late"
	// ByCorrection: the director or a moderator decided.
	ByCorrection = games.ByCorrection
)

// Reasons of Withdrawn.
const (
	ByWish      = "wish"
	ByExpulsion = "expelled"
	// ByAbsence: the player did not begin [MaxNoShows] games in a row.
	ByAbsence  = "absent"
	ByDeletion = "deleted"
	// ByPause: the player does not play in the next round, after whose pairing the player enters again.
	ByPause = "pause"
)

// Reasons of Closed that nobody wrote.
const (
	// ByTooFew: too few had entered at the start; see [State.Enough].
	ByTooFew = "too-few"
	// ByNoAnswer: the club that is challenged had not accepted at the start.
	ByNoAnswer = "no-answer"
	// ByDecline: it declined.
	ByDecline = "declined"
)

// serverReasons are the reasons of Closed that nobody wrote.
var serverReasons = []string{ByTooFew, ByNoAnswer, ByDecline}

// Points are points in 24ths, so that shares of boards for two to five are exact.
type Points int

// Full is what the winner of a board gets.
const Full Points = 24

// Float returns the points as a number.
func (p Points) Float() float64 { return float64(p) / float64(Full) }

// PointsOf returns the points by seat of an outcome with n seats: for each other seat that
// is beaten the same part, for a tie half of it. Winners share the win, the others tie, but those who were absent lose
// to all who were not and get nothing from each other.
func PointsOf(o match.Outcome, absent []int, n int) []Points {
	points := make([]Points, n)
	if o.Reason == match.ByAbort {
		return points
	}
	rank := make([]int, n)
	for _, seat := range absent {
		rank[seat] = -1
	}
	for _, seat := range o.Winners {
		rank[seat] = 1
	}
	for i := range points {
		for j := range points {
			switch {
			case i == j:
			case rank[i] == rank[j] && rank[i] < 0:
			case rank[i] == rank[j]:
				points[i] += Full / 2
			case rank[i] > rank[j]:
				points[i] += Full
			}
		}
		points[i] /= Points(n - 1)
	}
	return points
}

// Outcome returns the outcome of a match that has this result. It is not over if no outcome gives these
// points, as when the director corrects them to less than a win.
func (r *Result) Outcome() match.Outcome {
	most := slices.Max(r.Points)
	best, none := match.Outcome{Over: true, Reason: r.Reason}, match.Outcome{Over: true, Reason: r.Reason}
	for seat, p := range r.Points {
		if p == most {
			best.Winners = append(best.Winners, seat)
		}
	}
	for _, o := range []match.Outcome{best, none} {
		if most > 0 && slices.Equal(PointsOf(o, r.Absent, len(r.Points)), r.Points) {
			return o
		}
	}
	return match.Outcome{Reason: r.Reason}
}
