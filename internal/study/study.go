// Package study has the limits of studies, and reads and checks the texts of their
// chapters: PGN for Way of the Knight and chess, records for Lancelot.
package study

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	lancelotrecord "tafelrunde/lancelot/record"
	"tafelrunde/wotn"
	"tafelrunde/wotn/record"
)

// Limits of studies.
const (
	// MaxStudies is how many studies a person can have.
	MaxStudies = 100
	// MaxChapters is how many chapters a study can have.
	MaxChapters = 64
	// MaxNodes is how many moves a chapter can have, with its variations.
	MaxNodes = 3000
	// MaxText is the size of a chapter in bytes.
	MaxText = 256 << 10
	// MaxBytes is the size of all chapters of a person.
	MaxBytes = 16 << 20
	// MaxTitle is the length of the title of a study or chapter in characters.
	MaxTitle = 100
)

// The games of studies. Lancelot is also the variant of its chapters.
const (
	Wotn     = "wotn"
	Lancelot = "lancelot"
)

// Info is what a list shows of a chapter.
type Info struct {
	// Variant is that of Way of the Knight, or Lancelot.
	Variant string
	// Nodes is the number of moves with those of variations.
	Nodes int
}

// Problem is the reason why a title or a text is refused. Codes of texts are those of
// the record packages.
type Problem struct {
	Code string
	// Offset is the offset in the text in bytes, -1 for none.
	Offset int
	// Most is the limit that is exceeded, 0 for none.
	Most int
	// Count is the number of moves that are left out, 0 if it is not known.
	Count int
	// Err is the underlying error, or nil.
	Err error
}

// Error returns the reason in English.
func (p *Problem) Error() string {
	switch {
	case p.Err != nil:
		return p.Err.Error()
	case p.Most > 0:
		return fmt.Sprintf("%s: the most is %d", p.Code, p.Most)
	case p.Count > 0:
		return fmt.Sprintf("%s: %d moves", p.Code, p.Count)
	}
	return p.Code
}

// Unwrap returns the underlying error, or nil.
func (p *Problem) Unwrap() error { return p.Err }

// Title returns a title without line breaks and superfluous spaces. The error is a
// [*Problem].
func Title(text string) (string, error) {
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return "", &Problem{Code: "study-title", Offset: -1}
	}
	title := strings.Join(strings.Fields(text), " ")
	switch n := utf8.RuneCountInString(title); {
	case n == 0:
		return "", &Problem{Code: "study-title", Offset: -1}
	case n > MaxTitle:
		return "", &Problem{Code: "study-title-long", Offset: -1, Most: MaxTitle}
	}
	return title, nil
}

// Check returns the text of a chapter with its title, as it is stored. The text must be
// one game without any problem, or "" for the start position of Way of the Knight. The
// error is a [*Problem].
func Check(game, title, text string) (string, Info, error) {
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return "", Info{}, &Problem{Code: "chapter-characters", Offset: -1}
	}
	var info Info
	var written string
	var err error
	switch {
	case len(text) > MaxText:
		return "", Info{}, &Problem{Code: "chapter-large", Offset: MaxText, Most: MaxText}
	case game == Lancelot:
		written, info, err = checkLancelot(title, text)
	default:
		written, info, err = checkWotn(title, text)
	}
	switch {
	case err != nil:
		return "", Info{}, err
	case info.Nodes > MaxNodes:
		return "", Info{}, &Problem{Code: "chapter-nodes", Offset: -1, Most: MaxNodes}
	case len(written) > MaxText:
		return "", Info{}, &Problem{Code: "chapter-large", Offset: -1, Most: MaxText}
	}
	return written, info, nil
}

// chapterTag is the tag with the title of a chapter.
const chapterTag = "ChapterName"

func checkWotn(title, text string) (string, Info, error) {
	g, err := record.Read(text, wotn.Standard)
	if wrong, ok := err.(*record.Problem); ok && wrong.Code == record.NoGame && (text == "" || text[0] == '[') {
		// A start position whose tags are empty is a chapter.
		g.Line.Start, err = wotn.Start(g.Variant), nil
	}
	if err == nil && len(g.Problems) > 0 {
		err = g.Problems[0]
	}
	if err != nil {
		return "", Info{}, wotnProblem(err)
	}
	g.Tags = slices.DeleteFunc(g.Tags, func(t record.Tag) bool { return t.Name == chapterTag })
	g.Tags = append(g.Tags, record.Tag{Name: chapterTag, Value: title})
	return g.String(), Info{g.Variant.String(), countMoves(g.Line.Moves)}, nil
}

func checkLancelot(title, text string) (string, Info, error) {
	g, err := lancelotrecord.Read(text)
	if err == nil && len(g.Problems) > 0 {
		err = g.Problems[0]
	}
	if err != nil {
		return "", Info{}, lancelotProblem(err)
	}
	g.Tags = slices.DeleteFunc(g.Tags, func(t lancelotrecord.Tag) bool { return t.Name == chapterTag })
	g.Tags = append(g.Tags, lancelotrecord.Tag{Name: chapterTag, Value: title})
	return g.String(), Info{Lancelot, countTurns(g.Turns)}, nil
}

func countMoves(moves []record.Move) int {
	n := len(moves)
	for i := range moves {
		for k := range moves[i].Variations {
			n += countMoves(moves[i].Variations[k].Moves)
		}
	}
	return n
}

func countTurns(turns []lancelotrecord.Turn) int {
	n := len(turns)
	for i := range turns {
		for k := range turns[i].Variations {
			n += countTurns(turns[i].Variations[k].Turns)
		}
	}
	return n
}

func wotnProblem(err error) *Problem {
	p := &Problem{Code: "chapter-text", Offset: -1, Err: err}
	if wrong, ok := err.(*record.Problem); ok {
		p.Offset = wrong.Offset
	}
	return p
}

func lancelotProblem(err error) *Problem {
	p := &Problem{Code: "chapter-text", Offset: -1, Err: err}
	if wrong, ok := err.(*lancelotrecord.Error); ok {
		p.Offset = wrong.Offset
	}
	return p
}
