package importrules

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var mapLine = regexp.MustCompile(`^((?:│   |    )*)(?:├── |└── )?([A-Za-z][A-Za-z0-9._/-]*)/(?: +(.*))?$`)

// readMap returns the folders of the tree under "The map", with their
// descriptions.
func readMap(t *testing.T) map[string]string {
	t.Helper()
	_, after, found := strings.Cut(readArchitecture(t), "## The map")
	_, after, opened := strings.Cut(after, "```\n")
	tree, _, closed := strings.Cut(after, "```")
	if !found || !opened || !closed {
		t.Fatal("ARCHITECTURE.md has no block of code under `## The map`")
	}
	folders := make(map[string]string)
	var parents []string
	for line := range strings.Lines(tree) {
		line = strings.TrimRight(line, "\n")
		match := mapLine.FindStringSubmatch(line)
		if match == nil {
			t.Errorf("a line of the map is not `folder/   description`: %q", line)
			continue
		}
		depth := len([]rune(match[1])) / 4
		if strings.Contains(line, "── ") {
			depth++
		}
		if depth > len(parents) {
			t.Fatalf("the map indents %q by more than one step", line)
		}
		parents = append(parents[:depth], match[2])
		folders[path.Join(parents...)] = match[3]
	}
	return folders
}

// TestTheMapIsComplete compares the map with the folders: every path on it
// exists, and every package and every folder of the front end is on it. A
// helper package may be named in the description of its parent instead.
func TestTheMapIsComplete(t *testing.T) {
	folders := readMap(t)
	for folder := range folders {
		if info, err := os.Stat(filepath.Join("../..", folder)); err != nil || !info.IsDir() {
			t.Errorf("the map has %s, which is no folder", folder)
		}
	}
	var want []string
	for name := range imported(t) {
		want = append(want, name)
	}
	browser, err := os.ReadDir("../../browser")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range browser {
		built := []string{"node_modules", ".svelte-check", "public", "dist"}
		if entry.IsDir() && !slices.Contains(built, entry.Name()) {
			want = append(want, "browser/"+entry.Name())
		}
	}
	for _, name := range want {
		_, listed := folders[name]
		parent, child := path.Split(name)
		if !listed && !strings.Contains(folders[path.Clean(parent)], child+"/") {
			t.Errorf("the map lacks %s", name)
		}
	}
}

var walkFile = regexp.MustCompile("`((?:[a-z]+/)+[A-Za-z_.]+\\.(?:go|ts|svelte))`")

// TestTheWalksNameFiles checks that the files named under "Two walks" exist.
func TestTheWalksNameFiles(t *testing.T) {
	_, walks, found := strings.Cut(readArchitecture(t), "## Two walks")
	walks, _, _ = strings.Cut(walks, "\n## ")
	files := walkFile.FindAllStringSubmatch(walks, -1)
	if !found || len(files) < 20 {
		t.Fatalf("ARCHITECTURE.md names %d files under `## Two walks`", len(files))
	}
	for _, file := range files {
		if _, err := os.Stat(filepath.Join("../..", file[1])); err != nil {
			t.Errorf("the walks name %s: %v", file[1], err)
		}
	}
}
