package lancelot

import "iter"

// AppendTurns appends the legal turns to dst and returns the extended slice. The
// order is fixed: single stones, then stones followed by Excalibur, then Excalibur
// followed by stones; squares row by row from below. AppendTurns allocates only if
// dst is too small; with an Excalibur turn there can be tens of thousands of turns.
func (p *Position) AppendTurns(dst []Turn) []Turn {
	if p.reason != Running {
		return dst
	}
	stones := p.open
	if p.PlacesExcalibur() {
		for !stones.IsEmpty() {
			dst = append(dst, ExcaliburTurn(stones.Pop()))
		}
		return dst
	}
	for !stones.IsEmpty() {
		dst = append(dst, StoneTurn(stones.Pop()))
	}
	if !p.HasExcaliburTurn(p.toAct) {
		return dst
	}
	var after Position
	for stones = p.open; !stones.IsEmpty(); {
		stone := stones.Pop()
		targets := p.excaliburAfterStone(&after, stone)
		for !targets.IsEmpty() {
			dst = append(dst, StoneExcaliburTurn(stone, targets.Pop()))
		}
	}
	lifted := *p
	lifted.liftExcalibur()
	for targets := p.excaliburSquares(&lifted); !targets.IsEmpty(); {
		excalibur := targets.Pop()
		after = lifted
		after.moveExcalibur(p.toAct, excalibur)
		for stones := after.openTo(p.toAct); !stones.IsEmpty(); {
			dst = append(dst, ExcaliburStoneTurn(excalibur, stones.Pop()))
		}
	}
	return dst
}

// Turns returns an iterator over the legal turns, in the order of
// [Position.AppendTurns]. The turns are those of the position when the iteration
// starts.
func (p *Position) Turns() iter.Seq[Turn] {
	return func(yield func(Turn) bool) {
		if p.reason != Running {
			return
		}
		single := StoneTurn
		if p.PlacesExcalibur() {
			single = ExcaliburTurn
		}
		for open := p.open; !open.IsEmpty(); {
			if !yield(single(open.Pop())) {
				return
			}
		}
		if p.PlacesExcalibur() || !p.HasExcaliburTurn(p.toAct) {
			return
		}
		var g Generator
		for stones := p.open; !stones.IsEmpty(); {
			stone := stones.Pop()
			for targets := g.AfterStone(p, stone); !targets.IsEmpty(); {
				if !yield(StoneExcaliburTurn(stone, targets.Pop())) {
					return
				}
			}
		}
		for targets := g.Excaliburs(p); !targets.IsEmpty(); {
			excalibur := targets.Pop()
			for stones := g.AfterExcalibur(p, excalibur); !stones.IsEmpty(); {
				if !yield(ExcaliburStoneTurn(excalibur, stones.Pop())) {
					return
				}
			}
		}
	}
}

// CountTurns returns the number of legal turns. It is faster than AppendTurns.
func (p *Position) CountTurns() int {
	n := p.open.Count()
	if p.reason != Running || p.PlacesExcalibur() || !p.HasExcaliburTurn(p.toAct) {
		return n
	}
	var after Position
	for stones := p.open; !stones.IsEmpty(); {
		targets := p.excaliburAfterStone(&after, stones.Pop())
		n += targets.Count()
	}
	lifted := *p
	lifted.liftExcalibur()
	for targets := p.excaliburSquares(&lifted); !targets.IsEmpty(); {
		after = lifted
		after.moveExcalibur(p.toAct, targets.Pop())
		stones := after.openTo(p.toAct)
		n += stones.Count()
	}
	return n
}

// excaliburAfterStone returns the squares to which the seat to act may move
// Excalibur after its stone. It stores the position after the stone, with Excalibur
// lifted, in after.
func (p *Position) excaliburAfterStone(after *Position, stone Square) Set {
	*after = *p
	after.playStone(p.toAct, stone)
	after.liftExcalibur()
	return p.excaliburSquares(after)
}

// excaliburSquares returns the squares to which the seat to act may move
// Excalibur. In lifted it is already lifted.
func (p *Position) excaliburSquares(lifted *Position) Set {
	targets := lifted.openTo(p.toAct)
	targets.Remove(p.excaliburAt)
	return targets
}

// IsLegal reports whether the turn is legal.
func (p *Position) IsLegal(t Turn) bool {
	if p.reason != Running {
		return false
	}
	stone, excalibur := t.Stone(), t.Excalibur()
	if t.Kind() != ExcaliburOnly && !p.OnBoard(stone) || t.Kind() != StoneOnly && !p.OnBoard(excalibur) {
		return false
	}
	if p.PlacesExcalibur() {
		return t == ExcaliburTurn(t.Excalibur()) && p.open.Has(excalibur)
	}
	switch t {
	case StoneTurn(t.Stone()):
		return p.open.Has(stone)
	case StoneExcaliburTurn(t.Stone(), t.Excalibur()):
		if !p.HasExcaliburTurn(p.toAct) || !p.open.Has(stone) {
			return false
		}
		var after Position
		targets := p.excaliburAfterStone(&after, stone)
		return targets.Has(excalibur)
	case ExcaliburStoneTurn(t.Excalibur(), t.Stone()):
		if !p.HasExcaliburTurn(p.toAct) {
			return false
		}
		after := *p
		after.liftExcalibur()
		if targets := p.excaliburSquares(&after); !targets.Has(excalibur) {
			return false
		}
		after.moveExcalibur(p.toAct, excalibur)
		stones := after.openTo(p.toAct)
		return stones.Has(stone)
	}
	return false
}

// ParseTurn parses a turn, like the function [ParseTurn], and checks that it is
// legal. The error is a [*SyntaxError] or a [*TurnError].
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
