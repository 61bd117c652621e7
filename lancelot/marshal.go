package lancelot

// The types below implement encoding.TextMarshaler and encoding.TextUnmarshaler.
// If UnmarshalText returns an error, the value is unchanged.

// MarshalText returns the setup as text, like [Setup.String].
func (s Setup) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText parses a setup, like [ParseSetup]. It need not be playable. The
// error is a [*SyntaxError].
func (s *Setup) UnmarshalText(text []byte) error {
	parsed, err := ParseSetup(string(text))
	if err == nil {
		*s = parsed
	}
	return err
}

// MarshalText returns the position as text, like [Setup.String].
func (p Position) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText parses a position, like [ParsePosition]. The error is a
// [*SyntaxError] or a [*SetupError].
func (p *Position) UnmarshalText(text []byte) error {
	parsed, err := ParsePosition(string(text))
	if err == nil {
		*p = parsed
	}
	return err
}

// MarshalText returns the turn, like [Turn.String].
func (t Turn) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText parses a turn, like [ParseTurn], or "-" for [NoTurn]. The error is a
// [*SyntaxError].
func (t *Turn) UnmarshalText(text []byte) error {
	if string(text) == NoTurn.String() {
		*t = NoTurn
		return nil
	}
	parsed, err := ParseTurn(string(text))
	if err == nil {
		*t = parsed
	}
	return err
}

// MarshalText returns the square's name, or "-" for [NoSquare].
func (s Square) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText parses a square's name, or "-" for [NoSquare]. The error is a
// [*SyntaxError].
func (s *Square) UnmarshalText(text []byte) error {
	if string(text) == NoSquare.String() {
		*s = NoSquare
		return nil
	}
	parsed, err := ParseSquare(string(text))
	if err == nil {
		*s = parsed
	}
	return err
}

// MarshalText returns the seat's letter.
func (s Seat) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText parses a seat's letter. The error is a [*SyntaxError].
func (s *Seat) UnmarshalText(text []byte) error {
	r := reader{text: string(text)}
	parsed, err := r.seat()
	if err != nil {
		return err
	}
	if r.at < len(text) {
		return r.fail(SyntaxTrailing)
	}
	*s = parsed
	return nil
}

// MarshalText returns the name of the rules, like [Rules.String].
func (r Rules) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText parses the name of the rules, like [ParseRules]. The error is a
// [*SyntaxError].
func (r *Rules) UnmarshalText(text []byte) error {
	parsed, err := ParseRules(string(text))
	if err == nil {
		*r = parsed
	}
	return err
}
