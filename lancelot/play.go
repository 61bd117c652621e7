package lancelot

import "math/bits"

func trailingZeros(x uint64) int { return bits.TrailingZeros64(x) & 63 }

// change adds delta to the lanes of a line, updates the closed lines and returns
// the new lanes.
func (p *Position) change(line int, delta uint64) uint64 {
	before := p.lead[line]
	after := before + delta
	p.lead[line] = after
	if flip := (before ^ after) & closedBits; flip != 0 {
		for ; flip != 0; flip &= flip - 1 {
			p.closed[trailingZeros(flip)>>3][line>>6] ^= 1 << (line & 63)
		}
	}
	return after
}

// stoneDelta returns the change that a stone of the seat makes to the lanes of its lines: 1
// for its owner, -1 for all others, and an occupied square.
func (p *Position) stoneDelta(seat Seat) uint64 {
	return 2<<(8*seat) - ones[p.seats] + occupiedOne
}

// placeStone places a stone without capturing.
func (p *Position) placeStone(seat Seat, at Square) {
	p.stones[seat].Add(at)
	p.free.Remove(at)
	p.key ^= keys.stone[seat][p.index(at)]
	delta := p.stoneDelta(seat)
	for _, line := range p.through(at) {
		p.change(line, delta)
	}
}

// removeStone removes a stone.
func (p *Position) removeStone(seat Seat, at Square) {
	p.stones[seat].Remove(at)
	p.free.Add(at)
	p.key ^= keys.stone[seat][p.index(at)]
	delta := -p.stoneDelta(seat)
	for _, line := range p.through(at) {
		p.change(line, delta)
	}
}

// placeExcalibur places Excalibur, counted against all seats, without capturing.
func (p *Position) placeExcalibur(at Square) {
	p.excaliburAt = at
	p.free.Remove(at)
	p.key ^= keys.excalibur[p.index(at)]
	for _, line := range p.through(at) {
		p.change(line, occupiedOne-ones[p.seats])
	}
}

// liftExcalibur removes Excalibur, which counts against all seats.
func (p *Position) liftExcalibur() {
	at := p.excaliburAt
	p.excaliburAt = NoSquare
	p.free.Add(at)
	p.key ^= keys.excalibur[p.index(at)]
	for _, line := range p.through(at) {
		p.change(line, ones[p.seats]-occupiedOne)
	}
}

// playStone places a stone from the seat's hand and returns what it captures.
func (p *Position) playStone(seat Seat, at Square) (captured Set) {
	p.stones[seat].Add(at)
	p.free.Remove(at)
	p.key ^= keys.stone[seat][p.index(at)] ^ keys.inHand[seat][p.inHand[seat]]
	p.inHand[seat]--
	p.key ^= keys.inHand[seat][p.inHand[seat]]
	return p.settle(seat, at)
}

// moveExcalibur places Excalibur, lifted before, as a stone of the seat and returns
// what it captures.
func (p *Position) moveExcalibur(seat Seat, at Square) (captured Set) {
	p.excaliburAt = at
	p.free.Remove(at)
	p.key ^= keys.excalibur[p.index(at)]
	return p.settle(seat, at)
}

// releaseExcalibur makes Excalibur, counted as a stone of the seat, count against
// all seats again.
func (p *Position) releaseExcalibur(seat Seat) {
	for _, line := range p.through(p.excaliburAt) {
		p.change(line, -(2 << (8 * seat)))
	}
}

// settle counts what has just been placed on a square for the seat and captures the other
// seats' stones on lines through it where its lead becomes two. All lines are
// examined before a stone is removed.
func (p *Position) settle(seat Seat, at Square) (captured Set) {
	f := p.board()
	delta := p.stoneDelta(seat)
	for _, line := range p.through(at) {
		if uint8(p.change(line, delta)>>(8*seat)) == capturing {
			captured.addAll(&f.mask[line])
		}
	}
	if captured.IsEmpty() {
		return captured
	}
	captured.removeAll(&p.free)
	captured.removeAll(&p.stones[seat])
	if p.excaliburAt != NoSquare {
		captured.Remove(p.excaliburAt)
	}
	if !captured.IsEmpty() {
		p.captureAll(seat, captured)
	}
	return captured
}

