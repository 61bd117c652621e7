package engines

// onlyMargin is the loss of the second best move from which on the best is the only
// good one, in thousandths of win share: that of a mistake.
const onlyMargin = 100

// IsOnly reports whether a move is the only good one, by the mover's win shares after
// it, the best move, and after the second best, in thousandths: every other move is at
// least a mistake.
func IsOnly(best, second float64) bool { return best-second >= onlyMargin }
