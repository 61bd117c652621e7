package preview

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"

	"tafelrunde/internal/drawings"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// Limits of an [Animation]. Sizes are pixels.
const (
	MaxPlies       = 1000
	MinSize        = 160
	MaxSize        = 800
	DefaultSize    = 480
	MinDelay       = 50 * time.Millisecond
	MaxDelay       = 10 * time.Second
	DefaultDelay   = 800 * time.Millisecond
	maxNameLength  = 100
	lastFrameDelay = 3 * time.Second
)

// Animation is a game to draw as an animated GIF.
type Animation struct {
	// Game is "wotn" or "lancelot". Variant is the variant of "wotn".
	Game, Variant string
	// Start is the start position as text, "" for the usual one of "wotn". Moves are
	// coordinates or turns. In Lancelot the seat that acts next may follow ">", where
	// the rules would give the turn to another seat.
	Start string
	Moves []string
	// Names are the names of the players, White first or by seat. Scores are shown
	// beside them at the end, such as "1" and "0". Missing ones are "".
	Names, Scores []string
	// Turned shows the board from Black's side.
	Turned bool
	// Delay is the time for which each position is shown, [DefaultDelay] if 0. The last
	// one is shown for at least three seconds.
	Delay time.Duration
	// Size is the width of the board, [DefaultSize] if 0. It is rounded down, so that
	// squares have whole pixels.
	Size int
	// Board is a theme of the board, "wood" if empty. Pieces is "standing" (also if
	// empty) or "framed".
	Board, Pieces string
}

// Error is the reason why an [Animation] cannot be drawn.
type Error struct {
	// Code is "animation-long" for too many moves, "animation-option" for an option
	// out of range, "position" for an invalid start position and "animation-move" for
	// an illegal move, the one with index Ply.
	Code string
	Ply  int
	Move string
	Err  error
}

func (e *Error) Error() string {
	if e.Code == "animation-move" {
		return fmt.Sprintf("move %d, %s: %v", e.Ply+1, e.Move, e.Err)
	}
	return e.Err.Error()
}

func (e *Error) Unwrap() error { return e.Err }

// WriteGIF draws a game, one frame for each position. It returns an [*Error] if the
// animation is invalid, or the error of ctx or w.
func WriteGIF(ctx context.Context, w io.Writer, a Animation) error {
	if err := a.complete(); err != nil {
		return err
	}
	f, err := a.newFilm()
	if err != nil {
		return err
	}
	g := newGIF(w, f.size, f.palette)
	for ply := range len(a.Moves) + 1 {
		if err := ctx.Err(); err != nil {
			return err
		}
		if ply > 0 {
			if err := f.play(a.Moves[ply-1]); err != nil {
				return &Error{Code: "animation-move", Ply: ply - 1, Move: a.Moves[ply-1], Err: err}
			}
		}
		shown := a.Delay
		if f.over = ply == len(a.Moves); f.over {
			shown = max(shown, lastFrameDelay)
		}
		frame, err := f.frame()
		if err != nil {
			return err
		}
		if err := g.frame(frame, shown); err != nil {
			return err
		}
	}
	return g.close()
}

// complete checks the options and sets those that are missing.
func (a *Animation) complete() error {
	if a.Delay == 0 {
		a.Delay = DefaultDelay
	}
	if a.Size == 0 {
		a.Size = DefaultSize
	}
	if a.Board == "" {
		a.Board = "wood"
	}
	if a.Pieces == "" {
		a.Pieces = "standing"
	}
	option := func(format string, args ...any) error {
		return &Error{Code: "animation-option", Err: fmt.Errorf(format, args...)}
	}
	switch {
	case len(a.Moves) > MaxPlies:
		return &Error{Code: "animation-long", Err: fmt.Errorf("the game has %d moves; an animation has at most %d", len(a.Moves), MaxPlies)}
	case a.Delay < MinDelay || a.Delay > MaxDelay:
		return option("the delay must be from %v to %v", MinDelay, MaxDelay)
	case a.Size < MinSize || a.Size > MaxSize:
		return option("the size must be from %d to %d", MinSize, MaxSize)
	case drawings.All().Boards[a.Board] == nil:
		return option("there is no theme of the board %q", a.Board)
	case a.Pieces != "standing" && a.Pieces != "framed":
		return option("there is no set of pieces %q", a.Pieces)
	}
	return nil
}

