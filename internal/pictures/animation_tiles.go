package pictures

import (
	"fmt"
	"image"
	"image/color"
	"strconv"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// top returns the height above the board.
func (f *film) top() int {
	if f.stones != nil {
		return 0
	}
	return f.strip
}

// paletted converts a picture.
func (f *film) paletted(c *canvas) *image.Paletted {
	m := image.NewPaletted(c.Bounds(), nil)
	for i := range m.Pix {
		p := c.Pix[4*i:]
		m.Pix[i] = f.index(color.RGBA{p[0], p[1], p[2], 255})
	}
	return m
}

func (f *film) tile(t tile) (*image.Paletted, error) {
	if m, ok := f.tiles[t]; ok {
		return m, nil
	}
	size := float64(f.square)
	c := newCanvas(f.square, f.square)
	c.rectangle(0, 0, size, size, f.under(t.ground))
	var err error
	switch {
	case f.stones != nil:
		line := f.kit.color("square-line")
		c.rectangle(0, 0, size, 0.75, line)
		c.rectangle(0, 0, 0.75, size, line)
		c.rectangle(0, size-0.75, size, size, line)
		c.rectangle(size-0.75, 0, size, size, line)
		f.kit.cell(c, t.cell, 0, 0, size)
	case t.piece.Kind == wotn.NoKind:
	case f.Pieces == "framed":
		err = f.kit.piece(c, t.piece, 0, 0, size)
	default:
		err = f.kit.standing(c, t.piece, 0, 0, size)
	}
	if err != nil {
		return nil, err
	}
	m := f.paletted(c)
	f.tiles[t] = m
	return m, nil
}

// person draws the strip of a player: of Black and White above and below the board, of
// the seats of Lancelot below it, up to three in a row.
func (f *film) person(i int, l label) *image.Paletted {
	width, x, y := f.size.X, 0, f.size.Y-f.strip
	side := "black-fill"
	if f.stones != nil {
		columns := min(3, len(f.labels))
		width, x, y = f.size.X/columns, f.size.X/columns*(i%columns), f.square*f.squares+i/columns*f.strip
		if i%columns == columns-1 {
			width = f.size.X - x
		}
	} else {
		if (i == 1) != f.Turned {
			y = 0
		}
		if i == 0 {
			side = "white-fill"
		}
	}
	c := newCanvas(width, f.strip)
	high := float64(f.strip)
	c.rectangle(0, 0, float64(width), high, f.kit.color("surface"))
	pad := f.strip / 4
	if f.stones != nil {
		f.kit.cell(c, lancelot.StoneOf(lancelot.Seat(i)), float64(pad)/2, high*0.12, high*0.76)
	} else {
		box := [][]point{{{float64(pad), high * 0.28}, {float64(pad) + high*0.44, high * 0.28}, {float64(pad) + high*0.44, high * 0.72}, {float64(pad), high * 0.72}}}
		c.fill(box, nonZero, f.kit.color(side))
		c.stroke(box, 1.5, f.kit.color("ink"))
	}
	base := int(high*0.69 + 0.5)
	value := font.MeasureString(f.names, l.value).Ceil()
	f.kit.write(c, f.names, l.value, width-pad-value, base, f.kit.color("ink"))
	left := f.strip + pad/2
	room := width - left - 2*pad - value
	f.kit.write(c, f.names, f.fitting(l.name, room), left, base, f.kit.color("ink"))
	m := f.paletted(c)
	m.Rect = m.Rect.Add(image.Pt(x, y))
	return m
}

// fitting shortens a text to a width in pixels.
func (f *film) fitting(text string, width int) string {
	if font.MeasureString(f.names, text).Ceil() <= width {
		return text
	}
	letters := []rune(text)
	for len(letters) > 0 {
		letters = letters[:len(letters)-1]
		short := strings.TrimRight(string(letters), " ") + "…"
		if font.MeasureString(f.names, short).Ceil() <= width {
			return short
		}
	}
	return ""
}

// standing draws a piece on a pedestal.
func (k *kit) standing(c *canvas, piece wotn.Piece, left, top, size float64) error {
	letter := string(piece.Kind.Letter())
	look, ok := k.pieces[letter]
	if !ok {
		return fmt.Errorf("no drawing of %s", piece.Kind)
	}
	pedestal := k.pedestals[look.Frame]
	scale := size * 0.92 / 100
	left, top = left+size*0.04, top+size*0.04
	outline := placed(pedestal.outline, scale, left, top)
	c.fill(outline, nonZero, k.color("align-"+look.Frame))
	c.stroke(outline, 3*scale, k.color("pedestal-line"))
	fill, line, width := blended(k.color("white-fill"), k.color("white-shade"), 0.5), k.color("white-line"), 6.4
	if piece.Color == wotn.Black {
		fill, line, width = blended(k.color("black-light"), k.color("black-fill"), 0.5), k.color("black-inner"), 5
	}
	shape := placed(look.shape, look.Standing.Scale*scale, left+look.Standing.Across*scale, top+look.Standing.Down*scale)
	c.stroke(shape, width*scale, line)
	c.fill(shape, evenOdd, fill)
	face, err := opentype.NewFace(k.levels, &opentype.FaceOptions{Size: 20 * scale, DPI: 72})
	if err != nil {
		return err
	}
	text := strconv.Itoa(look.Level)
	x := int(left + 50*scale - float64(font.MeasureString(face, text))/64/2 + 0.5)
	k.write(c, face, text, x, int(top+pedestal.foot*scale+0.5), k.color("align-"+look.Frame+"-ink"))
	return nil
}
