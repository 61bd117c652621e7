package search

import "tafelrunde/wotn"

// exchange evaluates captures by static exchange evaluation (SEE). Pieces may
// promote by capturing, and are then more valuable victims of the next capture.
type exchange struct {
	variant wotn.Variant
	values  [wotn.NumKinds]int
	// promoted is the most valuable kind that a kind can promote to, or the
	// kind itself.
	promoted [wotn.NumKinds]wotn.Kind
	// promotesFrom is the lowest level of a victim whose capture promotes a
	// kind; 127 if there is none.
	promotesFrom [wotn.NumKinds]wotn.Level
	// order holds the kinds in the order in which a side uses them to capture:
	// by value, the king last.
	order []wotn.Kind
	// promotionSquares holds, by color and kind, the squares on its promotion
	// rank.
	promotionSquares [wotn.NumColors][wotn.NumKinds]wotn.Bitboard
	// captureBonus is the greatest gain in value that capturing a kind gives
	// the capturing piece; rankBonus the greatest gain from a promotion rank,
	// by color and square.
	captureBonus [wotn.NumKinds]int
	rankBonus    [wotn.NumColors][64]int
	swap         wotn.Exchange
}

func (x *exchange) set(variant wotn.Variant, values [wotn.NumKinds]int) {
	x.variant, x.values = variant, values
	x.order = x.order[:0]
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		x.promoted[k], x.promotesFrom[k] = k, 127
		for i, next := range variant.Promotions(k) {
			if i == 0 || values[next] > values[x.promoted[k]] {
				x.promoted[k] = next
			}
		}
		if l := variant.PromotesOnCaptureFrom(k); l > 0 {
			x.promotesFrom[k] = l
		}
		rank := variant.PromotionRank(k)
		for s := wotn.Square(0); s < wotn.NoSquare; s++ {
			for c := wotn.White; c <= wotn.Black; c++ {
				seen := s.Rank() + 1
				if c == wotn.Black {
					seen = 8 - s.Rank()
				}
				if s == 0 {
					x.promotionSquares[c][k] = 0
				}
				if seen == rank {
					x.promotionSquares[c][k] |= s.Bitboard()
				}
			}
		}
		if variant.HasKind(k) && k != wotn.King {
			i := len(x.order)
			x.order = append(x.order, k)
			for ; i > 0 && values[x.order[i-1]] > values[k]; i-- {
				x.order[i] = x.order[i-1]
			}
			x.order[i] = k
		}
	}
	x.order = append(x.order, wotn.King)
	x.captureBonus, x.rankBonus = [wotn.NumKinds]int{}, [wotn.NumColors][64]int{}
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		more := values[x.promoted[k]] - values[k]
		for victim := wotn.Pawn; victim < wotn.NumKinds; victim++ {
			if victim.Level() >= x.promotesFrom[k] {
				x.captureBonus[victim] = max(x.captureBonus[victim], more)
			}
		}
		for c := range x.rankBonus {
			for b := x.promotionSquares[c][k]; b != 0; b &= b - 1 {
				x.rankBonus[c][b.First()] = max(x.rankBonus[c][b.First()], more)
			}
		}
	}
}

// gain returns the immediate gain of a move: the value of the captured piece
// plus the increase of value by promotion.
func (x *exchange) gain(m wotn.Move) int {
	n := x.values[m.Captured()]
	if promotion := m.Promotion(); promotion != wotn.NoKind {
		n += x.values[promotion] - x.values[m.Kind()]
	}
	return n
}

// loses reports whether value(p, m) < -allowed. It avoids computing that if the
// piece on the target square is not valuable enough.
func (x *exchange) loses(p *wotn.Position, m wotn.Move, allowed int) bool {
	target := m.Kind()
	if promotion := m.Promotion(); promotion != wotn.NoKind {
		target = promotion
	}
	most := x.values[target] + max(x.captureBonus[target], x.rankBonus[p.ToMove().Other()&1][m.To()&63])
	return x.gain(m)-most < -allowed && x.value(p, m) < -allowed
}

// value returns the gain of m after all profitable captures on its target
// square, in which each side captures with its least valuable piece. Pins are
// ignored. An only king does not capture where it could be captured.
func (x *exchange) value(p *wotn.Position, m wotn.Move) int {
	if m.IsCastling() {
		return 0
	}
	from, to := m.From(), m.To()
	side := p.ToMove()
	var gains [34]int
	gains[0] = x.gain(m)
	target := m.Kind()
	if promotion := m.Promotion(); promotion != wotn.NoKind {
		target = promotion
	}
	gone := from.Bitboard()
	if m.IsEnPassant() {
		gone |= m.CaptureSquare().Bitboard()
	}
	x.swap.Set(p, to, gone)
	var kings [wotn.NumColors]int
	kings[0], kings[1] = p.Pieces(wotn.White, wotn.King).Count(), p.Pieces(wotn.Black, wotn.King).Count()
	if m.Captured() == wotn.King {
		kings[side.Other()]--
	}
	if m.Promotion() == wotn.King {
		kings[side]++
	}
	n := 0
	for n < len(gains)-1 {
		side = side.Other()
		if target == wotn.King && kings[side.Other()] == 1 {
			break // the only king could move here, so it cannot be captured
		}
		attackers := x.swap.Attackers()
		s, kind := x.leastValuable(p, attackers&p.OccupiedBy(side))
		if kind == wotn.NoKind {
			break
		}
		promotion := kind
		if target.Level() >= x.promotesFrom[kind] || x.promotionSquares[side][kind].Has(to) {
			promotion = x.promoted[kind]
		}
		x.swap.Remove(s)
		if kind == wotn.King && kings[side] == 1 && x.swap.Attackers()&p.OccupiedBy(side.Other()) != 0 {
			break
		}
		if target == wotn.King {
			kings[side.Other()]--
		}
		n++
		gains[n] = x.values[target] + x.values[promotion] - x.values[kind] - gains[n-1]
		target = promotion
		if promotion == wotn.King && kind != wotn.King {
			kings[side]++
		}
	}
	for ; n > 0; n-- {
		gains[n-1] = -max(-gains[n-1], gains[n])
	}
	return gains[0]
}

// leastValuable returns the piece that a side captures with first, out of some
// pieces.
func (x *exchange) leastValuable(p *wotn.Position, pieces wotn.Bitboard) (wotn.Square, wotn.Kind) {
	if pieces == 0 {
		return wotn.NoSquare, wotn.NoKind
	}
	for _, k := range x.order {
		if b := pieces & (p.Pieces(wotn.White, k) | p.Pieces(wotn.Black, k)); b != 0 {
			return b.First(), k
		}
	}
	return wotn.NoSquare, wotn.NoKind
}
