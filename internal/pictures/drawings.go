package pictures

import (
	_ "embed"
	"encoding/json"
	"sync"
)

// drawings.json is generated from browser/pieces and browser/style by
// browser/pieces/drawings.test.ts, which also checks that it is up to date.
//
//go:embed drawings.json
var drawingsJSON []byte

// drawings are all drawings of pieces, stones and Excalibur, and the colors of the page.
// Paths are SVG path data on 100 × 100, if not said otherwise.
type drawings struct {
	// Frames and Pedestals belong to an alignment: "knight", "neutral" or "bishop".
	Frames    map[string]drawnFrame
	Pedestals map[string]drawnPedestal
	// Pieces are the drawings of the kinds by their letters.
	Pieces map[string]drawnPiece
	// Shield is the outline of a stone. Ordinaries are the charges of the seats.
	Shield     string
	Ordinaries []string
	// Excalibur has the parts "blade", "rock", "grip" and "hilt".
	Excalibur map[string]string
	// Colors are the colors of the page by their names in browser/style/tokens.css.
	Colors map[string]schemeColor
	// Boards are the colors of the themes of the board: "wood", "slate", "parchment"
	// and "contrast".
	Boards map[string]map[string]schemeColor
}

// drawnFrame is the frame of a piece: its outline, a line inside it, and the baseline of
// the level.
type drawnFrame struct {
	Outline, Inner string
	Foot           float64
}

// drawnPedestal is the pedestal of a piece, with the baseline of the level.
type drawnPedestal struct {
	Outline string
	Foot    float64
}

// drawnPiece is the drawing of a kind. Figure is filled by the even-odd rule; a fit places
// it on 100 × 100.
type drawnPiece struct {
	Level  int
	Frame  string // the alignment
	Figure string
	// Framed is for a figure in a frame, Standing for one on a pedestal, Glyph for
	// one alone.
	Framed, Standing, Glyph pathFit
}

// pathFit scales a path and then moves it.
type pathFit struct{ Scale, Across, Down float64 }

// schemeColor is a color in the light and in the dark scheme, each "#rrggbb".
type schemeColor [2]string

// Light returns the color in the light scheme.
func (c schemeColor) Light() string { return c[0] }

// Dark returns the color in the dark scheme.
func (c schemeColor) Dark() string { return c[1] }

// allDrawings returns the drawings. They must not be modified.
var allDrawings = sync.OnceValue(func() *drawings {
	d := &drawings{}
	if err := json.Unmarshal(drawingsJSON, d); err != nil {
		panic("pictures: drawings.json is invalid: " + err.Error())
	}
	return d
})
