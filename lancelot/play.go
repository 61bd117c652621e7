package lancelot

import "math/bits"

func trailingZeros(x uint64) int { return bits.TrailingZeros64(x) & 63 }

// change adds delta to the lanes of one line and keeps closed true to them.
func (p *Position) change(line uint8, delta uint64) uint64 {
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

// stoneDelta is what a stone of the seat adds to the lanes of its lines: one to
// its owner, minus one to everyone else, and an occupied square.
func (p *Position) stoneDelta(seat Seat) uint64 {
	return 2<<(8*seat) - ones[p.seats] + occupiedOne
}

// put sets a stone without judging it.
func (p *Position) put(seat Seat, i uint8) {
	p.stones[seat].set(i)
	p.free.clear(i)
	p.key ^= keys.stone[seat][i]
	delta := p.stoneDelta(seat)
	for _, line := range p.through(i) {
		p.change(line, delta)
	}
}

// take removes a stone.
func (p *Position) take(seat Seat, i uint8) {
	p.stones[seat].clear(i)
	p.free.set(i)
	p.key ^= keys.stone[seat][i]
	delta := -p.stoneDelta(seat)
	for _, line := range p.through(i) {
		p.change(line, delta)
	}
}

// putSword sets Excalibur as everyone's opponent, without judging it.
func (p *Position) putSword(i uint8) {
	p.sword = i
	p.free.clear(i)
	p.key ^= keys.sword[i]
	for _, line := range p.through(i) {
		p.change(line, occupiedOne-ones[p.seats])
	}
}

// liftSword takes Excalibur, which counts as everyone's opponent, from the
// field.
func (p *Position) liftSword() {
	i := p.sword
	p.sword = noIndex
	p.free.set(i)
	p.key ^= keys.sword[i]
	for _, line := range p.through(i) {
		p.change(line, ones[p.seats]-occupiedOne)
	}
}

// playStone puts the seat's stone, takes what it takes and answers that.
func (p *Position) playStone(seat Seat, i uint8) (taken Set) {
	p.stones[seat].set(i)
	p.free.clear(i)
	p.key ^= keys.stone[seat][i] ^ keys.inHand[seat][p.inHand[seat]]
	p.inHand[seat]--
	p.key ^= keys.inHand[seat][p.inHand[seat]]
	return p.judge(seat, i)
}

// playSword puts Excalibur, lifted before, as the seat's own stone, takes what
// it takes and answers that.
func (p *Position) playSword(seat Seat, i uint8) (taken Set) {
	p.sword = i
	p.free.clear(i)
	p.key ^= keys.sword[i]
	return p.judge(seat, i)
}

// returnSword lets Excalibur, so far the seat's own, count against everyone
// again.
func (p *Position) returnSword(seat Seat) {
	for _, line := range p.through(p.sword) {
		p.change(line, -(2 << (8 * seat)))
	}
}

// judge counts what has just been put on i as the seat's own and takes other
// seats' stones from the lines through i on which its lead is then two. All
// lines are judged before a stone is removed.
func (p *Position) judge(seat Seat, i uint8) (taken Set) {
	f := p.field()
	delta := p.stoneDelta(seat)
	for _, line := range p.through(i) {
		if uint8(p.change(line, delta)>>(8*seat)) == taking {
			taken.or(&f.mask[line])
		}
	}
	if !taken.Any() {
		return taken
	}
	taken.andNot(&p.free)
	taken.andNot(&p.stones[seat])
	if p.sword != noIndex {
		taken.clear(p.sword)
	}
	if taken.Any() {
		p.takeAll(seat, taken)
	}
	return taken
}

// takeAll removes stones of several owners and counts them for the seat.
func (p *Position) takeAll(seat Seat, taken Set) {
	p.key ^= keys.captured[seat][p.captured[seat]]
	p.captured[seat] += uint8(taken.Len())
	p.key ^= keys.captured[seat][p.captured[seat]]
	for owner := range Seat(p.seats) {
		theirs := p.stones[owner].And(&taken)
		for theirs.Any() {
			p.take(owner, theirs.Pop())
		}
	}
}

// PlayInto writes to dst the position after the turn, which must be one of p's
// legal turns; with anything else dst is left in no defined state, or it panics.
// dst may be p itself. It allocates nothing.
func (p *Position) PlayInto(dst *Position, t Turn) {
	if dst != p {
		*dst = *p
	}
	seat := dst.toAct
	f := dst.field()
	switch t.Kind() {
	case StoneOnly:
		dst.playStone(seat, f.index[t.Stone()])
	case StoneThenExcalibur:
		dst.playStone(seat, f.index[t.Stone()])
		dst.liftSword()
		dst.playSword(seat, f.index[t.Excalibur()])
		dst.spendPower(seat)
	case ExcaliburThenStone:
		dst.liftSword()
		dst.playSword(seat, f.index[t.Excalibur()])
		dst.playStone(seat, f.index[t.Stone()])
		dst.spendPower(seat)
	case ExcaliburOnly:
		dst.putSword(f.index[t.Excalibur()])
	}
	dst.endTurn(seat)
}

// spendPower ends the seat's use of the king's power.
func (p *Position) spendPower(seat Seat) {
	p.returnSword(seat)
	p.powers &^= 1 << seat
	p.key ^= keys.power[seat]
}

// endTurn looks whether the seat that has acted has won, else gives the turn to
// the next.
func (p *Position) endTurn(seat Seat) {
	if p.captured[seat] >= p.target {
		p.over = TargetReached
		p.open = Set{}
		p.key ^= keys.toAct[seat]
		p.toAct = seat.next(p.seats)
		p.key ^= keys.toAct[p.toAct]
		return
	}
	p.giveTurn(seat.next(p.seats))
}

// giveTurn lets the first seat from that one on act that has a legal turn; if
// there is none, the game is over.
//
// A seat with a stone in hand has a legal turn just if a square is open to it:
// the king's power cannot make the first one. Excalibur counts against the seat
// where it stands, so that lifting it lowers no lead of the seat, and every
// square that was free and closed stays closed, to Excalibur as well.
func (p *Position) giveTurn(from Seat) {
	p.key ^= keys.toAct[p.toAct]
	p.toAct = from
	if p.PlacesExcalibur() {
		p.open = p.free
	} else {
		p.over = NoLegalTurn
		seat := from
		for range p.seats {
			if p.inHand[seat] > 0 {
				p.open = p.openTo(seat)
				if p.open.Any() {
					p.toAct, p.over = seat, Running
					break
				}
			}
			seat = seat.next(p.seats)
		}
		if p.over != Running {
			p.open = Set{}
		}
	}
	p.key ^= keys.toAct[p.toAct]
}

// Play is the position after the turn, or an [*IllegalTurnError] that says why
// it may not be played.
func (p *Position) Play(t Turn) (Position, error) {
	if err := p.refusal(t); err != nil {
		return Position{}, err
	}
	var after Position
	p.PlayInto(&after, t)
	return after, nil
}
