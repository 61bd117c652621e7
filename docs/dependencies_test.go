package docs

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
)

// TestDependenciesHaveReasons looks for every direct dependency of go.mod and
// of each package.json in decisions/dependencies.md.
func TestDependenciesHaveReasons(t *testing.T) {
	page, err := os.ReadFile("decisions/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(goDependencies(t), npmDependencies(t)...) {
		if !strings.Contains(string(page), "`"+name) {
			t.Errorf("decisions/dependencies.md does not name `%s`", name)
		}
	}
}

func goDependencies(t *testing.T) (names []string) {
	t.Helper()
	text, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	file, err := modfile.Parse("go.mod", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, required := range file.Require {
		if !required.Indirect {
			names = append(names, required.Mod.Path)
		}
	}
	for _, tool := range file.Tool {
		names = append(names, tool.Path)
	}
	if len(names) < 5 {
		t.Fatalf("only %d direct dependencies in go.mod", len(names))
	}
	return names
}

func npmDependencies(t *testing.T) (names []string) {
	t.Helper()
	for _, path := range []string{"../browser/package.json", "../scripts/api-types/package.json", "../scripts/lichess-clients/package.json", "../scripts/lighthouse/package.json", "../wotn/testdata/ffish/package.json"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var file struct{ Dependencies, DevDependencies map[string]string }
		if err := json.Unmarshal(text, &file); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for name := range file.Dependencies {
			names = append(names, name)
		}
		for name := range file.DevDependencies {
			names = append(names, name)
		}
	}
	if len(names) < 5 {
		t.Fatalf("only %d dependencies in package.json", len(names))
	}
	return names
}
