package calls

import (
	"errors"
	"io"
	"strings"

	"tafelrunde/internal/judge"
	"tafelrunde/wotn"
	"tafelrunde/wotn/record"
)

// WotnRecord is a game that was read from a text.
type WotnRecord struct {
	Tags    Tags         `json:"tags"`
	Variant wotn.Variant `json:"variant"`
	// Start "" is the usual start position.
	Start string       `json:"start"`
	Moves []RecordMove `json:"moves"`
	// Comments are those of a game without moves.
	Comments []string `json:"comments"`
	Result   string   `json:"result"`
	// Winners are the colors that won, 0 for White; missing if the result is unknown.
	Winners *[]int `json:"winners,omitempty"`
	// Problems are errors in comments, variations, tags and the result. The main line is complete.
	Problems Problems `json:"problems"`
	// Games is the number of games in the text, of which this is the first.
	Games int `json:"games"`
}

// RecordMove is a move of a record with its annotations. In Lancelot SAN equals Text.
type RecordMove struct {
	Text string `json:"text"`
	SAN  string `json:"san"`
	// Notation is missing in Lancelot, if the promotion is left open ("/any"), and in games saved
	// by earlier builds.
	Notation *judge.Notation `json:"notation,omitempty"`
	NAGs     []int           `json:"nags"`
	Before   []string        `json:"before"`
	After    []string        `json:"after"`
	// Variations replace this move.
	Variations [][]RecordMove `json:"variations"`
}

// Note has the annotations of a move, from which a record is written.
type Note struct {
	Text       string   `json:"text"`
	SAN        string   `json:"san"`
	NAGs       []int    `json:"nags"`
	Before     []string `json:"before"`
	After      []string `json:"after"`
	Variations [][]Note `json:"variations"`
}

// wotnRead parses moves, or a game as PGN. The variant applies if the text has no Variant tag.
// Problems with moves have the args ply and move.
func wotnRead(variant ReadVariant, text string) (WotnRecord, Problems) {
	read := record.ReadDetecting
	if variant != Detect {
		read = func(text string) (record.Game, error) { return record.Read(text, variant.variant()) }
	}
	game, err := read(text)
	var wrong *record.Problem
	if errors.As(err, &wrong) {
		return WotnRecord{}, recordProblems(wrong)
	}
	value := WotnRecord{
		Games:    1,
		Tags:     tagsOf(game.Tags),
		Variant:  game.Variant,
		Start:    startText(&game),
		Moves:    recordMoves(game.Line),
		Comments: game.Comments,
		Result:   game.Result,
	}
	for _, p := range game.Problems {
		if p.Code == record.MoreGames {
			value.Games = countGames(variant.wotnReader(text))
			continue
		}
		value.Problems = append(value.Problems, recordProblems(p)...)
	}
	if winners, finished := record.WinnersOf(game.Result); finished {
		seats := values(winners, func(c wotn.Color) int { return int(c) })
		value.Winners = &seats
	}
	return value, nil
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

func recordMoves(line record.Line) []RecordMove {
	position := line.Start
	return values(line.Moves, func(m record.Move) RecordMove {
		move := RecordMove{
			Text:       m.Move.String(),
			SAN:        m.SAN,
			NAGs:       m.NAGs,
			Before:     m.Before,
			After:      m.After,
			Variations: values(m.Variations, recordMoves),
		}
		if !m.AnyPromotion {
			parts := judge.NewNotation(position.Notation(m.Move))
			move.Notation = &parts
		}
		position.PlayInto(&position, m.Move)
		return move
	})
}

// recordProblems returns a problem of a record as problems: for a refused FEN
// one per reason.
func recordProblems(p *record.Problem) Problems {
	if p.Code == record.FENRefused {
		return wotnProblems(p.Err)
	}
	args := Args{"text": p.Text}
	if p.Ply >= 0 {
		args["ply"], args["move"], args["number"] = p.Ply, p.Text, p.MoveNumber
	}
	if p.Err != nil && p.Code != record.FENRights {
		args["reason"] = wotnProblems(p.Err)[0].Code
	}
	return refusalAt(p.Offset, string(p.Code), args, p.Error())
}

// droppedRights returns the problem of a position whose rights are partly dropped, as in a
// record.
func droppedRights(setup *wotn.Setup, text string) Problems {
	dropped := setup.Dropped()
	if len(dropped) == 0 {
		return nil
	}
	return recordProblems(&record.Problem{Code: record.FENRights, Ply: -1, Text: text, Err: &wotn.SetupError{Problems: dropped}})
}

// wotnWrite returns the game as PGN. notes are moves from a call of read; those that match the
// moves of the game contribute their comments. comments are those of a game without moves.
func wotnWrite(variant wotn.Variant, start string, moves []string, tags Tags, notes []Note, of *RecordedGame, comments []string) (string, Problems) {
	game, wrong := wotnPlay(variant, start, moves)
	if wrong != nil {
		return "", wrong
	}
	written := values(tags, func(t Tag) record.Tag { return record.Tag(t) })
	if of != nil && len(of.Players) == 2 {
		written = withTags(written, record.PlayerTags(of.Players[0], of.Players[1])...)
	}
	if of != nil && of.Winners != nil {
		winners := values(*of.Winners, func(side int) wotn.Color { return wotn.Color(side) })
		written = withTags(written, record.Tag{Name: "Result", Value: record.ResultOf(winners...)})
	}
	whole, err := record.New(game, written)
	var refused *record.Problem
	if errors.As(err, &refused) {
		return "", recordProblems(refused)
	}
	annotate(whole.Line.Moves, whole.Line.Start, notes)
	if len(whole.Line.Moves) == 0 {
		whole.Comments = comments
	}
	return whole.String(), nil
}

// annotate adds notes to the moves of a game, up to the first note on another
// move.
func annotate(played []record.Move, position wotn.Position, notes []Note) {
	for i := range min(len(played), len(notes)) {
		if notes[i].Text != played[i].Move.String() {
			return
		}
		remarks(&played[i], &position, &notes[i])
		position.PlayInto(&position, played[i].Move)
	}
}

// remarks adds the comments, NAGs and variations of a note to a move from
// position.
func remarks(m *record.Move, position *wotn.Position, note *Note) {
	m.NAGs = append(m.NAGs, note.NAGs...)
	m.Before, m.After = note.Before, note.After
	for _, notes := range note.Variations {
		line, rest := variation(*position, notes)
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
func variation(position wotn.Position, notes []Note) (line record.Line, rest string) {
	line.Start = position
	open := false
	for i := range notes {
		note := &notes[i]
		move, err := position.ParseMove(note.Text)
		if err != nil {
			text := strings.Join(values(notes[i:], func(m Note) string { return m.SAN }), " ")
			if len(line.Moves) == 0 {
				return line, text
			}
			last := &line.Moves[len(line.Moves)-1]
			last.After = append(last.After, text)
			return line, ""
		}
		m := record.Move{Move: move, SAN: position.SAN(move)}
		m.AnyPromotion = strings.HasSuffix(strings.TrimRight(note.SAN, "+#"), "/any")
		if open = open || m.AnyPromotion; open && !strings.ContainsAny(note.SAN, " \t\r\n{}();$%") {
			m.SAN = note.SAN
		}
		remarks(&m, &position, note)
		line.Moves = append(line.Moves, m)
		position.PlayInto(&position, move)
	}
	return line, ""
}
