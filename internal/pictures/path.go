package pictures

import (
	"fmt"
	"math"
	"strconv"
)

type point struct{ x, y float64 }

// curveSegments is the number of line segments that approximate a curve.
const curveSegments = 14

// readPath converts SVG path data to closed polygons.
func readPath(d string) ([][]point, error) {
	r := pathReader{text: d}
	var polygons [][]point
	var line []point
	var now, begin, control point
	closeLine := func() {
		if len(line) > 2 {
			polygons = append(polygons, line)
		}
		line = nil
	}
	var command, last byte
	for {
		if c, ok := r.command(); ok {
			command = c
		} else if r.atEnd() {
			break
		} else if command == 0 {
			return nil, fmt.Errorf("path: no command at %d", r.at)
		} else if command == 'M' {
			command = 'L'
		} else if command == 'm' {
			command = 'l'
		}
		relative := command >= 'a'
		base := point{}
		if relative {
			base = now
		}
		pair := func() point { return point{base.x + r.number(), base.y + r.number()} }
		to := func(p point) { now = p; line = append(line, p) }
		upper := command &^ 0x20
		switch upper {
		case 'Z':
			now = begin
			closeLine()
		case 'M':
			closeLine()
			begin = pair()
			to(begin)
		case 'L':
			to(pair())
		case 'H':
			to(point{base.x + r.number(), now.y})
		case 'V':
			y := r.number()
			if relative {
				y += now.y
			}
			to(point{now.x, y})
		case 'C', 'S':
			first := now
			if upper == 'C' {
				first = pair()
			} else if l := last &^ 0x20; l == 'C' || l == 'S' {
				first = point{2*now.x - control.x, 2*now.y - control.y}
			}
			second := pair()
			end := pair()
			line = appendCubic(line, now, first, second, end)
			now, control = end, second
		case 'Q', 'T':
			middle := now
			if upper == 'Q' {
				middle = pair()
			} else if l := last &^ 0x20; l == 'Q' || l == 'T' {
				middle = point{2*now.x - control.x, 2*now.y - control.y}
			}
			end := pair()
			line = appendCubic(line, now, mix(now, middle, 2.0/3), mix(end, middle, 2.0/3), end)
			now, control = end, middle
		case 'A':
			rx, ry, turn := r.number(), r.number(), r.number()
			large, sweep := r.flag(), r.flag()
			end := pair()
			line = appendArc(line, now, end, rx, ry, turn*math.Pi/180, large, sweep)
			now = end
		default:
			return nil, fmt.Errorf("path: no command %q", command)
		}
		if r.err != nil {
			return nil, r.err
		}
		if upper == 'Z' {
			// A subpath without M begins where the last one began.
			line = nil
			if !r.atEnd() && !r.nextIs('M') {
				line = []point{begin}
			}
		}
		last = command
	}
	closeLine()
	return polygons, nil
}

func mix(a, b point, t float64) point { return point{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t} }

func appendCubic(line []point, a, b, c, d point) []point {
	for i := 1; i <= curveSegments; i++ {
		t := float64(i) / curveSegments
		ab, bc, cd := mix(a, b, t), mix(b, c, t), mix(c, d, t)
		line = append(line, mix(mix(ab, bc, t), mix(bc, cd, t), t))
	}
	return line
}

// appendArc appends an elliptical arc, as specified in the implementation notes of
// SVG.
func appendArc(line []point, from, to point, rx, ry, turn float64, large, sweep bool) []point {
	rx, ry = math.Abs(rx), math.Abs(ry)
	if rx == 0 || ry == 0 || from == to {
		return append(line, to)
	}
	sin, cos := math.Sincos(turn)
	dx, dy := (from.x-to.x)/2, (from.y-to.y)/2
	x, y := cos*dx+sin*dy, cos*dy-sin*dx
	if scale := x*x/(rx*rx) + y*y/(ry*ry); scale > 1 {
		rx, ry = rx*math.Sqrt(scale), ry*math.Sqrt(scale)
	}
	factor := math.Sqrt(max(0, (rx*rx*ry*ry-rx*rx*y*y-ry*ry*x*x)/(rx*rx*y*y+ry*ry*x*x)))
	if large == sweep {
		factor = -factor
	}
	cx, cy := factor*rx*y/ry, -factor*ry*x/rx
	centre := point{cos*cx - sin*cy + (from.x+to.x)/2, sin*cx + cos*cy + (from.y+to.y)/2}
	begin := math.Atan2((y-cy)/ry, (x-cx)/rx)
	sweepBy := math.Atan2((-y-cy)/ry, (-x-cx)/rx) - begin
	if sweep && sweepBy < 0 {
		sweepBy += 2 * math.Pi
	} else if !sweep && sweepBy > 0 {
		sweepBy -= 2 * math.Pi
	}
	pieces := max(4, int(math.Abs(sweepBy)/math.Pi*24))
	for i := 1; i <= pieces; i++ {
		s, c := math.Sincos(begin + sweepBy*float64(i)/float64(pieces))
		line = append(line, point{centre.x + cos*rx*c - sin*ry*s, centre.y + sin*rx*c + cos*ry*s})
	}
	return line
}

type pathReader struct {
	text string
	at   int
	err  error
}

func (r *pathReader) spaces() {
	for r.at < len(r.text) && (r.text[r.at] == ' ' || r.text[r.at] == ',' || r.text[r.at] == '\n') {
		r.at++
	}
}

func (r *pathReader) atEnd() bool {
	r.spaces()
	return r.at >= len(r.text)
}

func (r *pathReader) nextIs(upper byte) bool {
	r.spaces()
	return r.at < len(r.text) && r.text[r.at]&^0x20 == upper
}

func (r *pathReader) command() (byte, bool) {
	if r.atEnd() {
		return 0, false
	}
	if c := r.text[r.at]; c&^0x20 >= 'A' && c&^0x20 <= 'Z' {
		r.at++
		return c, true
	}
	return 0, false
}

func (r *pathReader) flag() bool {
	r.spaces()
	if r.at >= len(r.text) || r.text[r.at] != '0' && r.text[r.at] != '1' {
		r.fail("a flag")
		return false
	}
	r.at++
	return r.text[r.at-1] == '1'
}

func (r *pathReader) fail(what string) {
	if r.err == nil {
		r.err = fmt.Errorf("path: no %s at %d", what, r.at)
	}
}

// number reads one number. "1-2" and "1.5.5" are two numbers.
func (r *pathReader) number() float64 {
	r.spaces()
	begin, dot := r.at, false
	for ; r.at < len(r.text); r.at++ {
		c := r.text[r.at]
		switch {
		case c >= '0' && c <= '9':
		case c == '.' && !dot:
			dot = true
		case (c == '-' || c == '+') && (r.at == begin || r.text[r.at-1] == 'e'):
		case c == 'e' && r.at > begin:
		default:
			goto end
		}
	}
end:
	n, err := strconv.ParseFloat(r.text[begin:r.at], 64)
	if err != nil {
		r.fail("number")
	}
	return n
}
