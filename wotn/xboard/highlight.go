package xboard

import (
	"fmt"
	"slices"
	"strings"

	"tafelrunde/wotn"
)

// The colors of marked squares, which have a meaning for XBoard.
const (
	quiet   = 'Y' // a move
	capture = 'R' // a capture; XBoard sends hover while the mouse is there
	choose  = 'M' // a promotion with a choice
	forced  = 'B' // a promotion to one kind; put must be answered by choice
	victim  = 'g' // a piece captured from another square; not a target
)

// lift marks the squares that the lifted piece can move to and announces the
// kinds that it can promote to.
func (s *session) lift(rest string) {
	from, ok := square(rest)
	if !ok {
		s.refuse("not a square", "lift "+rest)
		return
	}
	s.lifted = from
	moves := s.movesFrom(from)
	s.highlight(moves, wotn.NoSquare)
	// XBoard must know the choice before the mouse is pressed on the target
	// square. The kinds are the same on all of them.
	if kinds := promotionsOf(moves); len(kinds) > 1 {
		s.out.WriteLines("choice " + kinds)
	}
}

// put announces the kinds that the piece can promote to on the target square.
func (s *session) put(rest string) {
	to, ok := square(rest)
	if !ok {
		s.refuse("not a square", "put "+rest)
		return
	}
	if kinds := promotionsOf(onto(s.movesFrom(s.lifted), to)); kinds != "" {
		s.out.WriteLines("choice " + kinds)
	}
}

// hover marks the pawn that a capture en passant on the square would capture.
func (s *session) hover(rest string) {
	to, ok := square(rest)
	if !ok {
		s.refuse("not a square", "hover "+rest)
		return
	}
	moves := s.movesFrom(s.lifted)
	for _, m := range onto(moves, to) {
		if m.IsEnPassant() {
			s.highlight(moves, m.CaptureSquare())
			return
		}
	}
}

// highlight marks the targets of the moves of one piece, and the square of a
// captured piece.
func (s *session) highlight(moves []wotn.Move, captured wotn.Square) {
	var marks [64]byte
	if captured != wotn.NoSquare {
		marks[captured] = victim
	}
	for _, m := range moves {
		mark := byte(quiet)
		switch {
		case m.Promotion() != wotn.NoKind && len(promotionsOf(onto(moves, m.To()))) > 1:
			mark = choose
		case m.Promotion() != wotn.NoKind:
			mark = forced
		case m.Captured() != wotn.NoKind:
			mark = capture
		}
		marks[m.To()] = mark
	}
	var fen strings.Builder
	for rank := 7; rank >= 0; rank-- {
		free := 0
		for file := range 8 {
			if mark := marks[wotn.NewSquare(file, rank)]; mark != 0 {
				if free > 0 {
					fmt.Fprint(&fen, free)
				}
				free = 0
				fen.WriteByte(mark)
			} else {
				free++
			}
		}
		if free > 0 {
			fmt.Fprint(&fen, free)
		}
		if rank > 0 {
			fen.WriteByte('/')
		}
	}
	s.out.WriteLines("highlight " + fen.String())
}

// movesFrom returns the legal moves of the piece on a square.
func (s *session) movesFrom(from wotn.Square) (moves []wotn.Move) {
	if s.game == nil {
		return nil
	}
	if s.game.Outcome().Over() {
		return nil
	}
	for _, m := range s.game.Position().AppendMoves(nil) {
		if m.From() == from {
			moves = append(moves, m)
		}
	}
	return moves
}

// onto returns the moves with a target square.
func onto(moves []wotn.Move, to wotn.Square) (reaching []wotn.Move) {
	for _, m := range moves {
		if m.To() == to {
			reaching = append(reaching, m)
		}
	}
	return reaching
}

// promotionsOf returns the letters of the kinds promoted to, without
// duplicates, in XBoard's order of pictures after the queen. XBoard starts
// there if it has not received the first kind, for example after a quick
// click.
func promotionsOf(moves []wotn.Move) string {
	var kinds []wotn.Kind
	for _, m := range moves {
		if k := m.Promotion(); k != wotn.NoKind && !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	pictures := pictureOf[wotn.King] + 1
	behindQueen := func(k wotn.Kind) int { return (pictureOf[k] - pictureOf[wotn.Queen] + pictures) % pictures }
	slices.SortFunc(kinds, func(a, b wotn.Kind) int { return behindQueen(a) - behindQueen(b) })
	var letters strings.Builder
	for _, k := range kinds {
		letters.WriteByte(k.Letter())
	}
	return letters.String()
}

// square parses a square. It ignores a comma after it, which reports a modifier
// key.
func square(text string) (wotn.Square, bool) {
	s, err := wotn.ParseSquare(strings.TrimSuffix(text, ","))
	return s, err == nil
}
