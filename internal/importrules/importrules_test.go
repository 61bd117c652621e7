package importrules

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const architecture = "../../ARCHITECTURE.md"

// module is the path of the module, which scripts/module-path may change.
var module = func() string {
	out, err := goCommand("", "", "list", "-m").Output()
	if err != nil {
		panic(err)
	}
	return strings.TrimSpace(string(out))
}()

// goPackage is a package as `go list -json` describes it.
type goPackage struct {
	ImportPath string
	Imports    []string
	Deps       []string
	GoFiles    []string
}

func readArchitecture(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(architecture)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	tableRow = regexp.MustCompile("(?m)^\\| (`[^|]*`) \\| [^|]* \\|$")
	quoted   = regexp.MustCompile("`([^`]+)`")
)

// readLayers reads the rows "| `package`, … | … |" of the table of imports.
func readLayers(t *testing.T) [][]string {
	t.Helper()
	_, after, found := strings.Cut(readArchitecture(t), "\n## Imports\n")
	var layers [][]string
	for _, cells := range tableRow.FindAllStringSubmatch(after, -1) {
		layers = append(layers, names(cells[1]))
	}
	if !found || len(layers) < 5 {
		t.Fatalf("ARCHITECTURE.md has %d rows of packages under `## Imports`", len(layers))
	}
	return layers
}

// covers reports whether a pattern of the table stands for a package: its path,
// folder/... for a folder with everything in it, folder/* for the packages in it.
func covers(pattern, name string) bool {
	if folder, ok := strings.CutSuffix(pattern, "/..."); ok {
		return name == folder || strings.HasPrefix(name, folder+"/")
	}
	if folder, ok := strings.CutSuffix(pattern, "/*"); ok {
		return path.Dir(name) == folder
	}
	return name == pattern
}

// layerOf returns the number of the first row that stands for a package, -1 if there
// is none.
func layerOf(layers [][]string, name string) int {
	return slices.IndexFunc(layers, func(patterns []string) bool {
		return slices.ContainsFunc(patterns, func(p string) bool { return covers(p, name) })
	})
}

// names returns the texts in backquotes.
func names(text string) (found []string) {
	for _, match := range quoted.FindAllStringSubmatch(text, -1) {
		found = append(found, match[1])
	}
	return found
}

// list returns packages from go list, as they are built for a system, or for this
// one if goos is empty.
func list(t *testing.T, goos, goarch string, args ...string) []goPackage {
	t.Helper()
	command := goCommand(goos, goarch, append([]string{"list", "-json=ImportPath,Imports,Deps,GoFiles"}, args...)...)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list %s: %v", args, err)
	}
	var packages []goPackage
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p goPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}

func goCommand(goos, goarch string, args ...string) *exec.Cmd {
	command := exec.Command("go", args...)
	command.Dir = "../.."
	command.Env = os.Environ()
	if goos != "" {
		command.Env = append(command.Env, "GOOS="+goos, "GOARCH="+goarch)
	}
	return command
}

// imported returns the imports of each package of the module, on this system and in
// the browser together. The standard library and tests are left out.
func imported(t *testing.T) map[string][]string {
	t.Helper()
	standard := make(map[string]bool)
	for _, p := range list(t, "", "", "std") {
		standard[p.ImportPath] = true
	}
	all := make(map[string]map[string]bool)
	packages := list(t, "", "", "./...")
	packages = append(packages, list(t, "js", "wasm", "-deps", "./cmd/tafelrunde-wasm")...)
	for _, p := range packages {
		name, ours := strings.CutPrefix(p.ImportPath, module+"/")
		if !ours || len(p.GoFiles) == 0 {
			continue
		}
		if all[name] == nil {
			all[name] = make(map[string]bool)
		}
		for _, path := range p.Imports {
			if !standard[path] && path != "syscall/js" {
				all[name][strings.TrimPrefix(path, module+"/")] = true
			}
		}
	}
	sorted := make(map[string][]string)
	for name, imports := range all {
		sorted[name] = slices.Sorted(maps.Keys(imports))
	}
	return sorted
}

