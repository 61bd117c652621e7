package wotn

// Outcome says how a game stands.
type Outcome uint8

// The outcomes.
const (
	Running Outcome = iota
	WhiteWins
	BlackWins
	Draw
)

// String returns the result as in PGN: "*", "1-0", "0-1" or "1/2-1/2".
func (o Outcome) String() string { return [...]string{"*", "1-0", "0-1", "1/2-1/2"}[o] }

// Returns gives each side 1 for a win, -1 for a loss and 0 otherwise.
func (o Outcome) Returns() [NumColors]int {
	switch o {
	case WhiteWins:
		return [NumColors]int{1, -1}
	case BlackWins:
		return [NumColors]int{-1, 1}
	}
	return [NumColors]int{}
}

// winFor returns the outcome in which c wins.
func winFor(c Color) Outcome { return WhiteWins + Outcome(c) }

// Reason says why a game ended by the rules. What people decide, such as
// resigning, is not the rules' business.
type Reason uint8

// The reasons, in the order in which they are looked for (docs/rules, section
// on the end of the game).
const (
	NoReason Reason = iota
	Checkmate
	Stalemate
	BareKings
	FivefoldRepetition
	SeventyFiveMoves
	// ThreefoldRepetition and FiftyMoves end a game only when claimed.
	ThreefoldRepetition
	FiftyMoves
)

var reasonNames = [...]string{
	"", "checkmate", "stalemate", "bare-kings", "fivefold", "seventy-five-moves", "threefold", "fifty-moves",
}

// String returns the reason's name for programs, for instance "checkmate"; it
// is empty while the game runs.
func (r Reason) String() string { return reasonNames[r] }

// Outcome returns how the position alone decides the game: checkmate, stalemate
// or bare kings. Repetition and move counts need a [Game].
func (p *Position) Outcome() (Outcome, Reason) {
	switch {
	case !p.HasMoves() && p.Checkers() != 0:
		return winFor(p.turn.Other()), Checkmate
	case !p.HasMoves():
		return Draw, Stalemate
	case p.colors[White].Count() == 1 && p.colors[Black].Count() == 1:
		return Draw, BareKings
	}
	return Running, NoReason
}
