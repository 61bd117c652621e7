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

// blocked is a set of blockers on lines from a square, and the squares attacked
// with it.
type blocked struct{ pieces, attacks Bitboard }

// appendBlocked appends every set of blockers on one line from s.
func appendBlocked(dst []blocked, s Square, d step) []blocked {
	line := []step{d}
	mask := lineMask(s, line)
	for pieces := Bitboard(0); ; {
		dst = append(dst, blocked{pieces, walk(s, line, pieces)})
		if pieces = (pieces - mask) & mask; pieces == 0 {
			return dst
		}
	}
}

// fill writes the attacks for every combination of blockers on the lines, in
// addition to those of b. It panics if the factor has a collision.
//
// Combining lines is faster than walking from the square for each combination: a
// rook has up to 4,096 of them, and each of its four lines at most 64.
func (m *magic) fill(table []Bitboard, lines [][]blocked, b blocked) {
	if len(lines) > 0 {
		for _, line := range lines[0] {
			m.fill(table, lines[1:], blocked{b.pieces | line.pieces, b.attacks | line.attacks})
		}
		return
	}
	entry := &table[m.index(b.pieces)]
	if *entry != 0 && *entry != b.attacks {
		panic("wotn: a magic factor does not separate")
	}
	*entry = b.attacks
}

// fillMagics fills a table with the attacks for every set of blockers on the
// lines of every square. It panics if a factor has a collision or the table has
// the wrong size.
func fillMagics(magics *[64]magic, factors *[64]uint64, steps []step, table []Bitboard) {
	var space [8][64]blocked
	var lines [8][]blocked
	start := 0
	for s := Square(0); s < NoSquare; s++ {
		mask := lineMask(s, steps)
		m := magic{mask: mask, factor: factors[s], start: uint32(start), shift: uint8(64 - mask.Count())}
		magics[s] = m
		for i, d := range steps {
			lines[i] = appendBlocked(space[i][:0], s, d)
		}
		m.fill(table, lines[:len(steps)], blocked{})
		start += 1 << uint(mask.Count())
	}
	if start != len(table) {
		panic("wotn: size of attack table")
	}
}
