package solve

import (
	"math/bits"
	"sync/atomic"

	"tafelrunde/internal/engines"
)

// table is the transposition table. It maps positions, given as numbers below a
// bound, to proofs, in as few bits as possible. The number is divided by the number
// of buckets. The entry stores the quotient; the remainder, shifted by a hash of the
// quotient, is the index of the bucket. So bucket and quotient determine the number,
// and the entry is exact. The methods may be called concurrently.
type table struct {
	words       []uint64
	buckets     uint64
	bucketWords int // words of a bucket, filled from the first on
	width       int // bits of an entry
	perWord     int // entries in a word
	mask        uint64
	stonesIn    func(number uint64) int // decides which entry is replaced
}

// blockWords is the number of words of a cache line. A bucket has as many words, or
// half or a quarter of them.
const blockWords = 8

// proof is the proved result of a position.
type proof uint8

const (
	unknown    proof = iota
	loses            // the seat to act has no share of the win
	hasShare         // at least a share, perhaps the win
	sharesOnly       // a share, not the win
	wins
	winsNot        // perhaps a share
	proofKinds = 5 // without unknown, which has no entries
)

// blocksIn returns the number of blocks in a number of bytes, at least 1.
func blocksIn(memory int) int { return max(1, memory/8/blockWords) }

// prepare clears the table for numbers below a bound. stonesIn returns the number of
// stones of a position by its number.
func (t *table) prepare(memory int, bound uint64, stonesIn func(uint64) int) {
	if n := blocksIn(memory) * blockWords; len(t.words) != n {
		t.words = nil // lets the old words be freed before the allocation
		t.words = make([]uint64, n)
		engines.AdviseHugePages(t.words)
	} else {
		clear(t.words)
	}
	t.perWord, t.stonesIn = 0, stonesIn
	// More buckets have shorter entries, but fewer entries to choose from when one
	// must be replaced.
	for words := blockWords; words >= blockWords/4; words /= 2 {
		buckets := uint64(len(t.words) / words)
		width := bits.Len64(((bound-1)/buckets + 1) * proofKinds)
		if perWord := 64 / width; perWord > t.perWord {
			t.buckets, t.bucketWords, t.width, t.perWord = buckets, words, width, perWord
		}
	}
	t.mask = 1<<t.width - 1
}

// entryOf returns the entry of a position.
func entryOf(quotient uint64, p proof) uint64 { return quotient*proofKinds + uint64(p) }

// proofIn returns the proof in an entry if it belongs to the position with a
// quotient, and unknown otherwise.
func proofIn(entry, quotient uint64) proof {
	if p := entry - quotient*proofKinds; p <= proofKinds {
		return proof(p)
	}
	return unknown
}

// quotientIn returns the quotient in an entry.
func quotientIn(entry uint64) uint64 { return (entry - 1) / proofKinds }

// slot is the place of a position in the table.
type slot struct{ bucket, quotient uint64 }

// slot returns the place of a position.
func (t *table) slot(number uint64) slot {
	quotient := number / t.buckets
	return slot{t.shift(quotient, number%t.buckets), quotient}
}

// shift returns the bucket of a quotient and a remainder.
func (t *table) shift(quotient, remainder uint64) uint64 {
	by, _ := bits.Mul64(mix(quotient), t.buckets)
	if remainder += by; remainder >= t.buckets {
		remainder -= t.buckets
	}
	return remainder
}

// number returns the position of a slot.
func (t *table) number(at slot) uint64 {
	by, _ := bits.Mul64(mix(at.quotient), t.buckets)
	remainder := at.bucket
	if remainder < by {
		remainder += t.buckets
	}
	return at.quotient*t.buckets + remainder - by
}

// mix returns a hash of x.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// fill returns the used part of the table, from 0 to 1, estimated from its first
// words.
func (t *table) fill() float64 {
	words := t.words[:min(len(t.words), 1<<15)]
	used := 0
	for i := range words {
		for word := atomic.LoadUint64(&words[i]); word != 0; word >>= t.width {
			used++
		}
	}
	return float64(used) / float64(len(words)*t.perWord)
}

// prefetch reads a word of the bucket, so that the processor loads it. It does not
// wait if the result is not used.
func (t *table) prefetch(at slot) uint64 {
	return atomic.LoadUint64(&t.words[at.bucket*uint64(t.bucketWords)])
}

// probe returns the proof of a position.
func (t *table) probe(at slot) proof {
	words := t.words[at.bucket*uint64(t.bucketWords):][:t.bucketWords]
	for i := range words {
		word := atomic.LoadUint64(&words[i])
		for e := word; e != 0; e >>= t.width {
			if p := proofIn(e&t.mask, at.quotient); p != unknown {
				return p
			}
		}
		if word>>(t.width*(t.perWord-1)) == 0 {
			break // entries are filled in order
		}
	}
	return unknown
}

// store adds a proof. In a full bucket it replaces one of a few entries: that of the
// position with the most stones, which is the fastest to search again.
func (t *table) store(at slot, goal int, can bool) {
	words := t.words[at.bucket*uint64(t.bucketWords):][:t.bucketWords]
	for i := 0; i < len(words); {
		word := atomic.LoadUint64(&words[i])
		known, place := unknown, 0
		for ; place < t.perWord; place++ {
			e := word >> (t.width * place) & t.mask
			if known = proofIn(e, at.quotient); e == 0 || known != unknown {
				break
			}
		}
		if place == t.perWord {
			i++
			continue
		}
		if t.change(&words[i], word, place, entryOf(at.quotient, known.and(goal, can))) {
			return
		}
	}
	first := int(at.quotient) & (len(words) - 1)
	most, in, place := -1, 0, 0
	for i := first; (i-first)*t.perWord < minContenders; i++ {
		i := i & (len(words) - 1)
		word := atomic.LoadUint64(&words[i])
		for j := range t.perWord {
			other := slot{at.bucket, quotientIn(word >> (t.width * j) & t.mask)}
			if n := t.stonesIn(t.number(other)); n > most {
				most, in, place = n, i, j
			}
		}
	}
	t.change(&words[in], atomic.LoadUint64(&words[in]), place, entryOf(at.quotient, unknown.and(goal, can)))
}

// minContenders is the smallest number of entries of a full bucket from which store
// chooses. If it chose from all of them, useless old entries would never be
// replaced.
const minContenders = 3

// change replaces an entry in a word, unless another goroutine has changed the word.
func (t *table) change(word *uint64, was uint64, place int, entry uint64) bool {
	shift := t.width * place
	return atomic.CompareAndSwapUint64(word, was, was&^(t.mask<<shift)|entry<<shift)
}

// and returns the proof together with a new result: whether the seat to act can
// force a goal (0 for a share of the win, 1 for the win).
func (p proof) and(goal int, can bool) proof {
	switch {
	case goal == 1 && can:
		return wins
	case goal == 0 && !can:
		return loses
	case p == loses || p == wins || p == sharesOnly:
		return p
	case goal == 1 && p == hasShare || goal == 0 && p == winsNot:
		return sharesOnly
	case goal == 1:
		return winsNot
	}
	return hasShare
}

// answers reports whether the proof decides a goal, and if so whether the seat to
// act can force it.
func (p proof) answers(goal int) (known, can bool) {
	if goal == 1 {
		return p == loses || p == sharesOnly || p >= wins, p == wins
	}
	return p >= loses && p <= wins, p >= hasShare && p <= wins
}
