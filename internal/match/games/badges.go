package games

import (
	"tafelrunde/internal/badges"
	"tafelrunde/internal/match"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// Badges returns the badges that the seats have earned in the game that has ended, by seat;
// s is the state at its end. An aborted game has none. Seats have none either without a
// person, if they have left the game, and if an engine plays for them at the end.
func Badges(s *match.State) [][]badges.Earned {
	earned := make([][]badges.Earned, len(s.Seats))
	if s.Phase != match.Finished || s.Outcome.Reason == match.ByAbort {
		return earned
	}
	var find func(seat int) []badges.Earned
	switch start := s.Start.(type) {
	case *wotnPosition:
		find = wotnBadges(s, start)
	case *lancelotPosition:
		find = lancelotBadges(s, start)
	}
	if find == nil {
		return earned
	}
	for i := range s.Seats {
		seat := &s.Seats[i]
		if seat.Player.ID == "" || seat.Player.Bot || seat.Player.Name == match.DeletedName || seat.Engine > 0 || seat.Out {
			continue
		}
		earned[i] = find(i)
	}
	return earned
}

// wotnBadges returns a function that finds the badges of a seat, or nil if the moves are not
// those of a game.
func wotnBadges(s *match.State, start *wotnPosition) func(seat int) []badges.Earned {
	game := wotn.NewGame(start.now)
	for _, played := range s.Moves {
		m, err := game.Position().ParseMove(played.Text)
		if err != nil || game.PlayOn(m) != nil {
			return nil
		}
	}
	winners := s.Outcome.Winners
	return func(seat int) []badges.Earned {
		color := wotn.White
		if seat != start.white {
			color = wotn.Black
		}
		return badges.FindWotn(game, color, len(winners) == 1 && winners[0] == seat)
	}
}

// lancelotBadges is wotnBadges for Lancelot.
func lancelotBadges(s *match.State, start *lancelotPosition) func(seat int) []badges.Earned {
	game := lancelot.NewGame(start.position)
	for _, played := range s.Moves {
		if game.SkipTo(lancelot.Seat(played.Seat)) != nil || game.PlayText(played.Text) != nil {
			return nil
		}
	}
	winners := make([]lancelot.Seat, len(s.Outcome.Winners))
	for i, seat := range s.Outcome.Winners {
		winners[i] = lancelot.Seat(seat)
	}
	return func(seat int) []badges.Earned { return badges.FindLancelot(game, lancelot.Seat(seat), winners) }
}
