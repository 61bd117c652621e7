package testkit

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Paragraph is a numbered paragraph of a rules document during its test.
type Paragraph struct {
	*testing.T
	// Text is the English paragraph with its tables and diagrams.
	Text string
}

// ParagraphTest tests one paragraph.
type ParagraphTest struct {
	Number string
	// Quote is a part of the English paragraph.
	Quote string
	Test  func(t Paragraph)
}

// Rules compares the English and the German rules document with tests, and runs
// the tests as subtests by number. Both documents must have the same paragraphs in
// the same order, and mark the same ones as rulings. A ruling has a diagram. Each paragraph must have one
// test, in order, and contain its quotation.
func Rules(t *testing.T, english, german string, tests []ParagraphTest) {
	t.Helper()
	var documents [2]document
	for i, path := range []string{english, german} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		documents[i] = readRules(string(text))
	}
	for _, p := range ruleProblems(documents[0], documents[1], tests) {
		t.Error(p)
	}
	for _, test := range tests {
		t.Run(test.Number, func(t *testing.T) {
			test.Test(Paragraph{t, documents[0].paragraphs[test.Number]})
		})
	}
}

// document is the numbered paragraphs of a rules document.
type document struct {
	numbers    []string // in order
	paragraphs map[string]string
}

var (
	ruleSection = regexp.MustCompile(`(?m)^## `)
	ruleStart   = regexp.MustCompile(`(?m)^\*\*(\d+\.\d+)\*\* `)
)

// readRules splits a rules document. A paragraph contains the tables and diagrams
// that follow it.
func readRules(text string) document {
	d := document{paragraphs: map[string]string{}}
	for _, section := range ruleSection.Split(text, -1) {
		starts := ruleStart.FindAllStringSubmatchIndex(section, -1)
		for i, at := range starts {
			end := len(section)
			if i+1 < len(starts) {
				end = starts[i+1][0]
			}
			number := section[at[2]:at[3]]
			d.numbers = append(d.numbers, number)
			d.paragraphs[number] = section[at[1]:end]
		}
	}
	return d
}

// ruleProblems returns what is wrong with two documents and the tests of their
// paragraphs.
func ruleProblems(english, german document, tests []ParagraphTest) (problems []string) {
	if !slices.Equal(english.numbers, german.numbers) {
		problems = append(problems, fmt.Sprintf("paragraphs in English %v, in German %v", english.numbers, german.numbers))
	}
	var tested []string
	for _, test := range tests {
		tested = append(tested, test.Number)
		text := english.paragraphs[test.Number]
		if !strings.Contains(text, test.Quote) {
			problems = append(problems, fmt.Sprintf("paragraph %s does not say %q:\n%s", test.Number, test.Quote, text))
		}
		if strings.Contains(text, "Ruling") != strings.Contains(german.paragraphs[test.Number], "Festlegung") {
			problems = append(problems, fmt.Sprintf("paragraph %s is a ruling in one language only", test.Number))
		}
		if strings.Contains(text, "Ruling") && !strings.Contains(text, "\n```diagram\n") {
			problems = append(problems, fmt.Sprintf("paragraph %s is a ruling without a diagram", test.Number))
		}
	}
	if !slices.Equal(tested, english.numbers) {
		problems = append(problems, fmt.Sprintf("paragraphs %v, tests %v", english.numbers, tested))
	}
	return problems
}

// Table returns the cells of the paragraph's tables without header rows.
func (p Paragraph) Table() (rows [][]string) {
	lines := strings.Split(p.Text, "\n")
	for i, line := range lines {
		head := i+1 < len(lines) && strings.HasPrefix(lines[i+1], "|---")
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "|---") || head {
			continue
		}
		var cells []string
		for _, cell := range strings.Split(strings.Trim(line, "|"), "|") {
			cells = append(cells, strings.TrimSpace(cell))
		}
		rows = append(rows, cells)
	}
	return rows
}

// Diagrams returns the paragraph's diagrams: the values of each by their keys. Values
// of a key that is repeated are separated by semicolons.
func (p Paragraph) Diagrams() (all []map[string]string) {
	for _, text := range strings.Split(p.Text, "```diagram\n")[1:] {
		text, _, _ = strings.Cut(text, "\n```")
		values := map[string]string{}
		for line := range strings.SplitSeq(text, "\n") {
			key, value, _ := strings.Cut(line, ": ")
			if values[key] != "" {
				value = values[key] + "; " + value
			}
			values[key] = value
		}
		all = append(all, values)
	}
	return all
}

// MarkedSquares returns the squares of a mark of a diagram, such as "dot".
func MarkedSquares(marks, name string) (squares []string) {
	for mark := range strings.SplitSeq(marks, "; ") {
		if words := strings.Fields(mark); len(words) > 0 && words[0] == name {
			squares = append(squares, words[1:]...)
		}
	}
	return squares
}

// Code returns the lines of the code block without a language in the paragraph. There
// must be no diagram before it.
func (p Paragraph) Code() []string {
	_, text, _ := strings.Cut(p.Text, "```\n")
	text, _, _ = strings.Cut(text, "\n```")
	return strings.Split(text, "\n")
}
