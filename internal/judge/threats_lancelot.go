package judge

import (
	"cmp"
	"slices"

	"tafelrunde/lancelot"
)

// TargetTurn returns the number of stones that a seat captures to reach the target with its
// next turn if it were to act on this board, and that turn, with a single stone if
// possible; 0 if it cannot.
func TargetTurn(p *lancelot.Position, seat lancelot.Seat) (int, lancelot.Turn) {
	stones := allStones(p)
	for _, largest := range []func(lancelot.Seat, lancelot.Set) (lancelot.Turn, lancelot.Set){p.LargestCapture, p.LargestExcaliburCapture} {
		turn, captured := largest(seat, stones)
		if n := captured.Count(); n > 0 && p.Captured(seat)+n >= p.Target() {
			return n, turn
		}
	}
	return 0, lancelot.NoTurn
}

// allStones returns the stones of all seats.
func allStones(p *lancelot.Position) lancelot.Set {
	var stones lancelot.Set
	for seat := range lancelot.Seat(p.Seats()) {
		stones = stones.Union(p.Stones(seat))
	}
	return stones
}

// othersAfter returns the other seats in the order in which they act after a seat.
func othersAfter(p *lancelot.Position, us lancelot.Seat) []lancelot.Seat {
	var all []lancelot.Seat
	for i := 1; i < p.Seats(); i++ {
		all = append(all, lancelot.Seat((int(us)+i)%p.Seats()))
	}
	return all
}

// targetRemarks returns the remarks on the other seats that could have reached the target before a
// turn and cannot after it, then those on the seats that can after it.
func targetRemarks(before, after *lancelot.Position, us lancelot.Seat) []LancelotRemark {
	var prevented, left []LancelotRemark
	remark := func(n int, seat lancelot.Seat, turn lancelot.Turn, stone, excalibur LancelotCode) LancelotRemark {
		if turn.Kind() == lancelot.StoneOnly {
			return LancelotRemark{Code: stone, N: n, Seat: seat, Square: turn.Stone()}
		}
		return LancelotRemark{Code: excalibur, N: n, Seat: seat, Square: lancelot.NoSquare, Turn: turn}
	}
	for _, seat := range othersAfter(after, us) {
		if n, turn := TargetTurn(after, seat); n > 0 {
			left = append(left, remark(n, seat, turn, LeavesTarget, LeavesTargetExcalibur))
		} else if n, turn := TargetTurn(before, seat); n > 0 {
			prevented = append(prevented, remark(n, seat, turn, PreventsTarget, PreventsTargetExcalibur))
		}
	}
	return append(prevented, left...)
}

// saved returns the remark on the largest capture with a single stone that the next seat had before
// a turn and has not after it. A stone that would have reached the target has another remark.
func saved(before, after *lancelot.Position) (r LancelotRemark, ok bool) {
	us, next := before.ToMove(), after.ToMove()
	turn, had := before.LargestCapture(next, allStones(before))
	n := had.Count()
	if next == us || n == 0 || before.Captured(next)+n >= before.Target() {
		return r, false
	}
	if _, has := after.LargestCapture(next, allStones(after)); has.Count() >= n || stoneCaptures(after, next, turn) > 0 {
		return r, false
	}
	return LancelotRemark{Code: Saves, N: n, Seat: next, Square: turn.Stone()}, true
}

// stoneCaptures returns the number of stones that a turn of a seat captures if it is to act on this
// board; 0 if the turn is not legal.
func stoneCaptures(p *lancelot.Position, seat lancelot.Seat, turn lancelot.Turn) int {
	acting := p.WithToMove(seat)
	if acting.ToMove() != seat {
		return 0
	}
	step, err := acting.Explain(turn)
	if err != nil {
		return 0
	}
	return len(step.Captures())
}

// maxThreats bounds the captures that are examined for remarks on threats.
const maxThreats = 8

