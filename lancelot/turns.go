package lancelot

// AppendTurns appends all legal turns and returns the extended slice. Their
// order is fixed: single stones, then by stone those followed by Excalibur,
// then by Excalibur those followed by a stone; squares row by row from below. A
// seat that holds the king's power can have tens of thousands.
func (p *Position) AppendTurns(dst []Turn) []Turn {
	if p.over != Running {
		return dst
	}
	plan := &p.field().plan
	stones := p.open
	if p.PutsSword() {
		for stones.any() {
			dst = append(dst, SwordTurn(plan[stones.pop()]))
		}
		return dst
	}
	for stones.any() {
		dst = append(dst, StoneTurn(plan[stones.pop()]))
	}
	if !p.HasPower(p.toAct) {
		return dst
	}
	var after Position
	for stones = p.open; stones.any(); {
		stone := stones.pop()
		swords := p.swordsAfter(&after, stone)
		for swords.any() {
			dst = append(dst, StoneSwordTurn(plan[stone], plan[swords.pop()]))
		}
	}
	lifted := *p
	lifted.liftSword()
	for swords := p.swordsFirst(&lifted); swords.any(); {
		sword := swords.pop()
		after = lifted
		after.playSword(p.toAct, sword)
		for stones := after.openTo(p.toAct); stones.any(); {
			dst = append(dst, SwordStoneTurn(plan[sword], plan[stones.pop()]))
		}
	}
	return dst
}

// CountTurns is the number of legal turns, found faster than by listing them.
func (p *Position) CountTurns() int {
	n := p.open.count()
	if p.over != Running || p.PutsSword() || !p.HasPower(p.toAct) {
		return n
	}
	var after Position
	for stones := p.open; stones.any(); {
		swords := p.swordsAfter(&after, stones.pop())
		n += swords.count()
	}
	lifted := *p
	lifted.liftSword()
	for swords := p.swordsFirst(&lifted); swords.any(); {
		after = lifted
		after.playSword(p.toAct, swords.pop())
		stones := after.openTo(p.toAct)
		n += stones.count()
	}
	return n
}

// swordsAfter are the squares to which the seat to act may move Excalibur after
// its stone; after is left as the position between the two with Excalibur
// lifted.
func (p *Position) swordsAfter(after *Position, stone uint8) bitboard {
	*after = *p
	after.playStone(p.toAct, stone)
	after.liftSword()
	return p.swordsFirst(after)
}

// swordsFirst are the squares to which the seat to act may move Excalibur by
// the board from which it has been lifted.
func (p *Position) swordsFirst(lifted *Position) bitboard {
	swords := lifted.openTo(p.toAct)
	swords.clear(p.sword)
	return swords
}

// IsLegal tells whether the turn may be played.
func (p *Position) IsLegal(t Turn) bool {
	if p.over != Running {
		return false
	}
	stone, onField := p.indexOf(t.Stone())
	if t.Kind() != SwordOnly && !onField {
		return false
	}
	sword, onField := p.indexOf(t.Sword())
	if t.Kind() != StoneOnly && !onField {
		return false
	}
	if p.PutsSword() {
		return t == SwordTurn(t.Sword()) && p.open.has(sword)
	}
	switch t {
	case StoneTurn(t.Stone()):
		return p.open.has(stone)
	case StoneSwordTurn(t.Stone(), t.Sword()):
		if !p.HasPower(p.toAct) || !p.open.has(stone) {
			return false
		}
		var after Position
		swords := p.swordsAfter(&after, stone)
		return swords.has(sword)
	case SwordStoneTurn(t.Sword(), t.Stone()):
		if !p.HasPower(p.toAct) {
			return false
		}
		after := *p
		after.liftSword()
		if swords := p.swordsFirst(&after); !swords.has(sword) {
			return false
		}
		after.playSword(p.toAct, sword)
		stones := after.openTo(p.toAct)
		return stones.has(stone)
	}
	return false
}

// ParseTurn reads a turn and finds it legal: the error is a [*SyntaxError] if
// it cannot be read and an [*IllegalTurnError] if it may not be played.
func (p *Position) ParseTurn(text string) (Turn, error) {
	t, err := ParseTurn(text)
	if err != nil {
		return NoTurn, err
	}
	if err := p.refusal(t); err != nil {
		return NoTurn, err
	}
	return t, nil
}
