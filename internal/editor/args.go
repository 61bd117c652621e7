package editor

import (
	"tafelrunde/internal/excerpt"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// WotnArgs returns the particulars of an error of package wotn by name, as strings, for
// messages in other languages. It returns nil for other errors and for a
// [*wotn.SetupError], whose problems have [WotnSetupArgs].
func WotnArgs(err error) map[string]any {
	switch e := err.(type) {
	case *wotn.SyntaxError:
		return map[string]any{"text": excerpt.Of(e.Text)}
	case *wotn.MoveError:
		return map[string]any{"move": excerpt.Of(e.Text)}
	case *wotn.HandicapError:
		return map[string]any{"square": e.Square.String(), "kind": e.Promotion.String()}
	}
	return nil
}

// WotnSetupArgs returns the particulars of a problem by name, as strings: the color, and
// the square and the kind if the code uses them.
func WotnSetupArgs(p wotn.SetupProblem) map[string]any {
	args := map[string]any{"color": p.Color.String()}
	if p.Square != wotn.NoSquare {
		args["square"] = p.Square.String()
	}
	if p.Kind != wotn.NoKind {
		args["kind"] = p.Kind.String()
	}
	return args
}

// LancelotArgs is [WotnArgs] for package lancelot. Values are strings and ints. A seat is
// both a number (seat) and a letter (letter). The argument lines is a []any with a map
// for each line: its kind and its [lancelot.Line.Name].
func LancelotArgs(err error) map[string]any {
	switch e := err.(type) {
	case *lancelot.SyntaxError:
		args := map[string]any{"found": excerpt.Of(e.Text)}
		if e.Want != 0 {
			args["want"] = e.Want
		}
		return args
	case *lancelot.TurnError:
		return turnArgs(e)
	}
	return nil
}

func turnArgs(e *lancelot.TurnError) map[string]any {
	args := map[string]any{"turn": e.Turn.String(), "seat": int(e.Seat), "letter": e.Seat.String()}
	if e.Square != lancelot.NoSquare {
		args["square"] = e.Square.String()
	}
	switch e.Code {
	case lancelot.TurnOccupied:
		args["cell"] = e.Cell.String()
	case lancelot.TurnChivalry:
		lines := make([]any, len(e.Lines))
		for i, line := range e.Lines {
			lines[i] = map[string]any{"kind": line.Kind.String(), "name": line.Name()}
		}
		args["lines"], args["what"] = lines, "stone"
		if e.Excalibur {
			args["what"] = "excalibur"
		}
	}
	return args
}

// LancelotSetupArgs is [WotnSetupArgs] for package lancelot: strings and ints.
func LancelotSetupArgs(p lancelot.SetupProblem) map[string]any {
	square, seat, letter := p.Square.String(), int(p.Seat), p.Seat.String()
	switch p.Code {
	case lancelot.SetupSeats, lancelot.SetupTarget, lancelot.SetupExcaliburTwice:
		return map[string]any{"count": p.Count}
	case lancelot.SetupBoardSize, lancelot.SetupCapturedSum:
		return map[string]any{"count": p.Count, "want": p.Want}
	case lancelot.SetupRowLength:
		return map[string]any{"row": p.Row, "count": p.Count, "want": p.Want}
	case lancelot.SetupStone:
		return map[string]any{"square": square, "seat": seat, "letter": letter}
	case lancelot.SetupToMove, lancelot.SetupAbsent, lancelot.SetupExcaliburTurnRule:
		return map[string]any{"seat": seat, "letter": letter}
	case lancelot.SetupInHand, lancelot.SetupTooManyStones, lancelot.SetupCaptured:
		return map[string]any{"seat": seat, "letter": letter, "count": p.Count}
	case lancelot.SetupTargetReached:
		return map[string]any{"seat": seat, "letter": letter, "count": p.Count, "want": p.Want}
	case lancelot.SetupExcaliburRule:
		return map[string]any{"square": square}
	}
	return map[string]any{}
}
