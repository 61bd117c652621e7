package lancelot

// Perft returns the number of sequences of exactly depth legal turns from p, for
// tests of turn generators (https://www.chessprogramming.org/Perft). Turns with the
// same result but different notation are counted separately. Perft is 1 at depth 0.
func Perft(p *Position, depth int) uint64 {
	switch {
	case depth <= 0:
		return 1
	case depth == 1:
		return uint64(p.CountTurns())
	}
	n := uint64(0)
	var after Position
	for _, t := range p.AppendTurns(nil) {
		p.PlayInto(&after, t)
		n += Perft(&after, depth-1)
	}
	return n
}

// TurnCount is a turn with Count, the number of sequences that start with it.
type TurnCount struct {
	Turn  Turn
	Count uint64
}

// Divide returns for each legal turn the number of sequences of exactly depth turns
// that start with it. Their sum is Perft(p, depth). For a depth below 1 it returns
// nil.
func Divide(p *Position, depth int) []TurnCount {
	if depth < 1 {
		return nil
	}
	var counts []TurnCount
	var after Position
	for _, t := range p.AppendTurns(nil) {
		p.PlayInto(&after, t)
		counts = append(counts, TurnCount{t, Perft(&after, depth-1)})
	}
	return counts
}
