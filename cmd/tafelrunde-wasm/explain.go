//go:build js && wasm

package main

import (
	"syscall/js"

	"tafelrunde/internal/judge"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// wotnExplain returns the remarks about the last move of a game.
func wotnExplain(args []js.Value) (any, problems) {
	game, wrong := wotnPlay(variant(args[0]), str(args[1]), texts(args[2]))
	if wrong != nil {
		return nil, wrong
	}
	last := game.Len() - 1
	if last < 0 {
		return list{}, nil
	}
	return values(judge.Remarks(game.PositionAfter(last), game.Moves()[last]), wotnRemark), nil
}

func wotnRemark(r judge.Remark) any {
	kind := func(k wotn.Kind) string {
		if k == wotn.NoKind {
			return ""
		}
		return k.String()
	}
	square := func(s wotn.Square) string {
		if s == wotn.NoSquare {
			return ""
		}
		return s.String()
	}
	return object{
		"code":   string(r.Code),
		"kind":   kind(r.Kind),
		"other":  kind(r.Other),
		"from":   square(r.From),
		"square": square(r.Square),
		"own":    r.Own,
		"victim": r.Victim,
	}
}

// lancelotExplain returns the remarks about the last turn of a game.
func lancelotExplain(args []js.Value) (any, problems) {
	game, wrong := lancelotPlay(str(args[0]), texts(args[1]))
	if wrong != nil {
		return nil, wrong
	}
	last := game.Len() - 1
	if last < 0 {
		return list{}, nil
	}
	before := game.PositionAfter(last)
	found, err := judge.LancelotRemarks(before, game.Step(last).Turn)
	if err != nil {
		return nil, lancelotProblems(err)
	}
	return values(found, func(r judge.LancelotRemark) any {
		square, turn := "", ""
		if r.Square != lancelot.NoSquare {
			square = r.Square.String()
		}
		if r.Turn != lancelot.NoTurn {
			turn = r.Turn.String()
		}
		return object{
			"code": string(r.Code),
			"lines": values(r.Lines, func(l int) any {
				line := before.Line(l)
				return object{"kind": line.Kind.String(), "name": line.Name()}
			}),
			"n":      r.N,
			"seat":   int(r.Seat),
			"square": square,
			"turn":   turn,
		}
	}), nil
}
