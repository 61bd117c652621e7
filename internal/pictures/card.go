package pictures

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// The size of a picture in pixels, as recommended for previews of links
// (https://ogp.me).
const (
	CardWidth  = 1200
	CardHeight = 630
)

// Card is the content of a picture.
type Card struct {
	// Game is "wotn" or "lancelot". Variant is the variant of "wotn". Position is a
	// position of the game as text.
	Game, Variant, Position string
	// Title and Lines are the text beside the board.
	Title string
	Lines []string
	// Turned shows the board from Black's side.
	Turned bool
}

// shape is a drawing, as polygons on 100 × 100.
type shape = [][]point

// figures are the drawings as polygons.
type figures struct {
	frames     map[string]framed
	pedestals  map[string]pedestal
	pieces     map[string]figure
	shield     shape
	ordinaries []shape
	excalibur  map[string]shape
	colors     map[string]color.RGBA
}

type framed struct {
	outline, inner shape
	foot           float64
}

type pedestal struct {
	outline shape
	foot    float64
}

type figure struct {
	drawnPiece
	shape shape
}

// load converts the drawings.
func (f *figures) load(all *drawings) (err error) {
	read := func(d string) (s shape) {
		if err == nil {
			s, err = readPath(d)
		}
		return s
	}
	f.frames, f.pieces, f.excalibur = map[string]framed{}, map[string]figure{}, map[string]shape{}
	f.colors = map[string]color.RGBA{}
	for name, frame := range all.Frames {
		f.frames[name] = framed{read(frame.Outline), read(frame.Inner), frame.Foot}
	}
	f.pedestals = make(map[string]pedestal)
	for name, p := range all.Pedestals {
		f.pedestals[name] = pedestal{read(p.Outline), p.Foot}
	}
	for letter, piece := range all.Pieces {
		f.pieces[letter] = figure{piece, read(piece.Figure)}
	}
	f.shield = read(all.Shield)
	for _, d := range all.Ordinaries {
		f.ordinaries = append(f.ordinaries, read(d))
	}
	for name, d := range all.Excalibur {
		f.excalibur[name] = read(d)
	}
	for _, colors := range []map[string]schemeColor{all.Colors, all.Boards["wood"]} {
		for name, c := range colors {
			if err == nil {
				f.colors[name], err = parseInk(c.Light())
			}
		}
	}
	return err
}

var loaded = sync.OnceValue(func() *kit {
	k := &kit{}
	if err := k.load(allDrawings()); err != nil {
		panic("preview: drawings.json is invalid: " + err.Error())
	}
	for _, f := range []struct {
		into *font.Face
		data []byte
		size float64
	}{{&k.title, gobold.TTF, 46}, {&k.text, goregular.TTF, 34}, {nil, gobold.TTF, 0}} {
		parsed, err := opentype.Parse(f.data)
		if err != nil {
			panic("preview: a font is invalid: " + err.Error())
		}
		if f.size == 0 {
			k.levels = parsed
			continue
		}
		if *f.into, err = opentype.NewFace(parsed, &opentype.FaceOptions{Size: f.size, DPI: 72}); err != nil {
			panic("preview: a font is invalid: " + err.Error())
		}
	}
	return k
})

// kit contains the drawings and fonts. Font faces are not safe for concurrent use, so
// pictures are drawn one at a time.
type kit struct {
	figures
	mu          sync.Mutex
	title, text font.Face
	levels      *opentype.Font
}

func (k *kit) color(name string) color.RGBA { return k.colors[name] }

// WriteCard draws a card and writes it as PNG. It returns an error if the position is
// invalid or if w fails.
func WriteCard(w io.Writer, card Card) error {
	k := loaded()
	k.mu.Lock()
	c := newCanvas(CardWidth, CardHeight)
	err := k.draw(c, card)
	k.mu.Unlock()
	if err != nil {
		return err
	}
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	return encoder.Encode(w, c)
}

const margin = 33

func (k *kit) draw(c *canvas, card Card) error {
	c.rectangle(0, 0, CardWidth, CardHeight, k.color("ground"))
	var err error
	switch card.Game {
	case "wotn":
		err = k.board(c, card)
	case "lancelot":
		err = k.stones(c, card)
	default:
		err = fmt.Errorf("there is no game %q", card.Game)
	}
	if err != nil {
		return err
	}
	left, y := CardHeight+10, 120
	for _, line := range k.wrapped(k.title, card.Title, CardWidth-margin-left) {
		k.write(c, k.title, line, left, y, k.color("ink"))
		y += 56
	}
	y += 24
	for _, text := range card.Lines {
		for i, line := range k.wrapped(k.text, text, CardWidth-margin-left) {
			if i > 1 || y > CardHeight-margin {
				break
			}
			k.write(c, k.text, line, left, y, k.color("ink-soft"))
			y += 46
		}
	}
	return nil
}

