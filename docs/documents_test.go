// Package docs compares the documents in this folder with the code.
package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	defectRow = regexp.MustCompile(`(?m)^\| (\d+) \| ([^|]+) \| ([^|]+) \|$`)
	// labBeginning matches the heading of a page and the beginning of its result.
	labBeginning = regexp.MustCompile(`\A# [^\n]+\n\n\*\*Result\.\*\* \S`)
	namedTest    = regexp.MustCompile("`([^`]+)`: `([^`]+)`")
)

// TestLabPagesBeginWithTheResult checks that the first paragraph of each page of
// the folder lab states its result.
func TestLabPagesBeginWithTheResult(t *testing.T) {
	pages, err := filepath.Glob("lab/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages found (%v)", err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		if !labBeginning.Match(text) {
			t.Errorf("%s does not begin with a heading and \"**Result.** …\"", page)
		}
	}
}

// TestEveryDefectNamesItsTests reads the table of lab/outside-test.md: it has
// the numbers 1 to 37, and each row names tests that exist.
func TestEveryDefectNamesItsTests(t *testing.T) {
	const page, defects = "lab/outside-test.md", 37
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var found []int
	for _, row := range defectRow.FindAllStringSubmatch(string(text), -1) {
		number, err := strconv.Atoi(row[1])
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, number)
		tests := namedTest.FindAllStringSubmatch(row[3], -1)
		if len(tests) == 0 {
			t.Errorf("%s: number %d names no test in the form `file`: `test`", page, number)
		}
		for _, test := range tests {
			file, name := test[1], test[2]
			source, err := os.ReadFile(filepath.Join("..", file))
			if err != nil {
				t.Errorf("%s: number %d: %v", page, number, err)
				continue
			}
			if !declaresTest(string(source), file, name) {
				t.Errorf("%s: number %d: %s has no test %q", page, number, file, name)
			}
		}
	}
	for number := 1; number <= defects; number++ {
		if !slices.Contains(found, number) {
			t.Errorf("%s: number %d is missing", page, number)
		}
	}
}

// declaresTest reports whether a test file declares a test of this name. Scripts
// of the command line are tests as a whole; the name is then a comment in them.
func declaresTest(source, file, name string) bool {
	switch {
	case strings.HasSuffix(file, "_test.go"):
		return strings.Contains(source, "\nfunc "+name+"(")
	case strings.HasSuffix(file, ".ts"):
		return regexp.MustCompile(`(?:test|it)\(\s*['"` + "`]" + regexp.QuoteMeta(name) + `['"` + "`]").MatchString(source)
	case strings.HasSuffix(file, ".txtar"):
		return strings.Contains(source, "# "+name)
	}
	return strings.Contains(source, name)
}
