package pictures

import (
	"image/color"
	"maps"
	"slices"
	"strconv"
)

// themed returns the kit with the colors of another theme of the board. It has no
// faces for text.
func (k *kit) themed(board string) *kit {
	other := &kit{figures: k.figures, levels: k.levels}
	other.colors = maps.Clone(k.colors)
	for name, c := range allDrawings().Boards[board] {
		// Checked when the drawings were loaded, like all colors.
		if ink, err := parseInk(c.Light()); err == nil {
			other.colors[name] = ink
		}
	}
	return other
}

// colors returns the palette: the colors of the drawings, and what lies halfway between
// two of them, for smooth edges.
func (f *film) colors() []color.RGBA {
	names := []string{"surface", "ink", "ink-soft"}
	var base []color.RGBA
	if f.stones != nil {
		names = append(names, "stone-line", "square-line", "excalibur-blade", "excalibur-rock", "excalibur-hilt")
		for seat := range f.labels {
			names = append(names, "seat-"+strconv.Itoa(seat), "seat-"+strconv.Itoa(seat)+"-charge")
		}
		base = append(base, f.under(plain), f.under(plain|marked))
	} else {
		names = append(names, "black-fill", "black-line", "black-inner", "white-fill", "white-line", "white-shade", "black-light",
			"pedestal-line", "align-neutral", "align-knight", "align-bishop", "align-knight-ink")
		base = append(base, f.under(light), f.under(dark), f.under(light|marked), f.under(dark|marked))
	}
	for _, name := range names {
		base = append(base, f.kit.color(name))
	}
	all := slices.Clone(base)
	for i, a := range base {
		for _, b := range base[:i] {
			all = append(all, blended(a, b, 0.5))
		}
	}
	var palette []color.RGBA
	for _, c := range all {
		if len(palette) < transparent && !slices.ContainsFunc(palette, func(p color.RGBA) bool { return distance(p, c) < 40 }) {
			palette = append(palette, c)
		}
	}
	return palette
}

func blended(a, b color.RGBA, part float64) color.RGBA {
	mixed := func(a, b uint8) uint8 { return uint8(float64(a)*(1-part) + float64(b)*part + 0.5) }
	return color.RGBA{mixed(a.R, b.R), mixed(a.G, b.G), mixed(a.B, b.B), 255}
}

// distance returns how different two colors look, as a square.
func distance(a, b color.RGBA) int {
	r, g, bl := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return 2*r*r + 4*g*g + 3*bl*bl
}

// index returns the index of the color of the palette that is nearest to c.
func (f *film) index(c color.RGBA) uint8 {
	if i, ok := f.indices[c]; ok {
		return i
	}
	best := 0
	for i, p := range f.palette {
		if distance(p, c) < distance(f.palette[best], c) {
			best = i
		}
	}
	f.indices[c] = uint8(best)
	return uint8(best)
}

// under returns the color of a square.
func (f *film) under(g ground) color.RGBA {
	names := [...]string{light: "square-light", dark: "square-dark", plain: "square-plain"}
	c := f.kit.color(names[g&3])
	if g&(marked) != 0 {
		c = blended(c, f.kit.color("highlight"), 0.75)
	}
	return c
}
