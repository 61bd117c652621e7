package lancelot

// MarshalText returns the form of [Setup.String].
func (s Setup) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the form of [Setup.String] as [ParseSetup] does.
func (s *Setup) UnmarshalText(text []byte) error {
	parsed, err := ParseSetup(string(text))
	if err == nil {
		*s = parsed
	}
	return err
}

// MarshalText returns the form of [Position.String].
func (p Position) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads the form of [Position.String] as [ParsePosition] does.
func (p *Position) UnmarshalText(text []byte) error {
	parsed, err := ParsePosition(string(text))
	if err == nil {
		*p = parsed
	}
	return err
}

// MarshalText returns the form of [Turn.String].
func (t Turn) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads the form of [Turn.String] as [ParseTurn] does, or "-" as
// [NoTurn].
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

// MarshalText returns the form of [Square.String].
func (s Square) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the form of [Square.String] as [ParseSquare] does, or "-"
// as [NoSquare].
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

// UnmarshalText reads a seat's letter. The error is a [*SyntaxError].
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

// MarshalText returns the form of [Rules.String].
func (r Rules) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads the form of [Rules.String] as [ParseRules] does.
func (r *Rules) UnmarshalText(text []byte) error {
	parsed, err := ParseRules(string(text))
	if err == nil {
		*r = parsed
	}
	return err
}
