package explorer

// Points returns twice a win share: 0, 1 or 2.
func Points(share float64) int { return int(2*share + 0.5) }

// Record is a game as the explorer counts it.
type Record struct {
	// Result is twice the points of the side that acted first: 0, 1 or 2.
	Result int
	// Moves are the moves from the start position, in coordinate notation.
	Moves []string
}
