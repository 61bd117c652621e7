package main

import (
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tafelrunde-lab": main})
}

// TestScripts runs the scripts of command lines in testdata/script.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Deadline:            time.Now().Add(10 * time.Minute),
	})
}
