package wotn

import "sync"

// Attack tables, computed from the movements of kindRows. Those of lines are
// filled when the first position is checked ([Setup.Position]), so that a program
// that only needs names or records starts at once. Every method of a Position
// can therefore use them without a check.

// leapAttacks holds the squares that each kind leaps to from each square. Leaps
// are symmetric forward and backward, so the table serves both colors, and also
// gives the squares from which the kind attacks a square.
var leapAttacks [32][64]Bitboard

// atom is a leap of Betza's notation.
type atom uint8

const (
	atomN atom = iota
	atomW
	atomF
	atomD
	atomV // fbD, vD
	atomA
	atomC
	numAtoms
)

// atomAttacks holds the squares that each leap reaches from each square.
var atomAttacks [numAtoms][64]Bitboard

// pawnAttacks holds the squares on which a pawn of a color captures.
var pawnAttacks [NumColors][64]Bitboard

// between holds the squares on which a piece blocks the line from one square to
// another: those strictly between them on a rank, file or diagonal, and the
// landing squares between them on a nightrider's line. At most one line joins
// two squares.
var between [64][64]Bitboard

var (
	rookSteps   = allSteps(step{1, 0})
	bishopSteps = allSteps(step{1, 1})
	riderSteps  = allSteps(step{2, 1})
)

// offset returns the square at distance d from s, and whether it is on the
// board.
func offset(s Square, d step) (Square, bool) {
	f, r := s.File()+d.file, s.Rank()+d.rank
	if f < 0 || f > 7 || r < 0 || r > 7 {
		return NoSquare, false
	}
	return NewSquare(f, r), true
}

// walk returns the squares on the lines from s, up to and including the first
// occupied one.
func walk(s Square, steps []step, occupied Bitboard) (set Bitboard) {
	for _, d := range steps {
		for t, ok := offset(s, d); ok; t, ok = offset(t, d) {
			set |= t.Bitboard()
			if occupied.Has(t) {
				break
			}
		}
	}
	return set
}

func leapsFrom(s Square, leaps []step) (set Bitboard) {
	for _, d := range leaps {
		if t, ok := offset(s, d); ok {
			set |= t.Bitboard()
		}
	}
	return set
}

// lineTables fills the tables that depend on other pieces.
var lineTables sync.Once

func fillLineTables() {
	for s := Square(0); s < NoSquare; s++ {
		for _, steps := range [][]step{rookSteps, bishopSteps, riderSteps} {
			for _, d := range steps {
				var passed Bitboard
				for t, ok := offset(s, d); ok; t, ok = offset(t, d) {
					between[s][t] = passed
					passed |= t.Bitboard()
				}
			}
		}
	}
	fillMagics(&rookMagics, &rookFactors, rookSteps, rookTable[:])
	fillMagics(&bishopMagics, &bishopFactors, bishopSteps, bishopTable[:])
	fillMagics(&riderMagics, &riderFactors, riderSteps, riderTable[:])
}

func init() {
	atomSteps := [numAtoms][]step{
		atomN: allSteps(leapAtoms['N']), atomW: allSteps(leapAtoms['W']), atomF: allSteps(leapAtoms['F']),
		atomD: allSteps(leapAtoms['D']), atomV: {{0, 2}, {0, -2}}, atomA: allSteps(leapAtoms['A']),
		atomC: allSteps(leapAtoms['C']),
	}
	for s := Square(0); s < NoSquare; s++ {
		for k := range movements {
			leapAttacks[k][s] = leapsFrom(s, movements[k].leaps)
		}
		for a, steps := range atomSteps {
			atomAttacks[a][s] = leapsFrom(s, steps)
		}
		pawnAttacks[White][s] = leapsFrom(s, []step{{-1, 1}, {1, 1}})
		pawnAttacks[Black][s] = leapsFrom(s, []step{{-1, -1}, {1, -1}})
	}
}

func rookAttacks(s Square, occupied Bitboard) Bitboard {
	return rookTable[rookMagics[s&63].index(occupied)]
}

func bishopAttacks(s Square, occupied Bitboard) Bitboard {
	return bishopTable[bishopMagics[s&63].index(occupied)]
}

// riderAttacks returns the squares that a nightrider on s attacks: on each line
// of knight's leaps, up to and including the first occupied square.
func riderAttacks(s Square, occupied Bitboard) Bitboard {
	return riderTable[riderMagics[s&63].index(occupied)]
}

// Attacks returns the squares that a piece of kind k and color c on s attacks,
// where the squares of occupied block lines. Occupied squares at the end of a
// line are included, whatever the color of their piece. For every kind but the
// pawn these are also the squares it can move to. From [NoSquare] it attacks
// nothing.
//
// [Position.Attacks] is faster.
func Attacks(k Kind, c Color, s Square, occupied Bitboard) Bitboard {
	lineTables.Do(fillLineTables)
	return attacks(k, c, s, occupied)
}

// Attacks returns the same set as the function [Attacks], without checking that
// the attack tables are initialized. It does not depend on the pieces of p.
func (p *Position) Attacks(k Kind, c Color, s Square, occupied Bitboard) Bitboard {
	return attacks(k, c, s, occupied)
}

func attacks(k Kind, c Color, s Square, occupied Bitboard) Bitboard {
	if s >= NoSquare {
		return 0
	}
	if k == Pawn {
		return pawnAttacks[c][s]
	}
	set := leapAttacks[k][s]
	m := &movements[k]
	if m.rook {
		set |= rookAttacks(s, occupied)
	}
	if m.bishop {
		set |= bishopAttacks(s, occupied)
	}
	if m.rider {
		set |= riderAttacks(s, occupied)
	}
	return set
}

// Lines returns the lines along which a piece of kind k on s slides or rides on
// an empty board. Each line starts with the nearest square. There are none from
// [NoSquare].
func Lines(k Kind, s Square) (lines [][]Square) {
	if s >= NoSquare {
		return nil
	}
	m := &movements[k]
	add := func(has bool, steps []step) {
		for _, d := range steps {
			var line []Square
			for t, ok := offset(s, d); ok && has; t, ok = offset(t, d) {
				line = append(line, t)
			}
			if line != nil {
				lines = append(lines, line)
			}
		}
	}
	add(m.rook, rookSteps)
	add(m.bishop, bishopSteps)
	add(m.rider, riderSteps)
	return lines
}

// Leaps returns the squares that a piece of kind k leaps to from s. For the
// pawn and for [NoSquare] the set is empty.
func Leaps(k Kind, s Square) Bitboard {
	if s >= NoSquare {
		return 0
	}
	return leapAttacks[k][s]
}
