package lancelot

// Rules are the two expert rules; the zero value is the basic game.
type Rules struct {
	Diagonals bool // diagonals of at least four squares are lines
	Excalibur bool // Excalibur is in play, and each seat has one Excalibur turn
}

// String returns the name of the rules: basic, diagonals, excalibur or
// diagonals+excalibur.
func (r Rules) String() string {
	switch {
	case r.Diagonals && r.Excalibur:
		return "diagonals+excalibur"
	case r.Diagonals:
		return "diagonals"
	case r.Excalibur:
		return "excalibur"
	}
	return "basic"
}

// ParseRules parses the name of the rules, as returned by [Rules.String]. The error
// is a [*SyntaxError].
func ParseRules(text string) (Rules, error) {
	for _, r := range []Rules{{}, {Diagonals: true}, {Excalibur: true}, {Diagonals: true, Excalibur: true}} {
		if r.String() == text {
			return r, nil
		}
	}
	return Rules{}, &SyntaxError{Code: SyntaxRules, Text: text}
}
