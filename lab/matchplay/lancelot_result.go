package matchplay

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"tafelrunde/lancelot"
)

// LancelotResult is the result of a LancelotMatch, summed up by player's name and
// by seat.
type LancelotResult struct {
	// Failures describe the games that could not be finished.
	Failures []string

	match   *LancelotMatch
	games   int
	turns   int
	players []lancelotScore
	bySeat  []float64 // share of the wins
}

// lancelotScore is the score of all seats that play under one name.
type lancelotScore struct {
	name    string
	seats   int
	wins    float64 // shared wins count in part
	nodes   uint64
	slowest time.Duration // the longest turn
	late    int           // turns later than LateMargin
}

func newLancelotResult(m *LancelotMatch) *LancelotResult {
	r := &LancelotResult{match: m, bySeat: make([]float64, len(m.Players))}
	for _, name := range m.Players {
		if i := r.index(name); i >= 0 {
			r.players[i].seats++
			continue
		}
		r.players = append(r.players, lancelotScore{name: name, seats: 1})
	}
	return r
}

// index returns the index of a name in players, or -1.
func (r *LancelotResult) index(name string) int {
	return slices.IndexFunc(r.players, func(s lancelotScore) bool { return s.name == name })
}

// add adds a finished game.
func (r *LancelotResult) add(g *lancelotGame) {
	r.games++
	r.turns += g.turns
	for seat, player := range g.seating {
		share := g.outcome.WinShare(lancelot.Seat(seat))
		r.players[r.index(r.match.Players[player])].wins += share
		r.bySeat[seat] += share
	}
	for player := range g.seating {
		s := &r.players[r.index(r.match.Players[player])]
		s.nodes += g.nodes[player]
		s.slowest = max(s.slowest, g.slowest[player])
		s.late += g.late[player]
	}
}

// Write writes the result as a table.
func (r *LancelotResult) Write(to io.Writer) error {
	var b strings.Builder
	m := r.match
	limit := fmt.Sprintf("%d nodes a turn", m.Nodes)
	if m.MoveTime > 0 {
		limit = fmt.Sprintf("%v a turn", m.MoveTime)
	}
	fmt.Fprintf(&b, "Lancelot, %d seats, %s rules, %s, seed %d, %d games in every order of seats\n", len(m.Players), m.Rules, limit, m.Seed, r.games)
	if r.games > 0 {
		fmt.Fprintf(&b, "\n%-16s %8s %8s %17s %9s %12s %9s %9s %9s\n",
			"player", "wins", "share", "95 % interval", "x fair", "nodes/turn", "slowest", "latest", "late")
		for _, s := range r.players {
			share := s.wins / float64(r.games)
			low, high := Wilson(share, r.games)
			fair := float64(s.seats) / float64(len(m.Players))
			latest := "-"
			if m.MoveTime > 0 {
				latest = fmt.Sprint(max(0, s.slowest-m.MoveTime).Round(100 * time.Microsecond))
			}
			fmt.Fprintf(&b, "%-16s %8.1f %7.1f%% %7.1f%% - %5.1f%% %9.2f %12.0f %9v %9s %9d\n",
				fmt.Sprintf("%s x%d", s.name, s.seats), s.wins, 100*share, 100*low, 100*high, share/fair,
				float64(s.nodes)/max(float64(r.turns)*fair, 1), s.slowest.Round(time.Millisecond), latest, s.late)
		}
		if m.MoveTime > 0 {
			fmt.Fprintf(&b, "\nlatest: the most that a turn took longer than its time; late: turns by more than %v\n", LateMargin)
		}
		fmt.Fprint(&b, "\nby seat:")
		for seat, share := range r.bySeat {
			fmt.Fprintf(&b, "  %s %.1f%%", strings.ToUpper(lancelot.Seat(seat).String()), 100*share/float64(r.games))
		}
		fmt.Fprintf(&b, "\nturns a game %.1f\n", float64(r.turns)/float64(r.games))
	}
	for _, failure := range r.Failures {
		fmt.Fprintln(&b, failure)
	}
	_, err := io.WriteString(to, b.String())
	return err
}

// MarshalJSON writes the result for programs. Shares are from 0 to 1.
func (r *LancelotResult) MarshalJSON() ([]byte, error) {
	type player struct {
		Name     string     `json:"name"`
		Seats    int        `json:"seats"`
		Share    float64    `json:"share"`
		Interval [2]float64 `json:"interval95"`
		Fair     float64    `json:"timesFair"`
		Slowest  float64    `json:"slowestTurnMs"`
		Late     int        `json:"lateTurns"`
	}
	m, games := r.match, max(r.games, 1)
	out := struct {
		Seats    int       `json:"seats"`
		Rules    string    `json:"rules"`
		Games    int       `json:"games"`
		Seed     uint64    `json:"seed"`
		Players  []player  `json:"players"`
		BySeat   []float64 `json:"bySeat"`
		Turns    float64   `json:"turnsPerGame"`
		Failures []string  `json:"failures"`
	}{
		Seats: len(m.Players), Rules: m.Rules.String(), Games: r.games, Seed: m.Seed,
		Turns: float64(r.turns) / float64(games), Failures: append([]string{}, r.Failures...),
	}
	for _, s := range r.players {
		share := s.wins / float64(games)
		low, high := Wilson(share, games)
		out.Players = append(out.Players, player{
			Name: s.name, Seats: s.seats, Share: share, Interval: [2]float64{low, high},
			Fair: share * float64(len(m.Players)) / float64(s.seats), Slowest: float64(s.slowest.Microseconds()) / 1000, Late: s.late,
		})
	}
	for _, share := range r.bySeat {
		out.BySeat = append(out.BySeat, share/float64(games))
	}
	return json.Marshal(out)
}
