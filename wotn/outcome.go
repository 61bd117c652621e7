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

// winFor returns the result in which c wins. The order of the results is that of the colors.
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
	InsufficientMaterial // only in chess: neither side can give mate
	FivefoldRepetition
	SeventyFiveMoves
	ThreefoldRepetition // only by claim
	FiftyMoves          // only by claim
)

var reasonNames = [...]string{
	"", "checkmate", "stalemate", "bare-kings", "insufficient-material", "fivefold", "seventy-five-moves", "threefold", "fifty-moves",
}

// String returns the reason's name in file formats and the API, for example
// "checkmate", or "" for Running.
func (r Reason) String() string { return reasonNames[r] }

// Outcome returns the outcome by the position alone: checkmate, stalemate, bare
// kings, in chess insufficient material, or running. Draws by repetition and move
// count require a [Game].
func (p *Position) Outcome() Outcome {
	switch {
	case !p.HasMoves() && p.Checkers() != 0:
		return Outcome{Checkmate, winFor(p.turn.Other())}
	case !p.HasMoves():
		return Outcome{Stalemate, Draw}
	case p.Occupied().Count() == 2:
		return Outcome{BareKings, Draw}
	case !p.CanWin(White) && !p.CanWin(Black):
		return Outcome{InsufficientMaterial, Draw}
	}
	return Outcome{}
}

// CanWin reports whether c has material with which it can give mate, provided that
// the opponent helps. If not, c does not win when the opponent runs out of time. A
// king alone cannot. In chess, neither can a king and a knight, unless the opponent has a
// piece other than a queen, which can block an escape of its own king, nor a king and bishops if
// all bishops of both sides are on squares of one color and there are no pawns and
// knights. In the other variants any other piece suffices, because it can be promoted.
func (p *Position) CanWin(c Color) bool {
	own, opponent := p.OccupiedBy(c), p.OccupiedBy(c.Other())
	if own.Count() == 1 {
		return false
	}
	of := func(k Kind) Bitboard { return p.Pieces(White, k) | p.Pieces(Black, k) }
	switch {
	case p.variant != Chess || own&(of(Pawn)|of(Rook)|of(Queen)) != 0:
		return true
	case own&of(Knight) != 0:
		return own.Count() > 2 || opponent&^(of(King)|of(Queen)) != 0
	}
	bishops := of(Bishop)
	return bishops&lightSquares != 0 && bishops&^lightSquares != 0 || of(Pawn)|of(Knight) != 0
}

// lightSquares are the light squares, such as b1 and h1.
const lightSquares Bitboard = 0x55AA55AA55AA55AA
