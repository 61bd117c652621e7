package themes

import (
	"slices"

	"tafelrunde/internal/judge"
	"tafelrunde/internal/puzzles"
	"tafelrunde/lancelot"
)

// targets are the themes of puzzles that reach the target, by the number of turns.
var targets = []puzzles.Theme{"", puzzles.Target1, puzzles.Target2}

func ofLancelot(p *puzzles.Puzzle, found map[puzzles.Theme]bool) {
	game, err := p.Lancelot()
	if err != nil {
		return // Check has returned it
	}
	start := *game.Position()
	us := start.ToMove()
	if p.Target < len(targets) && p.Target > 0 {
		found[targets[p.Target]] = true
	}
	// As if the others were to act on the board of the puzzle.
	threatened := canReach(&start, us)
	if threatened && start.Seats() == 2 && p.Target > 0 {
		found[puzzles.Race] = true
	}
	for i, text := range p.Solution {
		before := *game.Position()
		turn, err := before.ParseTurn(text)
		if err != nil || game.Play(turn) != nil {
			return
		}
		if before.ToMove() == us {
			ofTurn(&before, game.Position(), turn, found)
		}
		if i > 0 {
			continue
		}
		found[puzzles.Exposure] = exposed(p, &before, turn)
		if threatened && start.Seats() > 2 && p.Target == 0 && !canReach(game.Position(), us) {
			found[puzzles.Balance] = true
		}
	}
}

// canReach reports whether a seat other than us could reach the target with one turn.
func canReach(p *lancelot.Position, us lancelot.Seat) bool {
	for seat := range lancelot.Seat(p.Seats()) {
		if n, _ := judge.TargetTurn(p, seat); seat != us && n > 0 {
			return true
		}
	}
	return false
}

// ofTurn finds the themes of one turn of the solver.
func ofTurn(before, after *lancelot.Position, turn lancelot.Turn, found map[puzzles.Theme]bool) {
	if turn.Kind() == lancelot.StoneThenExcalibur || turn.Kind() == lancelot.ExcaliburThenStone {
		found[puzzles.Excalibur] = true
	}
	remarks, err := judge.LancelotRemarks(before, turn)
	if err != nil {
		return
	}
	us := before.ToMove()
	var captured []int
	for _, remark := range remarks {
		switch remark.Code {
		case judge.CapturesStones, judge.CapturesStonesMany:
			captured = remark.Lines
			if len(captured) == 2 {
				found[puzzles.DoubleCapture] = true
			} else if len(captured) > 2 {
				found[puzzles.TripleCapture] = true
			}
		case judge.Closes:
			// A line on which the solver captures is closed too.
			if slices.ContainsFunc(remark.Lines, func(line int) bool { return !slices.Contains(captured, line) }) {
				found[puzzles.ClosingLine] = true
			}
		case judge.Threatens:
			if slices.ContainsFunc(remark.Lines, func(line int) bool { return cannotPrevent(after, us, line) }) {
				found[puzzles.ChivalryTrap] = true
			}
		}
	}
}

// cannotPrevent reports whether chivalry closes every free square of a line, on which a seat is
// about to capture, to the seat that acts next.
func cannotPrevent(p *lancelot.Position, us lancelot.Seat, line int) bool {
	next := p.ToMove()
	free := p.LineSquares(line).Intersection(p.FreeSquares())
	open := free.Intersection(p.OpenTo(next))
	return next != us && !free.IsEmpty() && open.IsEmpty() && !p.HasExcaliburTurn(next)
}

// exposed reports whether the first turn captures more stones than any single stone of the solver
// could before the opponent's last turn.
func exposed(p *puzzles.Puzzle, position *lancelot.Position, turn lancelot.Turn) bool {
	step, err := position.Explain(turn)
	if err != nil || p.Previous == "" {
		return false
	}
	earlier, err := lancelot.ParsePosition(p.Start)
	if err != nil {
		return false
	}
	var stones lancelot.Set
	for seat := range lancelot.Seat(earlier.Seats()) {
		if seat != step.Seat {
			stones = stones.Union(earlier.Stones(seat))
		}
	}
	_, before := earlier.LargestCapture(step.Seat, stones)
	return len(step.Captures()) > before.Count()
}
