package xboard

import (
	"fmt"
	"slices"
	"strings"

	"tafelrunde/wotn"
)

// The colours with which squares are marked; each means something to XBoard.
const (
	quiet   = 'Y' // a move
	capture = 'R' // a capture; pointing there makes XBoard say hover
	choose  = 'M' // a rise with a choice
	forced  = 'B' // a rise to one kind; put must be answered by choice
	victim  = 'g' // a man taken elsewhere; no move goes there
)

// lift marks where the man just picked up may go, and says what he may become.
func (s *session) lift(rest string) {
	from, ok := square(rest)
	if !ok {
		s.refuse("not a square", "lift "+rest)
		return
	}
	s.lifted = from
	moves := s.movesFrom(from)
	s.highlight(moves, wotn.NoSquare)
	// XBoard needs to know before the square is pressed. What a man may become
	// does not depend on where he goes.
	if kinds := risesOf(moves); len(kinds) > 1 {
		s.out.WriteLines("choice " + kinds)
	}
}

// put says what the man put down becomes.
func (s *session) put(rest string) {
	to, ok := square(rest)
	if !ok {
		s.refuse("not a square", "put "+rest)
		return
	}
	if kinds := risesOf(onto(s.movesFrom(s.lifted), to)); kinds != "" {
		s.out.WriteLines("choice " + kinds)
	}
}

// hover marks the man that would be taken elsewhere than on the square pointed
// to: a pawn, en passant.
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

// highlight marks the squares that moves of one man reach, and another.
func (s *session) highlight(moves []wotn.Move, taken wotn.Square) {
	var marks [64]byte
	if taken != wotn.NoSquare {
		marks[taken] = victim
	}
	for _, m := range moves {
		mark := byte(quiet)
		switch {
		case m.Promotion() != wotn.NoKind && len(risesOf(onto(moves, m.To()))) > 1:
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

// movesFrom returns the legal moves of the man on a square.
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

// onto returns the moves that reach a square.
func onto(moves []wotn.Move, to wotn.Square) (reaching []wotn.Move) {
	for _, m := range moves {
		if m.To() == to {
			reaching = append(reaching, m)
		}
	}
	return reaching
}

// risesOf returns the letters of the kinds risen to, each once, in the order in
// which XBoard goes through its pictures from the queen's on. It begins there
// when it has not heard yet which is the first, as after a quick click.
func risesOf(moves []wotn.Move) string {
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

// square reads a square; a comma behind it, which tells of a key held down, is
// passed over.
func square(text string) (wotn.Square, bool) {
	return wotn.ParseSquare(strings.TrimSuffix(text, ","))
}
