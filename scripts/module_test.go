// Package scripts tests the scripts of this folder.
package scripts

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// published is the module path of the published copy.
const (
	published = "example.org/tafelrunde"
	release   = "v0.1.0"
)

// TestModulePath publishes a copy of the module through a local file proxy, under a
// path with a dot. A consumer module uses it: go get, go run of the examples, and go
// install of the program, which plays, prints its version and contains the pages.
func TestModulePath(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program from an empty module")
	}
	proxy := publish(t)
	env := append(os.Environ(),
		"GOPROXY=file://"+proxy+",file://"+goEnv(t, "GOMODCACHE")+"/cache/download",
		"GOSUMDB=off", "GOFLAGS=-mod=mod -modcacherw -trimpath", "GOMODCACHE="+t.TempDir(), "GOTOOLCHAIN=local")
	run := func(dir, name string, args ...string) string {
		t.Helper()
		command := exec.Command(name, args...)
		command.Dir, command.Env = dir, env
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}

	consumer := t.TempDir()
	run(consumer, "go", "mod", "init", "example.com/consumer")
	run(consumer, "go", "get", published+"@"+release)
	examples, err := filepath.Glob("../examples/*/main.go")
	if err != nil || len(examples) == 0 {
		t.Fatalf("examples: %v, %v", examples, err)
	}
	for _, example := range examples {
		source, err := os.ReadFile(example)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(filepath.Dir(example))
		folder := filepath.Join(consumer, name)
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		source = bytes.ReplaceAll(source, []byte(`"`+modulePath(t)+`/`), []byte(`"`+published+`/`))
		if err := os.WriteFile(filepath.Join(folder, "main.go"), source, 0o600); err != nil {
			t.Fatal(err)
		}
		// Programs that read commands end with their empty input.
		run(consumer, "go", "run", "./"+name)
	}

	bin := t.TempDir()
	env = append(env, "GOBIN="+bin)
	run(consumer, "go", "install", published+"/cmd/tafelrunde@"+release)
	program := filepath.Join(bin, "tafelrunde")
	if version := run(bin, program, "version"); !strings.Contains(version, release) {
		t.Errorf("the version is %q, want %s", version, release)
	}
	command := exec.Command(program, "engine")
	command.Stdin = strings.NewReader("position startpos\ngo depth 3\nquit\n")
	if out, err := command.Output(); err != nil || !strings.Contains(string(out), "bestmove ") {
		t.Errorf("the installed engine answered %q, %v", out, err)
	}
	pages, err := os.ReadFile("../internal/web/dist/app/index.html")
	if err != nil {
		t.Fatalf("the pages are not built: run make front: %v", err)
	}
	binary, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(binary, pages) {
		t.Error("the installed program does not contain the built pages")
	}
}

// publish writes the files of a release into a folder that serves as module proxy
// (https://go.dev/ref/mod#goproxy-protocol), and returns the folder.
func publish(t *testing.T) (proxy string) {
	t.Helper()
	tree := filepath.Join(t.TempDir(), "tree")
	script := `set -euo pipefail
mkdir -p "$1"
git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
  if [ -f "$file" ]; then printf '%s\0' "$file"; fi
done | tar --null --files-from=- -cf - | tar -xf - -C "$1"
mkdir -p "$1/internal/web/dist"
cp -r internal/web/dist/app "$1/internal/web/dist/"
"$1/scripts/module-path" ` + published
	command := exec.Command("bash", "-c", script, "publish", tree)
	command.Dir = ".."
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("copying the module: %v\n%s", err, out)
	}
	grep := exec.Command("grep", "-rnIE", `(^|[^A-Za-z0-9_./-])`+regexp.QuoteMeta(modulePath(t))+`/(wotn|lancelot|internal|cmd|examples|scripts)\b`, ".")
	grep.Dir = tree
	if out, _ := grep.Output(); len(out) > 0 {
		t.Errorf("lines that still name the old path of the module:\n%s", out)
	}
	proxy = t.TempDir()
	folder := filepath.Join(proxy, filepath.FromSlash(published), "@v")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(tree, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"list":            release + "\n",
		release + ".info": `{"Version":"` + release + `","Time":"2026-01-01T00:00:00Z"}`,
		release + ".mod":  string(mod),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	archive, err := os.Create(filepath.Join(folder, release+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	if err := zip.CreateFromDir(archive, module.Version{Path: published, Version: release}, tree); err != nil {
		t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return proxy
}

// TestModulePathRefuses: the script refuses paths that go get would refuse.
func TestModulePathRefuses(t *testing.T) {
	for _, path := range []string{"", "tafelrunde", "Example.org/x", "example.org/a b", `example.org/x"y`} {
		if out, err := exec.Command("./module-path", path).CombinedOutput(); err == nil {
			t.Errorf("module-path %q succeeded: %s", path, out)
		}
	}
}

func modulePath(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
