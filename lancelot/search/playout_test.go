package search

import (
	"context"
	"testing"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// pairSquare returns the square that [pair] chooses: the first open one of four,
// else an open square selected by the upper half of the random number.
func pairSquare(open lancelot.Set, c *engines.Random) lancelot.Square {
	*c = c.Next()
	r := c.Bits()
	for i := range 4 {
		at := int(r >> (6 * i) & 63)
		if square := lancelot.NewSquare(3+at&7, 3+at>>3); open.Has(square) {
			return square
		}
	}
	return open.Nth(int(r >> 32 * uint64(open.Count()) >> 32))
}

// TestPairFollowsRules: the packed game of two seats proceeds and ends as by the
// rules if both choose the same squares.
func TestPairFollowsRules(t *testing.T) {
	ends := map[[2]float32]int{}
	for game := range uint64(400) {
		o := lancelot.Options{Seats: 2, First: lancelot.Seat(game % 2), Target: []int{7, 7, 1, 3, 60}[game%5]}
		p := begin(t, o, game)
		r := Random{Seed: game}
		for !p.Outcome().Over() {
			packed := newPair(&p)
			c := engines.Random(game)
			d := c
			got := packed.playout(&c)
			slow := p
			for !slow.Outcome().Over() {
				slow.PlayInto(&slow, lancelot.StoneTurn(pairSquare(slow.Open(), &d)))
			}
			want := [2]float32{float32(slow.Outcome().WinShare(0)), float32(slow.Outcome().WinShare(1))}
			if got != want || c != d {
				t.Fatalf("%s: %v, by the rules %v; random state %x, %x", &p, got, want, c, d)
			}
			ends[got]++
			info := r.searchPosition(context.Background(), &p, engine.Limits{}, nil)
			p.PlayInto(&p, info.PV[0])
		}
	}
	if len(ends) != 3 {
		t.Errorf("ends %v", ends)
	}
}

// TestPairIsUniform: all open squares are chosen about equally often, however
// many there are.
func TestPairIsUniform(t *testing.T) {
	p := begin(t, lancelot.Options{Seats: 2, Target: 60}, 1)
	r := Random{Seed: 1}
	few, many := false, false
	for turn := 0; !p.Outcome().Over(); turn++ {
		if open := p.Open(); turn%3 == 0 {
			few, many = few || open.Count() < 9, many || open.Count() > 50
			const each = 2000
			count, c := map[lancelot.Square]int{}, engines.Random(turn)
			for range each * open.Count() {
				count[pairSquare(open, &c)]++
			}
			for left := open; !left.IsEmpty(); {
				// Six standard deviations are about 270.
				if n := count[left.Pop()]; n < each-270 || n > each+270 {
					t.Fatalf("%s: %v", &p, count)
				}
			}
		}
		info := r.searchPosition(context.Background(), &p, engine.Limits{}, nil)
		p.PlayInto(&p, info.PV[0])
	}
	if !few || !many {
		t.Errorf("few open squares: %t, many: %t", few, many)
	}
}

func TestNth(t *testing.T) {
	c := engines.Random(1)
	for range 1000 {
		x := uint64(c.Below(1<<62)) << uint(c.Below(3)) & uint64(c.Below(1<<62))
		var places []int
		for i := range 64 {
			if x>>i&1 != 0 {
				places = append(places, i)
			}
		}
		for n, want := range places {
			if got := int(nth(x, perByte(x)*ones, n)); got != want {
				t.Fatalf("nth(%x, %d) = %d, want %d", x, n, got, want)
			}
		}
		if back := transpose(transpose(x)); back != x {
			t.Fatalf("%x transposed twice is %x", x, back)
		}
	}
	if got := nth(^uint64(0), 0x4038302820181008, 63); got != 63 {
		t.Errorf("the last bit is %d, want 63", got)
	}
}
