package eval

import (
	"strconv"

	"tafelrunde/wotn"
)

// Pair is a weight in centipawns on a full board and on an emptied one.
type Pair struct{ Full, Bare int }

// Weights are what the features of a position count. The judgement is linear
// in every one of them, which is what makes them easy to tune.
type Weights struct {
	// Material is the worth of a man; King's is the worth of a second king.
	Material [wotn.NumKinds]Pair
	// Rank and File say where men of a kind stand well: the rank as seen from
	// their side, the file by its distance from the edge.
	Rank [wotn.NumKinds][8]Pair
	File [wotn.NumKinds][4]Pair
	// Mobility counts, for each kind, mobilityCurve of the squares attacked
	// that neither hold an own man nor are attacked by an enemy pawn.
	Mobility [wotn.NumKinds]Pair
	// Danger is what the attack on an only king is worth to the attacker, by
	// its force (see eval.go).
	Danger [dangerSteps]Pair
	// Shelter counts pawns right before an only king, up to 3.
	Shelter [4]Pair
	// SeveralKings is added for a side with two kings or more.
	SeveralKings Pair
	// Of pawns: on a file with another own one before it; no own pawn on the
	// files beside; protected by a pawn; and blocked by any man right before
	// it.
	Doubled, Isolated, Protected, Blocked Pair
	// Free are pawns that no pawn can stop any more, by rank; Stopped those of
	// them that a man blocks. OwnKing and EnemyKing count, for those beyond
	// their 3rd rank, the distance to the side's only king.
	Free, Stopped      [8]Pair
	OwnKing, EnemyKing Pair
	// RiseByRank counts men that can rise by rank on their next move without
	// being taken there by a pawn, by kind.
	RiseByRank [wotn.NumKinds]Pair
	// RiseByTaking counts enemy men whose capture would raise a man of the
	// kind that attacks them.
	RiseByTaking [wotn.NumKinds]Pair
	// Attacked counts enemy men attacked by a cheaper man, by the kind that is
	// attacked; Hanging those attacked and not defended.
	Attacked [wotn.NumKinds]Pair
	Hanging  [wotn.NumKinds]Pair
	// TwoBishops is for two men or more that move like bishops, OpenLine for
	// each man that moves like a rook on a file without own pawns.
	TwoBishops, OpenLine Pair
	// Tempo is the worth of being to move.
	Tempo Pair
}

// Each calls f for every weight, always in the same order, with its name.
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
	kinds("material", &w.Material)
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		steps("rank."+k.String(), w.Rank[k][:])
		steps("file."+k.String(), w.File[k][:])
	}
	kinds("mobility", &w.Mobility)
	steps("danger", w.Danger[:])
	steps("shelter", w.Shelter[:])
	f("several-kings", &w.SeveralKings)
	f("doubled", &w.Doubled)
	f("isolated", &w.Isolated)
	f("protected", &w.Protected)
	f("blocked", &w.Blocked)
	steps("free", w.Free[:])
	steps("stopped", w.Stopped[:])
	f("own-king", &w.OwnKing)
	f("enemy-king", &w.EnemyKing)
	kinds("rise-by-rank", &w.RiseByRank)
	kinds("rise-by-taking", &w.RiseByTaking)
	kinds("attacked", &w.Attacked)
	kinds("hanging", &w.Hanging)
	f("two-bishops", &w.TwoBishops)
	f("open-line", &w.OpenLine)
	f("tempo", &w.Tempo)
}
