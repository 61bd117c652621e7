package wotn

import (
	"cmp"
	"slices"
)

// Promotion is a promotion of a piece during a game.
type Promotion struct {
	// Ply is the number of moves before the one that promoted the piece.
	Ply int
	// Kind is the kind after the promotion.
	Kind Kind
}

// Career is the history of a piece on the board.
type Career struct {
	// First is the kind of the piece in the start position.
	First Kind
	// Promotions are its promotions in the order of the moves.
	Promotions []Promotion
	// Captured are the kinds of the pieces it has captured, in the order of the
	// moves.
	Captured []Kind
}

// Careers returns the careers of the pieces on the board, by square. Free
// squares have the zero Career, whose First is NoKind.
func (g *Game) Careers() [64]Career {
	var all [64]Career
	start := g.Start()
	for _, s := range start.Occupied().AppendSquares(nil) {
		all[s].First = start.At(s).Kind
	}
	for ply, m := range g.moves {
		if s := m.CaptureSquare(); s != NoSquare {
			all[s] = Career{}
		}
		career := all[m.From()]
		all[m.From()] = Career{}
		if m.Captured() != NoKind {
			career.Captured = append(career.Captured, m.Captured())
		}
		if m.Promotion() != NoKind {
			career.Promotions = append(career.Promotions, Promotion{ply, m.Promotion()})
		}
		if from, to, castles := m.Corner(); castles {
			corner := all[from]
			all[from] = Career{}
			all[to] = corner
		}
		all[m.To()] = career
	}
	return all
}

// Captured returns the kinds of the pieces that a side has captured, with the
// kind they had when they were captured: highest level first, equal levels in
// the order of kinds.
func (g *Game) Captured(by Color) []Kind {
	var all []Kind
	for ply, m := range g.moves {
		if m.Captured() != NoKind && g.positions[ply].turn == by {
			all = append(all, m.Captured())
		}
	}
	slices.SortFunc(all, func(a, b Kind) int {
		return cmp.Or(cmp.Compare(b.Level(), a.Level()), cmp.Compare(a, b))
	})
	return all
}

// Experience returns the sum of the levels of a side's pieces.
func (p *Position) Experience(c Color) int {
	sum := 0
	for k := Pawn; k < NumKinds; k++ {
		sum += int(k.Level()) * p.Pieces(c, k).Count()
	}
	return sum
}
