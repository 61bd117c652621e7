package eval

import (
	"strconv"

	"tafelrunde/wotn"
)

// Pair is a weight in centipawns: Midgame for a full board and Endgame for an
// empty one. The phase of a position interpolates between them.
type Pair struct{ Midgame, Endgame int }

// Weights are the weights of all features of a position. The evaluation is
// linear in each of them. Ranks are from a side's own point of view, 0 to 7.
type Weights struct {
	// Material is the value of a piece. The king's is that of a second king.
	Material [wotn.NumKinds]Pair
	// Rank, File and Square are the values of a piece's place: its rank, the
	// distance of its file from the edge, and what the square (rank*4 + file)
	// adds to their sum.
	Rank   [wotn.NumKinds][8]Pair
	File   [wotn.NumKinds][4]Pair
	Square [wotn.NumKinds][32]Pair
	// ByOwnKing and ByEnemyKing are the values of a piece's place relative to
	// an only king, by kingRelationOf.
	ByOwnKing, ByEnemyKing [wotn.NumKinds][kingRelations]Pair

	// Mobility is multiplied by mobilityCurve of the number of squares attacked
	// that neither hold an own piece nor are attacked by an enemy pawn; Cramped
	// by how many fewer than three they are; Center by the number of the
	// sixteen central squares attacked.
	Mobility, Cramped, Center [wotn.NumKinds]Pair

	// Danger is the value of an attack on an only king for the attacker, by its
	// force (see king.go).
	Danger [dangerSteps]Pair
	// Shelter is by the distance from the edge of the king's file or an
	// adjacent one, and the rank of the side's nearest pawn there that is not
	// behind the king, 0 for none. Storm is by the rank of the nearest enemy
	// pawn there, StormBlocked if an own pawn is directly in front of that.
	Shelter             [4][8]Pair
	Storm, StormBlocked [8]Pair
	// SeveralKings is for a side with at least two kings.
	SeveralKings Pair

	// Doubled is for a pawn with an own pawn in front of it; Isolated for one
	// without own pawns on adjacent files, and Exposed in addition if no enemy
	// pawn is in front of it; Backward for one behind its neighbors whose next
	// square an enemy pawn attacks; Blocked for one with any piece directly in
	// front of it.
	Doubled, Isolated, Exposed, Backward, Blocked Pair
	// Protected is for a pawn protected by a pawn, Phalanx for one with an own
	// pawn directly beside it, Candidate for one that can become a passed pawn;
	// all by rank.
	Protected, Phalanx, Candidate [8]Pair
	// Passed is for passed pawns, by rank, or PassedBlocked if a piece is
	// directly in front. SafeStep is added if no enemy attacks the next square;
	// SafePath if the whole path is also empty and not attacked; Escorted if an
	// own piece attacks the next square. OwnKing and EnemyKing are multiplied
	// by the distance of that only king to the next square and by the ranks
	// beyond the third. Unstoppable is added if only the enemy king could stop
	// the pawn, and is too late.
	Passed, PassedBlocked, SafeStep, SafePath, Escorted [8]Pair
	OwnKing, EnemyKing, Unstoppable                     Pair

	// PromotionByRank is for each piece, by kind, that can reach its promotion
	// rank with the next move on a square not attacked by a pawn.
	PromotionByRank [wotn.NumKinds]Pair
	// PromotionByCapture is for each enemy piece whose capture promotes an
	// attacking piece, by the attacker's kind.
	PromotionByCapture [wotn.NumKinds]Pair
	// PawnAttacks is for an enemy piece attacked by a pawn, Attacked for one
	// attacked by another less valuable piece, Hanging for one attacked and not
	// defended, Pressed for one attacked twice and defended once, not by a
	// pawn; all by the kind attacked. PushThreats is for an enemy piece that a
	// pawn attacks after a safe step; Contested for a square that both sides
	// attack, but no enemy pawn.
	PawnAttacks, Attacked, Hanging, Pressed [wotn.NumKinds]Pair
	PushThreats, Contested                  Pair
	// These are added to threats of the side to move.
	PromotionByRankToMove, PromotionByCaptureToMove                 [wotn.NumKinds]Pair
	PawnAttacksToMove, AttackedToMove, HangingToMove, PressedToMove [wotn.NumKinds]Pair
	PushThreatsToMove                                               Pair
	DangerToMove                                                    [dangerSteps]Pair
	// Outpost is for a piece on the fourth to sixth rank that a pawn protects
	// and no enemy pawn can ever attack.
	Outpost [wotn.NumKinds]Pair
	// BishopPair is for two or more pieces that move like bishops; BishopPawns
	// for each own pawn on squares of a bishop's color; OpenFile for a piece
	// that moves like a rook on a file without pawns, HalfOpenFile on one with
	// enemy pawns only; Space for each square of the four central files from
	// the second rank to the fourth without an own pawn that no enemy pawn
	// attacks.
	BishopPair, BishopPawns, OpenFile, HalfOpenFile, Space Pair
	// Pawns is by the number of pawns; WithPawns is for each piece, times the
	// number of own pawns less four; Second is for each piece after the first
	// of its kind.
	Pawns             [9]Pair
	WithPawns, Second [wotn.NumKinds]Pair
	// Tempo is for the side to move.
	Tempo Pair
}

