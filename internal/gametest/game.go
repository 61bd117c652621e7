package gametest

// Outcome is how a position stands by the rules.
type Outcome struct {
	Over   bool
	Reason string // "" while it runs
	// Returns is each seat's share of the win; all zero while it runs.
	Returns []float64
}

// Game is a game as the kit sees it: a position P and a move M, both plain
// comparable values, and what one does with them. Functions get positions by
// address for speed and must not change them, but for the destination of
// PlayInto. All fields are needed unless it is said that they may be nil or zero.
type Game[P, M comparable] struct {
	// Starts are texts of positions from which random games begin.
	Starts []string

	Parse     func(text string) (P, error)
	Text      func(p *P) string
	Moves     func(p *P) []M
	Play      func(p *P, m M) (P, error) // refuses illegal moves
	PlayInto  func(dst, p *P, m M)       // dst may be p
	IsLegal   func(p *P, m M) bool
	MoveText  func(p *P, m M) string
	ParseMove func(p *P, text string) (M, error)
	Key       func(p *P) uint64 // may be nil
	Outcome   func(p *P) Outcome

	Seats func(p *P) int
	ToAct func(p *P) int

	// Sum is what the returns of a finished game add up to.
	Sum float64
	// Bound is the greatest number of moves that a game can have; 0 if there is
	// none, so that random games are cut short.
	Bound int
	// FinalRefused tells that the text of a finished game with this outcome is
	// refused by Parse; nil if that never happens.
	FinalRefused func(o Outcome) bool
	// Choose picks a move for a random game, given a source of numbers from 0 to
	// n-1; nil to take any with the same chance.
	Choose func(moves []M, below func(n int) int) M
}

// cut is the length of random games without a bound.
const cut = 200

func (g *Game[P, M]) choose(moves []M, below func(n int) int) M {
	if g.Choose != nil {
		return g.Choose(moves, below)
	}
	return moves[below(len(moves))]
}
