package search

import (
	"math/rand/v2"
	"testing"

	"tafelrunde/wotn"
)

// testValues are values for exchanges: a hundred a level and a little more for
// the kinds of higher letters, so that no two are alike.
func testValues() (values [wotn.NumKinds]int) {
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		values[k] = 100*int(k.Level()) + int(k)
	}
	return values
}

// field is a board on which a square is fought over, for the slow twin.
type field struct {
	ways   wotn.Variant
	board  [64]wotn.Piece
	values [wotn.NumKinds]int
	kings  [wotn.NumColors]int
}

// attackers returns a side's men that attack a square.
func (f *field) attackers(s wotn.Square, c wotn.Color) (squares []wotn.Square) {
	var occupied wotn.Bitboard
	for sq, man := range f.board {
		if man.Kind != wotn.NoKind {
			occupied |= wotn.Square(sq).Bitboard()
		}
	}
	for sq, man := range f.board {
		if man.Kind != wotn.NoKind && man.Color == c && wotn.Square(sq) != s &&
			wotn.Attacks(man.Kind, c, wotn.Square(sq), occupied).Has(s) {
			squares = append(squares, wotn.Square(sq))
		}
	}
	return squares
}

// into returns what a man may become by taking a victim on a square.
func (f *field) into(man wotn.Piece, victim wotn.Kind, s wotn.Square) []wotn.Kind {
	next := f.ways.Promotions(man.Kind)
	rank := s.Rank() + 1
	if man.Color == wotn.Black {
		rank = 8 - s.Rank()
	}
	by := f.ways.PromotesOnCaptureFrom(man.Kind)
	if by > 0 && victim.Level() >= by || rank == f.ways.PromotionRank(man.Kind) {
		return next
	}
	return []wotn.Kind{man.Kind}
}

// best returns what side c gains on a square by taking there or not, both sides
// choosing as well as they can among their men (all of them, if free; else only
// the least valued kind) and the kinds that they become.
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
		man := f.board[from]
		if !free && least < 1<<20 && (man.Kind == wotn.King || f.values[man.Kind] != least) {
			continue
		}
		if man.Kind == wotn.King && f.kings[c] == 1 {
			f.board[from] = wotn.Piece{}
			attacked := len(f.attackers(s, c.Other())) > 0
			f.board[from] = man
			if attacked {
				continue
			}
		}
		saved := *f
		choice := wotn.NoKind
		kinds := f.into(man, standing.Kind, s)
		if !free {
			// The twin of the quick rule rises to the kind of most worth.
			for _, k := range kinds {
				if choice == wotn.NoKind || f.values[k] > f.values[choice] {
					choice = k
				}
			}
			kinds = []wotn.Kind{choice}
		}
		for _, into := range kinds {
			f.board[from] = wotn.Piece{}
			f.board[s] = wotn.Piece{Kind: into, Color: c}
			if standing.Kind == wotn.King {
				f.kings[standing.Color]--
			}
			if into == wotn.King && man.Kind != wotn.King {
				f.kings[c]++
			}
			gain := f.values[standing.Kind] + f.values[into] - f.values[man.Kind] - f.best(s, c.Other(), free)
			best = max(best, gain)
			*f = saved
		}
	}
	return best
}

// TestExchange holds the quick exchange against playing it out on a board with
// the same rule for who takes first, where they must be equal; and against the
// best of all ways of fighting it out, with which it must nearly always agree
// on whether the first capture pays.
func TestExchange(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	var x exchanges
	captures, wrong, grown := 0, 0, 0
	for range 120 {
		ways := wotn.Variant(rnd.IntN(int(wotn.NumVariants)))
		values := testValues()
		x.set(ways, values)
		p := wotn.Start(ways)
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
				f.ways, f.values, f.kings = ways, values, [wotn.NumColors]int{p.Pieces(wotn.White, wotn.King).Count(), p.Pieces(wotn.Black, wotn.King).Count()}
				var next wotn.Position
				p.PlayInto(&next, m)
				for s := wotn.Square(0); s < wotn.NoSquare; s++ {
					f.board[s] = next.At(s)
				}
				f.kings = [wotn.NumColors]int{next.Pieces(wotn.White, wotn.King).Count(), next.Pieces(wotn.Black, wotn.King).Count()}
				at := x.gain(m)
				got := x.value(&p, m)
				if want := at - f.best(m.To(), next.Turn(), false); got != want {
					t.Fatalf("%s (%s): %s gains %d, played out %d", &p, ways, m, got, want)
				}
				for _, allowed := range []int{0, 60, 330, -got, -got - 1} {
					if x.loses(&p, m, allowed) != (got < -allowed) {
						t.Fatalf("%s (%s): %s gains %d, and whether it loses more than %d is %v", &p, ways, m, got, allowed, got >= -allowed)
					}
				}
				if m.Captured() == wotn.NoKind || len(f.attackers(m.To(), wotn.White))+len(f.attackers(m.To(), wotn.Black)) > 7 {
					continue
				}
				captures++
				if m.Promotion() != wotn.NoKind {
					grown++
				}
				if want := at - f.best(m.To(), next.Turn(), true); (got >= 0) != (want >= 0) {
					wrong++
				}
			}
			p.PlayInto(&p, moves[rnd.IntN(len(moves))])
		}
	}
	if captures < 300 || grown < 100 || wrong*50 > captures {
		t.Errorf("of %d captures (%d with a rise) %d judged wrongly", captures, grown, wrong)
	}
	t.Logf("of %d captures (%d with a rise) %d judged wrongly", captures, grown, wrong)
}