// tile is the content of a square: what stands there and what lies under it.
type tile struct {
	piece wotn.Piece
	cell  lancelot.Cell
	ground
}

// ground is the color of a square.
type ground uint8

const (
	light ground = iota
	dark
	plain
	marked ground = 4 // added for a square of the last move
)

// label is the text about a player.
type label struct{ name, value string }

// film draws the frames of an animation.
type film struct {
	*Animation
	kit     *kit
	palette []color.RGBA
	indices map[color.RGBA]uint8
	tiles   map[tile]*image.Paletted
	names   font.Face

	size    image.Point
	squares int // squares in a row
	square  int // pixels
	strip   int // height of a player's strip

	chess  wotn.Position
	stones *lancelot.Game
	last   []image.Point // the squares of the last move, from the upper left corner
	over   bool          // the scores are shown

	shown  map[image.Point]tile
	labels []label
}

func (a *Animation) newFilm() (*film, error) {
	f := &film{
		Animation: a, indices: make(map[color.RGBA]uint8), tiles: make(map[tile]*image.Paletted),
		shown: make(map[image.Point]tile), squares: 8,
	}
	sides := 2
	switch a.Game {
	case "wotn":
		variant, err := wotn.ParseVariant(a.Variant)
		if err != nil {
			return nil, &Error{Code: "animation-option", Err: fmt.Errorf("there is no variant %q", a.Variant)}
		}
		if f.chess = wotn.Start(variant); a.Start != "" {
			if f.chess, err = wotn.ParsePosition(variant, a.Start); err != nil {
				return nil, &Error{Code: "position", Err: err}
			}
		}
	case "lancelot":
		position, err := lancelot.ParsePosition(a.Start)
		if err != nil {
			return nil, &Error{Code: "position", Err: err}
		}
		f.stones = lancelot.NewGame(position)
		f.squares, sides = position.Size(), position.Seats()
	default:
		return nil, &Error{Code: "animation-option", Err: fmt.Errorf("there is no game %q", a.Game)}
	}
	f.labels = make([]label, sides)
	for i := range f.labels {
		f.labels[i].name = "\x00" // not drawn yet
	}
	f.square = a.Size / f.squares
	f.strip = max(20, a.Size/15)
	f.size = image.Pt(f.square*f.squares, f.square*f.squares+2*f.strip)
	if f.stones != nil {
		f.size.Y += ((sides+2)/3 - 2) * f.strip
	}
	f.kit = loaded().themed(a.Board)
	face, err := opentype.NewFace(f.kit.levels, &opentype.FaceOptions{Size: float64(f.strip) * 0.54, DPI: 72})
	if err != nil {
		return nil, err
	}
	f.names = face
	f.palette = f.colors()
	return f, nil
}

