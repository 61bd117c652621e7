package uci_test

import (
	"os"
	"strings"

	"tafelrunde/wotn/engine/enginetest"
	"tafelrunde/wotn/uci"
)

func ExampleServe() {
	in := strings.NewReader("position startpos moves e2e4\ngo depth 1\n")
	uci.Serve(in, os.Stdout, uci.Identity{Name: "Plain"}, new(enginetest.Plain))
	// Output:
	// info depth 1 seldepth 2 multipv 1 score cp 10 nodes 1000 nps 1000000 hashfull 1 time 1 pv a7a5 a2a3
	// bestmove a7a5 ponder a2a3
}
