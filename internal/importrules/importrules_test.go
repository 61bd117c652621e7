package importrules

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
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

// row is one row of the import table.
type row struct {
	level   int
	imports []string // of the module by path inside it, of others in full
	below   bool     // may also import every package of a lower level
}

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
	tableRow = regexp.MustCompile("(?m)^\\| *([0-9]+) *\\| *(`[^|]*?) *\\| *([^|]*?) *\\|$")
	quoted   = regexp.MustCompile("`([^`]+)`")
)

// readTable reads the rows "| level | `package`, … | `import`, … |".
func readTable(t *testing.T) map[string]row {
	t.Helper()
	table := make(map[string]row)
	for _, cells := range tableRow.FindAllStringSubmatch(readArchitecture(t), -1) {
		level, err := strconv.Atoi(cells[1])
		if err != nil {
			t.Fatal(err)
		}
		imports, below := names(cells[3]), strings.HasPrefix(cells[3], "anything below")
		if len(imports) == 0 && !below && cells[3] != "nothing" {
			t.Errorf("row of %s: imports are names in backquotes, anything below or nothing, not %q", cells[2], cells[3])
		}
		for _, name := range names(cells[2]) {
			if _, twice := table[name]; twice {
				t.Errorf("%s has two rows", name)
			}
			table[name] = row{level, imports, below}
		}
	}
	if len(table) == 0 {
		t.Fatal("no import table in ARCHITECTURE.md")
	}
	return table
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

func TestTheImportTableIsTrue(t *testing.T) {
	table := readTable(t)
	packages := imported(t)
	for name, imports := range packages {
		row, ok := table[name]
		if !ok {
			t.Errorf("%s is missing in the table; it imports %s", name, imports)
			continue
		}
		for _, path := range imports {
			if _, ours := packages[path]; !slices.Contains(row.imports, path) && !(row.below && ours) {
				t.Errorf("%s imports %s, which the table does not allow", name, path)
			}
		}
		for _, path := range row.imports {
			if !slices.Contains(imports, path) {
				t.Errorf("the table says that %s imports %s, but it does not", name, path)
			}
		}
	}
	for name := range table {
		if _, ok := packages[name]; !ok {
			t.Errorf("the table has %s, which is no package", name)
		}
	}
}

// TestTheImportTableIsSorted checks that the rows are sorted by level, and by
// package on the same level.
func TestTheImportTableIsSorted(t *testing.T) {
	var previous []string
	level := -1
	for _, cells := range tableRow.FindAllStringSubmatch(readArchitecture(t), -1) {
		next, err := strconv.Atoi(cells[1])
		if err != nil {
			t.Fatal(err)
		}
		packages := names(cells[2])
		if next < level || next == level && slices.Compare(packages, previous) <= 0 {
			t.Errorf("the row of level %d, %s comes after that of level %d, %s", next, packages, level, previous)
		}
		level, previous = next, packages
	}
}

func TestImportsPointDown(t *testing.T) {
	table := readTable(t)
	for name, imports := range imported(t) {
		row := table[name]
		for _, path := range imports {
			if lower, ours := table[path]; ours && lower.level >= row.level {
				t.Errorf("%s on level %d imports %s on level %d", name, row.level, path, lower.level)
			}
		}
	}
}

// TestRouteGroupsImportNoOtherGroup checks that no route group of internal/web
// imports another group, or the package that assembles them. Core does not import
// matches either.
func TestRouteGroupsImportNoOtherGroup(t *testing.T) {
	const web, core, matches = "internal/web", "internal/web/core", "internal/web/matches"
	groups := 0
	for name, imports := range imported(t) {
		if !strings.HasPrefix(name, web+"/") {
			continue
		}
		shared := []string{core}
		if name != core && name != matches {
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
