package engines

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

// TestOffered: the levels to choose from are valid, all different and begin with
// the beginners.
func TestOfferedLevels(t *testing.T) {
	want := []int{11, 12, 13, 14, 15, 16, 17, 3, 4, 5, 6, 7, 8, 9, 10}
	if got := OfferedLevels(); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	for code := -1; code <= MaxLevel+1; code++ {
		if n := Beginner(code); n != 0 && !ValidLevel(code) {
			t.Errorf("Beginner(%d) is %d", code, n)
		}
		if valid := code >= 1 && code <= 17; ValidLevel(code) != valid {
			t.Errorf("ValidLevel(%d) is %t", code, !valid)
		}
	}
}

// TestTexts: the texts of levels, and those that are none.
func TestLevelTexts(t *testing.T) {
	for text, want := range map[string]int{
		"1": 1, "10": 10, "beginner1": 11, "beginner7": 17,
		"0": 0, "11": 0, "17": 0, "beginner0": 0, "beginner8": 0, "beginner": 0, "": 0, "-1": 0, "easy": 0, "beginner-1": 0,
	} {
		if code, ok := ParseLevel(text); ok != (want > 0) || ok && code != want {
			t.Errorf("%q is %d, %t, want %d", text, code, ok, want)
		}
	}
	for code, want := range map[int]string{2: "former level 2", 3: "strength 8 of 15", 10: "strength 15 of 15", 11: "strength 1 of 15"} {
		if got := LevelText(code); got != want {
			t.Errorf("%d is %q, want %q", code, got, want)
		}
	}
}

// TestDocument compares the codes with the table in docs/levels.md, which the front
// end's test reads too.
func TestLevelDocument(t *testing.T) {
	text, err := os.ReadFile("../../docs/levels.md")
	if err != nil {
		t.Fatal(err)
	}
	var codes []int
	for i, row := range regexp.MustCompile(`(?m)^\| (\d+) \| (\d+) \| ((?:beginner)?\d+) \|`).FindAllStringSubmatch(string(text), -1) {
		code, _ := strconv.Atoi(row[2])
		if row[1] != strconv.Itoa(i+1) {
			t.Errorf("row %d has the strength %s", i+1, row[1])
		}
		if parsed, ok := ParseLevel(row[3]); !ok || parsed != code {
			t.Errorf("the command line calls the code %d %s, not %s", parsed, row[3], row[2])
		}
		codes = append(codes, code)
	}
	if !slices.Equal(codes, OfferedLevels()) {
		t.Errorf("the document has the codes %v, want %v", codes, OfferedLevels())
	}
}

// TestCharacters compares the names of the computer opponents with the dictionaries of the
// page.
func TestCharacters(t *testing.T) {
	for language, file := range []string{"../../browser/words/en.ts", "../../browser/words/de.ts"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rows := regexp.MustCompile(`'character\.name\.(\d+)': '(.*)',`).FindAllStringSubmatch(string(text), -1)
		if len(rows) != MaxLevel {
			t.Errorf("%s has %d names, want %d", file, len(rows), MaxLevel)
		}
		for _, row := range rows {
			if code, _ := strconv.Atoi(row[1]); !ValidLevel(code) || characters[code][language] != row[2] {
				t.Errorf("%s names the opponent %s %s", file, row[1], row[2])
			}
		}
	}
}
