package pictures

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

type point struct{ x, y float64 }

// curveSegments is the number of line segments that approximate a curve.
const curveSegments = 14

// readPath converts SVG path data to closed polygons.
func readPath(d string) ([][]point, error) {
	r := pathReader{text: d}
	var command byte
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
		r.draw(command)
		if r.err != nil {
			return nil, r.err
		}
	}
	r.closeLine()
	return r.polygons, nil
}

// closeLine ends the current subpath.
func (r *pathReader) closeLine() {
	if len(r.line) > 2 {
		r.polygons = append(r.polygons, r.line)
	}
	r.line = nil
}

// draw reads the arguments of a command and draws its segment.
func (r *pathReader) draw(command byte) {
	upper, relative := command&^0x20, command >= 'a'
	base := point{}
	if relative {
		base = r.now
	}
	pair := func() point { return point{base.x + r.number(), base.y + r.number()} }
	to := func(p point) { r.now = p; r.line = append(r.line, p) }
	// A smooth curve begins in the direction in which a curve of its kind has ended.
	smooth := func(kinds string) point {
		if strings.IndexByte(kinds, r.last) < 0 {
			return r.now
		}
		return point{2*r.now.x - r.control.x, 2*r.now.y - r.control.y}
	}
	switch upper {
	case 'Z':
		r.now = r.begin
		r.closeLine()
		// A subpath without M begins where the last one began.
		if !r.atEnd() && !r.nextIs('M') {
			r.line = []point{r.begin}
		}
	case 'M':
		r.closeLine()
		r.begin = pair()
		to(r.begin)
	case 'L':
		to(pair())
	case 'H':
		to(point{base.x + r.number(), r.now.y})
	case 'V':
		to(point{r.now.x, base.y + r.number()})
	case 'C', 'S':
		first := smooth("CS")
		if upper == 'C' {
			first = pair()
		}
		second := pair()
		end := pair()
		r.line = appendCubic(r.line, r.now, first, second, end)
		r.now, r.control = end, second
	case 'Q', 'T':
		middle := smooth("QT")
		if upper == 'Q' {
			middle = pair()
		}
		end := pair()
		r.line = appendCubic(r.line, r.now, mix(r.now, middle, 2.0/3), mix(end, middle, 2.0/3), end)
		r.now, r.control = end, middle
	case 'A':
		rx, ry, turn := r.number(), r.number(), r.number()
		large, sweep := r.flag(), r.flag()
		end := pair()
		r.line = appendArc(r.line, r.now, end, rx, ry, turn*math.Pi/180, large, sweep)
		r.now = end
	default:
		r.err = fmt.Errorf("path: no command %q", command)
	}
	r.last = upper
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

	polygons [][]point
	line     []point // the current subpath
	// now is the current point, begin that of the subpath, and control the last control point
	// of the command before, which is last in capitals.
	now, begin, control point
	last                byte
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
