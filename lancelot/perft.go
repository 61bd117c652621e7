package lancelot

// Perft returns the number of sequences of depth legal turns from the position.
// It serves to compare turn generators. Turns with the same result but different
// notation are counted separately.
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

// TurnCount is a turn and the [Perft] count after it.
type TurnCount struct {
	Turn  Turn
	Count uint64
}

// Divide returns [Perft] counts for each turn, in the order of
// [Position.AppendTurns]. The depth must be at least 1.
func Divide(p *Position, depth int) []TurnCount {
	var counts []TurnCount
	var after Position
	for _, t := range p.AppendTurns(nil) {
		p.PlayInto(&after, t)
		counts = append(counts, TurnCount{t, Perft(&after, depth-1)})
	}
	return counts
}
