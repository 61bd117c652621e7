package search

import "tafelrunde/wotn"

// skill describes how a level below 10 plays. It searches less deep, adds noise
// to evaluations, and overlooks moves that people overlook. All errors depend
// on the position and a seed only, so that one search is consistent.
type skill struct {
	depth int
	noise int // greatest error of an evaluation, in centipawns
	// blind is the probability, in 1/256, of overlooking a move that is hard to
	// see.
	blind int
	seed  uint64
}

// levels holds the skills of levels 1 to 9.
var levels = [MaxLevel]skill{
	{depth: 1, noise: 600, blind: 150},
	{depth: 1, noise: 220, blind: 90},
	{depth: 2, noise: 220, blind: 70},
	{depth: 2, noise: 100, blind: 40},
	{depth: 3, noise: 90, blind: 30},
	{depth: 4, noise: 70, blind: 18},
	{depth: 5, noise: 50, blind: 8},
	{depth: 6, noise: 30, blind: 3},
	{depth: 8, noise: 15},
}

func skillOf(level int, seed uint64) skill {
	if level >= MaxLevel {
		return skill{}
	}
	s := levels[level-1]
	s.seed = seed
	return s
}

// evalError returns the error of the evaluation of the position with a key.
func (s *skill) evalError(key uint64) int {
	n := mix(key ^ s.seed)
	// The sum of two uniform numbers makes small errors more frequent.
	return (int(n&0xffff) + int(n>>16&0xffff) - 0xffff) * s.noise / 0xffff
}

// overlooks reports whether the level does not see a move of p.
func (s *skill) overlooks(p *wotn.Position, m wotn.Move) bool {
	hard := hardness(m)
	return hard > 0 && int(mix(p.Key()^uint64(m)*0x9e3779b97f4a7c15^s.seed)&0xff)*4 < s.blind*min(hard, 4)
}

// hardness returns how hard a move is to see: 0 for a short one, more for a long
// one, a leap and a promotion.
func hardness(m wotn.Move) int {
	hard := 0
	files, ranks := m.From().File()-m.To().File(), m.From().Rank()-m.To().Rank()
	if distance := max(abs(files), abs(ranks)); distance > 2 {
		hard += distance - 2
	}
	if m.Promotion() != wotn.NoKind {
		hard++
	}
	if files != 0 && ranks != 0 && abs(files) != abs(ranks) && abs(files)+abs(ranks) > 3 {
		hard += 2 // a rider's long move or a camel's leap
	}
	return hard
}

// mix is the finalizer of splitmix64.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
