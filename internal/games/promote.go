package games

import (
	"slices"

	"tafelrunde/internal/match"
	"tafelrunde/wotn"
)

// worth is what an engine takes men to be worth when it spends handicap points,
// in hundredths of a pawn of the full board: rounded from the material of both
// ways as docs/lab/wotn-tuning.md has it. It decides what is recorded,
// not how the engine then plays, and so need not follow later tuning.
var worth = [wotn.NumKinds]int{
	wotn.Pawn: 100, wotn.Squire: 210, wotn.Priest: 220, wotn.Knight: 350, wotn.Bishop: 360, wotn.Baron: 470,
	wotn.Guard: 475, wotn.Archbishop: 490, wotn.Earl: 570, wotn.Rook: 535, wotn.Ship: 480, wotn.Nightrider: 565,
	wotn.Watchtower: 660, wotn.Fool: 620, wotn.Cannon: 755, wotn.Cardinal: 840, wotn.Giraffe: 660,
	wotn.Chancellor: 970, wotn.Queen: 1000, wotn.Lord: 1070, wotn.LordChancellor: 1150, wotn.King: 1315,
}

// path is the kinds that a man becomes one after the other.
type path []wotn.Kind

// bestPaths are, by the number of points, the ways of a man to be worth most;
// there are none beyond the highest level.
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
			for _, into := range w.Promotions(now) {
				// Of several ways to a kind one is enough.
				if !slices.ContainsFunc(next, func(q path) bool { return q[len(q)-1] == into }) {
					next = append(next, append(slices.Clip(p), into))
				}
			}
		}
		if len(next) == 0 {
			break
		}
		paths = append(paths, slices.MaxFunc(next, func(a, b path) int { return worth[a[len(a)-1]] - worth[b[len(b)-1]] }))
		all = next
	}
	return paths
}

// central are the files in the order in which an engine prefers men that would
// gain as much as others.
var central = [8]int{3, 4, 2, 5, 1, 6, 0, 7}

// Improvements implements match.Rules: an engine spends its points so that its
// men are worth as much as possible by a fixed table, men in the middle first.
func (wotnRules) ChoosePromotions(s *match.Settings, r match.Round) []match.HandicapPromotion {
	w, refusal := wotnWays(s)
	_, points := r.HandicapSeat()
	if refusal != nil || points < 1 {
		return nil
	}
	start := wotn.Start(w)
	setup := start.Setup()
	var men []wotn.Square
	for rank := range 2 {
		for _, file := range central {
			if sq := wotn.NewSquare(file, rank); setup.Board[sq].Kind != wotn.King {
				men = append(men, sq)
			}
		}
	}
	for len(men) > 0 {
		r.Promotions = bestRaises(w, &setup, men, points)
		if _, refusal := (wotnRules{}).Start(s, r); refusal == nil {
			return r.Promotions
		}
		// Some raised men could take the other king at once, which no game begins
		// with; without one of them there is another best.
		at, _ := wotn.ParseSquare(r.Promotions[len(r.Promotions)-1].Square)
		men = slices.DeleteFunc(men, func(sq wotn.Square) bool { return sq == at })
	}
	return nil
}

// bestRaises divides points among men.
func bestRaises(w wotn.Variant, setup *wotn.Setup, men []wotn.Square, points int) []match.HandicapPromotion {
	// gain[n] is the most that n points are worth to the men so far; spent[i][n]
	// are the points of those n that man i then gets.
	gain := make([]int, points+1)
	spent := make([][]int, len(men))
	paths := make([][]path, len(men))
	for i, sq := range men {
		kind := setup.Board[sq].Kind
		paths[i] = bestPaths(w, kind, points)
		with := slices.Clone(gain)
		spent[i] = make([]int, points+1)
		for n := range with {
			for k := 1; k <= n && k < len(paths[i]); k++ {
				p := paths[i][k]
				if g := gain[n-k] + worth[p[k-1]] - worth[kind]; g > with[n] {
					with[n], spent[i][n] = g, k
				}
			}
		}
		gain = with
	}
	var raises []match.HandicapPromotion
	for i, n := len(men)-1, points; i >= 0; i-- {
		k := spent[i][n]
		for _, into := range paths[i][k] {
			raises = append(raises, match.HandicapPromotion{Square: men[i].String(), Kind: string(into.Letter())})
		}
		n -= k
	}
	return raises
}
