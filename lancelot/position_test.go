package lancelot_test

import (
	"testing"

	"tafelrunde/lancelot"
)

// position parses a position.
func position(t testing.TB, text string) lancelot.Position {
	t.Helper()
	p, err := lancelot.ParsePosition(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}
