package search

import (
	"testing"

	"tafelrunde/lancelot"
)

// TestGlanceIsPlaying compares the prospects told at a glance with those after
// playing the stone, in positions of all kinds.
func TestGlanceIsPlaying(t *testing.T) {
	told, stones := 0, 0
	var g incremental
	everyPosition(t, 240, func(p *lancelot.Position) {
		if p.PlacesExcalibur() {
			return
		}
		quick := g.begin(p, trained)
		for open := p.Open(); open.Any(); {
			square := open.Pop()
			stones++
			if !quick {
				continue
			}
			v, ok := g.stone(p, square)
			if !ok {
				continue
			}
			told++
			var after lancelot.Position
			p.PlayInto(&after, lancelot.StoneTurn(p.Square(square)))
			if after.Outcome().Over() || int(after.ToAct()) != g.next {
				t.Fatalf("%s: %s: %s to act, told that it would be %d", p, p.Square(square), after.ToAct(), g.next)
			}
			if want := trained.evaluate(&after); v != want {
				t.Fatalf("%s: %s: %v, by playing it %v", p, p.Square(square), v, want)
			}
		}
	})
	if told < stones*7/10 {
		t.Errorf("only %d stones of %d told at a incremental", told, stones)
	}
	t.Logf("%d stones of %d", told, stones)
}