// ownThreats returns the remarks on captures that the seat that moved could make next with a single
// stone, the largest first, one for each line. They capture more than the same stone before the
// turn. A capture after which another seat could reach the target is no threat.
func ownThreats(before, after *lancelot.Position, us lancelot.Seat) []LancelotRemark {
	acting := after.WithToMove(us)
	if acting.ToMove() != us {
		return nil
	}
	now, err := acting.PartialTurn(lancelot.NoTurn)
	if err != nil {
		return nil
	}
	found := slices.DeleteFunc(now.StonePlacements(), func(place lancelot.Placement) bool {
		return len(place.Captures) <= stoneCaptures(before, us, lancelot.StoneTurn(place.Square))
	})
	slices.SortStableFunc(found, func(a, b lancelot.Placement) int { return cmp.Compare(len(b.Captures), len(a.Captures)) })
	var threats []LancelotRemark
	named := map[int]bool{}
	for _, place := range found[:min(len(found), maxThreats)] {
		lines := slices.DeleteFunc(slices.Clone(place.CapturesOn), func(line int) bool { return !hasAny(after, line, place.Captures) })
		if !slices.ContainsFunc(lines, func(line int) bool { return !named[line] }) || loses(&acting, lancelot.StoneTurn(place.Square)) {
			continue
		}
		for _, line := range lines {
			named[line] = true
		}
		threats = append(threats, LancelotRemark{Code: Threatens, N: len(place.Captures), Seat: us, Square: place.Square, Lines: lines})
	}
	return threats
}

// hasAny reports whether one of the stones is on a line.
func hasAny(p *lancelot.Position, line int, stones []lancelot.Capture) bool {
	squares := p.LineSquares(line)
	return slices.ContainsFunc(stones, func(c lancelot.Capture) bool { return squares.Has(c.Square) })
}

// loses reports whether a turn does not end the game and another seat could then reach the target.
func loses(p *lancelot.Position, turn lancelot.Turn) bool {
	after, err := p.Play(turn)
	if err != nil || after.Outcome().Over() {
		return false
	}
	return slices.ContainsFunc(othersAfter(p, p.ToMove()), func(seat lancelot.Seat) bool { n, _ := TargetTurn(&after, seat); return n > 0 })
}

// closedLines returns the lines that a turn has closed for its seat, but not those on which it
// captured and full ones.
func closedLines(before, after *lancelot.Position, us lancelot.Seat, captured []int) []int {
	var closed []int
	free := after.FreeSquares()
	for line := range after.LineCount() {
		was, is := before.LineStatus(us, line), after.LineStatus(us, line)
		if is != lancelot.LineClosed || was == lancelot.LineClosed || slices.Contains(captured, line) {
			continue
		}
		if places := free.Intersection(after.LineSquares(line)); !places.IsEmpty() {
			closed = append(closed, line)
		}
	}
	return closed
}

// zugzwang reports whether the turn that led to p has put the opponent, who is to move, in zugzwang:
// us could capture nothing now, but can after each turn of the opponent. n is the number of stones
// that us can capture at least, 0 if there is no zugzwang. Only games of two seats have one, and
// only while the opponent has no Excalibur turn.
func zugzwang(p *lancelot.Position, us lancelot.Seat) (code LancelotCode, n int) {
	next := p.ToMove()
	if p.Seats() != 2 || next == us || p.PlacesExcalibur() || p.HasExcaliburTurn(next) {
		return "", 0
	}
	_, had := p.LargestCapture(us, p.Stones(next))
	if target, _ := TargetTurn(p, us); target > 0 {
		return "", 0
	}
	wins, first := true, true
	for turn := range p.Turns() {
		var after lancelot.Position
		p.PlayInto(&after, turn)
		if after.Outcome().Over() {
			return "", 0
		}
		_, captured := after.LargestCapture(us, after.Stones(next))
		if target, _ := TargetTurn(&after, us); target == 0 {
			wins = false
		}
		if first || captured.Count() < n {
			n, first = captured.Count(), false
		}
		if n == 0 || !wins && !had.IsEmpty() {
			return "", 0
		}
	}
	if wins {
		return ZugzwangTarget, n
	}
	return Zugzwang, n
}
