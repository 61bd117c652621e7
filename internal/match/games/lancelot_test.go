package games

import (
	"slices"
	"testing"

	"tafelrunde/lancelot"
)

func TestSkipPassesTheTurnOn(t *testing.T) {
	p, err := lancelot.ParsePosition("1abc1b2ca/5ba3/1a2a5/1c7a/1c3b2ca/1ab5c1/a5a1a1/2b6b/3b1b2ac/1b5b1b b 3,5,1 16,17,17 - basic 8")
	if err != nil {
		t.Fatal(err)
	}
	at := newLancelotPosition(p)
	for _, c := range []struct {
		out  []bool
		want int
	}{
		{[]bool{false, true, false}, 2},
		{[]bool{false, true, true}, 0},
		{[]bool{true, false, true}, 1},
	} {
		next := at.Skip(c.out)
		if next.ToAct() != c.want {
			t.Errorf("out %v: seat %d to act, want %d", c.out, next.ToAct(), c.want)
		}
	}
	if over := at.Skip([]bool{true, true, true}); !over.Outcome().Over {
		t.Error("nobody is in, and the game goes on")
	}
}

func TestMostStonesWinIfNobodyCanAct(t *testing.T) {
	// Seat a has no stone in hand; only b could act, and it is out.
	p, err := lancelot.ParsePosition("abababab/babababa/abababab/babababa/abababab/babababa/abababa1/ba1b1a2 b 0,0 0,1 - basic 7")
	if err != nil {
		t.Fatal(err)
	}
	over := newLancelotPosition(p).Skip([]bool{false, true})
	if o := over.Outcome(); !o.Over || !slices.Equal(o.Winners, []int{0}) || o.Reason != "no-turn" {
		t.Errorf("%+v", o)
	}
}
