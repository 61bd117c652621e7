package testkit

// Outcome is the outcome of a position by the rules.
type Outcome struct {
	Over   bool
	Reason string // "" while the game runs
	// WinShares is each seat's share of the win; all zero while the game runs.
	WinShares []float64
}

// Game describes a game with positions P and moves M, both comparable values.
// Positions are passed by pointer; functions must not change them, except for
// the destination of PlayInto. All fields are required unless stated otherwise.
type Game[P, M comparable] struct {
	// Starts are the texts of the positions from which random games start.
	Starts []string

	Parse     func(text string) (P, error)
	Text      func(p *P) string
	Moves     func(p *P) []M
	Play      func(p *P, m M) (P, error) // returns an error for illegal moves
	PlayInto  func(dst, p *P, m M)       // dst may be p
	IsLegal   func(p *P, m M) bool
	MoveText  func(p *P, m M) string
	ParseMove func(p *P, text string) (M, error)
	Key       func(p *P) uint64 // may be nil
	Outcome   func(p *P) Outcome

	Seats func(p *P) int
	ToAct func(p *P) int

	// Sum is the sum of the win shares of a finished game.
	Sum float64
	// Bound is the maximum number of moves in a game, or 0 if there is none.
	Bound int
	// FinalRefused reports whether Parse refuses the text of a finished game
	// with this outcome. It is nil if Parse never does.
	FinalRefused func(o Outcome) bool
	// Choose chooses a move for a random game; below returns a random number
	// from 0 to n-1. If it is nil all moves have the same probability.
	Choose func(moves []M, below func(n int) int) M
}

// cut is the maximum length of random games without a bound.
const cut = 200

func (g *Game[P, M]) choose(moves []M, below func(n int) int) M {
	if g.Choose != nil {
		return g.Choose(moves, below)
	}
	return moves[below(len(moves))]
}
