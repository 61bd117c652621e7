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

// TestReadmeProgram compares the program in the README with this one.
func TestReadmeProgram(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, found := strings.Cut(string(readme), "```go\n")
	shown, _, closed := strings.Cut(shown, "```")
	if !found || !closed {
		t.Fatal("the README has no Go program")
	}
	program, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(program), "func main() {\n")
	body = strings.TrimSuffix(body, "}\n")
	if got := strings.ReplaceAll(strings.TrimPrefix(body, "\t"), "\n\t", "\n"); got != shown {
		t.Errorf("the README has\n%s\nbut the program is\n%s", shown, got)
	}
}
