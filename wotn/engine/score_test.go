package engine_test

import (
	"fmt"
	"testing"

	"tafelrunde/wotn"
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

func TestAcceptsDraw(t *testing.T) {
	position := func(number string) *wotn.Position {
		p, err := wotn.ParsePosition(wotn.Standard, "4k3/4r3/8/8/3v4/2R5/8/3VK3 w - - 0 "+number)
		if err != nil {
			t.Fatal(err)
		}
		return &p
	}
	for _, c := range []struct {
		number string
		score  engine.Score
		want   bool
	}{{"19", -500, false}, {"20", 0, true}, {"20", 1, false}, {"60", engine.MateIn(0), true}} {
		if got := engine.AcceptsDraw(position(c.number), c.score); got != c.want {
			t.Errorf("move %s, score %d: %t", c.number, c.score, got)
		}
	}
}
