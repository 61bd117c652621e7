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
	var rows [3]row
	var weights [Hidden]int16
	for range 10_000 {
		for i := range rows {
			for k := range rows[i] {
				rows[i][k] = random.Uint64() & random.Uint64() >> (random.IntN(2) * 7)
			}
		}
		for i := range weights {
			weights[i] = int16(random.IntN(2*MaxOutput*Unit+1) - MaxOutput*Unit)
		}
		fast, slow := rows[0], rows[0]
		changeAVX2(&fast, &rows[1], &rows[2])
		if changeWords(&slow, &rows[1], &rows[2]); fast != slow {
			t.Fatalf("%x + %x - %x = %x, not %x", rows[0], rows[1], rows[2], fast, slow)
		}
		if fast, slow := outputAVX2(&fast, &weights), outputWords(&fast, &weights); fast != slow {
			t.Fatalf("the output is %d, not %d", fast, slow)
		}
	}
}
