package eval

import (
	"strconv"

	"tafelrunde/wotn"
)

// Pair is a weight in centipawns on a full board and on an emptied one.
type Pair struct{ Full, Bare int }

// Weights are what the features of a position count. The judgement is linear
// in every one of them, which is what makes them easy to tune. Ranks are seen
// from a side's own edge, 0 to 7.
type Weights struct {
	// Material is the worth of a man; King's is the worth of a second king.
	Material [wotn.NumKinds]Pair
	// Rank, File and Square say where men of a kind stand well: the rank, the
	// file by its distance from the edge, and what the square (rank*4 + file)
	// adds to their sum.
	Rank   [wotn.NumKinds][8]Pair
	File   [wotn.NumKinds][4]Pair
	Square [wotn.NumKinds][32]Pair
	// ByOwnKing and ByEnemyKing say how a man of a kind stands to a side's only
	// king, by the number of toKing; kings have none.
	ByOwnKing, ByEnemyKing [wotn.NumKinds][kingPlaces]Pair

	// Mobility counts, for each kind, mobilityCurve of the squares attacked
	// that neither hold an own man nor are attacked by an enemy pawn; Cramped
	// how many they are short of three; Center those attacked of the sixteen in the middle.
	Mobility, Cramped, Center [wotn.NumKinds]Pair

	// Danger is what the attack on an only king is worth to the attacker, by
	// its force (see king.go).
	Danger [dangerSteps]Pair
	// Shelter says, for the king's file and those beside it, on which rank the
	// side's nearest pawn not behind the king stands, 0 for none, by the file's
	// distance from the edge; Storm on which rank, seen from the king's side,
	// the nearest enemy pawn there, StormBlocked if an own pawn stops him.
	Shelter             [4][8]Pair
	Storm, StormBlocked [8]Pair
	// SeveralKings is added for a side with two kings or more.
	SeveralKings Pair

	// Of pawns: on a file with another own one before it; no own pawn on the
	// files beside, Exposed if no enemy pawn is before it on its own file
	// either; Backward, behind those beside and its next step attacked by a
	// pawn; and blocked by any man right before it.
	Doubled, Isolated, Exposed, Backward, Blocked Pair
	// Protected are pawns protected by pawns, Phalanx those with one right
	// beside, by rank; Candidate those that no pawn stands before and that can
	// become free.
	Protected, Phalanx, Candidate [8]Pair
	// Free are pawns that no pawn can stop any more, by rank; Stopped those of
	// them that a man blocks; SafeStep those that no enemy attacks on the next
	// square, SafePath on their whole way, which is also empty; Escorted those
	// whose next square an own man attacks. OwnKing and EnemyKing count, for
	// those beyond their 3rd rank, the distance of the only king to the next
	// square, times the ranks beyond; Runner are those that no enemy man but
	// the king could stop, and he comes too late.
	Free, Stopped, SafeStep, SafePath, Escorted [8]Pair
	OwnKing, EnemyKing, Runner                  Pair

	// RiseByRank counts men that can rise by rank on their next move without
	// being taken there by a pawn, by kind.
	RiseByRank [wotn.NumKinds]Pair
	// RiseByTaking counts enemy men whose capture would raise a man of the
	// kind that attacks them.
	RiseByTaking [wotn.NumKinds]Pair
	// PawnAttacks counts enemy men attacked by a pawn, Attacked those attacked by
	// another cheaper man, by the kind that is attacked; Hanging those attacked
	// and not defended; Pressed those attacked twice and defended once, not by a pawn; Pushes those that a pawn attacks after a step on which
	// he is safe; Contested squares that both sides' men attack, but no enemy pawn.
	PawnAttacks, Attacked, Hanging, Pressed [wotn.NumKinds]Pair
	Pushes, Contested                       Pair
	// Those in turn are added for what the side to move threatens.
	RiseByRankInTurn, RiseByTakingInTurn                            [wotn.NumKinds]Pair
	PawnAttacksInTurn, AttackedInTurn, HangingInTurn, PressedInTurn [wotn.NumKinds]Pair
	PushesInTurn                                                    Pair
	DangerInTurn                                                    [dangerSteps]Pair
	// Outpost is for men of a kind on the 4th to 6th rank protected by a pawn
	// where no enemy pawn can ever attack them.
	Outpost [wotn.NumKinds]Pair
	// TwoBishops is for two men or more that move like bishops, OwnColor for
	// each own pawn on the colour of the squares of one that does;
	// OpenLine for each man that moves like a rook on a file without
	// pawns, HalfOpenLine on one with enemy pawns only; Space for the squares of the
	// four middle files from the 2nd rank to the 4th that no enemy pawn attacks.
	TwoBishops, OwnColor, OpenLine, HalfOpenLine, Space Pair
	// Pawns is for having so many pawns, WithPawns for each man of a kind and each own
	// pawn above or below four, Second for each man of a kind but the first.
	Pawns             [9]Pair
	WithPawns, Second [wotn.NumKinds]Pair
	// Tempo is the worth of being to move.
	Tempo Pair
}

