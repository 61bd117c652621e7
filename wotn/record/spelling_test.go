package record

import (
	"io"
	"os"
	"strings"
	"testing"
)

// TestSpellingsOfOtherPrograms reads the table of this name in docs/formats/wotn.md: each
// row has an example, the movetext or tags written for it, and the codes of its problems.
func TestSpellingsOfOtherPrograms(t *testing.T) {
	page, err := os.ReadFile("../../docs/formats/wotn.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "### Spellings of other programs")
	table, _, _ = strings.Cut(table, "\n### ")
	rows := 0
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(line, "| \n"), "|")
		if !strings.HasPrefix(line, "| ") || len(cells) < 3 || cells[0] == "spelling " {
			continue
		}
		rows++
		for i := range cells {
			cells[i] = strings.Trim(strings.TrimSpace(cells[i]), "`")
		}
		example, want := cells[1], cells[2]
		remark := strings.ReplaceAll(strings.ReplaceAll(strings.Join(cells[3:], ""), "`", ""), ",", "")
		checkSpelling(t, example, want, remark)
	}
	if rows < 50 {
		t.Errorf("%d rows", rows)
	}
}

// checkSpelling reads an example with one game. want has tags and movetext, "" for a game
// that is refused.
func checkSpelling(t *testing.T, example, want, remark string) {
	t.Helper()
	r := NewDetectingReader(strings.ReplaceAll(example, "⏎", "\n"))
	game, err := r.Next()
	var found []string
	for _, p := range game.Problems {
		if p.Code != AssumedChess {
			found = append(found, string(p.Code))
		}
	}
	if wrong, ok := err.(*Problem); ok {
		found = []string{"refused: " + string(wrong.Code)}
	}
	if got := strings.Join(found, " "); got != remark {
		t.Errorf("%s: %q, want %q", example, got, remark)
	}
	if err != nil {
		return
	}
	written := game.String()
	tags, moves, _ := strings.Cut(written, "\n\n")
	for {
		tag, rest, isTag := strings.Cut(want, "] ")
		if !isTag || !strings.HasPrefix(want, "[") {
			break
		}
		want = rest
		if !strings.Contains(tags+"\n", tag+"]\n") {
			t.Errorf("%s: no %s] in\n%s", example, tag, tags)
		}
	}
	if got := strings.ReplaceAll(strings.TrimSpace(moves), "\n", " "); got != strings.ReplaceAll(want, "⏎", " ") {
		t.Errorf("%s: read as %s, want %s", example, got, want)
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("%s: more than one game", example)
	}
}
