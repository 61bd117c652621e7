package calls

import (
	"errors"
	"io"
	"maps"
	"strings"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/record"
)

// LancelotRecord is a game that was read from a text.
type LancelotRecord struct {
	Tags  Tags   `json:"tags"`
	Start string `json:"start"`
	// Moves are the turns. The comments before a turn are those before the first of the game or of
	// a variation.
	Moves []RecordMove `json:"moves"`
	// Comments are those of a game without turns.
	Comments []string `json:"comments"`
	Result   string   `json:"result"`
	// Winners are the seats that won; empty without a result.
	Winners []int `json:"winners"`
	// Problems has one if the start is assumed or a result is wrong.
	Problems Problems `json:"problems"`
	// Games is the number of games in the text, of which this is the first.
	Games int `json:"games"`
}

// lancelotRead parses a game.
func lancelotRead(text string) (LancelotRecord, Problems) {
	reader := record.NewReader(text)
	game, err := reader.Next()
	switch {
	case err == io.EOF:
		_, err = record.Read(text) // the error of an empty text
		return LancelotRecord{}, lancelotRecordProblems(err)
	case err != nil:
		return LancelotRecord{}, lancelotRecordProblems(err)
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
			return LancelotRecord{}, lancelotRecordProblems(err)
		}
	}
	var alone []string
	if len(game.Turns) == 0 {
		alone = game.Comments
	}
	return LancelotRecord{
		Tags:     tagsOf(game.Tags),
		Start:    game.Start.String(),
		Moves:    recordTurns(game.Comments, game.Turns),
		Comments: alone,
		Result:   game.Result.String(),
		Winners:  values(game.Result.Winners(), seatNumber),
		Games:    games,
		Problems: recordRemarks(game.Problems),
	}, nil
}

// recordRemarks returns the problems of a game that could be read.
func recordRemarks(of []*record.Error) (all Problems) {
	for _, p := range of {
		all = append(all, lancelotRecordProblems(p)...)
	}
	return all
}

// recordTurns returns turns, with the comments before the first.
func recordTurns(before []string, turns []record.Turn) []RecordMove {
	return values(turns, func(t record.Turn) RecordMove {
		move := RecordMove{
			Text:       t.Turn.String(),
			SAN:        t.Turn.String(),
			NAGs:       t.NAGs,
			Before:     before,
			After:      t.Comments,
			Variations: values(t.Variations, func(v record.Line) []RecordMove { return recordTurns(v.Comments, v.Turns) }),
		}
		before = nil
		return move
	})
}

// lancelotRecordProblems returns an error of a record as problems, for an
// invalid start one per reason. The codes begin with "record-", because the
// rules use some of the same codes.
func lancelotRecordProblems(err error) Problems {
	var wrong *record.Error
	switch {
	case !errors.As(err, &wrong):
		return Violation(err.Error())
	case wrong.Code == record.BadStart && wrong.Err != nil:
		reasons := lancelotProblems(wrong.Err)
		for i := range reasons {
			reasons[i].Offset = &wrong.Offset
		}
		return reasons
	case wrong.Code == record.BadTurn && wrong.Err != nil:
		ps := illegalTurn(wrong.Turn-1, wrong.Found, wrong.Err)
		ps[0].Offset = &wrong.Offset
		return ps
	}
	args := Args{"turn": wrong.Turn, "found": wrong.Found, "want": wrong.Want}
	if start, err := lancelot.ParsePosition(wrong.Want); wrong.Code == record.AssumedStart && err == nil {
		args["seats"], args["rules"], args["target"] = start.Seats(), start.Rules().String(), start.Target()
	}
	return refusalAt(wrong.Offset, "record-"+string(wrong.Code), args, err.Error())
}

// lancelotWrite returns the game as text. notes are turns from a call of read; those that match
// the turns of the game contribute their comments. comments are those of a game without turns.
func lancelotWrite(start string, turns []string, tags Tags, notes []Note, of *RecordedGame, comments []string) (string, Problems) {
	game, wrong := lancelotPlay(start, turns)
	if wrong != nil {
		return "", wrong
	}
	var kept []record.Tag
	result, hasResult := "", false
	for _, t := range tags {
		switch t.Name {
		case record.PositionTag:
		case record.ResultTag:
			result, hasResult = t.Value, true
		default:
			kept = append(kept, record.Tag(t))
		}
	}
	if of != nil {
		kept = withTags(kept, record.SeatTags(of.Players...)...)
	}
	written := record.New(game, kept...)
	if of != nil && of.Winners != nil && len(*of.Winners) > 0 {
		winners := values(*of.Winners, func(seat int) lancelot.Seat { return lancelot.Seat(seat) })
		result, hasResult = record.Won(game.Position().Seats(), winners...).String(), true
	}
	// A variation of a game with an agreed result may end by the rules.
	if hasResult && !game.Outcome().Over() {
		if err := written.Agree(result); err != nil {
			return "", lancelotRecordProblems(err)
		}
	}
	main := record.Line{Turns: written.Turns}
	for i := range min(len(main.Turns), len(notes)) {
		text, _, _ := strings.Cut(notes[i].Text, skipMark)
		if text != main.Turns[i].Turn.String() {
			break
		}
		if wrong := annotateTurn(&main, i, game.PositionAfter(i), &notes[i]); wrong != nil {
			return "", wrong
		}
	}
	written.Comments = main.Comments
	if len(written.Turns) == 0 {
		written.Comments = comments
	}
	return written.String(), nil
}

// annotateTurn adds the NAGs, comments and variations of a note to a turn of a line.
// before is the position before the turn. Comments before a turn follow the turn
// before it.
func annotateTurn(l *record.Line, i int, before *lancelot.Position, note *Note) Problems {
	comments := &l.Comments
	if i > 0 {
		comments = &l.Turns[i-1].Comments
	}
	*comments = append(*comments, note.Before...)
	t := &l.Turns[i]
	t.NAGs = append(t.NAGs, note.NAGs...)
	t.Comments = append(t.Comments, note.After...)
	for _, notes := range note.Variations {
		v, wrong := turnVariation(*before, notes)
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
func turnVariation(start lancelot.Position, notes []Note) (record.Line, Problems) {
	var l record.Line
	game := lancelot.NewGame(start)
	for i := range notes {
		text, next, skips := strings.Cut(notes[i].Text, skipMark)
		if err := game.PlayText(text); err != nil {
			return l, illegalTurn(i, text, err)
		}
		l.Turns = append(l.Turns, record.Turn{Turn: game.Step(i).Turn})
		if wrong := annotateTurn(&l, i, game.PositionAfter(i), &notes[i]); wrong != nil {
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
func illegalTurn(turn int, text string, err error) Problems {
	reason := lancelotProblems(err)[0]
	args := maps.Clone(reason.Args)
	args["ply"], args["move"], args["reason"] = turn, text, reason.Code
	return refusal("illegal-move", args, reason.Message)
}
