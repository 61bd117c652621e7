package engine_test

import (
	"math"
	"testing"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

func TestWDL(t *testing.T) {
	for v := range wotn.NumVariants {
		m := engine.WDLModelOf(v)
		// Beyond the games of the fit too.
		for _, terms := range []engine.WDLTerms{{1}, {1, 1}, {1, 0, 7.5}, {1, 0.5, 2, 1}, {1, 1, 0.3, 0.3, 0.6}, {1, 1, 3, 3, 0.99}} {
			before := -1.0
			for cp := -3000; cp <= 3000; cp += 50 {
				o, other := m.WDL(float64(cp), terms), m.WDL(float64(-cp), terms)
				if o.Win < 0 || o.Draw < 0 || o.Loss < 0 || math.Abs(o.Win+o.Draw+o.Loss-1) > 1e-9 {
					t.Fatalf("%s, %v, %d: %+v", v, terms, cp, o)
				}
				if math.Abs(o.Win-other.Loss) > 1e-12 || math.Abs(o.Draw-other.Draw) > 1e-12 {
					t.Fatalf("%s, %v, %d: %+v, but for the opponent %+v", v, terms, cp, o, other)
				}
				if o.Share() <= before {
					t.Fatalf("%s, %v: the share of %d is not above that of less", v, terms, cp)
				}
				before = o.Share()
				if w := o.Thousandths(); w[0]+w[1]+w[2] != 1000 || min(w[0], w[1], w[2]) < 0 {
					t.Fatalf("%+v in thousandths is %v", o, w)
				}
			}
		}
	}
}

func TestWDLOf(t *testing.T) {
	start := wotn.Start(wotn.Standard)
	if o := engine.WDLOf(&start, 0); o.Share() != 0.5 || o.Win != o.Loss {
		t.Errorf("an even position: %+v", o)
	}
	if o := engine.WDLOf(&start, engine.MateIn(4)); o != (engine.WDL{Win: 1}) {
		t.Errorf("a mate: %+v", o)
	}
	if o := engine.WDLOf(&start, engine.MateIn(-4)); o != (engine.WDL{Loss: 1}) {
		t.Errorf("being mated: %+v", o)
	}
	few, err := wotn.ParsePosition(wotn.Standard, "4k3/4r3/8/8/3v4/2R5/8/3VK3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if a, b := engine.WDLOf(&start, 0).Draw, engine.WDLOf(&few, 0).Draw; a >= b {
		t.Errorf("draws with all pieces %.2f, with few %.2f", a, b)
	}
}
