package study

import (
	"errors"
	"strings"
	"testing"

	lancelotrecord "tafelrunde/lancelot/record"
	"tafelrunde/wotn/record"
)

// position is a start of Lancelot for two.
const position = "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"

func TestTitle(t *testing.T) {
	for text, want := range map[string]string{
		" The  knight\n fork ":   "The knight fork",
		strings.Repeat("ü", 100): strings.Repeat("ü", 100),
	} {
		if got, err := Title(text); got != want || err != nil {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	for text, code := range map[string]string{
		" \n ": "study-title", "a\x00b": "study-title", "\xff": "study-title", strings.Repeat("ü", 101): "study-title-long",
	} {
		var p *Problem
		if _, err := Title(text); !errors.As(err, &p) || p.Code != code {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestCheck(t *testing.T) {
	many := "1. e4 " + strings.Repeat("(1. d4) ", MaxNodes)
	for _, c := range []struct {
		name, game, text string
		want             Info
		code             string
		offset           int
	}{
		{"chess", Wotn, "[Variant \"Chess\"]\n\n1. e4 {good} $1 (1. d4 d5) e5 *", Info{"chess", 4}, "", 0},
		{"a position", Wotn, "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n*", Info{"wotn", 0}, "", 0},
		{"a position without tags", Wotn, "[Event \"?\"]\n\n*", Info{"wotn", 0}, "", 0},
		{"the start position", Wotn, "", Info{"wotn", 0}, "", 0},
		{"no game", Wotn, "once upon a time", Info{}, "chapter-text", 0},
		{"an empty record", Lancelot, "", Info{}, "chapter-text", 0},
		{"Lancelot", Lancelot, lancelotText(t, "e5 f6 (f7 g7)"), Info{Lancelot, 4}, "", 0},
		{"an illegal move", Wotn, "1. e4 e5 2. Ke3 *", Info{}, "chapter-text", 12},
		{"an illegal variation", Wotn, "1. e4 (1. Ke3) *", Info{}, "chapter-text", 10},
		{"two games", Wotn, "1. e4 * 1. d4 *", Info{}, "chapter-text", 8},
		{"an illegal turn", Lancelot, lancelotText(t, "") + "1. z9", Info{}, "chapter-text", len(lancelotText(t, "")) + 3},
		{"too large", Wotn, strings.Repeat(" ", MaxText+1), Info{}, "chapter-large", MaxText},
		{"a control character", Wotn, "1. e4 {\x00} *", Info{}, "chapter-characters", -1},
		{"too many moves", Wotn, many, Info{}, "chapter-nodes", -1},
	} {
		text, got, err := Check(c.game, "The fork", c.text)
		var p *Problem
		if errors.As(err, &p) != (c.code != "") || got != c.want {
			t.Errorf("%s: %+v, %v", c.name, got, err)
			continue
		}
		if again, info, err := Check(c.game, "The fork", text); p == nil && (again != text || info != got || err != nil || !strings.Contains(text, `[ChapterName "The fork"]`)) {
			t.Errorf("%s: %q, then %q, %v", c.name, text, again, err)
		}
		if p != nil && (p.Code != c.code || p.Offset != c.offset) {
			t.Errorf("%s: %+v", c.name, p)
		}
	}
}

// lancelotText returns a record with turns in words.
func lancelotText(t *testing.T, turns string) string {
	t.Helper()
	head := "[Position \"" + position + "\"]\n\n"
	if turns == "" {
		return head
	}
	text := head + "1. " + turns
	if _, err := lancelotrecord.Read(text); err != nil {
		t.Fatal(err)
	}
	return text
}

func TestSplitWotn(t *testing.T) {
	text := `[Event "Open"]
[White "Ann"]
[Black "Ben"]

1. e4 {x} e5 2. Nf3 *

[ChapterName "The fork"]
[Variant "Chess"]

1. d4 (1. e4 Ke4 2. a3) d5 *

[White "Cleo"]

1. e4 e5 2. Ke3 Nc6 *

[FEN "nonsense"]

1. e4 *

[Event "Only words"]

{A comment without a game.} *
`
	all, err := Split(Wotn, "wotn", text)
	if err != nil || len(all) != 5 {
		t.Fatalf("%+v, %v", all, err)
	}
	for i, want := range []struct {
		title string
		nodes int
		plies int
		left  int
		kept  bool
	}{
		{"Ann – Ben", 3, 3, 0, true}, {"The fork", 3, 2, 1, true}, {"Cleo – ?", 2, 2, 2, true}, {"", 0, 0, 1, false},
		{"Only words", 0, 0, 0, true},
	} {
		f := all[i]
		if f.Title != want.title || f.Nodes != want.nodes || f.Plies != want.plies || len(f.Left) != want.left || (f.Text != "") != want.kept {
			t.Errorf("game %d: %+v", i+1, f)
		}
	}
	var p *record.Problem
	if !errors.As(all[2].Left[0], &p) || p.Code != record.IllegalMove || text[p.Offset:p.Offset+3] != "Ke3" {
		t.Errorf("%+v", all[2].Left[0])
	}
	if text := all[4].Text; !strings.Contains(text, "{A comment without a game.}") {
		t.Errorf("the comment is missing: %s", text)
	}
	if _, info, err := Check(Wotn, "x", all[1].Text); err != nil || info.Variant != "chess" {
		t.Errorf("%+v, %v", info, err)
	}
	if _, err := Split(Wotn, "go", text); err == nil {
		t.Error("an unknown variant")
	}
}

func TestSplitLancelot(t *testing.T) {
	text := lancelotText(t, "e5 f6") + "\n\n[A \"Ann\"]\n[B \"B [\\\"x\"]\n" + lancelotText(t, "e5 {a [note]} f6 (f7 g7)") + "\n\n" +
		"[Event \"Cup\"]\n" + lancelotText(t, "") + "1. e5 z9\n\n[Position \"nonsense\"]\n\n1. a1\n"
	all, err := Split(Lancelot, "", text)
	if err != nil || len(all) != 4 {
		t.Fatalf("%+v, %v", all, err)
	}
	for i, want := range []struct {
		title string
		nodes int
		left  int
		kept  bool
	}{{"", 2, 0, true}, {`Ann – B ["x`, 4, 0, true}, {"Cup", 1, 1, true}, {"", 0, 1, false}} {
		f := all[i]
		if f.Title != want.title || f.Nodes != want.nodes || len(f.Left) != want.left || (f.Text != "") != want.kept {
			t.Errorf("game %d: %+v", i+1, f)
		}
	}
	var wrong *lancelotrecord.Error
	if !errors.As(all[2].Left[0], &wrong) || text[wrong.Offset:wrong.Offset+2] != "z9" {
		t.Errorf("%+v", all[2].Left[0])
	}
}

// TestSplitKeepsMovesAfterUnknownMarks: a mark is named, and the game goes on.
func TestSplitKeepsMovesAfterUnknownMarks(t *testing.T) {
	for game, texts := range map[string][]string{
		Wotn:     {"1. e4 $999 e5 2. Nf3", "1. e4 e5!!! 2. Nf3"},
		Lancelot: {lancelotText(t, "") + "1. e5 $999 f6 g7", lancelotText(t, "") + "1. e5 f6!!! g7"},
	} {
		for _, text := range texts {
			all, err := Split(game, "wotn", text)
			if err != nil || len(all) != 1 || all[0].Plies != 3 || len(all[0].Left) != 1 {
				t.Errorf("%s: %+v, %v", text, all, err)
			}
		}
	}
}

// TestSplitKeepsMainLine: a variation that is not legal, even if it is not closed, leaves the
// turns before it, and those after it if it is closed.
func TestSplitKeepsMainLine(t *testing.T) {
	for text, want := range map[string]int{
		"1. e5 f6 3. e6 (3. z9) k11":               4,
		"1. e5 f6 3. e6 (3. g7 z9 k9":              3,
		"1. e5 f6 3. e6 (3. g7 (3. z9) 4. k9) k11": 4,
	} {
		all, err := Split(Lancelot, "", lancelotText(t, "")+text)
		if err != nil || len(all) != 1 || all[0].Plies != want || len(all[0].Left) == 0 {
			t.Errorf("%s: %+v, %v", text, all, err)
		}
	}
}

// TestSplitReportsTheRest: what follows an error is listed, with its number of moves if it is
// known.
func TestSplitReportsTheRest(t *testing.T) {
	head := lancelotText(t, "")
	for _, c := range []struct {
		game, text string
		left       int
		moves      int
	}{
		{Wotn, "1. e4 e5 2. Ke5 Nc6 3. Bb5 *", 2, 2},
		{Wotn, "1. e4 e5 2. Ke5 $1 {a b} Nc6 (2... d6 3. d4) 3.Bb5 1-0\n\n[White \"x\"]\n1. e4 *", 2, 2},
		{Wotn, "1. e4 e5 2. Ke5 *", 1, 0},
		{Wotn, "1. e4 e5 2. Ke5", 1, 0},
		{Wotn, "1. e4 e5 {never closed 2. Nf3", 1, 0},
		{Lancelot, head + "1. e5 z9 f6 (g7) k11 *", 2, 2},
		{Lancelot, head + "1. e5 z9", 1, 0},
		{Lancelot, head + "1. e5 ) f6", 1, 0},
	} {
		all, err := Split(c.game, "wotn", c.text)
		if err != nil || len(all) == 0 || len(all[0].Left) != c.left {
			t.Errorf("%s: %+v, %v", c.text, all, err)
			continue
		}
		var p *Problem
		if c.left == 2 && (!errors.As(all[0].Left[1], &p) || p.Code != "rest-left-out" || p.Count != c.moves) {
			t.Errorf("%s: %+v", c.text, p)
		}
	}
}

// FuzzSplit: what is kept of any text is a chapter, and nothing panics.
func FuzzSplit(f *testing.F) {
	f.Add("1. e4 e5 *\n\n[White \"x\"]\n1. d4 (1. e4) *", "")
	f.Add("[Position \""+position+"\"]\n\n1. e5 {x} f6 (f7)", "")
	f.Fuzz(func(t *testing.T, a, b string) {
		text := a + b
		if len(text) > 4000 {
			return
		}
		for _, game := range []string{Wotn, Lancelot} {
			all, err := Split(game, "wotn", text)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range all {
				if found.Text == "" {
					if len(found.Left) == 0 {
						t.Fatalf("%q: a game is left out without a reason", text)
					}
					continue
				}
				again, info, err := Check(game, found.Title, found.Text)
				if err != nil || info.Nodes != found.Nodes || again != found.Text {
					t.Fatalf("%q: %+v, %v", text, info, err)
				}
			}
		}
	})
}

// TestEvaluationsAreKept writes the evaluations of a review again and again.
func TestEvaluationsAreKept(t *testing.T) {
	text := "1. e4 {[%eval 0.31] [%clk 0:04:58]} e5 {good} {[%eval -1.20]} 2. Nf3 {[%eval #-3]} (2. d4 {[%eval 0.10,18]}) *"
	for range 3 {
		written, _, err := Check(Wotn, "x", text)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(written, "[%eval "); n != 4 {
			t.Fatalf("%d evaluations: %s", n, written)
		}
		for _, want := range []string{"[%eval 0.31] [%clk 0:04:58]", "[%eval -1.20]", "[%eval #-3]", "[%eval 0.10,18]"} {
			if !strings.Contains(written, want) {
				t.Errorf("%q is missing: %s", want, written)
			}
		}
		found, err := Split(Wotn, "wotn", written)
		if err != nil || len(found) != 1 || found[0].Text != written {
			t.Fatalf("%+v, %v", found, err)
		}
		text = found[0].Text
	}
}
