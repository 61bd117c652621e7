package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestUnderNode builds the program as the browser gets it and calls it from
// JavaScript: testdata/contract.mjs holds what it answers, testdata/perft.mjs
// counts the rules' own suites through it.
func TestUnderNode(t *testing.T) {
	program := filepath.Join(t.TempDir(), "tafelrunde.wasm")
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program, ".")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building: %v\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	support := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")

	for script, args := range map[string][]string{
		"contract.mjs": nil,
		"perft.mjs": {
			"../../wotn/testdata/rules.perft",
			"../../wotn/testdata/chess.perft",
			"../../lancelot/testdata/rules.perft",
		},
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			node := exec.Command("node", append([]string{filepath.Join("testdata", script), support, program}, args...)...)
			out, err := node.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			t.Logf("%s", out)
		})
	}
}
