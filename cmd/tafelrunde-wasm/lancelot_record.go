//go:build js && wasm

package main

import (
	"errors"
	"io"
	"strings"
	"syscall/js"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/record"
)

func lancelotRead(args []js.Value) (any, problems) {
	text := str(args[0])
	reader := record.NewReader(text)
	game, err := reader.Next()
	switch {
	case err == io.EOF:
		_, err = record.Read(text) // the error of an empty text
		return nil, lancelotRecordProblems(err)
	case err != nil:
		return nil, lancelotRecordProblems(err)
	}
	// What follows the game are other games, or text that is none.
	games := 1
	for {
		tagged := strings.HasPrefix(text[reader.Offset():], "[")
		_, err := reader.Next()
		if err == io.EOF {
			break
		}
		if err == nil || tagged {
			games++
		}
	}
	if games == 1 {
		if _, err := record.Read(text); err != nil {
			return nil, lancelotRecordProblems(err)
		}
	}
	tags := object{}
	for _, tag := range game.Tags {
		tags[tag.Name] = tag.Value
	}
	var alone []string
	if len(game.Turns) == 0 {
		alone = game.Comments
	}
	return object{
		"tags":     tags,
		"start":    game.Start.String(),
		"moves":    recordTurns(game.Comments, game.Turns),
		"comments": values(alone, comment),
		"result":   game.Result.String(),
		"winners":  values(game.Result.Winners(), seatNumber),
		"games":    games,
		"problems": recordRemarks(game.Problems).value(),
	}, nil
}

// recordRemarks returns the problems of a game that could be read.
func recordRemarks(of []*record.Error) problems {
	var all problems
	for _, p := range of {
		all = append(all, lancelotRecordProblems(p)...)
	}
	return all
}

// recordTurns returns turns as RecordMoves of the contract, with the comments before
// the first.
func recordTurns(before []string, turns []record.Turn) list {
	return values(turns, func(t record.Turn) any {
		move := object{
			"text":       t.Turn.String(),
			"san":        t.Turn.String(),
			"nags":       values(t.NAGs, func(nag int) any { return nag }),
			"before":     values(before, comment),
			"after":      values(t.Comments, comment),
			"variations": values(t.Variations, func(v record.Line) any { return recordTurns(v.Comments, v.Turns) }),
		}
		before = nil
		return move
	})
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
	args := object(wrong.Args())
	if start, err := lancelot.ParsePosition(wrong.Want); wrong.Code == record.AssumedStart && err == nil {
		args["seats"], args["rules"], args["target"] = start.Seats(), start.Rules().String(), start.Target()
	}
	return problems{{"record-" + string(wrong.Code), args, err.Error(), wrong.Offset}}
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
	of := recorded(args, 4)
	tags = withTags(tags, record.SeatTags(of.players...)...)
	written := record.New(game, tags...)
	result := args[2].Get(record.ResultTag)
	if len(of.winners) > 0 {
		winners := make([]lancelot.Seat, len(of.winners))
		for i, seat := range of.winners {
			winners[i] = lancelot.Seat(seat)
		}
		result = js.ValueOf(record.Won(game.Position().Seats(), winners...).String())
	}
	// A variation of a game with an agreed result may end by the rules.
	if result.Type() == js.TypeString && !game.Outcome().Over() {
		if err := written.Agree(result.String()); err != nil {
			return nil, lancelotRecordProblems(err)
		}
	}
	main := record.Line{Turns: written.Turns}
	for i := range min(len(main.Turns), args[3].Length()) {
		note := args[3].Index(i)
		text, _, _ := strings.Cut(str(note.Get("text")), skipMark)
		if text != main.Turns[i].Turn.String() {
			break
		}
		if wrong := annotateTurn(&main, i, game.PositionAfter(i), note); wrong != nil {
			return nil, wrong
		}
	}
	written.Comments = main.Comments
	if len(written.Turns) == 0 {
		written.Comments = comments(args, 5)
	}
	return written.String(), nil
}

// annotateTurn adds the NAGs, comments and variations of a note to a turn of a line.
// before is the position before the turn. Comments before a turn follow the turn
// before it.
func annotateTurn(l *record.Line, i int, before *lancelot.Position, note js.Value) problems {
	comments := &l.Comments
	if i > 0 {
		comments = &l.Turns[i-1].Comments
	}
	*comments = append(*comments, texts(note.Get("before"))...)
	t := &l.Turns[i]
	nags := note.Get("nags")
	for k := range nags.Length() {
		t.NAGs = append(t.NAGs, number(nags.Index(k)))
	}
	t.Comments = append(t.Comments, texts(note.Get("after"))...)
	variations := note.Get("variations")
	for k := range variations.Length() {
		v, wrong := turnVariation(*before, variations.Index(k))
		if wrong != nil {
			return wrong
		}
		if len(v.Turns) > 0 {
			t.Variations = append(t.Variations, v)
		}
	}
	return nil
}

// turnVariation returns a variation from notes on its turns.
func turnVariation(start lancelot.Position, notes js.Value) (record.Line, problems) {
	var l record.Line
	game := lancelot.NewGame(start)
	for i := range notes.Length() {
		note := notes.Index(i)
		text, next, skips := strings.Cut(str(note.Get("text")), skipMark)
		if err := game.PlayText(text); err != nil {
			return l, problems{illegalTurn(i, text, err)}
		}
		l.Turns = append(l.Turns, record.Turn{Turn: game.Step(i).Turn})
		if wrong := annotateTurn(&l, i, game.PositionAfter(i), note); wrong != nil {
			return l, wrong
		}
		if !skips {
			continue
		}
		if err := game.SkipTo(seatLettered(next)); err != nil {
			return l, lancelotProblems(err)
		}
	}
	return l, nil
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
