package judge

import (
	"slices"

	"tafelrunde/lancelot"
)

// LancelotCode is the kind of a remark about Lancelot. Its text is stable.
type LancelotCode string

// The remarks about Lancelot.
const (
	CapturesStones     LancelotCode = "captures-stones"      // captures N stones on Lines, on which the lead became two
	CapturesStonesMany LancelotCode = "captures-stones-many" // the same on several lines
	Reaches            LancelotCode = "reaches"              // the seat has reached the target with N stones
	Remaining          LancelotCode = "remaining"            // N more stones reach the target

	// Before the turn, Seat could have reached the target with a stone on Square, which captured N
	// stones, or only with an Excalibur turn, such as Turn. Now it cannot.
	PreventsTarget          LancelotCode = "prevents-target"
	PreventsTargetExcalibur LancelotCode = "prevents-target-excalibur"
	// Seat can reach the target with a stone on Square, which captures N stones, or only with an
	// Excalibur turn, such as Turn.
	LeavesTarget          LancelotCode = "leaves-target"
	LeavesTargetExcalibur LancelotCode = "leaves-target-excalibur"

	// A next stone of the seat on Square would capture N stones on Lines, more than before the turn,
	// and no other seat could then reach the target.
	Threatens LancelotCode = "threatens"
	// The seat has closed Lines for itself, on which it captures nothing: its lead is two or more.
	Closes LancelotCode = "closes"
	// Seat can capture N stones, some of them of the seat that moved, with a stone on Square.
	Threatened LancelotCode = "threatened"
	// Before the turn, Seat could have captured N stones with a stone on Square. Now it captures
	// nothing there and fewer elsewhere.
	Saves LancelotCode = "saves"
	// After each turn of Seat, the other seat can capture at least N stones, but none without it.
	Zugzwang LancelotCode = "zugzwang"
	// After each turn of Seat, the other seat can reach the target, but not without it.
	ZugzwangTarget LancelotCode = "zugzwang-target"

	Skips LancelotCode = "skips" // Seat has no legal turn and is skipped
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
	over := after.Outcome().Over()
	if !over {
		all = append(all, targetRemarks(before, &after, us)...)
	}
	captures, captured := step.Captures(), capturingLines(before, step)
	if n := len(captures); n > 0 {
		code := CapturesStones
		if len(captured) > 1 {
			code = CapturesStonesMany
		}
		add(code, n, us, lancelot.NoSquare, captured...)
		if over && after.Outcome().Wins(us) && after.Captured(us) >= after.Target() {
			add(Reaches, after.Captured(us), us, lancelot.NoSquare)
		} else {
			add(Remaining, max(0, after.Target()-after.Captured(us)), us, lancelot.NoSquare)
		}
	}
	for _, seat := range step.Skipped {
		add(Skips, 0, seat, lancelot.NoSquare)
	}
	if over {
		return all, nil
	}
	next := after.ToMove()
	if code, n := zugzwang(&after, us); n > 0 {
		add(code, n, next, lancelot.NoSquare)
	}
	if r, ok := saved(before, &after); ok {
		all = append(all, r)
	}
	all = append(all, ownThreats(before, &after, us)...)
	if closed := closedLines(before, &after, us, captured); len(closed) > 0 {
		add(Closes, 0, us, lancelot.NoSquare, closed...)
	}
	if turn, _ := after.LargestCapture(next, after.Stones(us)); next != us && turn != lancelot.NoTurn {
		// A stone that reaches the target needs no second remark.
		if _, other := TargetTurn(&after, next); other != turn {
			add(Threatened, stoneCaptures(&after, next, turn), next, turn.Stone())
		}
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
// it is LineCaptures only if the seat has a stone, a free square of the line is open to it,
// and there are stones to capture.
func LineStatus(p *lancelot.Position, now *lancelot.PartialTurn, seat lancelot.Seat, line int) lancelot.LineStatus {
	status := now.LineStatus(seat, line)
	if status != lancelot.LineCaptures {
		return status
	}
	open := now.OpenTo(seat).Intersection(p.LineSquares(line))
	foreign := slices.ContainsFunc(p.Line(line).Squares(), func(square lancelot.Square) bool {
		owner, stone := now.At(square).Seat()
		return stone && owner != seat
	})
	if foreign && !open.IsEmpty() && now.InHand(seat) > 0 {
		return lancelot.LineCaptures
	}
	return lancelot.LineOpen
}
