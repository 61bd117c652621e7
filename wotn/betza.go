package wotn

// step is a distance in files and ranks from White's side.
type step struct{ file, rank int }

// movement is a movement in Betza's notation.
type movement struct {
	// leaps holds each leap in every direction.
	leaps []step
	// rook, bishop and rider report whether the piece slides along ranks and
	// files, slides along diagonals, and rides along knight's leaps.
	rook, bishop, rider bool
}

// leapAtoms are the leaps of Betza's notation as (longer, shorter) distance.
var leapAtoms = map[byte]step{
	'W': {1, 0}, 'F': {1, 1}, 'D': {2, 0}, 'N': {2, 1}, 'A': {2, 2}, 'C': {3, 1}, 'L': {3, 1},
}

// allSteps returns the four or eight directions of a leap.
func allSteps(s step) []step {
	var all []step
	for _, v := range []step{s, {s.rank, s.file}} {
		for _, sign := range []step{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			n := step{v.file * sign.file, v.rank * sign.rank}
			isNew := true
			for _, a := range all {
				isNew = isNew && a != n
			}
			if isNew {
				all = append(all, n)
			}
		}
	}
	return all
}

// parseBetza parses a movement of the atoms W F D N A C L K R B Q, NN for the
// nightrider, and D after fb or v (straight forward and backward only). It
// reports whether text is such a movement.
func parseBetza(text string) (m movement, ok bool) {
	for i := 0; i < len(text); {
		rest := text[i:]
		switch {
		case hasPrefix(rest, "NN"):
			m.rider = true
			i += 2
			continue
		case hasPrefix(rest, "fbD"):
			m.leaps = append(m.leaps, step{0, 2}, step{0, -2})
			i += 3
			continue
		case hasPrefix(rest, "vD"):
			m.leaps = append(m.leaps, step{0, 2}, step{0, -2})
			i += 2
			continue
		}
		switch c := rest[0]; c {
		case 'R':
			m.rook = true
		case 'B':
			m.bishop = true
		case 'Q':
			m.rook, m.bishop = true, true
		case 'K':
			m.leaps = append(m.leaps, allSteps(leapAtoms['W'])...)
			m.leaps = append(m.leaps, allSteps(leapAtoms['F'])...)
		default:
			atom, known := leapAtoms[c]
			if !known {
				return movement{}, false
			}
			m.leaps = append(m.leaps, allSteps(atom)...)
		}
		i++
	}
	return m, len(text) > 0
}

func hasPrefix(s, prefix string) bool { return len(s) >= len(prefix) && s[:len(prefix)] == prefix }

// same reports whether m and n are the same movement, however they were
// spelled.
func (m movement) same(n movement) bool {
	return m.rook == n.rook && m.bishop == n.bishop && m.rider == n.rider && leapSet(m.leaps) == leapSet(n.leaps)
}

// leapSet returns the leaps as a bit set. Leaps span at most three squares.
func leapSet(leaps []step) (set uint64) {
	for _, l := range leaps {
		set |= 1 << uint((l.rank+3)*8+l.file+3)
	}
	return set
}

var movements = func() (t [NumKinds]movement) {
	for k := Squire; k < NumKinds; k++ {
		m, ok := parseBetza(kindRows[k].betza)
		if !ok {
			panic("wotn: movement of kind " + k.String())
		}
		t[k] = m
	}
	return t
}()

// KindOfBetza returns the kind with a movement in Betza's notation, in any
// spelling: "DA" and "AD" are the priest, "WvD" and "WfbD" the squire, "FCD"
// and "FLD" the fool. It returns NoKind if no kind has this movement. The pawn
// has no notation.
func KindOfBetza(notation string) Kind {
	m, ok := parseBetza(notation)
	if !ok {
		return NoKind
	}
	for k := Squire; k < NumKinds; k++ {
		if movements[k].same(m) {
			return k
		}
	}
	return NoKind
}
