package lancelot_test

import (
	"os"
	"strings"
	"testing"

	"tafelrunde/lancelot"
)

// TestFormatsDocument: docs/formats/lancelot.md documents every code that a text
// can cause, and the positions in it are valid.
func TestFormatsDocument(t *testing.T) {
	text, err := os.ReadFile("../docs/formats/lancelot.md")
	if err != nil {
		t.Fatal(err)
	}
	document := string(text)
	codes := map[string]bool{}
	for _, row := range rows(t, "setups.bad") {
		for code := range strings.FieldsSeq(row[1]) {
			codes[code] = true
		}
	}
	for _, row := range rows(t, "setups.unreadable") {
		code, _, _ := strings.Cut(row[1], " ")
		codes[code] = true
	}
	for _, row := range rows(t, "turns.bad") {
		codes[row[2]] = true
	}
	for code := range codes {
		if !strings.Contains(document, "`"+code+"`") {
			t.Errorf("the code %s is not documented", code)
		}
	}
	shown := 0
	for line := range strings.Lines(document) {
		line = strings.TrimSpace(line)
		if strings.Count(line, "/") > 6 && strings.Count(line, " ") == 6 {
			shown++
			if p := position(t, line); p.String() != line {
				t.Errorf("%s is written as %s", line, &p)
			}
		}
	}
	if shown != 3 {
		t.Errorf("the document has %d positions, want 3", shown)
	}
	for turn, shown := range map[string]string{"g8": "g8", "Xg6,g8": "X g6 · g8", "g8,Xg6": "g8 · X g6", "Xg6": "X g6"} {
		read, err := lancelot.ParseTurn(shown)
		if err != nil || read.String() != turn || !strings.Contains(document, "| `"+turn+"` | "+shown+" |") {
			t.Errorf("%s, shown as %s: %v", turn, shown, err)
		}
	}
}
