package search

import "tafelrunde/wotn"

// exchanges works out what a capture is worth when the square is fought over
// to the end. Men grow while they capture: whoever takes rises if his victim is
// worth it, and is then a richer victim himself for the next taker.
type exchanges struct {
	ways   wotn.Variant
	values [wotn.NumKinds]int
	// grown is the best kind that a man may rise to; the man himself if none.
	grown [wotn.NumKinds]wotn.Kind
	// taking is the lowest level of a victim that raises a man, 127 if none.
	taking [wotn.NumKinds]wotn.Level
	// order lists the kinds from the one to risk first in an exchange.
	order []wotn.Kind
	// onRank holds, by colour and kind, the squares that raise a man.
	onRank [wotn.NumColors][wotn.NumKinds]wotn.Bitboard
	// ripe is the most that taking a man may add by raising his taker, climb what
	// a rise by rank may add on a square.
	ripe  [wotn.NumKinds]int
	climb [wotn.NumColors][64]int
	siege wotn.Exchange
}

func (x *exchanges) set(ways wotn.Variant, values [wotn.NumKinds]int) {
	x.ways, x.values = ways, values
	x.order = x.order[:0]
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		x.grown[k], x.taking[k] = k, 127
		for i, next := range ways.Promotions(k) {
			if i == 0 || values[next] > values[x.grown[k]] {
				x.grown[k] = next
			}
		}
		if l := ways.PromotesOnCaptureFrom(k); l > 0 {
			x.taking[k] = l
		}
		rank := ways.PromotionRank(k)
		for s := wotn.Square(0); s < wotn.NoSquare; s++ {
			for c := wotn.White; c <= wotn.Black; c++ {
				seen := s.Rank() + 1
				if c == wotn.Black {
					seen = 8 - s.Rank()
				}
				if s == 0 {
					x.onRank[c][k] = 0
				}
				if seen == rank {
					x.onRank[c][k] |= s.Bitboard()
				}
			}
		}
		if ways.HasKind(k) && k != wotn.King {
			i := len(x.order)
			x.order = append(x.order, k)
			for ; i > 0 && values[x.order[i-1]] > values[k]; i-- {
				x.order[i] = x.order[i-1]
			}
			x.order[i] = k
		}
	}
	x.order = append(x.order, wotn.King)
	x.ripe, x.climb = [wotn.NumKinds]int{}, [wotn.NumColors][64]int{}
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		more := values[x.grown[k]] - values[k]
		for victim := wotn.Pawn; victim < wotn.NumKinds; victim++ {
			if victim.Level() >= x.taking[k] {
				x.ripe[victim] = max(x.ripe[victim], more)
			}
		}
		for c := range x.climb {
			for b := x.onRank[c][k]; b != 0; b &= b - 1 {
				x.climb[c][b.First()] = max(x.climb[c][b.First()], more)
			}
		}
	}
}

// gain returns what a move wins at once: the man taken, and what rising adds.
func (x *exchanges) gain(m wotn.Move) int {
	n := x.values[m.Captured()]
	if into := m.Promotion(); into != wotn.NoKind {
		n += x.values[into] - x.values[m.Kind()]
	}
	return n
}

// loses tells whether m loses more than allowed by what value returns, without
// looking at the board where the man moved is not worth so much to his taker.
func (x *exchanges) loses(p *wotn.Position, m wotn.Move, allowed int) bool {
	standing := m.Kind()
	if into := m.Promotion(); into != wotn.NoKind {
		standing = into
	}
	most := x.values[standing] + max(x.ripe[standing], x.climb[p.Turn().Other()&1][m.To()&63])
	return x.gain(m)-most < -allowed && x.value(p, m) < -allowed
}

// value returns what m gains once all captures on its square that pay have been
// made, each side taking with the man that it would risk first. Pins do not
// count; an only king does not step where he could be taken.
func (x *exchanges) value(p *wotn.Position, m wotn.Move) int {
	if m.IsCastling() {
		return 0
	}
	from, to := m.From(), m.To()
	side := p.Turn()
	var gains [34]int
	gains[0] = x.gain(m)
	standing := m.Kind()
	if into := m.Promotion(); into != wotn.NoKind {
		standing = into
	}
	gone := from.Bitboard()
	if m.IsEnPassant() {
		gone |= m.CaptureSquare().Bitboard()
	}
	x.siege.Set(p, to, gone)
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
		if standing == wotn.King && kings[side.Other()] == 1 {
			break // an only king who was let move here cannot be taken
		}
		attackers := x.siege.Attackers()
		s, kind := x.first(p, attackers&p.OccupiedBy(side))
		if kind == wotn.NoKind {
			break
		}
		into := kind
		if standing.Level() >= x.taking[kind] || x.onRank[side][kind].Has(to) {
			into = x.grown[kind]
		}
		x.siege.Remove(s)
		if kind == wotn.King && kings[side] == 1 && x.siege.Attackers()&p.OccupiedBy(side.Other()) != 0 {
			break
		}
		if standing == wotn.King {
			kings[side.Other()]--
		}
		n++
		gains[n] = x.values[standing] + x.values[into] - x.values[kind] - gains[n-1]
		standing = into
		if into == wotn.King && kind != wotn.King {
			kings[side]++
		}
	}
	for ; n > 0; n-- {
		gains[n-1] = -max(-gains[n-1], gains[n])
	}
	return gains[0]
}

// first returns the man that a side risks first.
func (x *exchanges) first(p *wotn.Position, men wotn.Bitboard) (wotn.Square, wotn.Kind) {
	if men == 0 {
		return wotn.NoSquare, wotn.NoKind
	}
	for _, k := range x.order {
		if b := men & (p.Pieces(wotn.White, k) | p.Pieces(wotn.Black, k)); b != 0 {
			return b.First(), k
		}
	}
	return wotn.NoSquare, wotn.NoKind
}
