package wotn

import (
	"flag"
	"math/rand/v2"
	"testing"
)

var findFactors = flag.Bool("find-factors", false, "search for magic factors anew and print them for magics.go")

// TestFindFactors searches for magic factors and checks them, by default for
// one square. With the flag it searches for those of magics.go:
//
//	go test ./wotn -run TestFindFactors -find-factors -v
func TestFindFactors(t *testing.T) {
	rnd := rand.New(rand.NewPCG(20261121, 0))
	for _, lines := range []struct {
		name  string
		steps []step
	}{{"rook", rookSteps}, {"bishop", bishopSteps}, {"rider", riderSteps}} {
		last := a1 + 1
		if *findFactors {
			last = NoSquare
		}
		for s := a1; s < last; s++ {
			factor := findFactor(s, lines.steps, rnd)
			t.Logf("%s %s: %#016x", lines.name, s, factor)
			checkFactor(t, lines.name, s, lines.steps, factor)
		}
	}
}

// checkFactor reports occupancies with different attacks that the factor maps
// to the same index. It walks from the square instead of using the mask.
func checkFactor(t *testing.T, name string, s Square, steps []step, factor uint64) {
	t.Helper()
	mask := lineMask(s, steps)
	m := magic{mask: mask, factor: factor, shift: uint8(64 - mask.Count())}
	attacksOf := make(map[uint64]Bitboard)
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 20 << mask.Count() {
		occupied := Bitboard(rnd.Uint64())
		index, attacks := uint64(m.index(occupied)), walk(s, steps, occupied)
		if before, seen := attacksOf[index]; seen && before != attacks {
			t.Fatalf("%s %s: factor %#016x maps different attacks to index %d", name, s, factor, index)
		}
		attacksOf[index] = attacks
	}
	if len(attacksOf) < 2 {
		t.Errorf("%s %s: factor %#016x has only one index", name, s, factor)
	}
}

// findFactor tries sparse random factors until one has no collision.
func findFactor(s Square, steps []step, rnd *rand.Rand) uint64 {
	mask := lineMask(s, steps)
	for {
		table := make([]Bitboard, 1<<mask.Count())
		m := magic{mask: mask, factor: rnd.Uint64() & rnd.Uint64() & rnd.Uint64(), shift: uint8(64 - mask.Count())}
		separates := true
		for pieces := Bitboard(0); separates; {
			entry, attacks := &table[m.index(pieces)], walk(s, steps, pieces)
			separates = *entry == 0 || *entry == attacks
			*entry = attacks
			if pieces = (pieces - mask) & mask; pieces == 0 {
				break
			}
		}
		if separates {
			return m.factor
		}
	}
}

func TestMagicTablesMatchWalk(t *testing.T) {
	lineTables.Do(fillLineTables)
	rnd := rand.New(rand.NewPCG(1, 2))
	for s := a1; s < NoSquare; s++ {
		for range 500 {
			occupied := Bitboard(rnd.Uint64() & rnd.Uint64())
			for _, lines := range []struct {
				fast  func(Square, Bitboard) Bitboard
				steps []step
			}{{rookAttacks, rookSteps}, {bishopAttacks, bishopSteps}, {riderAttacks, riderSteps}} {
				if got, want := lines.fast(s, occupied), walk(s, lines.steps, occupied); got != want {
					t.Fatalf("%s, occupied %x: %x, want %x", s, occupied, got, want)
				}
			}
		}
	}
}

// TestAttackersMatchMovements compares the groups of kinds in attackers, which
// are written out for speed, with the table of kinds.
func TestAttackersMatchMovements(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for k := Pawn; k < NumKinds; k++ {
		for c := White; c <= Black; c++ {
			for range 300 {
				from := Square(rnd.IntN(64))
				var p Position
				p.put(from, Piece{k, c})
				for range rnd.IntN(12) {
					if s := Square(rnd.IntN(64)); s != from {
						p.put(s, Piece{Pawn, c.Other()})
					}
				}
				attacks := Attacks(k, c, from, p.Occupied())
				for s := a1; s < NoSquare; s++ {
					if attacks.Has(s) != p.AttackersOf(s, c).Has(from) {
						t.Fatalf("%s of %s on %s attacks %s: %v", k, c, from, s, attacks.Has(s))
					}
				}
			}
		}
	}
}

func TestLinesFromSquareAreDisjoint(t *testing.T) {
	steps := append(append(append([]step{}, rookSteps...), bishopSteps...), riderSteps...)
	for s := a1; s < NoSquare; s++ {
		seen := Bitboard(0)
		for _, d := range steps {
			line := walk(s, []step{d}, 0)
			if seen&line != 0 {
				t.Fatalf("%s: lines share %x", s, seen&line)
			}
			seen |= line
		}
	}
}
