package pictures

import (
	"bytes"
	"image/color"
	"image/png"
	"testing"
)

func TestIcons(t *testing.T) {
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>x</title>` +
		`<path fill="#9e2a22" stroke="#211e19" stroke-width="2" d="M4 4h24v24h-24Z"/></svg>`
	for _, c := range []struct {
		icon   Icon
		corner color.Color
	}{
		{Icon{Size: 64, Share: 1}, color.NRGBA{}},
		{Icon{Size: 192, Share: 0.6, Ground: "#f3f0e9"}, color.NRGBA{0xf3, 0xf0, 0xe9, 255}},
	} {
		data, err := c.icon.PNG([]byte(svg))
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		size := c.icon.Size
		if got := picture.Bounds().Size(); got.X != size || got.Y != size {
			t.Errorf("size %v, want %d", got, size)
		}
		at := func(x, y int) color.Color { return color.NRGBAModel.Convert(picture.At(x, y)) }
		if got := at(0, 0); got != c.corner {
			t.Errorf("corner %v, want %v", got, c.corner)
		}
		if got := at(size/2, size/2); got != (color.NRGBA{0x9e, 0x2a, 0x22, 255}) {
			t.Errorf("middle %v", got)
		}
	}
	for _, wrong := range []string{
		"no drawing",
		`<svg viewBox="0 0 32 16"></svg>`,
		`<svg viewBox="0 0 32 32"><path fill="red" d="M0 0h9v9Z"/></svg>`,
		`<svg viewBox="0 0 32 32"><path fill="#ffffff" d="Q"/></svg>`,
	} {
		if _, err := (Icon{Size: 16, Share: 1}).PNG([]byte(wrong)); err == nil {
			t.Errorf("%s: no error", wrong)
		}
	}
	if _, err := (Icon{Size: 16, Share: 1, Ground: "white"}).PNG([]byte(svg)); err == nil {
		t.Error("no error for an unknown ground")
	}
}
