//go:build js && wasm

package main

import (
	"errors"
	"strings"
	"syscall/js"

	"tafelrunde/internal/judge"
	"tafelrunde/lancelot"
)

func lancelotStart(args []js.Value) (any, problems) {
	options := args[0]
	setup := lancelot.Options{
		Seats: options.Get("seats").Int(),
		Rules: lancelot.Rules{
			Diagonals: options.Get("diagonals").Bool(),
			Excalibur: options.Get("excalibur").Bool(),
		},
		Target: options.Get("target").Int(),
		First:  lancelot.Seat(options.Get("first").Int()),
	}.Setup()
	position, err := setup.Position()
	if err != nil {
		return nil, lancelotProblems(err)
	}
	return position.String(), nil
}

func lancelotNextStart(args []js.Value) (any, problems) {
	start, err := lancelot.ParsePosition(str(args[0]))
	if err != nil {
		return nil, lancelotProblems(err)
	}
	next := lancelot.NextStart(start)
	return next.String(), nil
}

func lancelotSetup(args []js.Value) (any, problems) {
	position, err := lancelot.ParsePosition(str(args[0]))
	if err != nil {
		return nil, lancelotProblems(err)
	}
	return position.String(), nil
}

// skipMark separates a turn from the seat that acts after it, if seats in
// between have left the match.
const skipMark = ">"

// seatLettered returns the seat with a letter. For other texts the result is
// not a valid seat.
func seatLettered(letter string) lancelot.Seat {
	if len(letter) != 1 || letter[0] < 'a' {
		return lancelot.MaxSeats
	}
	return lancelot.Seat(letter[0] - 'a')
}

// lancelotPlay returns the game after turns given as text.
func lancelotPlay(start string, turns []string) (*lancelot.Game, problems) {
	position, err := lancelot.ParsePosition(start)
	if err != nil {
		return nil, lancelotProblems(err)
	}
	game := lancelot.NewGame(position)
	for ply, text := range turns {
		text, next, skips := strings.Cut(text, skipMark)
		if err := game.PlayText(text); err != nil {
			return nil, problems{illegalTurn(ply, text, err)}
		}
		if !skips {
			continue
		}
		if err := game.SkipTo(seatLettered(next)); err != nil {
			return nil, lancelotProblems(err)
		}
	}
	return game, nil
}

func lancelotGame(args []js.Value) (any, problems) {
	game, wrong := lancelotPlay(str(args[0]), texts(args[1]))
	if wrong != nil {
		return nil, wrong
	}
	return lancelotState(game, str(args[2]))
}

// lancelotState returns a game as a LancelotState of the contract. text is the
// pending part of a turn, or "".
func lancelotState(game *lancelot.Game, text string) (any, problems) {
	start, position := game.Start(), game.Position()
	pending := lancelot.NoTurn
	if text != "" {
		part, err := lancelot.ParseTurn(text)
		if err != nil {
			return nil, lancelotProblems(err)
		}
		pending = part
	}
	now, err := position.PartialTurn(pending)
	if err != nil {
		return nil, lancelotProblems(err)
	}

	seats := make([]lancelot.Seat, position.Seats())
	for seat := range seats {
		seats[seat] = lancelot.Seat(seat)
	}
	squares := position.Squares()
	lines := make(list, position.LineCount())
	for l := range lines {
		line := position.Line(l)
		lines[l] = object{
			"kind":    line.Kind.String(),
			"name":    line.Name(),
			"squares": values(line.Squares(), func(s lancelot.Square) any { return s.String() }),
			"leads":   values(seats, func(s lancelot.Seat) any { return now.Lead(s, l) }),
			"status":  values(seats, func(s lancelot.Seat) any { return judge.LineStatus(position, &now, s, l).String() }),
		}
	}
	columns, rows := axes(squares, position.Size())
	played := make(list, game.Len())
	for turn := range played {
		played[turn] = lancelotStep(game.Step(turn))
	}
	excalibur := ""
	if now.Excalibur() != lancelot.NoSquare {
		excalibur = now.Excalibur().String()
	}
	part := ""
	if now.Part() != lancelot.NoTurn {
		part = now.Part().String()
	}
	outcome := game.Outcome()
	return object{
		"start":     start.String(),
		"position":  position.String(),
		"seats":     position.Seats(),
		"sides":     values(seats, func(s lancelot.Seat) any { return s.String() }),
		"columns":   columns,
		"rows":      rows,
		"cells":     cells(squares, now.At),
		"excalibur": excalibur,
		"rules":     object{"diagonals": position.Rules().Diagonals, "excalibur": position.Rules().Excalibur, "target": position.Target()},
		"toAct":     int(position.ToMove()),
		"phase":     phase(position),
		"captured":  values(seats, func(s lancelot.Seat) any { return now.Captured(s) }),
		"capturedFrom": values(seats, func(s lancelot.Seat) any {
			owners := game.Captured(s)
			if s == position.ToMove() {
				for _, c := range now.Captures() {
					owners = append(owners, c.Seat)
				}
			}
			return values(owners, seatNumber)
		}),
		"inHand":           values(seats, func(s lancelot.Seat) any { return now.InHand(s) }),
		"excaliburTurns":   values(seats, func(s lancelot.Seat) any { return position.HasExcaliburTurn(s) }),
		"lines":            lines,
		"stoneSquares":     values(now.StonePlacements(), placement),
		"excaliburSquares": values(now.ExcaliburPlacements(), placement),
		"pending":          part,
		"canFinish":        now.CanFinish(),
		"pendingCaptures":  values(now.Captures(), capture),
		"played":           played,
		"outcome":          lancelotOutcome(outcome),
	}, nil
}