// weightName is the name of a weight in its parts, because there are thousands
// and few are written out.
type weightName struct {
	feature string
	kind    wotn.Kind // NoKind if the weight is not of a kind
	// index is the place in a table of the feature plus 1, or 0.
	index int
}

// appendTo appends the name as text: "tempo", "material.Q", "storm.3" or
// "rank.P.1".
func (n *weightName) appendTo(dst []byte) []byte {
	dst = append(dst, n.feature...)
	if n.kind != wotn.NoKind {
		dst = append(dst, '.', n.kind.Letter())
	}
	if n.index > 0 {
		dst = append(dst, '.')
		dst = strconv.AppendInt(dst, int64(n.index-1), 10)
	}
	return dst
}

var shelterNames = [4]string{"shelter.0", "shelter.1", "shelter.2", "shelter.3"}

// eachByName calls f with the name of every weight, always in the same order: those
// of material and squares first, then those relative to kings.
func (w *Weights) eachByName(f func(name string, p *Pair)) {
	w.each(func(n weightName, p *Pair) { f(string(n.appendTo(nil)), p) })
}

func (w *Weights) each(f func(n weightName, p *Pair)) {
	kinds := func(feature string, table *[wotn.NumKinds]Pair) {
		for k := wotn.Pawn; k < wotn.NumKinds; k++ {
			f(weightName{feature: feature, kind: k}, &table[k])
		}
	}
	steps := func(n weightName, table []Pair) {
		for i := range table {
			n.index = i + 1
			f(n, &table[i])
		}
	}
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		f(weightName{feature: "material", kind: k}, &w.Material[k])
		steps(weightName{feature: "rank", kind: k}, w.Rank[k][:])
		steps(weightName{feature: "file", kind: k}, w.File[k][:])
		steps(weightName{feature: "square", kind: k}, w.Square[k][:])
	}
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		steps(weightName{feature: "by-own-king", kind: k}, w.ByOwnKing[k][:])
		steps(weightName{feature: "by-enemy-king", kind: k}, w.ByEnemyKing[k][:])
	}
	kinds("mobility", &w.Mobility)
	kinds("cramped", &w.Cramped)
	kinds("center", &w.Center)
	steps(weightName{feature: "danger"}, w.Danger[:])
	steps(weightName{feature: "danger-to-move"}, w.DangerToMove[:])
	for i := range w.Shelter {
		steps(weightName{feature: shelterNames[i]}, w.Shelter[i][:])
	}
	steps(weightName{feature: "storm"}, w.Storm[:])
	steps(weightName{feature: "storm-blocked"}, w.StormBlocked[:])
	f(weightName{feature: "several-kings"}, &w.SeveralKings)
	f(weightName{feature: "doubled"}, &w.Doubled)
	f(weightName{feature: "isolated"}, &w.Isolated)
	f(weightName{feature: "exposed"}, &w.Exposed)
	f(weightName{feature: "backward"}, &w.Backward)
	f(weightName{feature: "blocked"}, &w.Blocked)
	steps(weightName{feature: "protected"}, w.Protected[:])
	steps(weightName{feature: "phalanx"}, w.Phalanx[:])
	steps(weightName{feature: "candidate"}, w.Candidate[:])
	steps(weightName{feature: "passed"}, w.Passed[:])
	steps(weightName{feature: "passed-blocked"}, w.PassedBlocked[:])
	steps(weightName{feature: "safe-step"}, w.SafeStep[:])
	steps(weightName{feature: "safe-path"}, w.SafePath[:])
	steps(weightName{feature: "escorted"}, w.Escorted[:])
	f(weightName{feature: "own-king"}, &w.OwnKing)
	f(weightName{feature: "enemy-king"}, &w.EnemyKing)
	f(weightName{feature: "unstoppable"}, &w.Unstoppable)
	kinds("promotion-by-rank", &w.PromotionByRank)
	kinds("promotion-by-capture", &w.PromotionByCapture)
	kinds("pawn-attacks", &w.PawnAttacks)
	kinds("attacked", &w.Attacked)
	kinds("hanging", &w.Hanging)
	kinds("pressed", &w.Pressed)
	kinds("promotion-by-rank-to-move", &w.PromotionByRankToMove)
	kinds("promotion-by-capture-to-move", &w.PromotionByCaptureToMove)
	kinds("pawn-attacks-to-move", &w.PawnAttacksToMove)
	kinds("attacked-to-move", &w.AttackedToMove)
	kinds("hanging-to-move", &w.HangingToMove)
	kinds("pressed-to-move", &w.PressedToMove)
	f(weightName{feature: "push-threats"}, &w.PushThreats)
	f(weightName{feature: "push-threats-to-move"}, &w.PushThreatsToMove)
	f(weightName{feature: "contested"}, &w.Contested)
	kinds("outpost", &w.Outpost)
	f(weightName{feature: "bishop-pair"}, &w.BishopPair)
	f(weightName{feature: "bishop-pawns"}, &w.BishopPawns)
	f(weightName{feature: "open-file"}, &w.OpenFile)
	f(weightName{feature: "half-open-file"}, &w.HalfOpenFile)
	f(weightName{feature: "space"}, &w.Space)
	steps(weightName{feature: "pawns"}, w.Pawns[:])
	kinds("with-pawns", &w.WithPawns)
	kinds("second", &w.Second)
	f(weightName{feature: "tempo"}, &w.Tempo)
}
