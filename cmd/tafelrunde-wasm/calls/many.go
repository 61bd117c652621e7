package calls

import (
	"errors"
	"io"
	"maps"
	"strings"
	"unicode/utf16"

	lancelotrecord "tafelrunde/lancelot/record"
	wotnrecord "tafelrunde/wotn/record"
)

// ReadGames are the first games of a text.
type ReadGames struct {
	Games []ReadGame `json:"games"`
	// Used is the number of characters read.
	Used int `json:"used"`
	// More says that the text goes on.
	More bool `json:"more"`
}

// ReadGame is a game of a text with many games.
type ReadGame struct {
	// Line is the line in which the game begins, from 1.
	Line int `json:"line"`
	// Game is null if the game could not be read.
	Game *GameOfMany `json:"game"`
	// Problems say why the game could not be read, or what of it was left out. Their args have the
	// line, where it is known.
	Problems Problems `json:"problems"`
}

// GameOfMany is a game of either kind.
type GameOfMany struct {
	Tags    Tags       `json:"tags"`
	Variant AnyVariant `json:"variant"`
	// Start "" is the usual start position.
	Start  string       `json:"start"`
	Moves  []RecordMove `json:"moves"`
	Result string       `json:"result"`
	Seats  int          `json:"seats"`
	// Over says that the rules have ended it.
	Over bool `json:"over"`
}

// AnyVariant is a variant of Way of the Knight, or Lancelot.
type AnyVariant string

// recordReader reads the games of a text one by one. Errors belong to one game, except
// io.EOF.
type recordReader interface {
	// next returns the next game, or its problems.
	next() (game *GameOfMany, wrong Problems, err error)
	Offset() int
}

// readGames returns the first games of a text.
func readGames(text string, most int, reader recordReader) ReadGames {
	var read ReadGames
	at, line := 0, 1
	for len(read.Games) < most {
		begin := reader.Offset()
		game, wrong, err := reader.next()
		if errors.Is(err, io.EOF) {
			break
		}
		line += strings.Count(text[at:begin], "\n")
		at = begin
		for i := range wrong {
			if offset := wrong[i].Offset; offset != nil && *offset >= at {
				args := Args{"line": line + strings.Count(text[at:min(*offset, len(text))], "\n")}
				maps.Copy(args, wrong[i].Args)
				wrong[i].Args = args
			}
		}
		read.Games = append(read.Games, ReadGame{line, game, wrong})
	}
	end := min(reader.Offset(), len(text))
	read.Used, read.More = utf16Length(text[:end]), end < len(text)
	return read
}

// utf16Length returns the length of a text as a string of JavaScript.
func utf16Length(text string) (n int) {
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}

type wotnReader struct{ *wotnrecord.Reader }

func (r wotnReader) next() (*GameOfMany, Problems, error) {
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
	var dropped Problems
	for _, p := range game.Problems {
		dropped = append(dropped, recordProblems(p)...)
	}
	return &GameOfMany{
		Tags: tagsOf(game.Tags), Variant: AnyVariant(game.Variant.String()), Start: startText(&game), Moves: recordMoves(game.Line),
		Result: game.Result, Seats: 2, Over: !last.HasMoves(),
	}, dropped, nil
}

// wotnReadGames parses the first games of a text, at most so many.
func wotnReadGames(variant ReadVariant, text string, most int) (ReadGames, Problems) {
	return readGames(text, most, wotnReader{variant.wotnReader(text)}), nil
}

type lancelotReader struct{ *lancelotrecord.Reader }

func (r lancelotReader) next() (*GameOfMany, Problems, error) {
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
	return &GameOfMany{
		Tags: tagsOf(game.Tags), Variant: AnyVariant(Lancelot), Start: game.Start.String(), Moves: recordTurns(game.Comments, game.Turns),
		Result: game.Result.String(), Seats: game.Start.Seats(), Over: played.Outcome().Over(),
	}, recordRemarks(game.Problems), nil
}

// lancelotReadGames parses the first games of a text, at most so many.
func lancelotReadGames(text string, most int) (ReadGames, Problems) {
	return readGames(text, most, lancelotReader{lancelotrecord.NewReader(text)}), nil
}
