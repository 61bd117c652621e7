package puzzles

import (
	"slices"

	"tafelrunde/internal/puzzles"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// position is a position of either game.
type position interface {
	// seat is the seat to move, and seats the number of seats.
	seat() int
	seats() int
	// moves returns the legal moves in coordinate notation; none if the game is over.
	moves() []string
	// play returns the position after a legal move.
	play(move string) position
	// captures returns the square of a piece that a move captures, "" for none.
	captures(move string) string
	// canonical returns a text that is the same for mirror images, and for other colours and
	// seats in the same places. Counters of moves do not matter.
	canonical() string
	String() string
}

// parse returns the position of a record or puzzle.
func parse(rules, text string) (position, error) {
	if rules == puzzles.Lancelot {
		p, err := lancelot.ParsePosition(text)
		return &lancelotPosition{p}, err
	}
	variant, err := wotn.ParseVariant(rules)
	if err != nil {
		return nil, err
	}
	p, err := wotn.ParsePosition(variant, text)
	return &wotnPosition{p}, err
}

type wotnPosition struct{ wotn.Position }

func (p *wotnPosition) seat() int  { return int(p.ToMove()) }
func (p *wotnPosition) seats() int { return wotn.NumColors }

func (p *wotnPosition) moves() (texts []string) {
	if !p.Outcome().Over() {
		for m := range p.Moves() {
			texts = append(texts, m.String())
		}
	}
	return texts
}

// move parses a legal move.
func (p *wotnPosition) move(text string) wotn.Move {
	m, err := p.ParseMove(text)
	if err != nil {
		panic(err)
	}
	return m
}

func (p *wotnPosition) play(move string) position {
	next := &wotnPosition{}
	p.PlayInto(&next.Position, p.move(move))
	return next
}

func (p *wotnPosition) captures(move string) string {
	if m := p.move(move); m.Captured() != wotn.NoKind {
		return m.CaptureSquare().String()
	}
	return ""
}

func (p *wotnPosition) canonical() string {
	s := p.Setup()
	if s.ToMove == wotn.Black {
		s = flipped(s, 56)
		for i := range s.Board {
			if s.Board[i].Kind != wotn.NoKind {
				s.Board[i].Color = s.Board[i].Color.Other()
			}
		}
		s.ToMove = wotn.White
		s.Castling = s.Castling>>2 | s.Castling<<2&(wotn.BlackShort|wotn.BlackLong)
	}
	s.HalfmoveClock, s.MoveNumber = 0, 1
	if s.Castling == 0 {
		return min(s.String(), flipped(s, 7).String())
	}
	return s.String()
}

// flipped returns a setup with the squares exchanged whose numbers differ by the bits of flip.
func flipped(s wotn.Setup, flip wotn.Square) wotn.Setup {
	out := s
	for i := range s.Board {
		out.Board[wotn.Square(i)^flip] = s.Board[i]
	}
	if s.EnPassant != wotn.NoSquare {
		out.EnPassant ^= flip
	}
	return out
}

type lancelotPosition struct{ lancelot.Position }

func (p *lancelotPosition) seat() int  { return int(p.ToMove()) }
func (p *lancelotPosition) seats() int { return p.Seats() }

func (p *lancelotPosition) moves() (texts []string) {
	for _, t := range p.AppendTurns(nil) {
		texts = append(texts, t.String())
	}
	return texts
}

func (p *lancelotPosition) play(move string) position {
	turn, err := p.ParseTurn(move)
	if err != nil {
		panic(err)
	}
	next := &lancelotPosition{}
	p.PlayInto(&next.Position, turn)
	return next
}

// captures returns "": no stone is placed where one was captured just before.
func (p *lancelotPosition) captures(string) string { return "" }

func (p *lancelotPosition) canonical() string {
	s := p.Setup()
	shift := func(seat int) int { return (seat - p.seat() + s.Seats) % s.Seats }
	turned := s
	turned.ToMove = 0
	for seat := range s.Seats {
		turned.Captured[shift(seat)], turned.InHand[shift(seat)] = s.Captured[seat], s.InHand[seat]
		turned.ExcaliburTurn[shift(seat)] = s.ExcaliburTurn[seat]
	}
	var texts []string
	for symmetry := range 8 {
		image := turned
		for row := range s.Height {
			for column := range s.Height {
				cell := s.Cells[row][column]
				if owner, stone := cell.Seat(); stone {
					cell = lancelot.StoneOf(lancelot.Seat(shift(int(owner))))
				}
				r, c := row, column
				if symmetry&1 != 0 {
					r = s.Height - 1 - r
				}
				if symmetry&2 != 0 {
					c = s.Height - 1 - c
				}
				if symmetry&4 != 0 {
					r, c = c, r
				}
				image.Cells[r][c] = cell
			}
		}
		texts = append(texts, image.String())
	}
	return slices.Min(texts)
}

// step is a move of a puzzle's solution.
type step struct {
	at   position
	move string
	own  bool // it is the solver's
}

// steps returns the moves of the solution of a puzzle, and the position before the opponent's move that leads to
// it, or nil.
func steps(p *puzzles.Puzzle) (before position, solution []step, err error) {
	at, err := parse(p.Rules, p.Start)
	if err != nil {
		return nil, nil, err
	}
	if p.Previous != "" {
		before, at = at, at.play(p.Previous)
	}
	seat := at.seat()
	for _, move := range p.Solution {
		solution = append(solution, step{at, move, at.seat() == seat})
		at = at.play(move)
	}
	return before, solution, nil
}

// keysOf returns texts that a puzzle shares with its mirror images and with puzzles whose solution
// continues or contains it: two puzzles with a common key are duplicates.
func keysOf(p *puzzles.Puzzle) (keys []string, err error) {
	_, solution, err := steps(p)
	for _, s := range solution {
		if s.own {
			keys = append(keys, p.Rules+" "+s.at.canonical())
		}
	}
	return keys, err
}