// themed returns the kit with the colors of another theme of the board. It has no
// faces for text.
func (k *kit) themed(board string) *kit {
	other := &kit{figures: k.figures, levels: k.levels}
	other.colors = maps.Clone(k.colors)
	for name, c := range drawings.All().Boards[board] {
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

// play makes a move.
func (f *film) play(text string) error {
	if f.stones != nil {
		turn, next, skips := strings.Cut(text, ">")
		if err := f.stones.PlayText(turn); err != nil {
			return err
		}
		position := f.stones.Position()
		f.last = f.last[:0]
		for _, part := range strings.Split(turn, ",") {
			square, err := lancelot.ParseSquare(strings.TrimLeft(part, "Xx"))
			if err != nil {
				return err
			}
			first := position.Squares()[0]
			f.last = append(f.last, image.Pt(square.Column()-first.Column(), f.squares-1-(square.Row()-first.Row())))
		}
		if !skips {
			return nil
		}
		if len(next) != 1 || next[0] < 'a' || int(next[0]-'a') >= position.Seats() {
			return fmt.Errorf("there is no seat %q", next)
		}
		return f.stones.SkipTo(lancelot.Seat(next[0] - 'a'))
	}
	m, err := f.chess.ParseMove(text)
	if err != nil {
		return err
	}
	f.last = append(f.last[:0], f.at(m.From()), f.at(m.To()))
	var next wotn.Position
	f.chess.PlayInto(&next, m)
	f.chess = next
	return nil
}

// at returns the place of a square of Way of the Knight.
func (f *film) at(s wotn.Square) image.Point {
	if f.Turned {
		return image.Pt(7-s.File(), s.Rank())
	}
	return image.Pt(s.File(), 7-s.Rank())
}

// now returns the content of all squares.
func (f *film) now() map[image.Point]tile {
	all := make(map[image.Point]tile, f.squares*f.squares)
	if f.stones != nil {
		position := f.stones.Position()
		for i, square := range position.Squares() {
			all[image.Pt(i%f.squares, f.squares-1-i/f.squares)] = tile{cell: position.At(square), ground: plain}
		}
	} else {
		for file := range 8 {
			for rank := range 8 {
				square := wotn.NewSquare(file, rank)
				t := tile{piece: f.chess.At(square), ground: light}
				if (file+rank)%2 == 0 {
					t.ground = dark
				}
				all[f.at(square)] = t
			}
		}
	}
	for _, p := range f.last {
		t := all[p]
		t.ground |= marked
		all[p] = t
	}
	return all
}

// people returns the texts about the players.
func (f *film) people() []label {
	all := make([]label, len(f.labels))
	for i := range all {
		if i < len(f.Names) {
			all[i].name = string([]rune(f.Names[i])[:min(maxNameLength, len([]rune(f.Names[i])))])
		}
		if f.stones != nil {
			position := f.stones.Position()
			all[i].value = strconv.Itoa(position.Captured(lancelot.Seat(i)))
		}
		if f.over && i < len(f.Scores) && f.Scores[i] != "" {
			if all[i].value != "" {
				all[i].value += " · "
			}
			all[i].value += f.Scores[i]
		}
	}
	return all
}

// frame draws what has changed since the last frame.
func (f *film) frame() (*image.Paletted, error) {
	now, labels := f.now(), f.people()
	var parts []*image.Paletted
	for p, t := range now {
		if old, ok := f.shown[p]; ok && old == t {
			continue
		}
		drawn, err := f.tile(t)
		if err != nil {
			return nil, err
		}
		at := image.Pt(p.X*f.square, p.Y*f.square+f.top())
		parts = append(parts, &image.Paletted{Pix: drawn.Pix, Stride: drawn.Stride, Rect: drawn.Rect.Add(at)})
	}
	for i, l := range labels {
		if l != f.labels[i] {
			parts = append(parts, f.person(i, l))
		}
	}
	covered, background := image.Rectangle{}, uint8(transparent)
	if len(f.shown) == 0 {
		covered, background = image.Rectangle{Max: f.size}, f.index(f.kit.color("surface"))
	}
	f.shown, f.labels = now, labels
	for _, part := range parts {
		covered = covered.Union(part.Rect)
	}
	if covered.Empty() { // a GIF has no empty frames
		covered = image.Rect(0, 0, 1, 1)
	}
	frame := image.NewPaletted(covered, nil)
	for i := range frame.Pix {
		frame.Pix[i] = background
	}
	for _, part := range parts {
		for y := part.Rect.Min.Y; y < part.Rect.Max.Y; y++ {
			from := part.PixOffset(part.Rect.Min.X, y)
			copy(frame.Pix[frame.PixOffset(part.Rect.Min.X, y):], part.Pix[from:from+part.Rect.Dx()])
		}
	}
	return frame, nil
}

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
