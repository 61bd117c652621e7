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
func changeAVX2(sums, more, less *row)

//go:noescape
func outputAVX2(sums *row, weights *[Hidden]int16) int32

// change adds a row to the sums and subtracts another.
func change(sums, more, less *row) {
	if hasAVX2 {
		changeAVX2(sums, more, less)
	} else {
		changeWords(sums, more, less)
	}
}

// output returns the sum of the squares of the sums, clamped to 0 and One, times weights.
func output(sums *row, weights *[Hidden]int16) int32 {
	if hasAVX2 {
		return outputAVX2(sums, weights)
	}
	return outputWords(sums, weights)
}
