package engine_test

import (
	"fmt"
	"testing"

	"tafelrunde/wotn/engine"
)

func TestScoreText(t *testing.T) {
	for _, test := range []struct {
		score engine.Score
		text  string
	}{
		{0, "0.00"}, {engine.Centipawns(35), "+0.35"}, {engine.Centipawns(-120), "-1.20"}, {engine.MateIn(3), "#3"},
		{engine.MateIn(-3), "#-3"}, {engine.MateIn(0), "#-0"}, {engine.Centipawns(99999), "+300.00"},
	} {
		if test.score.String() != test.text {
			t.Errorf("%s, want %s", test.score, test.text)
		}
	}
	for n := -20; n <= 20; n++ {
		if got, ok := engine.MateIn(n).Mate(); !ok || got != n {
			t.Errorf("mate in %d is read back as %d, %t", n, got, ok)
		}
	}
}

func ExampleScore() {
	fmt.Println(engine.Centipawns(35), engine.MateIn(3), engine.MateIn(-2))
	moves, mate := engine.MateIn(3).Mate()
	fmt.Println(moves, mate)
	// Output:
	// +0.35 #3 #-2
	// 3 true
}
