//go:build !purego

package net

// hasAVX2 reports whether the processor has AVX2 and the system saves its registers. This library imports no
// other module, so it asks the processor itself.
var hasAVX2 = func() bool {
	const osxsave, avx, saved, avx2 = 1 << 27, 1 << 28, 6, 1 << 5
	if last, _, _, _ := cpuid(0, 0); last < 7 {
		return false
	}
	if _, _, c, _ := cpuid(1, 0); c&(osxsave|avx) != osxsave|avx || xgetbv()&saved != saved {
		return false
	}
	_, b, _, _ := cpuid(7, 0)
	return b&avx2 != 0
}()

//go:noescape
func cpuid(leaf, part uint32) (a, b, c, d uint32)

//go:noescape
func xgetbv() uint32

//go:noescape
func changeAVX2(sums, rows *row, added, removed []uint16)

//go:noescape
func outputAVX2(sums *row, weights *[Hidden]int16) int32

// change adds rows to the sums and subtracts others.
func (n *Network) change(sums *row, added, removed []uint16) {
	if hasAVX2 {
		changeAVX2(sums, &n.rows[0], added, removed)
	} else {
		n.changeWords(sums, added, removed)
	}
}

// output returns the sum of the squares of the sums, clamped to 0 and One, times weights.
func output(sums *row, weights *[Hidden]int16) int32 {
	if hasAVX2 {
		return outputAVX2(sums, weights)
	}
	return outputWords(sums, weights)
}
