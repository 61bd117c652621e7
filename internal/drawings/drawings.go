// Package drawings has the drawings of pieces, stones and Excalibur, and the colors of
// the page, for pictures that Go makes.
//
// drawings.json is generated from browser/pieces and browser/style by
// browser/pieces/drawings.test.ts, which also checks that it is up to date.
package drawings

import (
	_ "embed"
	"encoding/json"
	"sync"
)

//go:embed drawings.json
var text []byte

// Drawings are all drawings. Paths are SVG path data on 100 × 100, if not said
// otherwise.
type Drawings struct {
	// Frames and Pedestals belong to an alignment: "knight", "neutral" or "bishop".
	Frames    map[string]Frame
	Pedestals map[string]Pedestal
	// Pieces are the drawings of the kinds by their letters.
	Pieces map[string]Piece
	// Shield is the outline of a stone. Ordinaries are the charges of the seats.
	Shield     string
	Ordinaries []string
	// Excalibur has the parts "blade", "rock", "grip" and "hilt".
	Excalibur map[string]string
	// Colors are the colors of the page by their names in browser/style/tokens.css.
	Colors map[string]Color
	// Boards are the colors of the themes of the board: "wood", "slate", "parchment"
	// and "contrast".
	Boards map[string]map[string]Color
}

// Frame is the frame of a piece: its outline, a line inside it, and the baseline of
// the level.
type Frame struct {
	Outline, Inner string
	Foot           float64
}

// Pedestal is the pedestal of a piece, with the baseline of the level.
type Pedestal struct {
	Outline string
	Foot    float64
}

// Piece is the drawing of a kind. Figure is filled by the even-odd rule; a Fit places
// it on 100 × 100.
type Piece struct {
	Level  int
	Frame  string // the alignment
	Figure string
	// Framed is for a figure in a frame, Standing for one on a pedestal, Glyph for
	// one alone.
	Framed, Standing, Glyph Fit
}

// Fit scales a path and then moves it.
type Fit struct{ Scale, Across, Down float64 }

// Color is a color in the light and in the dark scheme, each "#rrggbb".
type Color [2]string

// Light returns the color in the light scheme.
func (c Color) Light() string { return c[0] }

// Dark returns the color in the dark scheme.
func (c Color) Dark() string { return c[1] }

// All returns the drawings. They must not be modified.
var All = sync.OnceValue(func() *Drawings {
	d := &Drawings{}
	if err := json.Unmarshal(text, d); err != nil {
		panic("drawings: drawings.json is invalid: " + err.Error())
	}
	return d
})
