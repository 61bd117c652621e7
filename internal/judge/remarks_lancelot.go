package judge

import (
	"slices"

	"tafelrunde/lancelot"
)

// LancelotCode is the kind of a remark about Lancelot. Its text is stable.
type LancelotCode string

// The remarks about Lancelot.
const (
	CapturesStones        LancelotCode = "captures-stones"         // captures N stones on Lines, on which the lead became two
	CapturesStonesMany    LancelotCode = "captures-stones-many"    // the same on several lines
	Reaches               LancelotCode = "reaches"                 // the seat has reached the target with N stones
	Remaining             LancelotCode = "remaining"               // N more stones reach the target
	Threatens             LancelotCode = "threatens"               // one more stone on a line of Lines captures N stones
	Closes                LancelotCode = "closes"                  // the seat has closed Lines for itself: its lead is two or more
	LeavesTarget          LancelotCode = "leaves-target"           // Seat can reach the target with a stone on Square, which captures N stones
	LeavesTargetExcalibur LancelotCode = "leaves-target-excalibur" // Seat can reach the target only with an Excalibur turn, such as Turn, which captures N stones
	Threatened            LancelotCode = "threatened"              // Seat can capture N stones of the seat that moved, at Square
	Saves                 LancelotCode = "saves"                   // before the turn, Seat could have captured N stones, now none
	Skips                 LancelotCode = "skips"                   // Seat has no legal turn and is skipped
)

// LancelotRemark is a fact about a turn of Lancelot.
type LancelotRemark struct {
	Code LancelotCode
	// Lines are indices of lines.
	Lines []int
	// N is a number of stones.
	N int
	// Seat is another seat, or the seat that moved.
	Seat lancelot.Seat
	// Square is a square, or NoSquare.
	Square lancelot.Square
	// Turn is an Excalibur turn, or NoTurn.
	Turn lancelot.Turn
}

// LancelotRemarks returns the remarks about a legal turn of a position, the most important
// first. The error is that of [lancelot.Position.Explain].
func LancelotRemarks(before *lancelot.Position, turn lancelot.Turn) ([]LancelotRemark, error) {
	step, err := before.Explain(turn)
	if err != nil {
		return nil, err
	}
	after, err := before.Play(turn)
	if err != nil {
		return nil, err
	}
	us := step.Seat
	var all []LancelotRemark
	add := func(code LancelotCode, n int, seat lancelot.Seat, square lancelot.Square, lines ...int) {
		all = append(all, LancelotRemark{Code: code, N: n, Seat: seat, Square: square, Lines: lines})
	}

	captures := step.Captures()
	if n := len(captures); n > 0 {
		lines := capturingLines(before, step)
		code := CapturesStones
		if len(lines) > 1 {
			code = CapturesStonesMany
		}
		add(code, n, us, lancelot.NoSquare, lines...)
		if after.Outcome().Over() && after.Outcome().Wins(us) && after.Captured(us) >= after.Target() {
			add(Reaches, after.Captured(us), us, lancelot.NoSquare)
		} else {
			add(Remaining, max(0, after.Target()-after.Captured(us)), us, lancelot.NoSquare)
		}
	}
	for _, seat := range step.Skipped {
		add(Skips, 0, seat, lancelot.NoSquare)
	}
	if after.Outcome().Over() {
		return all, nil
	}

	var closed []int
	for line := range after.LineCount() {
		was, is := before.LineStatus(us, line), after.LineStatus(us, line)
		if is == lancelot.LineClosed && was != lancelot.LineClosed {
			closed = append(closed, line)
		}
		if n := others(&after, us, line); is == lancelot.LineCaptures && n > 0 && was != lancelot.LineCaptures && hasFree(&after, line) {
			add(Threatens, n, us, lancelot.NoSquare, line)
		}
	}
	if len(closed) > 0 {
		add(Closes, 0, us, lancelot.NoSquare, closed...)
	}
	for _, seat := range othersAfter(&after, us) {
		n, turn := TargetTurn(&after, seat)
		switch {
		case n == 0:
		case turn.Kind() == lancelot.StoneOnly:
			add(LeavesTarget, n, seat, turn.Stone())
		default:
			add(LeavesTargetExcalibur, n, seat, lancelot.NoSquare)
			all[len(all)-1].Turn = turn
		}
	}
	next := after.ToMove()
	if next == us {
		return all, nil
	}
	turn, captured := after.LargestCapture(next, after.Stones(us))
	if turn != lancelot.NoTurn {
		// A stone that reaches the target needs no second remark.
		if _, other := TargetTurn(&after, next); other != turn {
			add(Threatened, captured.Count(), next, turn.Stone())
		}
	} else if _, captured := before.LargestCapture(next, before.Stones(us)); !captured.IsEmpty() {
		add(Saves, captured.Count(), next, lancelot.NoSquare)
	}
	return all, nil
}

