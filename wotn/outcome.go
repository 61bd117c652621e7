package wotn

// Outcome is the state of a game by the rules: running, or finished for a
// reason with a result. The zero Outcome is a running game. Outcomes can be
// compared with ==.
type Outcome struct {
	// Reason is Running until the game is finished.
	Reason Reason
	result Result
}

// Result returns who has won, Draw, or Unfinished for a running game.
func (o Outcome) Result() Result { return o.result }

// Over reports whether the game is finished.
func (o Outcome) Over() bool { return o.Reason != Running }

// Draw reports whether the game is a draw.
func (o Outcome) Draw() bool { return o.result == Draw }

// Winners returns the winner, or nothing for a draw and a running game.
func (o Outcome) Winners() []Color {
	for c := White; c <= Black; c++ {
		if o.Wins(c) {
			return []Color{c}
		}
	}
	return nil
}

// Wins reports whether c has won.
func (o Outcome) Wins(c Color) bool { return o.result == winFor(c) }

// WinShare returns 1 if c has won, 0.5 for a draw, otherwise 0.
func (o Outcome) WinShare(c Color) float64 { return o.result.WinShare(c) }

// Result is the result of a game, whatever decided it.
type Result uint8

// The results.
const (
	Unfinished Result = iota
	WhiteWins
	BlackWins
	Draw
)

// String returns the result as in PGN: "*", "1-0", "0-1" or "1/2-1/2".
func (r Result) String() string { return [...]string{"*", "1-0", "0-1", "1/2-1/2"}[r&3] }

// WinShare returns 1 if c has won, 0.5 for a draw, otherwise 0.
func (r Result) WinShare(c Color) float64 {
	switch r {
	case winFor(c):
		return 1
	case Draw:
		return 0.5
	}
	return 0
}

// winFor returns the result in which c wins.
func winFor(c Color) Result { return WhiteWins + Result(c) }

// Reason is the rule that finished a game. Resignations, agreed draws and
// forfeits are not decided by the rules and have no Reason.
type Reason uint8

// The reasons, in order of precedence (docs/rules, sections 5 and 7).
const (
	Running Reason = iota // the game is not finished
	Checkmate
	Stalemate
	BareKings
	FivefoldRepetition
	SeventyFiveMoves
	ThreefoldRepetition // only by claim
	FiftyMoves          // only by claim
)

var reasonNames = [...]string{
	"", "checkmate", "stalemate", "bare-kings", "fivefold", "seventy-five-moves", "threefold", "fifty-moves",
}

// String returns the reason's name in file formats and the API, for example
// "checkmate", or "" for Running.
func (r Reason) String() string { return reasonNames[r] }

// Outcome returns the outcome by the position alone: checkmate, stalemate, bare
// kings or running. Draws by repetition and move count require a [Game].
func (p *Position) Outcome() Outcome {
	switch {
	case !p.HasMoves() && p.Checkers() != 0:
		return Outcome{Checkmate, winFor(p.turn.Other())}
	case !p.HasMoves():
		return Outcome{Stalemate, Draw}
	case p.colors[White].Count() == 1 && p.colors[Black].Count() == 1:
		return Outcome{BareKings, Draw}
	}
	return Outcome{}
}
