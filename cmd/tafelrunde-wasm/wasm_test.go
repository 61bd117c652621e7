package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	// The program is built by another process, which Go's test cache does not
	// see. So its dependencies are imported here, and the files of this folder
	// are read below.
	_ "tafelrunde/cmd/tafelrunde-wasm/calls"
)

// TestUnderNode builds the program as for the browser and calls it from
// JavaScript. testdata/contract.mjs checks its answers, testdata/perft.mjs runs
// the perft suites of the rules through it.
func TestUnderNode(t *testing.T) {
	for _, pattern := range []string{"*.go", "testdata/*.mjs", "../../*/testdata/*.perft"} {
		inputs, err := filepath.Glob(pattern)
		if err != nil || len(inputs) == 0 {
			t.Fatalf("nothing is %s: %v", pattern, err)
		}
		for _, input := range inputs {
			if _, err := os.ReadFile(input); err != nil {
				t.Fatal(err)
			}
		}
	}

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

	callsForAPosition := "120"
	if testing.Short() {
		callsForAPosition = "5"
	}
	for script, args := range map[string][]string{
		"contract.mjs": nil,
		"perft.mjs": {
			callsForAPosition,
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
