package games

import (
	"slices"

	"tafelrunde/internal/match"
	"tafelrunde/wotn"
)

// pieceValues are the values by which an engine spends handicap points, in
// hundredths of a pawn of the full board. They are rounded from the material of
// both variants in docs/lab/wotn-tuning.md. But a pawn has a lower value here, since in games from the start position promoted pawns
// gain as much as any other piece for each point, or more (docs/lab/seats.md). The
// values only affect recorded promotions, not the engine's play, and so need not
// follow later tuning.
var pieceValues = [wotn.NumKinds]int{
	wotn.Pawn: 30, wotn.Squire: 210, wotn.Priest: 220, wotn.Knight: 350, wotn.Bishop: 360, wotn.Baron: 470,
	wotn.Guard: 475, wotn.Archbishop: 490, wotn.Earl: 570, wotn.Rook: 535, wotn.Ship: 480, wotn.Nightrider: 565,
	wotn.Watchtower: 660, wotn.Fool: 620, wotn.Cannon: 755, wotn.Cardinal: 840, wotn.Giraffe: 660,
	wotn.Chancellor: 970, wotn.Queen: 1000, wotn.Lord: 1070, wotn.LordChancellor: 1150, wotn.King: 1315,
}

// path has the kinds of a piece after each of its promotions.
type path []wotn.Kind

// bestPaths returns, indexed by the number of points, the promotions that lead to
// the most valuable kind. It ends where the piece reaches the highest level.
func bestPaths(w wotn.Variant, from wotn.Kind, points int) []path {
	paths := []path{{}}
	for all := []path{{}}; len(paths) <= points; {
		var next []path
		for _, p := range all {
			now := from
			if len(p) > 0 {
				now = p[len(p)-1]
			}
			if now == wotn.King {
				continue
			}
			for _, to := range w.Promotions(now) {
				// One of several paths to the same kind is enough.
				if !slices.ContainsFunc(next, func(q path) bool { return q[len(q)-1] == to }) {
					next = append(next, append(slices.Clip(p), to))
				}
			}
		}
		if len(next) == 0 {
			break
		}
		paths = append(paths, slices.MaxFunc(next, func(a, b path) int { return pieceValues[a[len(a)-1]] - pieceValues[b[len(b)-1]] }))
		all = next
	}
	return paths
}

// central has the files in the order in which an engine prefers pieces with equal
// gain.
var central = [8]int{3, 4, 2, 5, 1, 6, 0, 7}

// ChoosePromotions implements [match.Rules]. It chooses the promotions with the
// highest total value of the pieces in a fixed table, and prefers pieces in the
// middle.
func (wotnRules) ChoosePromotions(s *match.Settings, r match.Round) []match.HandicapPromotion {
	w, refusal := wotnVariant(s)
	_, points := r.HandicapSeat()
	if refusal != nil || points < 1 {
		return nil
	}
	start := wotn.Start(w)
	setup := start.Setup()
	var pieces []wotn.Square
	for rank := range 2 {
		for _, file := range central {
			if sq := wotn.NewSquare(file, rank); setup.Board[sq].Kind != wotn.King {
				pieces = append(pieces, sq)
			}
		}
	}
	for len(pieces) > 0 {
		r.Promotions = bestPromotions(w, &setup, pieces, points)
		if _, refusal := (wotnRules{}).Start(s, r); refusal == nil {
			return r.Promotions
		}
		// The start position is refused if a promoted piece attacks the other king.
		// Try again without one of the promoted pieces.
		at, _ := wotn.ParseSquare(r.Promotions[len(r.Promotions)-1].Square)
		pieces = slices.DeleteFunc(pieces, func(sq wotn.Square) bool { return sq == at })
	}
	return nil
}

// bestPromotions returns the promotions that distribute points among pieces with
// the highest gain of value.
func bestPromotions(w wotn.Variant, setup *wotn.Setup, pieces []wotn.Square, points int) []match.HandicapPromotion {
	// gain[n] is the highest gain of the pieces so far with n points; spent[i][n] is
	// how many of these n points piece i receives.
	gain := make([]int, points+1)
	spent := make([][]int, len(pieces))
	paths := make([][]path, len(pieces))
	for i, sq := range pieces {
		kind := setup.Board[sq].Kind
		paths[i] = bestPaths(w, kind, points)
		with := slices.Clone(gain)
		spent[i] = make([]int, points+1)
		for n := range with {
			for k := 1; k <= n && k < len(paths[i]); k++ {
				p := paths[i][k]
				if g := gain[n-k] + pieceValues[p[k-1]] - pieceValues[kind]; g > with[n] {
					with[n], spent[i][n] = g, k
				}
			}
		}
		gain = with
	}
	var promotions []match.HandicapPromotion
	for i, n := len(pieces)-1, points; i >= 0; i-- {
		k := spent[i][n]
		for _, to := range paths[i][k] {
			promotions = append(promotions, match.HandicapPromotion{Square: pieces[i].String(), Kind: string(to.Letter())})
		}
		n -= k
	}
	return promotions
}
