package lancelot

// keys are the random words whose exclusive or is the key of a position
// (Zobrist, "A New Hashing Method with Application for Game Playing", 1970).
var keys = makeKeys()

type keyTable struct {
	stone    [MaxSeats][196]uint64
	sword    [196]uint64
	captured [MaxSeats][MaxSeats*StonesPerSeat + 1]uint64
	inHand   [MaxSeats][StonesPerSeat + 1]uint64
	power    [MaxSeats]uint64
	toAct    [MaxSeats]uint64
}

func makeKeys() *keyTable {
	k, state := new(keyTable), uint64(0x4c616e63656c6f74)
	fill := func(words []uint64) {
		for i := range words {
			state += 0x9e3779b97f4a7c15
			words[i] = mix(state)
		}
	}
	for seat := range MaxSeats {
		fill(k.stone[seat][:])
		fill(k.captured[seat][:])
		fill(k.inHand[seat][:])
	}
	fill(k.sword[:])
	fill(k.power[:])
	fill(k.toAct[:])
	return k
}

// mix is the output function of SplitMix64 (Steele, Lea, Flood, "Fast
// Splittable Pseudorandom Number Generators", 2014).
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Key is a word that equal positions share and that unequal ones share only by
// rare accident; it is kept up as turns are played. It is meant for tables in
// memory: it may change from one version of this package to the next.
func (p *Position) Key() uint64 { return p.key }

// gameKey tells games with different rules apart.
func (p *Position) gameKey() uint64 {
	rules := uint64(0)
	if p.diagonals {
		rules |= 1
	}
	if p.excalibur {
		rules |= 2
	}
	return mix(uint64(p.size)<<24 | uint64(p.seats)<<16 | uint64(p.target)<<8 | rules)
}

// countKey is the part of the key for the stones that a seat has taken and
// those in its hand.
func (p *Position) countKey(seat Seat) uint64 {
	return keys.captured[seat][p.captured[seat]] ^ keys.inHand[seat][p.inHand[seat]]
}
