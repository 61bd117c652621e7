//go:build js && wasm

package main

import (
	"errors"
	"syscall/js"

	"tafelrunde/wotn/record"
)

func wotnRead(args []js.Value) (any, problems) {
	game, err := record.Read(str(args[1]), ways(args[0]))
	var wrong *record.Problem
	if errors.As(err, &wrong) {
		return nil, recordProblems(wrong)
	}
	tags := object{}
	for _, tag := range game.Tags {
		tags[tag.Name] = tag.Value
	}
	var dropped problems
	for _, p := range game.Problems {
		dropped = append(dropped, recordProblems(p)...)
	}
	return object{
		"tags":     tags,
		"ways":     game.Ways.String(),
		"start":    game.Line.Start.String(),
		"moves":    recordMoves(game.Line),
		"result":   game.Result,
		"problems": dropped.value(),
	}, nil
}

func recordMoves(line record.Line) list {
	return values(line.Moves, func(m record.Move) any {
		return object{
			"text":       m.Move.String(),
			"san":        m.SAN,
			"nags":       values(m.NAGs, func(nag int) any { return nag }),
			"before":     values(m.Before, func(c string) any { return c }),
			"after":      values(m.After, func(c string) any { return c }),
			"variations": values(m.Variations, func(v record.Line) any { return recordMoves(v) }),
		}
	})
}

// recordProblems words a problem of a record; for a position that is refused,
// every reason.
func recordProblems(p *record.Problem) problems {
	if p.Code == record.FENRefused {
		return wotnProblems(p.Err)
	}
	args := object{"text": p.Text}
	if p.Ply >= 0 {
		args["ply"], args["move"], args["number"] = p.Ply, p.Text, p.Number
	}
	if p.Err != nil {
		args["reason"] = wotnProblems(p.Err)[0].code
	}
	return problems{{string(p.Code), args, p.Error(), p.Offset}}
}

func wotnWrite(args []js.Value) (any, problems) {
	game, wrong := wotnPlay(ways(args[0]), str(args[1]), texts(args[2]))
	if wrong != nil {
		return nil, wrong
	}
	var tags []record.Tag
	for _, name := range keys(args[3]) {
		tags = append(tags, record.Tag{Name: name, Value: str(args[3].Get(name))})
	}
	written, err := record.New(game, tags)
	var refused *record.Problem
	if errors.As(err, &refused) {
		return nil, recordProblems(refused)
	}
	return written.String(), nil
}
