package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestEngine runs the program and has a short conversation with it: a turn that
// wins at once, and a search that is limited by depth.
func TestEngine(t *testing.T) {
	program := filepath.Join(t.TempDir(), "ugi")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	command := exec.Command(program)
	command.Stdin = strings.NewReader(`ugi
setoption name Hash value 8
position fen 8/4a3/4a3/4b3/8/aab5/8/8 a 0,0 26,28 - basic 2
go nodes 10000
`)
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	text := string(out)
	for _, want := range []string{"id name Example\n", "option name Hash type spin default 64", "ugiok\n", " winshares 1000,0 ", "bestmove h6\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	command = exec.Command(program)
	command.Stdin = strings.NewReader("position start 3 basic\ngo depth 3\n")
	if out, err = command.Output(); err != nil || !strings.Contains(string(out), "\nbestmove ") {
		t.Errorf("%v\n%s", err, out)
	}
}
