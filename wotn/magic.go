package wotn

// magic turns the men on the lines of a square into an index of its part of an
// attack table: multiplying the men that matter by a factor gathers them,
// scrambled, in the highest bits. See
// https://www.chessprogramming.org/Magic_Bitboards. The factors of magics.go
// were found by trial (TestFindFactors); that each is without collision is
// tested, and fillMagics would panic.
type magic struct {
	mask   Bitboard
	factor uint64
	start  uint32
	shift  uint8
}

func (m *magic) index(occupied Bitboard) uint32 {
	return m.start + uint32(uint64(occupied&m.mask)*m.factor>>(m.shift&63))
}

var (
	rookMagics, bishopMagics, riderMagics [64]magic

	rookTable   [102400]Bitboard
	bishopTable [5248]Bitboard
	riderTable  [riderTableSize]Bitboard
)

// lineMask returns the squares on which a man can shorten the lines from s:
// all of each line but its last square.
func lineMask(s Square, steps []step) (mask Bitboard) {
	for _, d := range steps {
		t, ok := offset(s, d)
		for ok {
			next, more := offset(t, d)
			if more {
				mask |= t.Bitboard()
			}
			t, ok = next, more
		}
	}
	return mask
}

// fillMagics fills a table with the attacks for every set of men on the lines
// of every square. It panics if the factors do not keep different attacks
// apart or the table has not exactly the size needed.
func fillMagics(magics *[64]magic, factors *[64]uint64, steps []step, table []Bitboard) {
	start := 0
	for s := Square(0); s < NoSquare; s++ {
		mask := lineMask(s, steps)
		size := 1 << uint(mask.Count())
		m := magic{mask: mask, factor: factors[s], start: uint32(start), shift: uint8(64 - mask.Count())}
		magics[s] = m
		for men := Bitboard(0); ; {
			entry := &table[m.index(men)]
			attacks := walk(s, steps, men)
			if *entry != 0 && *entry != attacks {
				panic("wotn: magic factor of " + s.String() + " does not separate")
			}
			*entry = attacks
			if men = (men - mask) & mask; men == 0 {
				break
			}
		}
		start += size
	}
	if start != len(table) {
		panic("wotn: size of attack table")
	}
}
