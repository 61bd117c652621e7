package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestEngine runs the program and has a short conversation with it: a mate in
// one, and a search that pondering prolongs.
func TestEngine(t *testing.T) {
	program := filepath.Join(t.TempDir(), "uci")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	command := exec.Command(program)
	command.Stdin = strings.NewReader(`uci
setoption name UCI_Variant value chess
position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1
go depth 3
position startpos moves e2e4 e7e5
go ponder depth 2
ponderhit
`)
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	text := string(out)
	for _, want := range []string{"id name Example\n", "option name Hash type spin", "uciok\n", "score mate 1 ", "bestmove g1g7\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if strings.Count(text, "\nbestmove ") != 2 {
		t.Errorf("not two best moves in\n%s", text)
	}
}
