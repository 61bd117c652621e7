package wotn_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tafelrunde/wotn"
)

// checkGenerator holds the stages of the generator, the foresight of checks and
// the sieges of squares against the move list and positions really played.
func checkGenerator(t *testing.T, g *wotn.Generator, p *wotn.Position, rnd *rand.Rand) {
	t.Helper()
	all := p.AppendMoves(nil)
	g.Scan(p)
	if g.HasMoves(p) != (len(all) > 0) {
		t.Fatalf("%s: moves %v, want %d", p, g.HasMoves(p), len(all))
	}
	// Whatever is asked first after a scan has to look at all men.
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
		t.Fatalf("%s: the generator's moves are not the position's", p)
	}
	if g.Checkers() != p.Checkers() {
		t.Fatalf("%s: checkers %x, want %x", p, g.Checkers(), p.Checkers())
	}
	var noisy, quiet []wotn.Move
	for _, m := range all {
		if m.Captured() != wotn.NoKind || m.Promotion() != wotn.NoKind {
			noisy = append(noisy, m)
		} else {
			quiet = append(quiet, m)
		}
	}
	if got := g.AppendTactical(p, nil); !slices.Equal(got, noisy) {
		t.Fatalf("%s: noisy\n%v, want\n%v", p, got, noisy)
	}
	if got := g.AppendQuiet(p, nil); !slices.Equal(got, quiet) {
		t.Fatalf("%s: quiet\n%v, want\n%v", p, got, quiet)
	}
	for _, m := range all {
		if got := p.MoveBetween(m.From(), m.To(), m.Promotion()); got != m {
			t.Fatalf("%s: %s is %08x, made anew %08x", p, m, uint32(m), uint32(got))
		}
		if !g.IsLegal(p, m) {
			t.Fatalf("%s: %s (%08x) is legal", p, m, uint32(m))
		}
		// Words close to a legal move are the illegal ones that matter: those
		// which a hash table may bring from another position.
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
			t.Fatalf("%s: %s gives check: %t, foreseen %t", p, m, want, !want)
		}
	}
	checkSiege(t, p, rnd)
}

// checkSiege takes attackers of a random square away one by one, and asks a
// position without them who attacks now.
func checkSiege(t *testing.T, p *wotn.Position, rnd *rand.Rand) {
	t.Helper()
	s := wotn.Square(rnd.IntN(64))
	var siege wotn.Exchange
	siege.Set(p, s, 0)
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
		got := siege.Attackers()
		if got != want {
			t.Fatalf("%s: attackers of %s: %v, want %v", p, s, got.AppendSquares(nil), want.AppendSquares(nil))
		}
		if got == 0 {
			return
		}
		squares := got.AppendSquares(nil)
		gone := squares[rnd.IntN(len(squares))]
		siege.Remove(gone)
		slow.board[gone.Rank()][gone.File()] = 0
	}
}

// TestGenerator walks through random games and random set-ups with one
// generator for all, so that it also shows that nothing is left over in it.
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

func TestPassInto(t *testing.T) {
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
		var passed wotn.Position
		p.NullMoveInto(&passed)
		s := p.Setup()
		s.EnPassant = wotn.NoSquare
		s.HalfmoveClock++
		s.MoveNumber += int(s.Turn)
		s.Turn = s.Turn.Other()
		if want, err := s.Position(); err != nil || passed != want {
			t.Fatalf("%s: passed to %s, want %s, %v", &p, &passed, &want, err)
		}
	}
}
