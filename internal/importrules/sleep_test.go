package importrules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// realSleeps are the functions of tests that let real time pass, with reasons.
var realSleeps = map[string]string{
	"cmd/tafelrunde/crash_test.go crash":                                   "the server is killed at a different moment in each round",
	"cmd/tafelrunde/crash_test.go TestClocksStandStillWithoutTheServer":    "the server is down for longer than lag compensation covers",
	"cmd/tafelrunde/crash_test.go playUntil":                               "the load keeps to the limit of requests",
	"cmd/tafelrunde/nodes_test.go play":                                    "the duration of a load",
	"cmd/tafelrunde/nodes_test.go TestTheDatabaseMayRestart":               "the database is down for longer than a page waits for a heartbeat",
	"cmd/tafelrunde/tournaments_test.go waitToKill":                        "servers are killed at random moments",
	"cmd/tafelrunde/disk_linux_test.go TestAFolderThatIsReadOnlyForAWhile": "the disk is read-only for longer than lag compensation covers",
	"cmd/tafelrunde/xboard_test.go xdotool":                                "XBoard does not report when it has handled an event",
	"cmd/tafelrunde/xboard_test.go lift":                                   "XBoard does not report when it has read an answer",
	"cmd/tafelrunde/xboard_test.go put":                                    "XBoard does not report when it has read an answer",
}

// TestTestsDoNotSleep: tests use fake time (testing/synctest) or wait for a condition
// (internal/testkit), except those in realSleeps.
func TestTestsDoNotSleep(t *testing.T) {
	var found []string
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git"):
			return filepath.SkipDir
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && sleeps(f) {
				relative, err := filepath.Rel("../..", path)
				if err != nil {
					return err
				}
				found = append(found, filepath.ToSlash(relative)+" "+f.Name.Name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range found {
		if realSleeps[name] == "" {
			t.Errorf("%s calls time.Sleep outside of synctest.Test; use testing/synctest or internal/testkit", name)
		}
	}
	for name := range realSleeps {
		if !slices.Contains(found, name) {
			t.Errorf("realSleeps has %s, which does not sleep", name)
		}
	}
}

// sleeps reports whether a node calls time.Sleep outside of synctest.Test.
func sleeps(n ast.Node) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if call, isCall := n.(*ast.CallExpr); isCall {
			if f, ok := call.Fun.(*ast.SelectorExpr); ok && isName(f, "synctest", "Test") {
				return false
			}
		}
		if ok && isName(selector, "time", "Sleep") {
			found = true
		}
		return true
	})
	return found
}

func isName(s *ast.SelectorExpr, pkg, name string) bool {
	x, ok := s.X.(*ast.Ident)
	return ok && x.Name == pkg && s.Sel.Name == name
}
