package games

import (
	"slices"
	"strings"

	"tafelrunde/internal/match"
	"tafelrunde/wotn"
)

// Name returns the English name of the game of a table.
func Name(s *match.Settings) string {
	switch {
	case s.Game == Lancelot:
		return "Lancelot"
	case s.Variant == wotn.Chess.String():
		return "Chess"
	}
	return "Way of the Knight"
}

// Sides returns the side of each seat in a game, as the texts of the game name
// it: "w" and "b" in Way of the Knight, "a" to "e" in Lancelot. It returns nil
// before the first game.
func Sides(s *match.State) []string {
	if s.Game == 0 {
		return nil
	}
	sides := make([]string, len(s.Seats))
	for seat := range sides {
		switch {
		case s.Settings.Game == Lancelot:
			sides[seat] = lancelotSide(seat)
		case seat == s.Round.First:
			sides[seat] = "w"
		default:
			sides[seat] = "b"
		}
	}
	return sides
}

func lancelotSide(seat int) string { return string(rune('a' + seat)) }

// Replay is a game in which seats were skipped because they are out, in a form
// that the rules can play: the rules know no such seats.
type Replay struct {
	// Start is the start position with the seat that made the first move to act.
	Start string `json:"start"`
	// Moves are the moves. Where the rules would give the turn to another seat, the
	// side that acted next follows ">", as in "e4>c".
	Moves []string `json:"moves"`
}

// ReplayOf returns the replay of the current game, or nil if no seat is out: then
// the start and the moves of the match suffice.
func ReplayOf(s *match.State) *Replay {
	if s.Settings.Game != Lancelot || s.Start == nil || !slices.ContainsFunc(s.Seats, func(c match.Seat) bool { return c.Out }) {
		return nil
	}
	actor := func(ply int) int {
		if ply < len(s.Moves) {
			return s.Moves[ply].Seat
		}
		return s.ToAct()
	}
	r := &Replay{Start: s.Start.Text(), Moves: make([]string, len(s.Moves))}
	if first := actor(0); first >= 0 {
		fields := strings.Fields(r.Start)
		fields[1] = lancelotSide(first)
		r.Start = strings.Join(fields, " ")
	}
	for ply, m := range s.Moves {
		r.Moves[ply] = m.Text
		if next := actor(ply + 1); next >= 0 {
			r.Moves[ply] += ">" + lancelotSide(next)
		}
	}
	return r
}