// Each calls f for every weight, always in the same order, with its name: those
// of men and places first, then those of places to the kings.
func (w *Weights) Each(f func(name string, p *Pair)) {
	kinds := func(name string, table *[wotn.NumKinds]Pair) {
		for k := wotn.Pawn; k < wotn.NumKinds; k++ {
			f(name+"."+k.String(), &table[k])
		}
	}
	steps := func(name string, table []Pair) {
		for i := range table {
			f(name+"."+strconv.Itoa(i), &table[i])
		}
	}
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		f("material."+k.String(), &w.Material[k])
		steps("rank."+k.String(), w.Rank[k][:])
		steps("file."+k.String(), w.File[k][:])
		steps("square."+k.String(), w.Square[k][:])
	}
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		steps("by-own-king."+k.String(), w.ByOwnKing[k][:])
		steps("by-enemy-king."+k.String(), w.ByEnemyKing[k][:])
	}
	kinds("mobility", &w.Mobility)
	kinds("cramped", &w.Cramped)
	kinds("center", &w.Center)
	steps("danger", w.Danger[:])
	steps("danger-in-turn", w.DangerInTurn[:])
	for i := range w.Shelter {
		steps("shelter."+strconv.Itoa(i), w.Shelter[i][:])
	}
	steps("storm", w.Storm[:])
	steps("storm-blocked", w.StormBlocked[:])
	f("several-kings", &w.SeveralKings)
	f("doubled", &w.Doubled)
	f("isolated", &w.Isolated)
	f("exposed", &w.Exposed)
	f("backward", &w.Backward)
	f("blocked", &w.Blocked)
	steps("protected", w.Protected[:])
	steps("phalanx", w.Phalanx[:])
	steps("candidate", w.Candidate[:])
	steps("free", w.Free[:])
	steps("stopped", w.Stopped[:])
	steps("safe-step", w.SafeStep[:])
	steps("safe-path", w.SafePath[:])
	steps("escorted", w.Escorted[:])
	f("own-king", &w.OwnKing)
	f("enemy-king", &w.EnemyKing)
	f("runner", &w.Runner)
	kinds("rise-by-rank", &w.RiseByRank)
	kinds("rise-by-taking", &w.RiseByTaking)
	kinds("pawn-attacks", &w.PawnAttacks)
	kinds("attacked", &w.Attacked)
	kinds("hanging", &w.Hanging)
	kinds("pressed", &w.Pressed)
	kinds("rise-by-rank-in-turn", &w.RiseByRankInTurn)
	kinds("rise-by-taking-in-turn", &w.RiseByTakingInTurn)
	kinds("pawn-attacks-in-turn", &w.PawnAttacksInTurn)
	kinds("attacked-in-turn", &w.AttackedInTurn)
	kinds("hanging-in-turn", &w.HangingInTurn)
	kinds("pressed-in-turn", &w.PressedInTurn)
	f("pushes", &w.Pushes)
	f("pushes-in-turn", &w.PushesInTurn)
	f("contested", &w.Contested)
	kinds("outpost", &w.Outpost)
	f("two-bishops", &w.TwoBishops)
	f("own-color", &w.OwnColor)
	f("open-line", &w.OpenLine)
	f("half-open-line", &w.HalfOpenLine)
	f("space", &w.Space)
	steps("pawns", w.Pawns[:])
	kinds("with-pawns", &w.WithPawns)
	kinds("second", &w.Second)
	f("tempo", &w.Tempo)
}
