package search

import (
	"math/bits"
	"sync/atomic"

	"tafelrunde/internal/engines"
	"tafelrunde/wotn"
)

// table is the transposition table, shared by all threads without locks. An
// entry is two words. The first is the position's key XOR the second, so a
// mixture of two entries written at once is recognized (R. Hyatt and T. Mann, A
// lockless transposition table implementation for parallel search, ICGA Journal
// 25, 2002).
//
// The second word is, from the lowest bit: move 17 (from 6, to 6, promotion 5),
// score 16, raw evaluation 16, depth 7, bound 2, generation 6.
type table struct {
	buckets    []bucket
	generation uint64
}

// bucket is a cache line with the entries where a position may be stored.
type bucket [4]struct{ check, data uint64 }

// stored is a decoded entry.
type stored struct {
	move    wotn.Move // from MoveBetween; may be illegal
	score   int       // mates count from this position
	rawEval int       // noScore if unknown
	depth   int
	bound   uint8
}

// The bounds of an entry; noBound means that it has no score.
const (
	noBound uint8 = iota
	upperBound
	lowerBound
	exactBound
)

const (
	storedDepthOffset = 1 // so that depth -1 can be stored
	generations       = 64
)

func (t *table) resize(mib int) {
	n := mib << 20 / 64
	if len(t.buckets) == n {
		return
	}
	t.buckets = nil // frees the old table before the new one is allocated
	t.buckets = make([]bucket, n)
	engines.AdviseHugePages(t.buckets)
	t.generation = 0
}

func (t *table) clear() {
	clear(t.buckets)
	t.generation = 0
}

// nextSearch starts a new generation of entries.
func (t *table) nextSearch() { t.generation = (t.generation + 1) % generations }

func (t *table) bucketOf(key uint64) *bucket { return &t.buckets[index(key, len(t.buckets))] }

// index maps a key uniformly to an index below n.
func index(key uint64, n int) uint64 {
	i, _ := bits.Mul64(key, uint64(n))
	return i
}

// load returns the entry of p, with mate scores counted from ply.
func (t *table) load(p *wotn.Position, ply int) (e stored, ok bool) {
	key := p.Key()
	b := t.bucketOf(key)
	for i := range b {
		data := atomic.LoadUint64(&b[i].data)
		if atomic.LoadUint64(&b[i].check)^data != key || data == 0 {
			continue
		}
		if from, to := wotn.Square(data&63), wotn.Square(data>>6&63); from != to {
			e.move = p.MoveBetween(from, to, wotn.Kind(data>>12&31))
		}
		e.score = fromTable(int(int16(data>>17)), ply)
		e.rawEval = int(int16(data >> 33))
		e.depth = int(data>>49&127) - storedDepthOffset
		e.bound = uint8(data >> 56 & 3)
		return e, true
	}
	return stored{rawEval: noScore}, false
}

// store stores an entry of p. If it has no move, the old entry's move is kept.
func (t *table) store(p *wotn.Position, ply int, e stored) {
	key := p.Key()
	b := t.bucketOf(key)
	worst, worstValue := 0, 1<<30
	var old uint64
	for i := range b {
		data := atomic.LoadUint64(&b[i].data)
		if data == 0 || atomic.LoadUint64(&b[i].check)^data == key {
			worst, old = i, data
			break
		}
		age := (t.generation - data>>58) % generations
		if value := int(data>>49&127) - 8*int(age); value < worstValue {
			worst, worstValue = i, value
		}
	}
	move := uint64(e.move.From()) | uint64(e.move.To())<<6 | uint64(e.move.Promotion())<<12
	if e.move == wotn.NoMove {
		move = old & (1<<17 - 1)
	}
	// Do not replace a much deeper result of this search, unless the new one is
	// exact.
	if old != 0 && e.bound != exactBound && old>>58 == t.generation && e.depth+storedDepthOffset+4 < int(old>>49&127) {
		return
	}
	data := move | uint64(uint16(toTable(e.score, ply)))<<17 | uint64(uint16(e.rawEval))<<33 |
		uint64(e.depth+storedDepthOffset)<<49 | uint64(e.bound)<<56 | t.generation<<58
	atomic.StoreUint64(&b[worst].check, key^data)
	atomic.StoreUint64(&b[worst].data, data)
}

// full returns the share of entries written by this search, in thousandths.
func (t *table) full() int {
	used, seen := 0, min(len(t.buckets), 250)
	for i := range t.buckets[:seen] {
		for j := range t.buckets[i] {
			data := atomic.LoadUint64(&t.buckets[i][j].data)
			if data != 0 && data>>58 == t.generation {
				used++
			}
		}
	}
	return used * 1000 / max(1, 4*seen)
}

// Mate scores are stored by their distance from the position, not from the
// root.

func toTable(score, ply int) int {
	switch {
	case score > maxEval:
		return score + ply
	case score < -maxEval:
		return score - ply
	}
	return score
}

func fromTable(score, ply int) int {
	switch {
	case score > maxEval:
		return score - ply
	case score < -maxEval:
		return score + ply
	}
	return score
}
