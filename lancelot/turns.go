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
	if p.PlacesExcalibur() {
		for stones.Any() {
			dst = append(dst, ExcaliburTurn(plan[stones.Pop()]))
		}
		return dst
	}
	for stones.Any() {
		dst = append(dst, StoneTurn(plan[stones.Pop()]))
	}
	if !p.HasExcaliburTurn(p.toAct) {
		return dst
	}
	var after Position
	for stones = p.open; stones.Any(); {
		stone := stones.Pop()
		swords := p.swordsAfter(&after, stone)
		for swords.Any() {
			dst = append(dst, StoneExcaliburTurn(plan[stone], plan[swords.Pop()]))
		}
	}
	lifted := *p
	lifted.liftSword()
	for swords := p.swordsFirst(&lifted); swords.Any(); {
		sword := swords.Pop()
		after = lifted
		after.playSword(p.toAct, sword)
		for stones := after.openTo(p.toAct); stones.Any(); {
			dst = append(dst, ExcaliburStoneTurn(plan[sword], plan[stones.Pop()]))
		}
	}
	return dst
}

// CountTurns is the number of legal turns, found faster than by listing them.
func (p *Position) CountTurns() int {
	n := p.open.Len()
	if p.over != Running || p.PlacesExcalibur() || !p.HasExcaliburTurn(p.toAct) {
		return n
	}
	var after Position
	for stones := p.open; stones.Any(); {
		swords := p.swordsAfter(&after, stones.Pop())
		n += swords.Len()
	}
	lifted := *p
	lifted.liftSword()
	for swords := p.swordsFirst(&lifted); swords.Any(); {
		after = lifted
		after.playSword(p.toAct, swords.Pop())
		stones := after.openTo(p.toAct)
		n += stones.Len()
	}
	return n
}

// swordsAfter are the squares to which the seat to act may move Excalibur after
// its stone; after is left as the position between the two with Excalibur
// lifted.
func (p *Position) swordsAfter(after *Position, stone uint8) Set {
	*after = *p
	after.playStone(p.toAct, stone)
	after.liftSword()
	return p.swordsFirst(after)
}

// swordsFirst are the squares to which the seat to act may move Excalibur by
// the board from which it has been lifted.
func (p *Position) swordsFirst(lifted *Position) Set {
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
	if t.Kind() != ExcaliburOnly && !onField {
		return false
	}
	sword, onField := p.indexOf(t.Excalibur())
	if t.Kind() != StoneOnly && !onField {
		return false
	}
	if p.PlacesExcalibur() {
		return t == ExcaliburTurn(t.Excalibur()) && p.open.Has(sword)
	}
	switch t {
	case StoneTurn(t.Stone()):
		return p.open.Has(stone)
	case StoneExcaliburTurn(t.Stone(), t.Excalibur()):
		if !p.HasExcaliburTurn(p.toAct) || !p.open.Has(stone) {
			return false
		}
		var after Position
		swords := p.swordsAfter(&after, stone)
		return swords.Has(sword)
	case ExcaliburStoneTurn(t.Excalibur(), t.Stone()):
		if !p.HasExcaliburTurn(p.toAct) {
			return false
		}
		after := *p
		after.liftSword()
		if swords := p.swordsFirst(&after); !swords.Has(sword) {
			return false
		}
		after.playSword(p.toAct, sword)
		stones := after.openTo(p.toAct)
		return stones.Has(stone)
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
