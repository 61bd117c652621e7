package wotn

// Color is one of the two sides.
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
	// NumColors is the size of arrays indexed by Color.
	NumColors = 2
)

// Other returns the opponent of c.
func (c Color) Other() Color { return c ^ 1 }

// String returns "w" or "b", as in FEN.
func (c Color) String() string {
	if c == White {
		return "w"
	}
	return "b"
}
