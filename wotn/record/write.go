package record

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tafelrunde/wotn"
)

// lineWidth is the maximum line length in the export format of PGN.
const lineWidth = 80

// New returns the record of a game: start position, moves, tags in any order,
// and the result by the rules, otherwise that of the Result tag, or Unknown.
// Tags that the record writes itself (Variant, SetUp, FEN) are ignored. The
// error is a *Problem: RepeatedTag, or TagText for a name with characters other
// than letters, digits and underscores, or without a letter at the beginning.
func New(played *wotn.Game, tags []Tag) (Game, error) {
	g := Game{Variant: played.Start().Variant(), Line: Line{Start: *played.Start()}, Result: Unknown}
	var kept []Tag
	for _, t := range tags {
		t.Name = usualName(t.Name)
		switch {
		case !isTagName(t.Name):
			return Game{}, &Problem{Code: TagText, Ply: -1, Text: t.Name}
		case slices.ContainsFunc(kept, func(o Tag) bool { return o.Name == t.Name }):
			return Game{}, &Problem{Code: RepeatedTag, Ply: -1, Text: t.Name}
		case t.Name == "Result" && isResult(t.Value):
			g.Result = t.Value
		}
		kept = append(kept, t)
	}
	g.Tags = inOrder(slices.DeleteFunc(kept, func(t Tag) bool { return ownTag(t.Name) }))
	for i, m := range played.Moves() {
		g.Line.Moves = append(g.Line.Moves, Move{Move: m, SAN: played.PositionAfter(i).SAN(m)})
	}
	if o := played.Outcome(); o.Over() {
		g.Result = o.Result().String()
	}
	return g, nil
}

// String returns the game as PGN, in lines of at most 80 columns where
// possible. Reading the text returns the same game without its problems.
func (g *Game) String() string {
	var w writer
	w.tags(g)
	w.comments(g.Comments)
	w.line(&g.Line)
	w.word(g.Result)
	return w.String()
}

// writer collects the words of a game and breaks lines at the end.
type writer struct {
	head []byte // the tags
	// the movetext; a word that ends with a line break ends its line
	words []string
	open  string // brackets before the next word
}

func (w *writer) tags(g *Game) {
	for _, r := range roster {
		if value := g.Tag(r.Name); value != "" {
			r.Value = value
		}
		w.tag(r.Name, r.Value)
	}
	w.tag("Result", g.Result)
	w.tag("Variant", variants[g.Variant])
	if start := wotn.Start(g.Variant); g.Line.Start != start {
		w.tag("SetUp", "1")
		w.tag("FEN", g.Line.Start.String())
	}
	for _, t := range g.Tags {
		if !inRoster(t.Name) {
			w.tag(t.Name, t.Value)
		}
	}
}

var tagEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ")

func (w *writer) tag(name, value string) {
	w.head = append(w.head, "["+name+" \""+tagEscapes.Replace(value)+"\"]\n"...)
}

func (w *writer) word(text string) {
	w.words = append(w.words, w.open+text)
	w.open = ""
}

// closeVariation writes a closing bracket, on a new line after a comment that
// ends its line.
func (w *writer) closeVariation() {
	last := &w.words[len(w.words)-1]
	if strings.HasSuffix(*last, "\n") {
		w.word(")")
		return
	}
	*last += ")"
}

// comments writes comments in braces. A comment that contains a brace is written up to the
// end of the line, because PGN has no escape for it.
func (w *writer) comments(comments []string) {
	for _, text := range comments {
		text = oneLine(text)
		if strings.ContainsAny(text, "{}") {
			w.word("; " + text + "\n")
			continue
		}
		for _, word := range commentWords("{" + text + "}") {
			w.word(word)
		}
	}
}

// commentWords returns the parts of a comment between which a line may break: its words,
// but a command with its value, such as "[%eval 0.35]", is one.
func commentWords(text string) []string {
	var parts []string
	begin := 0    // offset of the last part
	open := false // the last part is a command without its value
	for at := 0; at <= len(text); {
		word, _, _ := strings.Cut(text[at:], " ")
		if !(open && strings.Contains(word, "]")) {
			if at > 0 {
				parts = append(parts, text[begin:at-1])
			}
			begin = at
		}
		open = strings.LastIndex(word, "[%") > strings.LastIndex(word, "]")
		at += len(word) + 1
	}
	return append(parts, text[begin:])
}

// line writes moves. A move has its number if White makes it or if other text
// precedes it.
func (w *writer) line(l *Line) {
	position := l.Start
	apart := true
	for i := range l.Moves {
		m := &l.Moves[i]
		number := ""
		if apart || position.ToMove() == wotn.White || len(m.Before) > 0 {
			number = moveNumber(&position)
		}
		// A comment after the move number is not mistaken for one on the move
		// before.
		if i > 0 && len(m.Before) > 0 {
			w.word(number)
			number = ""
		}
		w.comments(m.Before)
		w.move(number, m)
		w.comments(m.After)
		for v := range m.Variations {
			w.open += "("
			w.line(&m.Variations[v])
			w.closeVariation()
		}
		apart = len(m.After) > 0 || len(m.Variations) > 0
		position.PlayInto(&position, m.Move)
	}
}

// moveNumber returns the number of the next move, "4." or "4...".
func moveNumber(p *wotn.Position) string {
	number := strconv.Itoa(p.MoveNumber()) + "."
	if p.ToMove() == wotn.Black {
		number += ".."
	}
	return number
}

// move writes a move with its NAGs, the first as a suffix if possible.
func (w *writer) move(number string, m *Move) {
	text, nags := number+m.SAN, m.NAGs
	if len(nags) > 0 && nags[0] > 0 && nags[0] < len(suffixes) {
		text, nags = text+suffixes[nags[0]], nags[1:]
	}
	w.word(text)
	for _, n := range nags {
		w.word("$" + strconv.Itoa(n))
	}
}

// String returns the tags and the words, broken into lines.
func (w *writer) String() string {
	text := append(w.head, '\n')
	column := 0
	for _, word := range w.words {
		width := utf8.RuneCountInString(word)
		switch {
		case column == 0:
		// A % at the beginning of a line would hide the line.
		case column+1+width > lineWidth && word[0] != '%':
			text = append(text, '\n')
			column = 0
		default:
			text = append(text, ' ')
			column++
		}
		text = append(text, word...)
		column += width
		if strings.HasSuffix(word, "\n") {
			column = 0
		}
	}
	return string(text) + "\n"
}
