package explorer

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

// refuseOwnGame returns a problem with the code own-game if the position is that of a
// game in progress of the requester: the explorer is help like that of an engine.
func (a *API) refuseOwnGame(ctx context.Context, q *Query) error {
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
		if m.Phase != match.Playing || m.Position == "" {
			continue
		}
		own := Query{Game: string(m.Settings.Game), Variant: string(m.Settings.Variant), Position: m.Position}
		if own.Game == "lancelot" {
			own.Variant = own.Game
		}
		if !isBeginning(&own) && sameBoard(&own, q) {
			return core.NewProblem(http.StatusForbidden, "own-game", "this is the position of your game in progress; the explorer is available when it is over").With("match", m.Match)
		}
	}
	return nil
}

// isBeginning reports whether a game has hardly begun: everybody may look at its
// position.
func isBeginning(q *Query) bool {
	if q.Game == "lancelot" {
		board, _, _ := strings.Cut(q.Position, " ")
		return !strings.ContainsAny(board, "abcde")
	}
	return strings.HasSuffix(q.Position, " 1")
}

// sameBoard reports whether two positions have the same pieces and side to move, in
// Lancelot up to symmetry. Castling rights, en passant and counts are ignored: help
// with the one is help with the other.
func sameBoard(a, b *Query) bool {
	if a.Game != b.Game || a.Variant != b.Variant {
		return false
	}
	if a.Game == "lancelot" {
		p, err := lancelot.ParsePosition(a.Position)
		if err != nil {
			return false
		}
		q, err := lancelot.ParsePosition(b.Position)
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
	variant, err := wotn.ParseVariant(a.Variant)
	if err != nil {
		return false
	}
	p, err := wotn.ParsePosition(variant, a.Position)
	if err != nil {
		return false
	}
	q, err := wotn.ParsePosition(variant, b.Position)
	return err == nil && boardAndSide(p.String()) == boardAndSide(q.String())
}

// boardAndSide returns the first two fields of a position as text.
func boardAndSide(position string) string {
	fields := strings.Fields(position)
	return strings.Join(fields[:min(2, len(fields))], " ")
}
