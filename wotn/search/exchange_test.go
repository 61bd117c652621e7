package search

import (
	"math/rand/v2"
	"testing"

	"tafelrunde/wotn"
)

// testValues returns exchange values that differ for all kinds: a hundred per
// level, and a little more.
func testValues() (values [wotn.NumKinds]int) {
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		values[k] = 100*int(k.Level()) + int(k)
	}
	return values
}

// field is a board for the slow exchange evaluation.
type field struct {
	variant wotn.Variant
	board   [64]wotn.Piece
	values  [wotn.NumKinds]int
	kings   [wotn.NumColors]int
}

// attackers returns the squares of a side's pieces that attack a square.
func (f *field) attackers(s wotn.Square, c wotn.Color) (squares []wotn.Square) {
	var occupied wotn.Bitboard
	for sq, piece := range f.board {
		if piece.Kind != wotn.NoKind {
			occupied |= wotn.Square(sq).Bitboard()
		}
	}
	for sq, piece := range f.board {
		if piece.Kind != wotn.NoKind && piece.Color == c && wotn.Square(sq) != s &&
			wotn.Attacks(piece.Kind, c, wotn.Square(sq), occupied).Has(s) {
			squares = append(squares, wotn.Square(sq))
		}
	}
	return squares
}

// promotions returns the kinds that a piece can be after capturing a victim on
// a square.
func (f *field) promotions(piece wotn.Piece, victim wotn.Kind, s wotn.Square) []wotn.Kind {
	next := f.variant.Promotions(piece.Kind)
	rank := s.Rank() + 1
	if piece.Color == wotn.Black {
		rank = 8 - s.Rank()
	}
	by := f.variant.PromotesOnCaptureFrom(piece.Kind)
	if by > 0 && victim.Level() >= by || rank == f.variant.PromotionRank(piece.Kind) {
		return next
	}
	return []wotn.Kind{piece.Kind}
}

// best returns the gain of side c from capturing on a square or not. Both sides
// choose the best order and promotions among their pieces: all of them if free,
// otherwise only those of the least valuable kind.
func (f *field) best(s wotn.Square, c wotn.Color, free bool) int {
	standing := f.board[s]
	if standing.Kind == wotn.King && f.kings[standing.Color] == 1 {
		return 0
	}
	squares := f.attackers(s, c)
	least := 1 << 20
	for _, from := range squares {
		if k := f.board[from].Kind; k != wotn.King {
			least = min(least, f.values[k])
		}
	}
	best := 0
	for _, from := range squares {
		piece := f.board[from]
		if !free && least < 1<<20 && (piece.Kind == wotn.King || f.values[piece.Kind] != least) {
			continue
		}
		if piece.Kind == wotn.King && f.kings[c] == 1 {
			f.board[from] = wotn.Piece{}
			attacked := len(f.attackers(s, c.Other())) > 0
			f.board[from] = piece
			if attacked {
				continue
			}
		}
		saved := *f
		choice := wotn.NoKind
		kinds := f.promotions(piece, standing.Kind, s)
		if !free {
			// exchange.value always promotes to the most valuable kind.
			for _, k := range kinds {
				if choice == wotn.NoKind || f.values[k] > f.values[choice] {
					choice = k
				}
			}
			kinds = []wotn.Kind{choice}
		}
		for _, promotion := range kinds {
			f.board[from] = wotn.Piece{}
			f.board[s] = wotn.Piece{Kind: promotion, Color: c}
			if standing.Kind == wotn.King {
				f.kings[standing.Color]--
			}
			if promotion == wotn.King && piece.Kind != wotn.King {
				f.kings[c]++
			}
			gain := f.values[standing.Kind] + f.values[promotion] - f.values[piece.Kind] - f.best(s, c.Other(), free)
			best = max(best, gain)
			*f = saved
		}
	}
	return best
}

// TestExchange compares exchange.value with a slow evaluation on a board. With
// the same order of captures the two must be equal. With free choice they must
// nearly always agree on whether the first capture gains.
func TestExchange(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	var x exchange
	captures, wrong, promoted := 0, 0, 0
	for range 120 {
		variant := wotn.Variant(rnd.IntN(int(wotn.NumVariants)))
		values := testValues()
		x.set(variant, values)
		p := wotn.Start(variant)
		for range 70 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			for _, m := range moves {
				if m.IsCastling() || rnd.IntN(3) > 0 {
					continue
				}
				var f field
				f.variant, f.values, f.kings = variant, values, [wotn.NumColors]int{p.Pieces(wotn.White, wotn.King).Count(), p.Pieces(wotn.Black, wotn.King).Count()}
				var next wotn.Position
				p.PlayInto(&next, m)
				for s := wotn.Square(0); s < wotn.NoSquare; s++ {
					f.board[s] = next.At(s)
				}
				f.kings = [wotn.NumColors]int{next.Pieces(wotn.White, wotn.King).Count(), next.Pieces(wotn.Black, wotn.King).Count()}
				at := x.gain(m)
				got := x.value(&p, m)
				if want := at - f.best(m.To(), next.ToMove(), false); got != want {
					t.Fatalf("%s (%s): %s gains %d, want %d", &p, variant, m, got, want)
				}
				for _, allowed := range []int{0, 60, 330, -got, -got - 1} {
					if x.loses(&p, m, allowed) != (got < -allowed) {
						t.Fatalf("%s (%s): %s gains %d, but losing more than %d is %v", &p, variant, m, got, allowed, got >= -allowed)
					}
				}
				if m.Captured() == wotn.NoKind || len(f.attackers(m.To(), wotn.White))+len(f.attackers(m.To(), wotn.Black)) > 7 {
					continue
				}
				captures++
				if m.Promotion() != wotn.NoKind {
					promoted++
				}
				if want := at - f.best(m.To(), next.ToMove(), true); (got >= 0) != (want >= 0) {
					wrong++
				}
			}
			p.PlayInto(&p, moves[rnd.IntN(len(moves))])
		}
	}
	if captures < 300 || promoted < 100 || wrong*50 > captures {
		t.Errorf("of %d captures (%d with a promotion) %d have the wrong sign", captures, promoted, wrong)
	}
	t.Logf("of %d captures (%d with a promotion) %d have the wrong sign", captures, promoted, wrong)
}
