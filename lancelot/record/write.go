package record

import (
	"strconv"
	"strings"
)

// String returns the game as text: the tags, including position and result, then
// the turns. Each round of as many turns as seats has a line, which begins with
// the number of its first turn, and so does each variation.
func (g *Game) String() string {
	var b strings.Builder
	for _, t := range g.Tags {
		writeTag(&b, t.Name, t.Value)
	}
	writeTag(&b, PositionTag, g.Start.String())
	writeTag(&b, ResultTag, g.Result.String())
	b.WriteByte('\n')
	writeComments(&b, "", g.Comments)
	for i := range g.Turns {
		if i%g.Start.Seats() == 0 {
			if i > 0 || len(g.Comments) > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(strconv.Itoa(i+1) + ".")
		}
		b.WriteByte(' ')
		writeTurn(&b, i+1, &g.Turns[i])
	}
	if len(g.Turns) > 0 || len(g.Comments) > 0 {
		b.WriteByte('\n')
	}
	b.WriteString(g.Result.String() + "\n")
	return b.String()
}

// writeTurn writes a turn with its annotations. number is its number, which begins
// its variations.
func writeTurn(b *strings.Builder, number int, t *Turn) {
	b.WriteString(t.Turn.String())
	for _, nag := range t.NAGs {
		b.WriteString(" $" + strconv.Itoa(nag))
	}
	writeComments(b, " ", t.Comments)
	for _, v := range t.Variations {
		b.WriteString(" (")
		writeComments(b, "", v.Comments)
		if len(v.Comments) > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(number) + ".")
		for i := range v.Turns {
			b.WriteByte(' ')
			writeTurn(b, number+i, &v.Turns[i])
		}
		b.WriteByte(')')
	}
}

func writeTag(b *strings.Builder, name, value string) {
	b.WriteString("[" + name + ` "` + escape(value, `"`) + "\"]\n")
}

func writeComments(b *strings.Builder, before string, comments []string) {
	for i, c := range comments {
		if i > 0 {
			before = " "
		}
		b.WriteString(before + "{" + escape(c, "}") + "}")
	}
}

func escape(text, closing string) string {
	return strings.NewReplacer(`\`, `\\`, closing, `\`+closing).Replace(text)
}
