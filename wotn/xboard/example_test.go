package xboard_test

import (
	"os"
	"strings"

	"tafelrunde/wotn/engine/enginetest"
	"tafelrunde/wotn/xboard"
)

func ExampleServe() {
	in := strings.NewReader("new\nvariant normal\nlift g1\nusermove e2e4\n")
	xboard.Serve(in, os.Stdout, "Plain", new(enginetest.Plain))
	// Output:
	// highlight 8/8/8/8/8/5Y1Y/8/8
	// move a7a5
}
