package eval_test

import (
	"testing"

	"tafelrunde/wotn"
	"tafelrunde/wotn/eval"
)

// slowRelations finds the relations piece by piece.
func slowRelations(p *wotn.Position, values *[wotn.NumKinds]int) (r eval.Relations) {
	guarded := func(s wotn.Square, by wotn.Color) bool { return p.AttackersOf(s, by)&p.Pieces(by, wotn.Pawn) != 0 }
	for s := range p.Occupied().Squares() {
		piece := p.At(s)
		enemy := piece.Color.Other()
		for a := range p.AttackersOf(s, enemy).Squares() {
			if by := p.At(a).Kind; by == wotn.Pawn || piece.Kind != wotn.King && values[piece.Kind] > values[by] {
				r.Attacked |= s.Bitboard()
			}
		}
		if p.AttackersOf(s, enemy) != 0 && p.AttackersOf(s, piece.Color) == 0 {
			r.Hanging |= s.Bitboard()
		}
		rank := func(s wotn.Square) int {
			if piece.Color == wotn.Black {
				return 8 - s.Rank()
			}
			return s.Rank() + 1
		}
		promotes := p.Variant().PromotionRank(piece.Kind)
		attacks := p.Attacks(piece.Kind, piece.Color, s, p.Occupied())
		steps := attacks &^ p.OccupiedBy(piece.Color)
		if piece.Kind == wotn.Pawn {
			steps = 0
			if ahead := int(s) + 8 - 16*int(piece.Color); ahead >= 0 && ahead < 64 {
				steps = wotn.Square(ahead).Bitboard() &^ p.Occupied()
			}
		}
		mobility := 0
		for to := range steps.Squares() {
			if guarded(to, enemy) {
				continue
			}
			mobility++
			if rank(to) == promotes {
				r.RankPromoters |= s.Bitboard()
			}
		}
		if piece.Kind != wotn.Pawn && piece.Kind != wotn.King {
			r.Mobility[s] = uint8(mobility)
		}
		least := p.Variant().PromotesOnCaptureFrom(piece.Kind)
		for to := range (attacks & p.OccupiedBy(enemy)).Squares() {
			if least > 0 && p.At(to).Kind.Level() >= least {
				r.CapturePromoters |= s.Bitboard()
			}
		}
	}
	return r
}

func TestRelations(t *testing.T) {
	e := eval.New()
	seen := eval.Relations{}
	randomPositions(9, 10, func(p *wotn.Position) {
		e.Evaluate(p)
		values := e.Values(p.Variant())
		got, want := *e.Relations(), slowRelations(p, &values)
		if got != want {
			t.Fatalf("%v: %+v, not %+v", p, got, want)
		}
		seen.Attacked |= got.Attacked
		seen.Hanging |= got.Hanging
		seen.CapturePromoters |= got.CapturePromoters
		seen.RankPromoters |= got.RankPromoters
	})
	for name, squares := range map[string]wotn.Bitboard{"attacked": seen.Attacked, "hanging": seen.Hanging, "promoters by capture": seen.CapturePromoters, "promoters by rank": seen.RankPromoters} {
		if squares.Count() < 20 {
			t.Errorf("%s: only on %d squares", name, squares.Count())
		}
	}
}
