package lancelot

import "strings"

// Turn is what a seat does when it acts, in one comparable word: the squares
// of its stone and of Excalibur and their order. It means something only with
// the position it is played in. The zero Turn is no turn.
//
//	bits 0-7  square of the stone      bits 16-18  TurnKind
//	bits 8-15 square of Excalibur
type Turn uint32

// NoTurn is no turn.
const NoTurn Turn = 0

// TurnKind is which actions a turn has, in their order.
type TurnKind uint8

// The kinds of turns.
const (
	// A stone.
	StoneOnly TurnKind = 1 + iota
	// A stone, then Excalibur by the king's power.
	StoneThenExcalibur
	// Excalibur by the king's power, then a stone.
	ExcaliburThenStone
	// Excalibur alone: its placement before the first stone. In the middle of a
	// turn also the part of one that moves Excalibur first.
	ExcaliburOnly
)

// StoneTurn puts a stone.
func StoneTurn(stone Square) Turn {
	return Turn(stone) | Turn(NoSquare)<<8 | Turn(StoneOnly)<<16
}

// ExcaliburTurn puts Excalibur before the first stone.
func ExcaliburTurn(sword Square) Turn {
	return Turn(NoSquare) | Turn(sword)<<8 | Turn(ExcaliburOnly)<<16
}

// StoneExcaliburTurn puts a stone, then moves Excalibur.
func StoneExcaliburTurn(stone, sword Square) Turn {
	return Turn(stone) | Turn(sword)<<8 | Turn(StoneThenExcalibur)<<16
}

// ExcaliburStoneTurn moves Excalibur, then puts a stone.
func ExcaliburStoneTurn(sword, stone Square) Turn {
	return Turn(stone) | Turn(sword)<<8 | Turn(ExcaliburThenStone)<<16
}

// Kind is which actions the turn has; 0 for [NoTurn].
func (t Turn) Kind() TurnKind { return TurnKind(t >> 16) }

// Stone is where the stone goes; [NoSquare] if there is none.
func (t Turn) Stone() Square {
	if t == NoTurn {
		return NoSquare
	}
	return Square(t)
}

// Excalibur is where Excalibur goes; [NoSquare] if it stays.
func (t Turn) Excalibur() Square {
	if t == NoTurn {
		return NoSquare
	}
	return Square(t >> 8)
}

// wellFormed tells whether one of the four functions above makes t.
func (t Turn) wellFormed() bool {
	switch t {
	case StoneTurn(t.Stone()), ExcaliburTurn(t.Excalibur()), StoneExcaliburTurn(t.Stone(), t.Excalibur()), ExcaliburStoneTurn(t.Excalibur(), t.Stone()):
		return true
	}
	return false
}

// String is the turn's text: "g8", "g8,Xg6", "Xg6,g8", "Xg6"; "-" for no turn.
func (t Turn) String() string {
	switch t.Kind() {
	case StoneOnly:
		return t.Stone().String()
	case StoneThenExcalibur:
		return t.Stone().String() + ",X" + t.Excalibur().String()
	case ExcaliburThenStone:
		return "X" + t.Excalibur().String() + "," + t.Stone().String()
	case ExcaliburOnly:
		return "X" + t.Excalibur().String()
	}
	return "-"
}

// Display is the turn as people are shown it: "G8", "G8 · X G6", "X G6 · G8",
// "X G6".
func (t Turn) Display() string {
	switch t.Kind() {
	case StoneOnly:
		return t.Stone().Display()
	case StoneThenExcalibur:
		return t.Stone().Display() + " · X " + t.Excalibur().Display()
	case ExcaliburThenStone:
		return "X " + t.Excalibur().Display() + " · " + t.Stone().Display()
	case ExcaliburOnly:
		return "X " + t.Excalibur().Display()
	}
	return "-"
}

// ParseTurn reads the text of a turn in either form, [Turn.String]'s or
// [Turn.Display]'s, without asking whether any position allows it. The error is
// a [*SyntaxError].
func ParseTurn(text string) (Turn, error) {
	r := reader{text: text}
	t, err := r.turn()
	if err != nil {
		return NoTurn, err
	}
	return t, nil
}

func (r *reader) turn() (Turn, *SyntaxError) {
	r.spaces()
	first, firstSword, err := r.action()
	if err != nil {
		return NoTurn, err
	}
	r.spaces()
	if r.at == len(r.text) {
		if firstSword {
			return ExcaliburTurn(first), nil
		}
		return StoneTurn(first), nil
	}
	switch {
	case r.peek() == ',':
		r.at++
	case strings.HasPrefix(r.text[r.at:], "·"):
		r.at += len("·")
	default:
		return NoTurn, r.fail(SyntaxTrailing)
	}
	r.spaces()
	begin := r.at
	second, secondSword, err := r.action()
	if err != nil {
		return NoTurn, err
	}
	if firstSword == secondSword {
		return NoTurn, &SyntaxError{Code: SyntaxTwice, Offset: begin, Found: r.text[begin:r.at]}
	}
	r.spaces()
	if r.at < len(r.text) {
		return NoTurn, r.fail(SyntaxTrailing)
	}
	if firstSword {
		return ExcaliburStoneTurn(first, second), nil
	}
	return StoneExcaliburTurn(first, second), nil
}

// action reads the square of a stone or, after an X, of Excalibur.
func (r *reader) action() (at Square, sword bool, err *SyntaxError) {
	if r.peek()|0x20 == 'x' {
		sword = true
		r.at++
		r.spaces()
	}
	at, err = r.square()
	return at, sword, err
}
