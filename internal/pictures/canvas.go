package pictures

import (
	"image"
	"image/color"
	"math"
	"slices"
)

// canvas is an image that draws polygons with antialiasing.
type canvas struct {
	*image.RGBA
	cover []float64 // coverage of the pixels of one row, in lines of perRow
}

func newCanvas(width, height int) *canvas {
	return &canvas{image.NewRGBA(image.Rect(0, 0, width, height)), make([]float64, width+1)}
}

// rule is a fill rule: it reports whether a winding number is inside.
type rule func(winding int) bool

func evenOdd(w int) bool { return w&1 != 0 }
func nonZero(w int) bool { return w != 0 }

// perRow is the number of scan lines per row of pixels.
const perRow = 5

type crossing struct {
	x       float64
	winding int
}

// fill fills polygons, whose coordinates are pixels.
func (c *canvas) fill(polygons [][]point, inside rule, ink color.RGBA) {
	top, bottom := math.Inf(1), math.Inf(-1)
	for _, p := range polygons {
		for _, q := range p {
			top, bottom = min(top, q.y), max(bottom, q.y)
		}
	}
	bounds := c.Bounds()
	var row []crossing
	for y := max(0, int(math.Floor(top))); y < min(bounds.Max.Y, int(math.Ceil(bottom))); y++ {
		clear(c.cover)
		for sub := range perRow {
			at := float64(y) + (float64(sub)+0.5)/perRow
			row = row[:0]
			for _, p := range polygons {
				for i, a := range p {
					b := p[(i+1)%len(p)]
					if (a.y <= at) == (b.y <= at) {
						continue
					}
					winding := 1
					if a.y > b.y {
						winding = -1
					}
					row = append(row, crossing{a.x + (at-a.y)/(b.y-a.y)*(b.x-a.x), winding})
				}
			}
			slices.SortFunc(row, func(a, b crossing) int {
				if a.x < b.x {
					return -1
				} else if a.x > b.x {
					return 1
				}
				return 0
			})
			winding := 0
			for i := 0; i+1 < len(row); i++ {
				winding += row[i].winding
				if inside(winding) {
					c.span(row[i].x, row[i+1].x)
				}
			}
		}
		for x := range bounds.Max.X {
			if a := c.cover[x] / perRow; a > 0 {
				c.blend(x, y, ink, min(1, a))
			}
		}
	}
}

// span adds the coverage of a horizontal segment to c.cover.
func (c *canvas) span(from, to float64) {
	from, to = max(0, from), min(float64(c.Bounds().Max.X), to)
	if to <= from {
		return
	}
	first, last := int(from), int(to)
	if first == last {
		c.cover[first] += to - from
		return
	}
	c.cover[first] += float64(first+1) - from
	for x := first + 1; x < last; x++ {
		c.cover[x]++
	}
	c.cover[last] += to - float64(last)
}

func (c *canvas) blend(x, y int, ink color.RGBA, a float64) {
	now := c.RGBAAt(x, y)
	part := func(under, over uint8) uint8 { return uint8(float64(under)*(1-a) + float64(over)*a + 0.5) }
	c.SetRGBA(x, y, color.RGBA{part(now.R, ink.R), part(now.G, ink.G), part(now.B, ink.B), part(now.A, 255)})
}

// rectangle fills a rectangle.
func (c *canvas) rectangle(left, top, right, bottom float64, ink color.RGBA) {
	c.fill([][]point{{{left, top}, {right, top}, {right, bottom}, {left, bottom}}}, nonZero, ink)
}

// stroke draws the outlines of polygons with round joins.
func (c *canvas) stroke(polygons [][]point, width float64, ink color.RGBA) {
	var pieces [][]point
	half := width / 2
	for _, p := range polygons {
		for i, a := range p {
			b := p[(i+1)%len(p)]
			disc := make([]point, 12)
			for j := range disc {
				s, cos := math.Sincos(2 * math.Pi * float64(j) / float64(len(disc)))
				disc[j] = point{a.x + half*cos, a.y + half*s}
			}
			pieces = append(pieces, disc)
			length := math.Hypot(b.x-a.x, b.y-a.y)
			if length == 0 {
				continue
			}
			nx, ny := -(b.y-a.y)/length*half, (b.x-a.x)/length*half
			// With the orientation of the disc, so that winding numbers do not cancel.
			pieces = append(pieces, []point{{a.x - nx, a.y - ny}, {b.x - nx, b.y - ny}, {b.x + nx, b.y + ny}, {a.x + nx, a.y + ny}})
		}
	}
	c.fill(pieces, nonZero, ink)
}

// placed returns polygons scaled and then moved.
func placed(polygons [][]point, scale, across, down float64) [][]point {
	out := make([][]point, len(polygons))
	for i, p := range polygons {
		out[i] = make([]point, len(p))
		for j, q := range p {
			out[i][j] = point{q.x*scale + across, q.y*scale + down}
		}
	}
	return out
}