func (k *kit) board(c *canvas, card Card) error {
	variant, err := wotn.ParseVariant(card.Variant)
	if err != nil {
		return fmt.Errorf("there is no variant %q", card.Variant)
	}
	position, err := wotn.ParsePosition(variant, card.Position)
	if err != nil {
		return err
	}
	size := float64(CardHeight-2*margin) / 8
	for file := range 8 {
		for rank := range 8 {
			x, y := file, 7-rank
			if card.Turned {
				x, y = 7-file, rank
			}
			left, top := margin+float64(x)*size, margin+float64(y)*size
			name := "square-light"
			if (file+rank)%2 == 0 {
				name = "square-dark"
			}
			c.rectangle(left, top, left+size, top+size, k.color(name))
			if piece := position.At(wotn.NewSquare(file, rank)); piece.Kind != wotn.NoKind {
				if err := k.piece(c, piece, left, top, size); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (k *kit) piece(c *canvas, piece wotn.Piece, left, top, size float64) error {
	look, ok := k.pieces[string(piece.Kind.Letter())]
	if !ok {
		return fmt.Errorf("no drawing of %s", piece.Kind)
	}
	side := "white"
	if piece.Color == wotn.Black {
		side = "black"
	}
	frame := k.frames[look.Frame]
	scale := size * 0.88 / 100
	left, top = left+size*0.06, top+size*0.06
	outline := placed(frame.outline, scale, left, top)
	c.fill(outline, nonZero, k.color(side+"-fill"))
	c.stroke(outline, 4.5*scale, k.color(side+"-line"))
	if piece.Color == wotn.Black {
		c.stroke(placed(frame.inner, scale, left, top), 2.2*scale, k.color("black-inner"))
	}
	c.fill(placed(look.shape, look.Framed.Scale*scale, left+look.Framed.Across*scale, top+look.Framed.Down*scale), evenOdd, k.color(side+"-figure"))
	face, err := opentype.NewFace(k.levels, &opentype.FaceOptions{Size: 23 * scale, DPI: 72})
	if err != nil {
		return err
	}
	text := strconv.Itoa(look.Level)
	x := int(left + 50*scale - float64(font.MeasureString(face, text))/64/2 + 0.5)
	y := int(top + frame.foot*scale + 0.5)
	for _, d := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {1, 1}, {-1, 1}, {1, -1}} {
		k.write(c, face, text, x+d[0], y+d[1], k.color(side+"-fill"))
	}
	k.write(c, face, text, x, y, k.color(side+"-figure"))
	return nil
}

func (k *kit) stones(c *canvas, card Card) error {
	position, err := lancelot.ParsePosition(card.Position)
	if err != nil {
		return err
	}
	all := position.Size()
	offset := (lancelot.PlanSize - all) / 2 // smaller boards are centred on the plan
	size := float64(CardHeight-2*margin) / float64(all)
	c.rectangle(margin, margin, CardHeight-margin, CardHeight-margin, k.color("square-plain"))
	for i := range all + 1 {
		at := margin + float64(i)*size
		c.rectangle(at-0.75, margin, at+0.75, CardHeight-margin, k.color("square-line"))
		c.rectangle(margin, at-0.75, CardHeight-margin, at+0.75, k.color("square-line"))
	}
	for column := range all {
		for row := range all {
			square := lancelot.NewSquare(offset+column, offset+row)
			k.cell(c, position.At(square), margin+float64(column)*size, margin+float64(all-1-row)*size, size)
		}
	}
	return nil
}

// cell draws a stone or Excalibur on a square.
func (k *kit) cell(c *canvas, cell lancelot.Cell, left, top, size float64) {
	left, top = left+size*0.07, top+size*0.07
	scale := size * 0.86 / 100
	owner, stone := cell.Seat()
	switch {
	case cell == lancelot.Excalibur:
		for _, part := range []struct{ name, ink string }{{"blade", "excalibur-blade"}, {"rock", "excalibur-rock"}, {"grip", "stone-line"}, {"hilt", "excalibur-hilt"}} {
			p := placed(k.excalibur[part.name], scale, left, top)
			c.fill(p, nonZero, k.color(part.ink))
			c.stroke(p, 4*scale, k.color("stone-line"))
		}
	case stone:
		seat := strconv.Itoa(int(owner))
		shield := placed(k.shield, scale, left, top)
		c.fill(shield, nonZero, k.color("seat-"+seat))
		c.fill(placed(k.ordinaries[owner], scale, left, top), nonZero, k.color("seat-"+seat+"-charge"))
		c.stroke(shield, 5*scale, k.color("stone-line"))
	}
}

func (k *kit) write(c *canvas, face font.Face, text string, x, y int, ink color.RGBA) {
	d := font.Drawer{Dst: c.RGBA, Src: image.NewUniform(ink), Face: face, Dot: fixed.P(x, y)}
	d.DrawString(text)
}

// wrapped breaks a text into lines of at most width pixels.
func (k *kit) wrapped(face font.Face, text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		longer := strings.TrimSpace(line + " " + word)
		if line != "" && font.MeasureString(face, longer).Ceil() > width {
			lines, line = append(lines, line), word
			continue
		}
		line = longer
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
