//go:build js && wasm

package main

import (
	"errors"
	"syscall/js"

	"tafelrunde/lancelot/record"
)

func lancelotRead(args []js.Value) (any, problems) {
	game, err := record.Read(str(args[0]))
	if err != nil {
		return nil, lancelotRecordProblems(err)
	}
	tags := object{}
	for _, tag := range game.Tags {
		tags[tag.Name] = tag.Value
	}
	return object{
		"tags":   tags,
		"start":  game.Start.String(),
		"turns":  values(game.Turns, func(t record.Turn) any { return t.Turn.String() }),
		"result": game.Result.String(),
	}, nil
}

// lancelotRecordProblems returns an error of a record as problems, for an
// invalid start one per reason. The codes begin with "record-", because the
// rules use some of the same codes.
func lancelotRecordProblems(err error) problems {
	var wrong *record.Error
	switch {
	case !errors.As(err, &wrong):
		return problems{{"internal", nil, err.Error(), noOffset}}
	case wrong.Code == record.BadStart && wrong.Err != nil:
		reasons := lancelotProblems(wrong.Err)
		for i := range reasons {
			reasons[i].offset = wrong.Offset
		}
		return reasons
	case wrong.Code == record.BadTurn && wrong.Err != nil:
		p := illegalTurn(wrong.Turn-1, wrong.Found, wrong.Err)
		p.offset = wrong.Offset
		return problems{p}
	}
	return problems{{"record-" + string(wrong.Code), object(wrong.Args()), err.Error(), wrong.Offset}}
}

func lancelotWrite(args []js.Value) (any, problems) {
	game, wrong := lancelotPlay(str(args[0]), texts(args[1]))
	if wrong != nil {
		return nil, wrong
	}
	var tags []record.Tag
	for _, name := range keys(args[2]) {
		if name != record.PositionTag && name != record.ResultTag {
			tags = append(tags, record.Tag{Name: name, Value: str(args[2].Get(name))})
		}
	}
	written := record.New(game, tags...)
	if result := args[2].Get(record.ResultTag); result.Type() == js.TypeString {
		if err := written.Agree(result.String()); err != nil {
			return nil, lancelotRecordProblems(err)
		}
	}
	return written.String(), nil
}

// illegalTurn returns the problem of a turn, counted from 0, that cannot be
// played.
func illegalTurn(turn int, text string, err error) problem {
	reason := lancelotProblems(err)[0]
	args := object{}
	for name, value := range reason.args {
		args[name] = value
	}
	args["ply"], args["move"], args["reason"] = turn, text, reason.code
	return problem{"illegal-move", args, reason.message, noOffset}
}
