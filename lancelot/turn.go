package lancelot

import "strings"

// Turn is a turn encoded in 32 bits: the squares of the stone and of Excalibur and
// their order. Two turns are equal if their texts are. The zero Turn is [NoTurn].
//
//	bits 0-7  square of the stone      bits 16-18  TurnKind
//	bits 8-15 square of Excalibur
type Turn uint32

// NoTurn is no turn.
const NoTurn Turn = 0

// TurnKind is the sequence of actions of a turn.
type TurnKind uint8

// The kinds of turns.
const (
	// A stone.
	StoneOnly TurnKind = 1 + iota
	// A stone, then Excalibur.
	StoneThenExcalibur
	// Excalibur, then a stone.
	ExcaliburThenStone
	// Excalibur alone: its placement before the first stone, or the first part of a
	// turn in [Position.PartialTurn].
	ExcaliburOnly
)

// StoneTurn returns the turn that places a stone.
func StoneTurn(stone Square) Turn {
	return Turn(stone) | Turn(NoSquare)<<8 | Turn(StoneOnly)<<16
}

// ExcaliburTurn returns the turn that places Excalibur before the first stone.
func ExcaliburTurn(excalibur Square) Turn {
	return Turn(NoSquare) | Turn(excalibur)<<8 | Turn(ExcaliburOnly)<<16
}

// StoneExcaliburTurn returns the turn that places a stone, then moves Excalibur.
func StoneExcaliburTurn(stone, excalibur Square) Turn {
	return Turn(stone) | Turn(excalibur)<<8 | Turn(StoneThenExcalibur)<<16
}

// ExcaliburStoneTurn returns the turn that moves Excalibur, then places a stone.
func ExcaliburStoneTurn(excalibur, stone Square) Turn {
	return Turn(stone) | Turn(excalibur)<<8 | Turn(ExcaliburThenStone)<<16
}

// Kind returns the kind of the turn, or 0 for [NoTurn].
func (t Turn) Kind() TurnKind { return TurnKind(t >> 16) }

// Stone returns the square of the stone, or [NoSquare] if the turn has none.
func (t Turn) Stone() Square {
	if t == NoTurn {
		return NoSquare
	}
	return Square(t)
}

// Excalibur returns the target of Excalibur, or [NoSquare] if it is not moved.
func (t Turn) Excalibur() Square {
	if t == NoTurn {
		return NoSquare
	}
	return Square(t >> 8)
}

// wellFormed reports whether t is the result of one of the four functions above.
func (t Turn) wellFormed() bool {
	switch t {
	case StoneTurn(t.Stone()), ExcaliburTurn(t.Excalibur()), StoneExcaliburTurn(t.Stone(), t.Excalibur()), ExcaliburStoneTurn(t.Excalibur(), t.Stone()):
		return true
	}
	return false
}

// String returns the turn in file formats: "g8", "g8,Xg6", "Xg6,g8", "Xg6", or
// "-" for [NoTurn].
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

// ParseTurn parses a turn in the form of [Turn.String] or in that of texts for people,
// such as "X g6 · g8". It does not check whether the turn is legal. The error is a
// [*SyntaxError].
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
	first, firstExcalibur, err := r.action()
	if err != nil {
		return NoTurn, err
	}
	r.spaces()
	if r.at == len(r.text) {
		if firstExcalibur {
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
	second, secondExcalibur, err := r.action()
	if err != nil {
		return NoTurn, err
	}
	if firstExcalibur == secondExcalibur {
		return NoTurn, &SyntaxError{Code: SyntaxTwice, Offset: begin, Text: r.text[begin:r.at]}
	}
	r.spaces()
	if r.at < len(r.text) {
		return NoTurn, r.fail(SyntaxTrailing)
	}
	if firstExcalibur {
		return ExcaliburStoneTurn(first, second), nil
	}
	return StoneExcaliburTurn(first, second), nil
}

// action reads the square of a stone, or of Excalibur after an X.
func (r *reader) action() (at Square, excalibur bool, err *SyntaxError) {
	if r.peek()|0x20 == 'x' {
		excalibur = true
		r.at++
		r.spaces()
	}
	at, err = r.square()
	return at, excalibur, err
}
