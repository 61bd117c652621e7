package eval

import "tafelrunde/wotn"

// InitialWeights returns weights set by hand, from which tuning starts: round
// numbers that follow the usual values of chess.
func InitialWeights(variant wotn.Variant) Weights {
	var w Weights
	material := [wotn.NumKinds]int{
		wotn.Pawn: 100, wotn.Squire: 170, wotn.Priest: 180, wotn.Knight: 310, wotn.Bishop: 330, wotn.Baron: 420,
		wotn.Guard: 430, wotn.Archbishop: 450, wotn.Earl: 500, wotn.Rook: 520, wotn.Ship: 480, wotn.Nightrider: 560,
		wotn.Watchtower: 600, wotn.Fool: 570, wotn.Cannon: 680, wotn.Cardinal: 780, wotn.Giraffe: 680,
		wotn.Chancellor: 900, wotn.Queen: 950, wotn.Lord: 1020, wotn.LordChancellor: 1150, wotn.King: 1400,
	}
	mobility := [wotn.NumKinds]int{
		wotn.Squire: 4, wotn.Priest: 4, wotn.Knight: 6, wotn.Bishop: 7, wotn.Baron: 6, wotn.Guard: 6, wotn.Archbishop: 7,
		wotn.Earl: 6, wotn.Rook: 6, wotn.Ship: 6, wotn.Nightrider: 7, wotn.Watchtower: 6, wotn.Fool: 6, wotn.Cannon: 7,
		wotn.Cardinal: 7, wotn.Giraffe: 7, wotn.Chancellor: 6, wotn.Queen: 5, wotn.Lord: 6, wotn.LordChancellor: 6,
	}
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		w.Material[k] = Pair{material[k], material[k]}
		w.Mobility[k] = Pair{mobility[k], mobility[k]}
		for r := range 8 {
			if k != wotn.Pawn && k != wotn.King && k.Level() <= 4 {
				w.Rank[k][r] = Pair{[8]int{-18, -4, 4, 8, 12, 12, 6, 0}[r], 2 * r}
			}
		}
		for f := range 4 {
			w.File[k][f] = Pair{[4]int{-8, -2, 3, 7}[f], [4]int{-4, 0, 2, 4}[f]}
		}
		w.PromotionByCapture[k] = Pair{6, 6}
		w.Attacked[k] = Pair{material[k] / 14, material[k] / 14}
		w.PawnAttacks[k] = Pair{material[k] / 10, material[k] / 10}
		w.Cramped[k] = Pair{-4, -6}
		if k != wotn.Pawn && k.Level() <= 4 {
			w.Outpost[k] = Pair{16, 6}
		}
		w.Hanging[k] = Pair{12, 12}
	}
	for r := range 8 {
		w.Rank[wotn.Pawn][r] = Pair{[8]int{0, 0, 2, 10, 28, 40, 60, 0}[r], [8]int{0, 0, 6, 18, 40, 60, 90, 0}[r]}
		w.Rank[wotn.King][r] = Pair{[8]int{20, 0, -20, -40, -50, -60, -60, -60}[r], [8]int{-20, 0, 8, 14, 18, 18, 14, 6}[r]}
		w.PassedBlocked[r] = Pair{[8]int{0, 0, 0, 4, 10, 15, 20, 0}[r], [8]int{0, 2, 4, 8, 16, 25, 35, 0}[r]}
		w.Passed[r] = Pair{[8]int{0, 0, 0, 8, 20, 40, 80, 0}[r], [8]int{0, 5, 10, 20, 35, 60, 100, 0}[r]}
		w.SafeStep[r] = Pair{0, [8]int{0, 0, 0, 4, 10, 20, 30, 0}[r]}
		w.SafePath[r] = Pair{0, [8]int{0, 2, 4, 8, 20, 40, 60, 0}[r]}
		w.Escorted[r] = Pair{0, [8]int{0, 0, 0, 2, 6, 10, 20, 0}[r]}
		w.Protected[r] = Pair{[8]int{0, 0, 8, 10, 14, 20, 30, 0}[r], [8]int{0, 0, 4, 6, 12, 20, 30, 0}[r]}
		w.Phalanx[r] = Pair{[8]int{0, 4, 6, 8, 14, 20, 30, 0}[r], [8]int{0, 0, 2, 4, 10, 20, 30, 0}[r]}
		w.Candidate[r] = Pair{[8]int{0, 2, 4, 6, 10, 16, 0, 0}[r], [8]int{0, 4, 6, 10, 18, 26, 0, 0}[r]}
	}
	w.File[wotn.King] = [4]Pair{{15, -10}, {20, 0}, {-5, 5}, {-15, 8}}
	for i := range w.Danger {
		w.Danger[i] = Pair{min(800, i*i/2), i * 2}
	}
	for f := range w.Shelter {
		w.Shelter[f] = [8]Pair{{-20, 0}, {12, 0}, {6, 0}, {-6, 0}, {-12, 0}, {-15, 0}, {-15, 0}, {}}
	}
	w.Storm = [8]Pair{{}, {-20, 0}, {-20, 0}, {-15, 0}, {-6, 0}, {}, {}, {}}
	w.SeveralKings = Pair{200, 100}
	w.Doubled, w.Isolated, w.Exposed, w.Backward, w.Blocked = Pair{-8, -18}, Pair{-8, -10}, Pair{-6, -2}, Pair{-8, -6}, Pair{-5, -8}
	w.OwnKing, w.EnemyKing, w.Unstoppable = Pair{0, -2}, Pair{0, 4}, Pair{0, 200}
	w.PushThreats, w.Contested, w.Space = Pair{12, 6}, Pair{3, 2}, Pair{2, 0}
	w.BishopPair, w.BishopPawns, w.OpenFile, w.HalfOpenFile, w.Tempo = Pair{20, 35}, Pair{-2, -4}, Pair{18, 8}, Pair{8, 8}, Pair{14, 10}
	if variant == wotn.Chess {
		w.PromotionByCapture = [wotn.NumKinds]Pair{}
		return w
	}
	for k := wotn.Pawn; k <= wotn.Bishop; k++ {
		w.PromotionByRank[k] = Pair{30, 30}
	}
	return w
}
