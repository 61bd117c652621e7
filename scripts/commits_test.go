package scripts

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheckCommits creates a repository with one commit for each case.
func TestCheckCommits(t *testing.T) {
	script, err := filepath.Abs("check-commits")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	git := func(args ...string) string {
		t.Helper()
		command := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@example.org"}, args...)...)
		command.Dir = folder
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return strings.TrimSpace(string(out))
	}
	git("init", "-q")
	git("commit", "-q", "--allow-empty", "-m", "Base")
	for _, tc := range []struct{ name, file, message, want string }{
		{"good", "README.md", "docs: add a page", ""},
		{"no area", "README.md", "Add a page", ""},
		{"long", "README.md", "docs: " + strings.Repeat("x", 70), "76 characters"},
		{"past tense", "README.md", "docs: added a page", `"added" is not an imperative`},
		{"third person", "README.md", "Adds a page", `"adds" is not an imperative`},
		{"participle", "README.md", "web: adding a page", `"adding" is not an imperative`},
		{"verbs that look like others", "README.md", "web: pass the need to speed on", ""},
		{"full stop", "README.md", "docs: add a page.", "full stop"},
		{"engine", "wotn/search/x.go", "search: prune more", "changes an engine"},
		{"engine with bench", "wotn/search/x.go", "search: prune more\n\nBench: 12", ""},
		{"engine unchanged", "lancelot/search/x.go", "search: rename x\n\nNo functional change", ""},
		{"engine's test", "wotn/search/x_test.go", "search: test more", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			base := git("rev-parse", "HEAD")
			path := filepath.Join(folder, tc.file)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(tc.name), 0o600); err != nil {
				t.Fatal(err)
			}
			git("add", "-A")
			git("commit", "-q", "-m", tc.message)
			command := exec.Command(script, base)
			command.Dir = folder
			out, err := command.CombinedOutput()
			if (err != nil) != (tc.want != "") || !strings.Contains(string(out), tc.want) {
				t.Errorf("%q: %v, %q, want %q", tc.message, err, out, tc.want)
			}
		})
	}
}
