// Package docs compares the documents in this folder with the code.
package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var link = regexp.MustCompile(`\]\(([^)#\s]+)(#[^)]*)?\)`)

// markdown returns all tracked Markdown files, relative to the root.
func markdown(t *testing.T) []string {
	t.Helper()
	command := exec.Command("git", "ls-files", "-co", "--exclude-standard", "*.md")
	command.Dir = ".."
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, file := range strings.Fields(string(out)) {
		if _, err := os.Stat(filepath.Join("..", file)); err == nil {
			files = append(files, file)
		}
	}
	if len(files) < 10 {
		t.Fatalf("only %d Markdown files", len(files))
	}
	return files
}

// TestLinksLeadSomewhere checks the relative links of all documents.
func TestLinksLeadSomewhere(t *testing.T) {
	for _, file := range markdown(t) {
		text, err := os.ReadFile(filepath.Join("..", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			target := found[1]
			if strings.Contains(target, "://") || strings.HasPrefix(target, "/") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			if _, err := os.Stat(filepath.Join("..", filepath.Dir(file), target)); err != nil {
				t.Errorf("%s: the link to %s leads nowhere", file, target)
			}
		}
	}
}

var snippet = regexp.MustCompile("(?s)```go\n(.*?)```")

// TestSnippetsCompile compiles the Go code in all documents: whole files as they
// are, other snippets as the body of a function with the imports they need.
func TestSnippetsCompile(t *testing.T) {
	// make check has to be fast; make test runs this package without -short.
	if testing.Short() {
		t.Skip("compiles programs")
	}
	const prelude = `package main

import (
	"fmt"
	"log"
	"os"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

var (
	_ = fmt.Sprint
	_ = log.Fatal
	_ = os.Exit
	_ lancelot.Position
	_ wotn.Position
)

func main() {
`
	count := 0
	for _, file := range markdown(t) {
		text, err := os.ReadFile(filepath.Join("..", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range snippet.FindAllStringSubmatch(string(text), -1) {
			count++
			source := found[1]
			if !strings.HasPrefix(source, "package ") {
				source = prelude + source + "}\n"
			}
			// Inside the module, so that its packages are found; the underscore
			// hides it from ./... of commands that run meanwhile.
			folder, err := os.MkdirTemp(".", "_snippet")
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(folder)
			if err := os.WriteFile(filepath.Join(folder, "main.go"), []byte(source), 0o600); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command("go", "build", "-o", os.DevNull, "./"+folder).CombinedOutput(); err != nil {
				t.Errorf("%s: a snippet does not compile: %s\n%s", file, out, found[1])
			}
		}
	}
	if count == 0 {
		t.Error("no document has a Go snippet")
	}
}
