package wotn

// magic maps the pieces on the lines from a square to an index into an attack
// table. Multiplication by the factor moves the relevant bits to the top. See
// https://www.chessprogramming.org/Magic_Bitboards. TestFindFactors searches
// for the factors in magics.go; fillMagics panics if a factor has a collision.
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

// lineMask returns the squares on which a piece can block the lines from s: all
// squares of each line except the last.
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

// fillMagics fills a table with the attacks for every set of blockers on the
// lines of every square. It panics if a factor has a collision or the table has
// the wrong size.
func fillMagics(magics *[64]magic, factors *[64]uint64, steps []step, table []Bitboard) {
	start := 0
	for s := Square(0); s < NoSquare; s++ {
		mask := lineMask(s, steps)
		size := 1 << uint(mask.Count())
		m := magic{mask: mask, factor: factors[s], start: uint32(start), shift: uint8(64 - mask.Count())}
		magics[s] = m
		for pieces := Bitboard(0); ; {
			entry := &table[m.index(pieces)]
			attacks := walk(s, steps, pieces)
			if *entry != 0 && *entry != attacks {
				panic("wotn: magic factor of " + s.String() + " does not separate")
			}
			*entry = attacks
			if pieces = (pieces - mask) & mask; pieces == 0 {
				break
			}
		}
		start += size
	}
	if start != len(table) {
		panic("wotn: size of attack table")
	}
}
