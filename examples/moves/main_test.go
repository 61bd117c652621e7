package main

import (
	"os"
	"strings"
	"testing"
)

func Example() {
	main()
	// Unordered output:
	// Kf1 e1f1
	// Kf2 e1f2
	// Re3 c3e3
	// (RNN)e3 d1e3
	// (RNN)xd4/K d1d4k
}

// TestReadmeShowsThisProgram compares the README's program with this one, so
// that what it shows is what was run.
func TestReadmeShowsThisProgram(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, found := strings.Cut(string(readme), "```go\n")
	shown, _, closed := strings.Cut(shown, "```")
	if !found || !closed {
		t.Fatal("the README shows no program")
	}
	program, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(program), "func main() {\n")
	body = strings.TrimSuffix(body, "}\n")
	if got := strings.ReplaceAll(strings.TrimPrefix(body, "\t"), "\n\t", "\n"); got != shown {
		t.Errorf("the README shows\n%s\nbut the program is\n%s", shown, got)
	}
}
