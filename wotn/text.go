package wotn

// The types below implement encoding.TextMarshaler and, except Move,
// encoding.TextUnmarshaler. MarshalText has value receivers, so that it also
// applies to fields of values that are not addressable.

// MarshalText returns the position as FEN. For variants other than Standard the
// variant's name and a space precede it: "chess rnbqkbnr/… w KQkq - 0 1".
func (p Position) MarshalText() ([]byte, error) {
	if p.variant == Standard {
		return []byte(p.String()), nil
	}
	return []byte(p.variant.String() + " " + p.String()), nil
}

// UnmarshalText parses a FEN, with or without the name of a variant in front;
// without one the variant is Standard. It returns a *SyntaxError or a
// *SetupError, like [ParsePosition], and then leaves p unchanged.
func (p *Position) UnmarshalText(text []byte) error {
	v, fen := Standard, string(text)
	for named := Variant(0); named < NumVariants; named++ {
		if prefix := named.String() + " "; hasPrefix(fen, prefix) {
			// The spaces keep the offsets of errors right.
			v, fen = named, spaces[:len(prefix)]+fen[len(prefix):]
			break
		}
	}
	parsed, err := ParsePosition(v, fen)
	if err != nil {
		return err
	}
	*p = parsed
	return nil
}

const spaces = "                    "

// MarshalText returns the move in coordinate notation, like [Move.String]. There
// is no UnmarshalText, because the coordinates have a meaning only in a
// position; see [Position.ParseMove].
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// MarshalText returns the square's name, or "-" for NoSquare.
func (s Square) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText parses a square's name, or "-" for NoSquare.
func (s *Square) UnmarshalText(text []byte) error {
	parsed, ok := ParseSquare(string(text))
	if !ok && string(text) != NoSquare.String() {
		return unknownName(text)
	}
	*s = parsed
	return nil
}

// MarshalText returns the kind's capital letter, or "-" for NoKind.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText parses a kind's capital letter, or "-" for NoKind.
func (k *Kind) UnmarshalText(text []byte) error {
	parsed := NoKind
	if len(text) == 1 {
		parsed = KindOfLetter(text[0])
	}
	if parsed == NoKind && string(text) != NoKind.String() {
		return unknownName(text)
	}
	*k = parsed
	return nil
}

// MarshalText returns "w" or "b".
func (c Color) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText parses "w" or "b".
func (c *Color) UnmarshalText(text []byte) error {
	switch string(text) {
	case "w":
		*c = White
	case "b":
		*c = Black
	default:
		return unknownName(text)
	}
	return nil
}

// MarshalText returns the variant's name, like [Variant.String].
func (v Variant) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText parses the variant's name, like [ParseVariant].
func (v *Variant) UnmarshalText(text []byte) error {
	parsed, ok := ParseVariant(string(text))
	if !ok {
		return unknownName(text)
	}
	*v = parsed
	return nil
}

func unknownName(text []byte) *SyntaxError {
	return &SyntaxError{Code: UnknownName, Text: string(text)}
}
