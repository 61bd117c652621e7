package pictures

import (
	"fmt"
	"strings"

	"tafelrunde/wotn"
)

// KindDiagram is a diagram of a white piece on d4 and its moves.
type KindDiagram struct {
	Diagram Diagram
	// Quiet are the squares it can move to, Captures those on which it can capture,
	// Promotions those of both on which it is promoted.
	Quiet, Captures, Promotions []string
}

// The positions around the piece on d4, which is written as %c. The king would have to
// leave the attacked square.
const (
	alone      = "8/8/8/8/3%c4/8/8/8"
	filled     = "r4rk1/p3qppp/1pnrb3/2s1p3/3%c1P2/2P2N2/PP3PPP/R4RK1 w - - 0 1"
	filledKing = "r4rk1/p3qppp/1p2b3/2s1n3/3%c4/2P2N2/PP3PPP/R4R2 w - - 0 1"
)

// d4 is the square of the piece in diagrams of kinds.
var d4 = wotn.NewSquare(3, 3)

// VariantOf returns the first variant that has a kind.
func VariantOf(k wotn.Kind) wotn.Variant {
	if k.Alternative() {
		return wotn.Alternative
	}
	return wotn.Standard
}

// EmptyBoard returns the diagram of a piece that is alone on the board: hollow circles
// are squares that another piece can block.
func EmptyBoard(k wotn.Kind) KindDiagram {
	d := KindDiagram{Diagram: Diagram{Variant: VariantOf(k), Coordinates: true, Partial: true, Position: fmt.Sprintf(alone, k.Letter())}}
	lines := map[string]bool{}
	for _, line := range wotn.Lines(k, d4) {
		for _, s := range line {
			lines[s.String()] = true
		}
	}
	for s := range wotn.Attacks(k, wotn.White, d4, d4.Bitboard()).Squares() {
		d.Quiet = append(d.Quiet, s.String())
	}
	if k == wotn.Pawn {
		d.Captures, d.Quiet = d.Quiet, []string{wotn.NewSquare(3, 4).String()}
	}
	d.Diagram.Marks = d.marks(nil, lines)
	return d
}

// FilledBoard returns the diagram of a piece among others, in a playable position with
// White to move.
func FilledBoard(k wotn.Kind) (KindDiagram, error) {
	position := filled
	if k == wotn.King {
		position = filledKing
	}
	d := KindDiagram{Diagram: Diagram{Variant: VariantOf(k), Coordinates: true, Position: fmt.Sprintf(position, k.Letter())}}
	p, err := wotn.ParsePosition(d.Diagram.Variant, d.Diagram.Position)
	if err != nil {
		return d, err
	}
	kinds := map[string]string{}
	last := ""
	for _, m := range p.AppendMoves(nil) {
		if m.From() != d4 {
			continue
		}
		to := m.To().String()
		if next := m.Promotion(); next != wotn.NoKind {
			if kinds[to] == "" {
				d.Promotions = append(d.Promotions, to)
			}
			kinds[to] += next.String()
		}
		if to == last {
			continue // the same move with another promotion
		}
		last = to
		if p.At(m.To()).Kind == wotn.NoKind {
			d.Quiet = append(d.Quiet, to)
		} else {
			d.Captures = append(d.Captures, to)
		}
	}
	d.Diagram.Marks = d.marks(kinds, nil)
	return d, nil
}

// marks returns the marks of a diagram. kinds are the letters of the promotions by
// square, lines the squares of hollow circles.
func (d *KindDiagram) marks(kinds map[string]string, lines map[string]bool) string {
	var b strings.Builder
	b.WriteString("circle d4\n")
	for _, s := range d.Quiet {
		if lines[s] {
			b.WriteString("hollow " + s + "\n")
		} else {
			b.WriteString("dot " + s + "\n")
		}
	}
	for _, s := range d.Captures {
		b.WriteString("ring " + s + "\n")
	}
	for _, s := range d.Promotions {
		b.WriteString("promotion " + s + " " + kinds[s] + "\n")
	}
	return b.String()
}