// cells returns the squares that are not free.
func cells(squares []lancelot.Square, at func(lancelot.Square) lancelot.Cell) list {
	found := list{}
	for _, square := range squares {
		switch cell := at(square); cell {
		case lancelot.Free:
		case lancelot.Excalibur:
			found = append(found, object{"square": square.String(), "cell": object{"excalibur": true}})
		default:
			seat, _ := cell.Seat()
			found = append(found, object{"square": square.String(), "cell": object{"seat": int(seat)}})
		}
	}
	return found
}

// axes returns the names of the columns from the left and the numbers of the rows from
// below of a board of that size.
func axes(squares []lancelot.Square, size int) (columns, rows list) {
	columns, rows = make(list, size), make(list, size)
	for i := range size {
		columns[i] = string(rune('a' + squares[i].Column()))
		rows[i] = squares[i*size].Row()
	}
	return columns, rows
}

func lancelotOutcome(o lancelot.Outcome) any {
	return object{
		"over":    o.Over(),
		"reason":  o.Reason.String(),
		"winners": values(o.Winners(), seatNumber),
	}
}

func phase(position *lancelot.Position) string {
	switch outcome := position.Outcome(); {
	case outcome.Over():
		return "over"
	case position.PlacesExcalibur():
		return "place-excalibur"
	}
	return "turn"
}

func placement(p lancelot.Placement) any {
	return object{
		"square":   p.Square.String(),
		"legal":    p.Legal(),
		"closedBy": values(p.ClosedBy, func(line int) any { return line }),
		"captures": values(p.Captures, capture),
	}
}

func capture(t lancelot.Capture) any { return object{"square": t.Square.String(), "seat": int(t.Seat)} }

func seatNumber(s lancelot.Seat) any { return int(s) }

func lancelotStep(step lancelot.Step) any {
	shown := object{
		"text":      step.Turn.String(),
		"seat":      int(step.Seat),
		"stone":     "",
		"excalibur": nil,
		"captures":  values(step.Captures(), capture),
		"skipped":   values(step.Skipped, seatNumber),
	}
	lines := list{}
	for _, action := range step.Actions {
		for _, line := range action.Lines {
			lines = append(lines, line)
		}
		switch {
		case !action.Excalibur:
			shown["stone"] = action.To.String()
		case action.From == lancelot.NoSquare:
			shown["excalibur"] = object{"from": "", "to": action.To.String()}
		default:
			shown["excalibur"] = object{"from": action.From.String(), "to": action.To.String()}
		}
	}
	shown["lines"] = lines
	return shown
}

// lancelotProblems returns an error of package lancelot as problems, one per
// reason.
func lancelotProblems(err error) problems {
	var (
		syntax *lancelot.SyntaxError
		setup  *lancelot.SetupError
		turn   *lancelot.TurnError
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax):
		return problems{{string(syntax.Code), object(syntax.Args()), err.Error(), syntax.Offset}}
	case errors.As(err, &turn):
		return problems{{string(turn.Code), object(turn.Args()), err.Error(), noOffset}}
	case errors.As(err, &setup):
		var all problems
		for _, p := range setup.Problems {
			all = append(all, problem{string(p.Code), object(p.Args()), p.String(), noOffset})
		}
		return all
	}
	return problems{{"internal", nil, err.Error(), noOffset}}
}