func TestImportsPointUpTheTable(t *testing.T) {
	layers, packages := readLayers(t), imported(t)
	for name, imports := range packages {
		own := layerOf(layers, name)
		if own < 0 {
			t.Errorf("no row has %s", name)
			continue
		}
		for _, path := range imports {
			if _, ours := packages[path]; ours && layerOf(layers, path) > own {
				t.Errorf("%s imports %s of a lower row", name, path)
			}
		}
	}
	for _, patterns := range layers {
		for _, pattern := range patterns {
			used := false
			for name := range packages {
				used = used || covers(pattern, name)
			}
			if !used {
				t.Errorf("the table has %s, which is no package", pattern)
			}
		}
	}
}

// TestRulesAndEnginesStandAlone checks that the two games import neither other modules
// nor each other, and of internal only the packages of the first row.
func TestRulesAndEnginesStandAlone(t *testing.T) {
	support := readLayers(t)[0]
	for name, imports := range imported(t) {
		game, _, _ := strings.Cut(name, "/")
		if game != "wotn" && game != "lancelot" {
			continue
		}
		for _, path := range imports {
			if path != game && !strings.HasPrefix(path, game+"/") && !slices.Contains(support, path) {
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
}

func TestOnlyTheLaboratoryImportsIt(t *testing.T) {
	for name, imports := range imported(t) {
		for _, path := range imports {
			if strings.HasPrefix(path, "lab/") && !strings.HasPrefix(name, "lab/") && name != "cmd/tafelrunde-lab" {
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
}

// TestRouteGroupsImportNoOtherGroup checks that no route group of internal/web
// imports another group, or the package that assembles them. Core does not import
// matches either; documents is no group.
func TestRouteGroupsImportNoOtherGroup(t *testing.T) {
	const web, core, matches, documents = "internal/web", "internal/web/core", "internal/web/matches", "internal/web/documents"
	groups := 0
	for name, imports := range imported(t) {
		if !strings.HasPrefix(name, web+"/") {
			continue
		}
		shared := []string{core, documents}
		if name != core && name != matches && name != documents {
			groups++
			shared = append(shared, matches)
		}
		for _, path := range imports {
			if path == web || strings.HasPrefix(path, web+"/") && !slices.Contains(shared, path) {
				t.Errorf("%s imports %s", name, path)
			}
		}
	}
	if groups < 4 {
		t.Errorf("%d route groups, want at least 4", groups)
	}
}

var doWithout = regexp.MustCompile(`(?s)[Oo]f the standard library, ([^.]*?) (?:do|does) without ([^.]*)\.`)

// TestRulesStaySmallAndPure checks the sentences of ARCHITECTURE.md that name
// the parts of the standard library which packages must not depend on, directly
// or indirectly. Only direct imports of `unsafe` are forbidden, because the
// standard library itself needs it.
func TestRulesStaySmallAndPure(t *testing.T) {
	sentences := doWithout.FindAllStringSubmatch(readArchitecture(t), -1)
	if len(sentences) < 2 {
		t.Fatalf("ARCHITECTURE.md has %d sentences `Of the standard library, … do without ….`, want 2", len(sentences))
	}
	for _, sentence := range sentences {
		packages, forbidden := names(sentence[1]), names(sentence[2])
		if len(packages) < 1 || len(forbidden) < 2 {
			t.Fatalf("read %s and %s from ARCHITECTURE.md", packages, forbidden)
		}
		for i := range packages {
			packages[i] = "./" + packages[i]
		}
		for _, p := range list(t, "js", "wasm", packages...) {
			for _, path := range forbidden {
				if slices.Contains(p.Imports, path) || path != "unsafe" && slices.Contains(p.Deps, path) {
					t.Errorf("%s depends on %s", p.ImportPath, path)
				}
			}
		}
		if out, err := goCommand("js", "wasm", append([]string{"build"}, packages...)...).CombinedOutput(); err != nil {
			t.Errorf("for the browser: %v\n%s", err, out)
		}
	}
}
