package search

import (
	"context"
	"testing"

	"tafelrunde/lancelot"
)

// TestPairIsTheGame: from many positions the packed game of two seats chooses,
// with the same chance, the same squares as the rules do, and ends alike.
func TestPairIsTheGame(t *testing.T) {
	ends := map[[2]float32]int{}
	for game := range uint64(400) {
		o := lancelot.Options{Seats: 2, First: lancelot.Seat(game % 2), Target: []int{7, 7, 1, 3, 60}[game%5]}
		p := begin(t, o, game)
		r := Random{Seed: game}
		for !p.Outcome().Over() {
			packed := newPair(&p)
			c := chance(game)
			d := c
			got := packed.playout(&c)
			slow := p
			playOn(&slow, &d)
			want := [2]float32{float32(slow.Outcome().Return(0)), float32(slow.Outcome().Return(1))}
			if got != want || c != d {
				t.Fatalf("%s: %v, by the rules %v; chance %x, %x", &p, got, want, c, d)
			}
			ends[got]++
			line := r.Search(context.Background(), &p, Limits{}, nil)
			p.PlayInto(&p, line.Turn())
		}
	}
	if len(ends) != 3 {
		t.Errorf("ends %v", ends)
	}
}

func TestNth(t *testing.T) {
	c := chance(1)
	for range 1000 {
		x := uint64(c.below(1<<62)) << uint(c.below(3)) & uint64(c.below(1<<62))
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
		t.Errorf("the last bit of all is %d", got)
	}
}
