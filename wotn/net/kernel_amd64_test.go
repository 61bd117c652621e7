//go:build !purego

package net

import (
	"math/rand/v2"
	"testing"
)

// TestKernels compares the kernels with those of plain Go.
func TestKernels(t *testing.T) {
	if !hasAVX2 {
		t.Skip("this processor has no AVX2")
	}
	random := rand.New(rand.NewPCG(7, 8))
	n := &Network{}
	for i := range n.rows {
		for k := range n.rows[i] {
			n.rows[i][k] = random.Uint64() & random.Uint64() >> (random.IntN(2) * 7)
		}
	}
	some := func() []uint16 {
		list := make([]uint16, random.IntN(6))
		for i := range list {
			list[i] = uint16(random.IntN(rows))
		}
		return list
	}
	var weights [Hidden]int16
	for range 10_000 {
		for i := range weights {
			weights[i] = int16(random.IntN(2*MaxOutput*Unit+1) - MaxOutput*Unit)
		}
		fast := n.rows[random.IntN(rows)]
		slow := fast
		added, removed := some(), some()
		changeAVX2(&fast, &n.rows[0], added, removed)
		if n.changeWords(&slow, added, removed); fast != slow {
			t.Fatalf("with %d and without %d: %x, not %x", added, removed, fast, slow)
		}
		if fast, slow := outputAVX2(&fast, &weights), outputWords(&fast, &weights); fast != slow {
			t.Fatalf("the output is %d, not %d", fast, slow)
		}
	}
}
