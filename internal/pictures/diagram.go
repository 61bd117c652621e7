package pictures

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// The games, as values of [Diagram.Game].
const (
	Wotn     = "wotn"
	Lancelot = "lancelot"
)

// Diagram is what a picture shows. The zero value of a field is its default.
type Diagram struct {
	// Game is [Wotn] (the default) or [Lancelot].
	Game string
	// Variant is the variant of [Wotn].
	Variant wotn.Variant
	// Position is a position as text; the default is the start of the game, with two
	// seats and basic rules for [Lancelot].
	Position string
	// Partial permits positions that are not playable, such as a board with one piece.
	Partial bool
	// Marks are drawn on the position.
	Marks string
	// View is the part of the board that is shown, two opposite corners such as
	// "a1-d4"; the default is the whole board.
	View string
	// Turned shows the board of [Wotn] from Black's side.
	Turned bool
	// Coordinates names the columns and rows at the edge.
	Coordinates bool
	// Pieces is the set of pieces: "standing" (the default) or "framed".
	Pieces string
	// Board is the theme of the board: "wood" (the default), "slate", "parchment" or
	// "contrast".
	Board string
	// Size is the width of the picture in pixels; the default is [DefaultDiagramSize].
	Size int
	// Title is the accessible name.
	Title string
}

// The limits of [Diagram.Size], in pixels.
const (
	MinDiagramSize, DefaultDiagramSize, MaxDiagramSize = 40, 400, 8000
)

// The sets of pieces and themes of the board, the defaults first.
var (
	PieceSets = []string{"standing", "framed"}
	Boards    = []string{"wood", "slate", "parchment", "contrast"}
)

// DiagramError says which part of a diagram is wrong.
type DiagramError struct {
	// Field is "game", "position", "marks", "view", "pieces", "board", "size" or, for
	// blocks, the line.
	Field string
	// Text is the wrong text, of marks the wrong mark.
	Text string
	Err  error
}

func (e *DiagramError) Error() string {
	return fmt.Sprintf("%s %q: %v", e.Field, e.Text, e.Err)
}

func (e *DiagramError) Unwrap() error { return e.Err }

// board is the position of a diagram, as far as it is drawn. Squares are columns and
// rows from 0, from the lower left corner.
type board struct {
	game          string
	columns, rows int
	// left and below are the names of the first column and row: 0 for a, 1 for 1.
	left, below int
	// art has the id of the drawing on each occupied square, such as "wN" or "s0".
	art map[square]string
	// stones is the position of Lancelot, nil for a partial one.
	stones *lancelot.Position
	// knows reports whether the variant has a kind.
	knows func(wotn.Kind) bool
}

type square struct{ column, row int }

func (b *board) name(s square) string {
	return string(rune('a'+b.left+s.column)) + strconv.Itoa(b.below+s.row)
}

// parse returns the square with a name.
func (b *board) parse(text string) (square, error) {
	lower := strings.ToLower(text)
	if len(lower) >= 2 && lower[0] >= 'a' && lower[0] <= 'z' && lower[1] != '0' && lower[1] != '+' && lower[1] != '-' {
		if row, err := strconv.Atoi(lower[1:]); err == nil {
			s := square{int(lower[0]-'a') - b.left, row - b.below}
			if s.column >= 0 && s.column < b.columns && s.row >= 0 && s.row < b.rows {
				return s, nil
			}
		}
	}
	return square{}, fmt.Errorf("%q is not a square of the board, %s to %s", text, b.name(square{}), b.name(square{b.columns - 1, b.rows - 1}))
}

