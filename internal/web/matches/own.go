package matches

import (
	"context"
	"net/http"
	"strings"

	"tafelrunde/internal/explorer"
	"tafelrunde/internal/match"
	"tafelrunde/internal/web/core"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// RefuseOwnGame returns a problem with the code own-game if the position is that of a
// game in progress of the requester, in which engines and statistics must not help. The
// match with the ID except is not compared. The variant of Lancelot does not matter.
func (a *Access) RefuseOwnGame(ctx context.Context, game, variant, position, except string) error {
	person := core.Requester(ctx)
	if person.ID == "" {
		return nil
	}
	running, err := a.store.RunningOf(ctx, person.ID)
	if err != nil {
		return a.ProblemOf(err)
	}
	for i := range running {
		m := &running[i]
		own := m.Settings.Game == game && (game == "lancelot" || m.Settings.Variant == variant)
		if !own || m.Match == except || m.Phase != match.Playing || m.Position == "" {
			continue
		}
		if !isBeginning(&m.Settings, m.Position) && sameBoard(game, variant, m.Position, position) {
			return core.NewProblem(http.StatusForbidden, "own-game", "this is the position of your game in progress; engines and the explorer are available when it is over").With("match", m.Match)
		}
	}
	return nil
}

// refuseOwnGameWithEngine returns a problem if an action lets an engine play a game that
// begins with the position of another game in progress of the requester; s is the state
// of the match with the ID before the action.
func (a *Access) refuseOwnGameWithEngine(ctx context.Context, id string, s *match.State, action match.Action) error {
	settings, engine := &s.Settings, false
	switch do := action.(type) {
	case match.Open:
		settings = &do.Settings
		for _, level := range do.Engines {
			engine = engine || level > 0
		}
	case match.Start:
		engine = do.Level > 0
	case match.Sit, match.Rematch:
		for i := range s.Seats {
			engine = engine || s.Seats[i].Engine > 0
		}
	case match.TakeOver:
		engine = true
	}
	if !engine || settings.Start == "" {
		return nil
	}
	return a.RefuseOwnGame(ctx, settings.Game, settings.Variant, settings.Start, id)
}

// isBeginning reports whether a game that begins as usual has hardly begun: everybody
// may look at its position.
func isBeginning(s *match.Settings, position string) bool {
	if s.Start != "" {
		return false
	}
	if s.Game == "lancelot" {
		board, _, _ := strings.Cut(position, " ")
		return !strings.ContainsAny(board, "abcde")
	}
	return strings.HasSuffix(position, " 1")
}

// sameBoard reports whether two positions of a game have the same pieces and side to
// move, in Lancelot up to symmetry. Castling rights, en passant and counts are ignored:
// help with the one is help with the other.
func sameBoard(game, variant, a, b string) bool {
	if game == "lancelot" {
		p, err := lancelot.ParsePosition(a)
		if err != nil {
			return false
		}
		q, err := lancelot.ParsePosition(b)
		if err != nil {
			return false
		}
		if boardAndSide(p.String()) == boardAndSide(q.String()) {
			return true
		}
		one, counted := explorer.PlaceOfLancelot(&p)
		other, also := explorer.PlaceOfLancelot(&q)
		return counted && also && one.Set == other.Set && one.Key == other.Key
	}
	v, err := wotn.ParseVariant(variant)
	if err != nil {
		return false
	}
	p, err := wotn.ParsePosition(v, a)
	if err != nil {
		return false
	}
	q, err := wotn.ParsePosition(v, b)
	return err == nil && boardAndSide(p.String()) == boardAndSide(q.String())
}

// boardAndSide returns the first two fields of a position as text.
func boardAndSide(position string) string {
	fields := strings.Fields(position)
	return strings.Join(fields[:min(2, len(fields))], " ")
}
