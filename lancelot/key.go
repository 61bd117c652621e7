package lancelot

// keys are the random words whose exclusive or is the key of a position
// (Zobrist, "A New Hashing Method with Application for Game Playing", 1970).
var keys = makeKeys()

type keyTable struct {
	stone         [MaxSeats][196]uint64
	excalibur     [196]uint64
	captured      [MaxSeats][MaxSeats*StonesPerSeat + 1]uint64
	inHand        [MaxSeats][StonesPerSeat + 1]uint64
	excaliburTurn [MaxSeats]uint64
	toAct         [MaxSeats]uint64
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
	fill(k.excalibur[:])
	fill(k.excaliburTurn[:])
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

// Key returns the Zobrist key of the position. Equal positions have equal keys;
// collisions are rare. Keys may change with the version of this package.
func (p *Position) Key() uint64 { return p.key }

// gameKey returns the part of the key for the size, seats, target and rules.
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

// index returns the place of a square of the board among the words of keys.
func (p *Position) index(at Square) uint8 { return p.board().index[at] }

// countKey returns the part of the key for the seat's captured stones and those in
// its hand.
func (p *Position) countKey(seat Seat) uint64 {
	return keys.captured[seat][p.captured[seat]] ^ keys.inHand[seat][p.inHand[seat]]
}
