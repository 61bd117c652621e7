package lancelot

// Perft is the number of sequences of exactly depth legal turns from the
// position: the measure by which generators of legal turns are compared. Turns
// that end alike but are written differently count apart.
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

// TurnCount is one turn's share of a [Perft].
type TurnCount struct {
	Turn  Turn
	Count uint64
}

// Divide is [Perft] turn by turn, in the order of [Position.AppendTurns]; depth
// is at least 1.
func Divide(p *Position, depth int) []TurnCount {
	var counts []TurnCount
	var after Position
	for _, t := range p.AppendTurns(nil) {
		p.PlayInto(&after, t)
		counts = append(counts, TurnCount{t, Perft(&after, depth-1)})
	}
	return counts
}