// readBoard reads the position of a diagram.
func (d *Diagram) readBoard() (*board, error) {
	fail := func(err error) (*board, error) { return nil, &DiagramError{"position", d.Position, err} }
	b := &board{game: d.Game, art: map[square]string{}}
	switch d.Game {
	case "", Wotn:
		b.game, b.columns, b.rows, b.below, b.knows = Wotn, 8, 8, 1, d.Variant.HasKind
		start := wotn.Start(d.Variant)
		setup := start.Setup()
		if d.Position != "" {
			var err error
			if setup, err = wotn.ParseSetup(d.Variant, d.Position); err != nil {
				return fail(err)
			}
			if !d.Partial {
				if _, err = setup.Position(); err != nil {
					return fail(err)
				}
			}
		}
		for at, piece := range setup.Board {
			if piece.Kind == wotn.NoKind {
				continue
			}
			if !d.Variant.HasKind(piece.Kind) {
				return fail(fmt.Errorf("the variant %s has no %s", d.Variant, piece.Kind.Name()))
			}
			s := wotn.Square(at)
			b.art[square{s.File(), s.Rank()}] = piece.Color.String() + piece.Kind.String()
		}
	case Lancelot:
		setup := lancelot.Options{Seats: 2}.Setup()
		if d.Position != "" {
			var err error
			if setup, err = lancelot.ParseSetup(d.Position); err != nil {
				return fail(err)
			}
		}
		if !d.Partial {
			position, err := setup.Position()
			if err != nil {
				return fail(err)
			}
			b.stones = &position
		}
		size := setup.Height
		if size < 1 || size > lancelot.PlanSize {
			return fail(fmt.Errorf("the board has %d rows", size))
		}
		for _, width := range setup.Widths[:size] {
			if width != size {
				return fail(errors.New("the board is not a square"))
			}
		}
		b.columns, b.rows = size, size
		b.left = (lancelot.PlanSize - size) / 2
		b.below = b.left + 1
		for row := range size {
			for column := range size {
				s := square{column, row}
				switch cell := setup.At(lancelot.NewSquare(b.left+column, b.left+row)); cell {
				case lancelot.Free:
				case lancelot.Excalibur:
					b.art[s] = "x"
				default:
					seat, _ := cell.Seat()
					b.art[s] = "s" + strconv.Itoa(int(seat))
				}
			}
		}
	default:
		return nil, &DiagramError{"game", d.Game, errors.New("the games are wotn and lancelot")}
	}
	return b, nil
}

// view is a part of a board: its lower left and its upper right square.
type view struct{ from, to square }

func (v view) has(s square) bool {
	return s.column >= v.from.column && s.column <= v.to.column && s.row >= v.from.row && s.row <= v.to.row
}

func (d *Diagram) readView(b *board) (view, error) {
	if d.View == "" {
		return view{square{}, square{b.columns - 1, b.rows - 1}}, nil
	}
	first, second, found := strings.Cut(strings.TrimSpace(d.View), "-")
	if !found {
		return view{}, &DiagramError{"view", d.View, errors.New("want two squares with a hyphen, such as a1-d4")}
	}
	one, err := b.parse(first)
	if err != nil {
		return view{}, &DiagramError{"view", d.View, err}
	}
	two, err := b.parse(second)
	if err != nil {
		return view{}, &DiagramError{"view", d.View, err}
	}
	return view{
		square{min(one.column, two.column), min(one.row, two.row)},
		square{max(one.column, two.column), max(one.row, two.row)},
	}, nil
}

// SVG returns the diagram as a document of its own. Its colors are those of the light
// or the dark scheme, as the viewer prefers; a page that contains it can set them with
// the custom properties of browser/style/tokens.css. The error is an [*DiagramError].
func (d Diagram) SVG() ([]byte, error) {
	p := &painter{colors: allDrawings(), alone: true}
	return d.draw(p)
}

// Embedded returns the diagram as an SVG element for a page that has the element of
// [Sprite] and defines the colors of browser/style/tokens.css. The element has the
// class "diagram", and no style. Board and Pieces are those of the page; Size is
// ignored: squares are [SquareSize] pixels wide. The error is an [*DiagramError].
func (d Diagram) Embedded() ([]byte, error) {
	d.Size, d.Board, d.Pieces = 0, "", ""
	return d.draw(&painter{colors: allDrawings()})
}

// SquareSize is the width of a square of an embedded diagram, in CSS pixels.
const SquareSize = 36

func (d *Diagram) draw(p *painter) ([]byte, error) {
	if d.Pieces == "" {
		d.Pieces = PieceSets[0]
	}
	if d.Board == "" {
		d.Board = Boards[0]
	}
	if d.Size == 0 {
		d.Size = DefaultDiagramSize
	}
	switch {
	case !slices.Contains(PieceSets, d.Pieces):
		return nil, &DiagramError{"pieces", d.Pieces, fmt.Errorf("the sets of pieces are %s", strings.Join(PieceSets, " and "))}
	case !slices.Contains(Boards, d.Board):
		return nil, &DiagramError{"board", d.Board, fmt.Errorf("the boards are %s", strings.Join(Boards, ", "))}
	case d.Size < MinDiagramSize || d.Size > MaxDiagramSize:
		return nil, &DiagramError{"size", strconv.Itoa(d.Size), fmt.Errorf("the size is from %d to %d pixels", MinDiagramSize, MaxDiagramSize)}
	}
	b, err := d.readBoard()
	if err != nil {
		return nil, err
	}
	v, err := d.readView(b)
	if err != nil {
		return nil, err
	}
	all, err := readMarks(b, d.Marks)
	if err != nil {
		return nil, err
	}
	p.board, p.set = d.Board, d.Pieces
	return p.picture(d, b, v, all), nil
}