// capturingLines returns the lines on which a turn captured, without repetition.
func capturingLines(p *lancelot.Position, step lancelot.Step) []int {
	var lines []int
	for _, action := range step.Actions {
		for _, line := range action.Lines {
			squares := p.Line(line).Squares()
			captured := slices.ContainsFunc(action.Captures, func(c lancelot.Capture) bool { return slices.Contains(squares, c.Square) })
			if captured && !slices.Contains(lines, line) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// LineStatus returns the effect that a seat's lead on a line of p has on its next stone
// there on now, the board within a turn of p. Unlike [lancelot.PartialTurn.LineStatus],
// it is LineCaptures only if the line has a free square and stones to capture.
func LineStatus(p *lancelot.Position, now *lancelot.PartialTurn, seat lancelot.Seat, line int) lancelot.LineStatus {
	status := now.LineStatus(seat, line)
	if status != lancelot.LineCaptures {
		return status
	}
	free, foreign := false, false
	for _, square := range p.Line(line).Squares() {
		cell := now.At(square)
		owner, stone := cell.Seat()
		free = free || cell == lancelot.Free
		foreign = foreign || stone && owner != seat
	}
	if free && foreign {
		return lancelot.LineCaptures
	}
	return lancelot.LineOpen
}

// others returns the number of stones of other seats on a line.
func others(p *lancelot.Position, seat lancelot.Seat, line int) int {
	n := 0
	for _, square := range p.Line(line).Squares() {
		if owner, ok := p.At(square).Seat(); ok && owner != seat {
			n++
		}
	}
	return n
}

func hasFree(p *lancelot.Position, line int) bool {
	return slices.ContainsFunc(p.Line(line).Squares(), func(s lancelot.Square) bool { return p.At(s) == lancelot.Free })
}

// othersAfter returns the other seats in the order in which they act after a seat.
func othersAfter(p *lancelot.Position, us lancelot.Seat) []lancelot.Seat {
	var all []lancelot.Seat
	for i := 1; i < p.Seats(); i++ {
		all = append(all, lancelot.Seat((int(us)+i)%p.Seats()))
	}
	return all
}

// TargetTurn returns the number of stones that a seat captures to reach the target with its
// next turn if it were to act on this board, and that turn, with a single stone if
// possible; 0 if it cannot.
func TargetTurn(p *lancelot.Position, seat lancelot.Seat) (int, lancelot.Turn) {
	var stones lancelot.Set
	for other := range lancelot.Seat(p.Seats()) {
		stones = stones.Union(p.Stones(other))
	}
	for _, largest := range []func(lancelot.Seat, lancelot.Set) (lancelot.Turn, lancelot.Set){p.LargestCapture, p.LargestExcaliburCapture} {
		turn, captured := largest(seat, stones)
		if n := captured.Count(); n > 0 && p.Captured(seat)+n >= p.Target() {
			return n, turn
		}
	}
	return 0, lancelot.NoTurn
}
