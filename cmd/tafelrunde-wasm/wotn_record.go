//go:build js && wasm

package main

import (
	"errors"
	"io"
	"strings"
	"syscall/js"

	"tafelrunde/wotn"
	"tafelrunde/wotn/record"
)

func wotnRead(args []js.Value) (any, problems) {
	read := record.ReadDetecting
	if str(args[0]) != detected {
		read = func(text string) (record.Game, error) { return record.Read(text, variant(args[0])) }
	}
	game, err := read(str(args[1]))
	var wrong *record.Problem
	if errors.As(err, &wrong) {
		return nil, recordProblems(wrong)
	}
	tags := object{}
	for _, tag := range game.Tags {
		tags[tag.Name] = tag.Value
	}
	games := 1
	var dropped problems
	for _, p := range game.Problems {
		if p.Code == record.MoreGames {
			games = countGames(wotnReaderOf(args[0], str(args[1])))
			continue
		}
		dropped = append(dropped, recordProblems(p)...)
	}
	value := object{
		"games":    games,
		"tags":     tags,
		"variant":  game.Variant.String(),
		"start":    startText(&game),
		"moves":    recordMoves(game.Line),
		"comments": values(game.Comments, comment),
		"result":   game.Result,
		"problems": dropped.value(),
	}
	if winners, finished := record.WinnersOf(game.Result); finished {
		value["winners"] = values(winners, func(c wotn.Color) any { return int(c) })
	}
	return value, nil
}

// comment returns a comment as a value of a list.
func comment(text string) any { return text }

// comments returns the comments of a game without moves: the argument with an index,
// which may be missing.
func comments(args []js.Value, i int) []string {
	if i >= len(args) || args[i].IsUndefined() {
		return nil
	}
	return texts(args[i])
}

// startText returns the start position of a game, "" for the usual one.
func startText(game *record.Game) string {
	if game.Line.Start == wotn.Start(game.Variant) {
		return ""
	}
	return game.Line.Start.String()
}

// countGames returns the number of games of a reader, with those that cannot be read.
func countGames(r *record.Reader) int {
	for n := 0; ; n++ {
		if _, err := r.Next(); err == io.EOF {
			return n
		}
	}
}

func recordMoves(line record.Line) list {
	position := line.Start
	return values(line.Moves, func(m record.Move) any {
		move := object{
			"text":       m.Move.String(),
			"san":        m.SAN,
			"nags":       values(m.NAGs, func(nag int) any { return nag }),
			"before":     values(m.Before, comment),
			"after":      values(m.After, comment),
			"variations": values(m.Variations, func(v record.Line) any { return recordMoves(v) }),
		}
		if !m.AnyPromotion {
			move["notation"] = notation(position.Notation(m.Move))
		}
		position.PlayInto(&position, m.Move)
		return move
	})
}

// recordProblems returns a problem of a record as problems: for a refused FEN
// one per reason.
func recordProblems(p *record.Problem) problems {
	if p.Code == record.FENRefused {
		return wotnProblems(p.Err)
	}
	args := object{"text": p.Text}
	if p.Ply >= 0 {
		args["ply"], args["move"], args["number"] = p.Ply, p.Text, p.MoveNumber
	}
	if p.Err != nil && p.Code != record.FENRights {
		args["reason"] = wotnProblems(p.Err)[0].code
	}
	return problems{{string(p.Code), args, p.Error(), p.Offset}}
}

// droppedRights returns the problem of a position whose rights are partly dropped, as in a
// record.
func droppedRights(setup *wotn.Setup, text string) problems {
	dropped := setup.Dropped()
	if len(dropped) == 0 {
		return nil
	}
	return recordProblems(&record.Problem{Code: record.FENRights, Ply: -1, Text: text, Err: &wotn.SetupError{Problems: dropped}})
}

func wotnWrite(args []js.Value) (any, problems) {
	game, wrong := wotnPlay(variant(args[0]), str(args[1]), texts(args[2]))
	if wrong != nil {
		return nil, wrong
	}
	var tags []record.Tag
	for _, name := range keys(args[3]) {
		tags = append(tags, record.Tag{Name: name, Value: str(args[3].Get(name))})
	}
	of := recorded(args, 5)
	if len(of.players) == 2 {
		tags = withTags(tags, record.PlayerTags(of.players[0], of.players[1])...)
	}
	if of.finished {
		var winners []wotn.Color
		for _, winner := range of.winners {
			winners = append(winners, wotn.Color(winner))
		}
		tags = withTags(tags, record.Tag{Name: "Result", Value: record.ResultOf(winners...)})
	}
	written, err := record.New(game, tags)
	var refused *record.Problem
	if errors.As(err, &refused) {
		return nil, recordProblems(refused)
	}
	annotate(written.Line.Moves, written.Line.Start, args[4])
	if len(written.Line.Moves) == 0 {
		written.Comments = comments(args, 6)
	}
	return written.String(), nil
}

// annotate adds notes to the moves of a game, up to the first note on another
// move.
func annotate(played []record.Move, position wotn.Position, notes js.Value) {
	for i := range min(len(played), notes.Length()) {
		note := notes.Index(i)
		if str(note.Get("text")) != played[i].Move.String() {
			return
		}
		remarks(&played[i], &position, note)
		position.PlayInto(&position, played[i].Move)
	}
}

// remarks adds the comments, NAGs and variations of a note to a move from
// position.
func remarks(m *record.Move, position *wotn.Position, note js.Value) {
	nags := note.Get("nags")
	for i := range nags.Length() {
		m.NAGs = append(m.NAGs, number(nags.Index(i)))
	}
	m.Before, m.After = texts(note.Get("before")), texts(note.Get("after"))
	variations := note.Get("variations")
	for i := range variations.Length() {
		line, rest := variation(*position, variations.Index(i))
		if len(line.Moves) > 0 {
			m.Variations = append(m.Variations, line)
		}
		if rest != "" {
			m.After = append(m.After, rest)
		}
	}
}

// variation returns the moves of a variation. A promotion to any kind ("/any")
// is played with one of the kinds; later moves can be illegal with it. The text
// of the illegal moves becomes a comment on the last legal move, or is returned
// as rest if there is none.
func variation(position wotn.Position, notes js.Value) (line record.Line, rest string) {
	line.Start = position
	open := false
	for i := range notes.Length() {
		note := notes.Index(i)
		move, err := position.ParseMove(str(note.Get("text")))
		if err != nil {
			rest := make([]string, 0, notes.Length()-i)
			for ; i < notes.Length(); i++ {
				rest = append(rest, str(notes.Index(i).Get("san")))
			}
			text := strings.Join(rest, " ")
			if len(line.Moves) == 0 {
				return line, text
			}
			last := &line.Moves[len(line.Moves)-1]
			last.After = append(last.After, text)
			return line, ""
		}
		m := record.Move{Move: move, SAN: position.SAN(move)}
		san := str(note.Get("san"))
		m.AnyPromotion = strings.HasSuffix(strings.TrimRight(san, "+#"), "/any")
		if open = open || m.AnyPromotion; open && !strings.ContainsAny(san, " \t\r\n{}();$%") {
			m.SAN = san
		}
		remarks(&m, &position, note)
		line.Moves = append(line.Moves, m)
		position.PlayInto(&position, move)
	}
	return line, ""
}
