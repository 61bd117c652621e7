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
			return nil, &AnimationError{Code: "animation-option", Err: fmt.Errorf("there is no variant %q", a.Variant)}
		}
		if f.chess = wotn.Start(variant); a.Start != "" {
			if f.chess, err = wotn.ParsePosition(variant, a.Start); err != nil {
				return nil, &AnimationError{Code: "position", Err: err}
			}
		}
	case "lancelot":
		position, err := lancelot.ParsePosition(a.Start)
		if err != nil {
			return nil, &AnimationError{Code: "position", Err: err}
		}
		f.stones = lancelot.NewGame(position)
		f.squares, sides = position.Size(), position.Seats()
	default:
		return nil, &AnimationError{Code: "animation-option", Err: fmt.Errorf("there is no game %q", a.Game)}
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
