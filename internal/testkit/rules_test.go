package testkit

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const englishRules = "# Nim\n\n## 1. The heap\n\n**1.1** Two seats take turns.\n\n```\nooo\noo\n```\n\n" +
	"**1.2** Ruling: a turn takes one to three.\n\n```diagram\ntitle: A heap\n```\n\n| a | b |\n|---|---|\n| one | two |\n\n## 2. The end\n\n**2.1** The last one wins.\n"

const germanRules = "## 1. Der Haufen\n\n**1.1** Zwei Plätze ziehen abwechselnd.\n\n**1.2** Festlegung: ein Zug nimmt eins bis drei.\n\n" +
	"## 2. Das Ende\n\n**2.1** Der letzte gewinnt.\n"

func rulesTests(ran *[]string) []ParagraphTest {
	test := func(p Paragraph) { *ran = append(*ran, p.Text) }
	return []ParagraphTest{{"1.1", "take turns", test}, {"1.2", "one to three", test}, {"2.1", "wins", test}}
}

func TestRules(t *testing.T) {
	folder := t.TempDir()
	english, german := filepath.Join(folder, "en.md"), filepath.Join(folder, "de.md")
	for path, text := range map[string]string{english: englishRules, german: germanRules} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var ran []string
	Rules(t, english, german, rulesTests(&ran))
	if len(ran) != 3 || ran[2] != "The last one wins.\n" {
		t.Fatalf("tests ran with %q", ran)
	}
	if got := (Paragraph{Text: ran[0]}).Code(); !slices.Equal(got, []string{"ooo", "oo"}) {
		t.Errorf("diagram %q", got)
	}
	two := Paragraph{Text: "Text.\n\n```diagram\ntitle: A: b\nmarks: dot e4 e5\nmarks: ring d4\n```\n\n```diagram\ntitle: C\n```\n"}.Diagrams()
	if len(two) != 2 || two[0]["title"] != "A: b" || two[0]["marks"] != "dot e4 e5; ring d4" || two[1]["title"] != "C" {
		t.Errorf("diagrams %q", two)
	}
	if got := MarkedSquares("dot e4 e5; ring d4; dot a1", "dot"); !slices.Equal(got, []string{"e4", "e5", "a1"}) {
		t.Errorf("dots %q", got)
	}
	if got := (Paragraph{Text: ran[1]}).Table(); len(got) != 1 || !slices.Equal(got[0], []string{"one", "two"}) {
		t.Errorf("table %q", got)
	}
}

// TestRuleProblemsAreFound breaks the documents or the tests in one way after
// another.
func TestRuleProblemsAreFound(t *testing.T) {
	for _, row := range []struct {
		name, want string
		spoil      func(english, german *string, tests *[]ParagraphTest)
	}{
		{"nothing", "", func(_, _ *string, _ *[]ParagraphTest) {}},
		{"paragraph missing", "in German [1.1 1.2]", func(_, german *string, _ *[]ParagraphTest) {
			*german = strings.ReplaceAll(*german, "**2.1**", "")
		}},
		{"quotation", `does not say "take turns"`, func(english, _ *string, _ *[]ParagraphTest) {
			*english = strings.ReplaceAll(*english, "take turns", "play")
		}},
		{"ruling", "1.2 is a ruling in one language only", func(_, german *string, _ *[]ParagraphTest) {
			*german = strings.ReplaceAll(*german, "Festlegung: ", "")
		}},
		{"diagram missing", "1.2 is a ruling without a diagram", func(english, _ *string, _ *[]ParagraphTest) {
			*english = strings.ReplaceAll(*english, "```diagram", "```")
		}},
		{"test missing", "tests [1.1 1.2]", func(_, _ *string, tests *[]ParagraphTest) { *tests = (*tests)[:2] }},
	} {
		english, german := englishRules, germanRules
		var ran []string
		tests := rulesTests(&ran)
		row.spoil(&english, &german, &tests)
		problems := ruleProblems(readRules(english), readRules(german), tests)
		if row.want == "" && len(problems) > 0 || row.want != "" && (len(problems) != 1 || !strings.Contains(problems[0], row.want)) {
			t.Errorf("%s: %q, want %q", row.name, problems, row.want)
		}
	}
}
