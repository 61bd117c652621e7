package pictures

import (
	"regexp"
	"testing"
)

func TestDrawingsAreComplete(t *testing.T) {
	d := allDrawings()
	if len(d.Pieces) != 22 || len(d.Ordinaries) != 5 || len(d.Excalibur) != 4 || len(d.Boards) != 4 || d.Shield == "" {
		t.Errorf("%d pieces, %d ordinaries, %d parts of Excalibur, %d boards", len(d.Pieces), len(d.Ordinaries), len(d.Excalibur), len(d.Boards))
	}
	for letter, p := range d.Pieces {
		if p.Figure == "" || p.Level < 1 || p.Level > 11 || d.Frames[p.Frame].Outline == "" || d.Pedestals[p.Frame].Outline == "" {
			t.Errorf("%s: level %d, frame %q, figure of %d bytes", letter, p.Level, p.Frame, len(p.Figure))
		}
		for _, fit := range []pathFit{p.Framed, p.Standing, p.Glyph} {
			if fit.Scale <= 0 {
				t.Errorf("%s has the scale %v", letter, fit.Scale)
			}
		}
	}
	form := regexp.MustCompile(`^#[0-9a-f]{6}$`)
	check := func(name string, c schemeColor) {
		if !form.MatchString(c.Light()) || !form.MatchString(c.Dark()) {
			t.Errorf("%s is %v", name, c)
		}
	}
	for name, c := range d.Colors {
		check(name, c)
	}
	for board, colors := range d.Boards {
		for name, c := range colors {
			check(board+" "+name, c)
		}
	}
}
