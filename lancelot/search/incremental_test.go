package search

import (
	"testing"

	"tafelrunde/lancelot"
)

// TestIncrementalEqualsPlaying compares incremental evaluations with those after
// playing the stone, in positions of all kinds.
func TestIncrementalEqualsPlaying(t *testing.T) {
	evaluated, stones := 0, 0
	var g incremental
	everyPosition(t, 240, func(p *lancelot.Position) {
		if p.PlacesExcalibur() {
			return
		}
		possible := g.begin(p, trained())
		for open := p.Open(); !open.IsEmpty(); {
			square := open.Pop()
			stones++
			if !possible {
				continue
			}
			v, ok := g.stone(p, square)
			if !ok {
				continue
			}
			evaluated++
			var after lancelot.Position
			p.PlayInto(&after, lancelot.StoneTurn(square))
			if after.Outcome().Over() || int(after.ToMove()) != g.next {
				t.Fatalf("%s: %s: %s to act, expected %d", p, square, after.ToMove(), g.next)
			}
			if want := trained().evaluate(&after); v != want {
				t.Fatalf("%s: %s: %v, after playing it %v", p, square, v, want)
			}
		}
	})
	if evaluated < stones*7/10 {
		t.Errorf("only %d stones of %d evaluated", evaluated, stones)
	}
	t.Logf("%d stones of %d", evaluated, stones)
}
