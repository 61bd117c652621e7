package wotn

// The types below implement encoding.TextMarshaler and, except Move,
// encoding.TextUnmarshaler. MarshalText has value receivers, so that it also
// applies to fields of values that are not addressable. If UnmarshalText returns an
// error, the value is unchanged.

// MarshalText returns the position as FEN. For variants other than Standard the
// variant's name and a space precede it: "chess rnbqkbnr/… w KQkq - 0 1".
func (p Position) MarshalText() ([]byte, error) { return withVariant(p.variant, p.String()), nil }

// MarshalText returns the setup as FEN, with the name of a variant as in
// [Position.MarshalText].
func (s Setup) MarshalText() ([]byte, error) { return withVariant(s.Variant, s.String()), nil }

func withVariant(v Variant, fen string) []byte {
	if v == Standard {
		return []byte(fen)
	}
	return []byte(v.String() + " " + fen)
}

// UnmarshalText parses a FEN, with or without the name of a variant in front;
// without one the variant is Standard. The error is a [*SyntaxError] or a
// [*SetupError], as in [ParsePosition].
func (p *Position) UnmarshalText(text []byte) error {
	parsed, err := ParsePosition(splitVariant(text))
	if err == nil {
		*p = parsed
	}
	return err
}

// UnmarshalText parses a FEN like [Position.UnmarshalText], but the result need not
// be playable. The error is a [*SyntaxError].
func (s *Setup) UnmarshalText(text []byte) error {
	parsed, err := ParseSetup(splitVariant(text))
	if err == nil {
		*s = parsed
	}
	return err
}

// splitVariant splits a text into the variant and the FEN.
func splitVariant(text []byte) (Variant, string) {
	fen := string(text)
	for v := Variant(0); v < NumVariants; v++ {
		if prefix := v.String() + " "; hasPrefix(fen, prefix) {
			// The spaces keep the offsets of errors right.
			return v, spaces[:len(prefix)] + fen[len(prefix):]
		}
	}
	return Standard, fen
}

const spaces = "                    "

// MarshalText returns the move in coordinate notation, like [Move.String]. There
// is no UnmarshalText, because the coordinates have a meaning only in a
// position; see [Position.ParseMove].
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// MarshalText returns the square's name, or "-" for NoSquare.
func (s Square) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText parses a square's name, or "-" for NoSquare. The error is a
// [*SyntaxError].
func (s *Square) UnmarshalText(text []byte) error {
	parsed, err := ParseSquare(string(text))
	if err != nil && string(text) != NoSquare.String() {
		return err
	}
	*s = parsed
	return nil
}

// MarshalText returns the kind's capital letter, or "-" for NoKind.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText parses a kind's capital letter, or "-" for NoKind. The error is a
// [*SyntaxError].
func (k *Kind) UnmarshalText(text []byte) error {
	parsed := NoKind
	if len(text) == 1 {
		parsed = KindOfLetter(text[0])
	}
	if parsed == NoKind && string(text) != NoKind.String() {
		return unknownName(string(text))
	}
	*k = parsed
	return nil
}

// MarshalText returns "w" or "b".
func (c Color) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText parses "w" or "b". The error is a [*SyntaxError].
func (c *Color) UnmarshalText(text []byte) error {
	switch string(text) {
	case "w":
		*c = White
	case "b":
		*c = Black
	default:
		return unknownName(string(text))
	}
	return nil
}

// MarshalText returns the variant's name, like [Variant.String].
func (v Variant) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText parses the variant's name, like [ParseVariant]. The error is a
// [*SyntaxError].
func (v *Variant) UnmarshalText(text []byte) error {
	parsed, err := ParseVariant(string(text))
	if err == nil {
		*v = parsed
	}
	return err
}

func unknownName(text string) *SyntaxError {
	return &SyntaxError{Code: SyntaxName, Text: text}
}
