package solve

import (
	"math/bits"
	"sync/atomic"

	"tafelrunde/internal/hugepages"
)

// proofs are what is known of positions, each in so few bits that as many as
// possible find room, and in full all the same. A position is a number below a
// bound; the number is divided by that of the table's lines, the quotient is kept
// and the rest tells, shifted by what the quotient is mixed to, in which line, so
// that line and quotient together are the number again. Any number of goroutines
// may ask and tell at once.
type proofs struct {
	words     []uint64
	lines     uint64
	lineWords int // words of a line, filled from the first on
	width     int // bits of an entry
	each      int // entries in a word
	mask      uint64
	stonesIn  func(number uint64) int // for what is told to go first
}

// blockWords is how many words the processor reads at once. A line has as many or
// half or a quarter of them, of which the table is whole blocks.
const blockWords = 8

// A proof is what is known of one position.
type proof uint8

const (
	unknown    proof = iota
	loses            // the seat to act has no share of the win
	hasShare         // at least a share, perhaps the win
	sharesOnly       // a share, not the win
	wins
	winsNot        // perhaps a share
	proofKinds = 5 // besides unknown, of which there are no entries
)

// blocksIn is how many blocks so many bytes are.
func blocksIn(memory int) int { return max(1, memory/8/blockWords) }

// prepare makes the table empty and ready for numbers below a bound.
func (t *proofs) prepare(memory int, bound uint64, stonesIn func(uint64) int) {
	if n := blocksIn(memory) * blockWords; len(t.words) != n {
		t.words = nil // lets the old ones go before the new ones are made
		t.words = make([]uint64, n)
		hugepages.Ask(t.words)
	} else {
		clear(t.words)
	}
	t.each, t.stonesIn = 0, stonesIn
	// The more lines there are, the shorter are their entries, but the fewer are
	// among those of which one has to go.
	for words := blockWords; words >= blockWords/4; words /= 2 {
		lines := uint64(len(t.words) / words)
		width := bits.Len64(((bound-1)/lines + 1) * proofKinds)
		if each := 64 / width; each > t.each {
			t.lines, t.lineWords, t.width, t.each = lines, words, width, each
		}
	}
	t.mask = 1<<t.width - 1
}

// entryOf is what is kept of a position of that quotient.
func entryOf(quotient uint64, p proof) uint64 { return quotient*proofKinds + uint64(p) }

// proofIn is what an entry tells of the position of a quotient in its line.
func proofIn(entry, quotient uint64) proof {
	if p := entry - quotient*proofKinds; p <= proofKinds {
		return proof(p)
	}
	return unknown
}

// quotientIn is the quotient of the position of which an entry is.
func quotientIn(entry uint64) uint64 { return (entry - 1) / proofKinds }

// A spot is where a position is or would be.
type spot struct{ line, quotient uint64 }

func (t *proofs) spot(number uint64) spot {
	quotient := number / t.lines
	return spot{t.shift(quotient, number%t.lines), quotient}
}

// shift is the line of a quotient and a rest.
func (t *proofs) shift(quotient, rest uint64) uint64 {
	by, _ := bits.Mul64(mix(quotient), t.lines)
	if rest += by; rest >= t.lines {
		rest -= t.lines
	}
	return rest
}

// number is the number of which a spot was made.
func (t *proofs) number(at spot) uint64 {
	by, _ := bits.Mul64(mix(at.quotient), t.lines)
	rest := at.line
	if rest < by {
		rest += t.lines
	}
	return at.quotient*t.lines + rest - by
}

// mix spreads the bits of a number.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// full is which part of the table is taken, from 0 to 1, by its first lines.
func (t *proofs) full() float64 {
	words := t.words[:min(len(t.words), 1<<15)]
	taken := 0
	for i := range words {
		for word := atomic.LoadUint64(&words[i]); word != 0; word >>= t.width {
			taken++
		}
	}
	return float64(taken) / float64(len(words)*t.each)
}

// touch reads the line of a spot, without waiting for it if the answer is not
// used.
func (t *proofs) touch(at spot) uint64 {
	return atomic.LoadUint64(&t.words[at.line*uint64(t.lineWords)])
}

// at is what is known.
func (t *proofs) at(at spot) proof {
	words := t.words[at.line*uint64(t.lineWords):][:t.lineWords]
	for i := range words {
		word := atomic.LoadUint64(&words[i])
		for e := word; e != 0; e >>= t.width {
			if p := proofIn(e&t.mask, at.quotient); p != unknown {
				return p
			}
		}
		if word>>(t.width*(t.each-1)) == 0 {
			break // nothing stands behind an empty place
		}
	}
	return unknown
}

// tell adds what has been found out. Where all places are taken, one of a few goes,
// that of the position with most stones, which is the quickest to find out again.
func (t *proofs) tell(at spot, least int, can bool) {
	words := t.words[at.line*uint64(t.lineWords):][:t.lineWords]
	for i := 0; i < len(words); {
		word := atomic.LoadUint64(&words[i])
		known, place := unknown, 0
		for ; place < t.each; place++ {
			e := word >> (t.width * place) & t.mask
			if known = proofIn(e, at.quotient); e == 0 || known != unknown {
				break
			}
		}
		if place == t.each {
			i++
			continue
		}
		if t.change(&words[i], word, place, entryOf(at.quotient, known.and(least, can))) {
			return
		}
	}
	first := int(at.quotient) & (len(words) - 1)
	most, in, place := -1, 0, 0
	for i := first; (i-first)*t.each < contenders; i++ {
		i := i & (len(words) - 1)
		word := atomic.LoadUint64(&words[i])
		for j := range t.each {
			other := spot{at.line, quotientIn(word >> (t.width * j) & t.mask)}
			if n := t.stonesIn(t.number(other)); n > most {
				most, in, place = n, i, j
			}
		}
	}
	t.change(&words[in], atomic.LoadUint64(&words[in]), place, entryOf(at.quotient, unknown.and(least, can)))
}

// contenders are at least so many of a full line's entries of which one goes. If
// all of them were looked at, what is of use no more would never go.
const contenders = 3

// change puts an entry into a word, unless the word is no more what it was.
func (t *proofs) change(word *uint64, was uint64, place int, entry uint64) bool {
	shift := t.width * place
	return atomic.CompareAndSwapUint64(word, was, was&^(t.mask<<shift)|entry<<shift)
}

// and is what is known when it has been found out as well whether the seat to act
// can have that much: 0 for a share of the win, 1 for the win.
func (p proof) and(least int, can bool) proof {
	switch {
	case least == 1 && can:
		return wins
	case least == 0 && !can:
		return loses
	case p == loses || p == wins || p == sharesOnly:
		return p
	case least == 1 && p == hasShare || least == 0 && p == winsNot:
		return sharesOnly
	case least == 1:
		return winsNot
	}
	return hasShare
}

// tells is what is known of whether the seat to act can have that much.
func (p proof) tells(least int) (known, can bool) {
	if least == 1 {
		return p == loses || p == sharesOnly || p >= wins, p == wins
	}
	return p >= loses && p <= wins, p >= hasShare && p <= wins
}
