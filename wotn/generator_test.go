package wotn_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tafelrunde/wotn"
)

// checkGenerator compares the stages of the generator, the prediction of checks
// and the attackers in exchanges with the move list and with positions after
// moves.
func checkGenerator(t *testing.T, g *wotn.Generator, p *wotn.Position, rnd *rand.Rand) {
	t.Helper()
	all := p.AppendMoves(nil)
	g.Scan(p)
	if g.HasMoves(p) != (len(all) > 0) {
		t.Fatalf("%s: moves %v, want %d", p, g.HasMoves(p), len(all))
	}
	// The first call after a scan must compute the moves of all pieces.
	if len(all) > 0 {
		g.Scan(p)
		if m := all[rnd.IntN(len(all))]; !g.IsLegal(p, m) {
			t.Fatalf("%s: %s is not legal", p, m)
		}
	}
	g.Scan(p)
	if n := g.Count(p); n != len(all) {
		t.Fatalf("%s: %d moves, want %d", p, n, len(all))
	}
	if !slices.Equal(g.AppendAll(p, nil), all) || g.Count(p) != len(all) || g.HasMoves(p) != (len(all) > 0) {
		t.Fatalf("%s: AppendAll differs from AppendMoves", p)
	}
	if g.Checkers() != p.Checkers() {
		t.Fatalf("%s: checkers %x, want %x", p, g.Checkers(), p.Checkers())
	}
	var tactical, quiet []wotn.Move
	for _, m := range all {
		if m.Captured() != wotn.NoKind || m.Promotion() != wotn.NoKind {
			tactical = append(tactical, m)
		} else {
			quiet = append(quiet, m)
		}
	}
	if got := g.AppendTactical(p, nil); !slices.Equal(got, tactical) {
		t.Fatalf("%s: tactical\n%v, want\n%v", p, got, tactical)
	}
	if got := g.AppendQuiet(p, nil); !slices.Equal(got, quiet) {
		t.Fatalf("%s: quiet\n%v, want\n%v", p, got, quiet)
	}
	for _, m := range all {
		if got := p.MoveBetween(m.From(), m.To(), m.Promotion()); got != m {
			t.Fatalf("%s: %s is %08x, from MoveBetween %08x", p, m, uint32(m), uint32(got))
		}
		if !g.IsLegal(p, m) {
			t.Fatalf("%s: %s (%08x) is legal", p, m, uint32(m))
		}
		// Moves that differ from a legal one in a few bits are those that a
		// hash table can return for another position.
		for range 4 {
			if near := m ^ 1<<rnd.IntN(29); g.IsLegal(p, near) != slices.Contains(all, near) {
				t.Fatalf("%s: %s (%08x): legal %t", p, near, uint32(near), g.IsLegal(p, near))
			}
		}
	}
	var checks wotn.CheckInfo
	checks.Set(p)
	for _, m := range all {
		var next wotn.Position
		p.PlayInto(&next, m)
		if want := next.Checkers() != 0; checks.GivesCheck(p, m) != want {
			t.Fatalf("%s: %s gives check: %t, predicted %t", p, m, want, !want)
		}
	}
	checkExchange(t, p, rnd)
}

// checkExchange removes attackers of a random square one by one and compares
// the remaining attackers with those of the slow implementation.
func checkExchange(t *testing.T, p *wotn.Position, rnd *rand.Rand) {
	t.Helper()
	s := wotn.Square(rnd.IntN(64))
	var exchange wotn.Exchange
	exchange.Set(p, s, 0)
	slow := newSlowGame(p.Variant().String(), p.String())
	for {
		var want wotn.Bitboard
		for sq := wotn.Square(0); sq < wotn.NoSquare; sq++ {
			if slow.board[sq.Rank()][sq.File()] == 0 {
				continue
			}
			slow.slowAttacks(sq.Rank(), sq.File(), func(rank, file int) {
				if rank == s.Rank() && file == s.File() {
					want |= sq.Bitboard()
				}
			})
		}
		got := exchange.Attackers()
		if got != want {
			t.Fatalf("%s: attackers of %s: %v, want %v", p, s, got.AppendSquares(nil), want.AppendSquares(nil))
		}
		if got == 0 {
			return
		}
		squares := got.AppendSquares(nil)
		gone := squares[rnd.IntN(len(squares))]
		exchange.Remove(gone)
		slow.board[gone.Rank()][gone.File()] = 0
	}
}

// TestGenerator plays random games and uses random setups with a single
// generator, which also shows that it keeps no state between positions.
func TestGenerator(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 7))
	var g wotn.Generator
	for range 40 {
		for v := wotn.Variant(0); v < wotn.NumVariants; v++ {
			p := wotn.Start(v)
			for range 100 {
				checkGenerator(t, &g, &p, rnd)
				moves := p.AppendMoves(nil)
				if len(moves) == 0 {
					break
				}
				p.PlayInto(&p, moves[rnd.IntN(len(moves))])
			}
		}
	}
	for range 1500 {
		v := wotn.Variant(rnd.IntN(int(wotn.NumVariants)))
		s := randomSetup(v, rnd)
		if p, err := s.Position(); err == nil {
			checkGenerator(t, &g, &p, rnd)
		}
	}
}

func TestNullMoveInto(t *testing.T) {
	rnd := rand.New(rand.NewPCG(8, 8))
	for range 300 {
		v := wotn.Variant(rnd.IntN(int(wotn.NumVariants)))
		p := wotn.Start(v)
		for range rnd.IntN(60) {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p.PlayInto(&p, moves[rnd.IntN(len(moves))])
		}
		if p.Checkers() != 0 {
			continue
		}
		var after wotn.Position
		p.NullMoveInto(&after)
		s := p.Setup()
		s.EnPassant = wotn.NoSquare
		s.HalfmoveClock++
		s.MoveNumber += int(s.ToMove)
		s.ToMove = s.ToMove.Other()
		if want, err := s.Position(); err != nil || after != want {
			t.Fatalf("%s: null move gives %s, want %s, %v", &p, &after, &want, err)
		}
	}
}