// captureAll removes stones of several owners and counts them for the seat.
func (p *Position) captureAll(seat Seat, captured Set) {
	p.key ^= keys.captured[seat][p.captured[seat]]
	p.captured[seat] += uint8(captured.Count())
	p.key ^= keys.captured[seat][p.captured[seat]]
	for owner := range Seat(p.seats) {
		theirs := p.stones[owner].Intersection(captured)
		for !theirs.IsEmpty() {
			p.removeStone(owner, theirs.Pop())
		}
	}
}

// PlayInto stores the position after the turn in dst, which may be p itself. The
// turn must be legal: otherwise the result is undefined, or PlayInto panics. It
// does not allocate.
func (p *Position) PlayInto(dst *Position, t Turn) {
	if dst != p {
		*dst = *p
	}
	seat := dst.toAct
	switch t.Kind() {
	case StoneOnly:
		dst.playStone(seat, t.Stone())
	case StoneThenExcalibur:
		dst.playStone(seat, t.Stone())
		dst.liftExcalibur()
		dst.moveExcalibur(seat, t.Excalibur())
		dst.spendExcaliburTurn(seat)
	case ExcaliburThenStone:
		dst.liftExcalibur()
		dst.moveExcalibur(seat, t.Excalibur())
		dst.playStone(seat, t.Stone())
		dst.spendExcaliburTurn(seat)
	case ExcaliburOnly:
		dst.placeExcalibur(t.Excalibur())
	}
	dst.endTurn(seat)
}

// spendExcaliburTurn ends the Excalibur turn of the seat, its only one.
func (p *Position) spendExcaliburTurn(seat Seat) {
	p.releaseExcalibur(seat)
	p.excaliburTurns &^= 1 << seat
	p.key ^= keys.excaliburTurn[seat]
}

// endTurn ends the game if the seat that has acted reached the target. Otherwise
// it passes the turn on.
func (p *Position) endTurn(seat Seat) {
	if p.captured[seat] >= p.target {
		p.reason = TargetReached
		p.open = Set{}
		p.key ^= keys.toAct[seat]
		p.toAct = seat.next(p.seats)
		p.key ^= keys.toAct[p.toAct]
		return
	}
	p.passTurn(seat.next(p.seats))
}

// passTurn gives the turn to the first seat, counted from the given one, that has
// a legal turn. If there is none, the game is over.
//
// A seat with a stone in hand has a legal turn if and only if a square is open to
// it. An Excalibur turn cannot open the first square: Excalibur counts against the
// seat, so lifting it lowers none of its leads, and closed squares stay closed.
func (p *Position) passTurn(from Seat) {
	p.key ^= keys.toAct[p.toAct]
	p.toAct = from
	if p.PlacesExcalibur() {
		p.open = p.free
	} else {
		p.reason = NoLegalTurn
		seat := from
		for range p.seats {
			if p.inHand[seat] > 0 {
				p.open = p.openTo(seat)
				if !p.open.IsEmpty() {
					p.toAct, p.reason = seat, Running
					break
				}
			}
			seat = seat.next(p.seats)
		}
		if p.reason != Running {
			p.open = Set{}
		}
	}
	p.key ^= keys.toAct[p.toAct]
}

// Play returns the position after the turn. The error is a [*TurnError].
func (p *Position) Play(t Turn) (Position, error) {
	if err := p.refusal(t); err != nil {
		return Position{}, err
	}
	var after Position
	p.PlayInto(&after, t)
	return after, nil
}

// WithToMove returns the position in which the seat acts instead, as if the seats before it
// passed. If the seat has no legal turn, the next one that has one acts. A finished position
// stays as it is.
func (p *Position) WithToMove(seat Seat) Position {
	after := *p
	if after.reason == Running {
		after.passTurn(seat)
	}
	return after
}
