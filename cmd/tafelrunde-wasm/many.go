//go:build js && wasm

package main

import (
	"errors"
	"io"
	"strings"
	"syscall/js"
	"unicode/utf16"

	lancelotrecord "tafelrunde/lancelot/record"
	wotnrecord "tafelrunde/wotn/record"
)

// recordReader reads the games of a text one by one. Errors belong to one game, except
// io.EOF.
type recordReader interface {
	// next returns the next game as in the contract, or its problems.
	next() (game any, wrong problems, err error)
	Offset() int
}

// readGames returns the first games of a text.
func readGames(text string, most int, reader recordReader) (any, problems) {
	games := list{}
	at, line := 0, 1
	for len(games) < most {
		begin := reader.Offset()
		game, wrong, err := reader.next()
		if errors.Is(err, io.EOF) {
			break
		}
		line += strings.Count(text[at:begin], "\n")
		at = begin
		for i := range wrong {
			if wrong[i].offset >= at {
				wrong[i].args = withLine(wrong[i].args, line+strings.Count(text[at:min(wrong[i].offset, len(text))], "\n"))
			}
		}
		games = append(games, object{"line": line, "game": game, "problems": wrong.value()})
	}
	end := min(reader.Offset(), len(text))
	return object{"games": games, "used": utf16Length(text[:end]), "more": end < len(text)}, nil
}

func withLine(args object, line int) object {
	all := object{"line": line}
	for name, value := range args {
		all[name] = value
	}
	return all
}

// utf16Length returns the length of a text as a string of JavaScript.
func utf16Length(text string) (n int) {
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}

type wotnReader struct{ *wotnrecord.Reader }

func (r wotnReader) next() (any, problems, error) {
	game, err := r.Next()
	if errors.Is(err, io.EOF) {
		return nil, nil, err
	}
	var wrong *wotnrecord.Problem
	if errors.As(err, &wrong) {
		return nil, recordProblems(wrong), nil
	}
	if game.Empty() {
		return nil, recordProblems(&wotnrecord.Problem{Code: wotnrecord.NoGame, Ply: -1}), nil
	}
	last := game.Line.Start
	for _, m := range game.Line.Moves {
		last.PlayInto(&last, m.Move)
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
		"tags": tags, "variant": game.Variant.String(), "start": startText(&game), "moves": recordMoves(game.Line),
		"result": game.Result, "seats": 2, "over": !last.HasMoves(),
	}, dropped, nil
}

func wotnReadGames(args []js.Value) (any, problems) {
	text := str(args[1])
	return readGames(text, number(args[2]), wotnReader{wotnReaderOf(args[0], text)})
}

type lancelotReader struct{ *lancelotrecord.Reader }

func (r lancelotReader) next() (any, problems, error) {
	game, err := r.Next()
	if errors.Is(err, io.EOF) {
		return nil, nil, err
	}
	if err != nil {
		return nil, lancelotRecordProblems(err), nil
	}
	played, err := game.Game()
	if err != nil {
		return nil, lancelotProblems(err), nil
	}
	tags := object{}
	for _, tag := range game.Tags {
		tags[tag.Name] = tag.Value
	}
	return object{
		"tags": tags, "variant": "lancelot", "start": game.Start.String(), "moves": recordTurns(game.Comments, game.Turns),
		"result": game.Result.String(), "seats": game.Start.Seats(), "over": played.Outcome().Over(),
	}, recordRemarks(game.Problems), nil
}

func lancelotReadGames(args []js.Value) (any, problems) {
	text := str(args[0])
	return readGames(text, number(args[1]), lancelotReader{lancelotrecord.NewReader(text)})
}
