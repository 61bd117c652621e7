package lancelot

// LargestCapture returns the single stone that captures as many stones of a set as
// possible if the seat were to act on this board, as a turn, and the stones of the
// set that it captures. It returns [NoTurn] if the seat can capture none of them
// with a single stone.
func (p *Position) LargestCapture(seat Seat, of Set) (Turn, Set) {
	if p.reason != Running || p.inHand[seat] == 0 {
		return NoTurn, Set{}
	}
	search := captureSearch{seat: seat, of: of.Intersection(p.stonesOfOthers(seat))}
	square, ok := search.improve(p, p.openTo(seat))
	if !ok {
		return NoTurn, Set{}
	}
	return p.capturing(seat, StoneTurn(square), search.of)
}

// LargestExcaliburCapture is [Position.LargestCapture] for the turns that move
// Excalibur. It returns [NoTurn] too if the seat has no Excalibur turn.
func (p *Position) LargestExcaliburCapture(seat Seat, of Set) (Turn, Set) {
	if p.reason != Running || p.inHand[seat] == 0 || p.PlacesExcalibur() || !p.HasExcaliburTurn(seat) {
		return NoTurn, Set{}
	}
	acting := *p
	acting.toAct = seat
	search := captureSearch{seat: seat, of: of.Intersection(p.stonesOfOthers(seat))}
	best := NoTurn
	var g Generator
	for stones := p.openTo(seat); !stones.IsEmpty(); {
		stone := stones.Pop()
		if excalibur, ok := search.improve(&g.board, g.AfterStone(&acting, stone)); ok {
			best = StoneExcaliburTurn(stone, excalibur)
		}
	}
	for targets := g.Excaliburs(&acting); !targets.IsEmpty(); {
		excalibur := targets.Pop()
		if stone, ok := search.improve(&g.board, g.AfterExcalibur(&acting, excalibur)); ok {
			best = ExcaliburStoneTurn(excalibur, stone)
		}
	}
	if best == NoTurn {
		return NoTurn, Set{}
	}
	return p.capturing(seat, best, search.of)
}

// stonesOfOthers returns the stones of all other seats.
func (p *Position) stonesOfOthers(seat Seat) (all Set) {
	for other := range Seat(p.seats) {
		if other != seat {
			all = all.Union(p.stones[other])
		}
	}
	return all
}

// capturing returns the turn and the stones of a set that it captures.
func (p *Position) capturing(seat Seat, turn Turn, of Set) (Turn, Set) {
	after := *p
	after.toAct = seat
	after.PlayInto(&after, turn)
	return turn, of.Difference(after.stonesOfOthers(seat))
}

// captureSearch finds the action that completes the largest capture of stones of a set.
// It does not play the last action: on different lines through a free square there are
// different stones, so that the captures of the lines add up.
type captureSearch struct {
	seat Seat
	of   Set // without stones of the seat
	most int // of the captures found so far
}

// improve looks for the last action, on one of the squares, with more captures than
// found so far, the action before it included. Of equal squares it returns the lowest.
func (c *captureSearch) improve(p *Position, squares Set) (best Square, ok bool) {
	left := c.of.Intersection(p.stonesOfOthers(c.seat))
	taken := c.of.Count() - left.Count()
	f := p.board()
	var captures [maxLines]int
	// atMost has the largest capture on a line of each kind. A square is on one of each.
	var atMost [4]int
	for line := range p.LineCount() {
		if p.Lead(c.seat, line) == 1 {
			there := left.Intersection(f.mask[line])
			captures[line] = there.Count()
			kind := f.line[line].Kind
			atMost[kind] = max(atMost[kind], captures[line])
		}
	}
	if taken+atMost[0]+atMost[1]+atMost[2]+atMost[3] <= c.most {
		return NoSquare, false
	}
	for !squares.IsEmpty() {
		square := squares.Pop()
		n := taken
		for _, line := range p.through(square) {
			n += captures[line]
		}
		if n > c.most {
			best, ok, c.most = square, true, n
		}
	}
	return best, ok
}
