package pictures

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// unit is the width of a square in the coordinates of a picture.
const unit = 100

// painter writes SVG.
type painter struct {
	strings.Builder
	colors *drawings
	// board and set are the theme of the board and the set of pieces.
	board, set string
	// alone is set for documents of their own. They contain the drawings of pieces
	// and a style; other pictures use those of the page.
	alone bool
	// used are the used colors with their properties, such as "fill ink".
	used map[string]bool
}

func (p *painter) add(format string, args ...any) { fmt.Fprintf(p, format, args...) }

// color returns a color of the page or of the theme of the board.
func (p *painter) color(name string) schemeColor {
	if c, ok := p.colors.Boards[cmp.Or(p.board, Boards[0])][name]; ok {
		return c
	}
	c, ok := p.colors.Colors[name]
	if !ok {
		panic("diagram: no color " + name)
	}
	return c
}

// ink returns attributes with colors, given as pairs of a property and the name of a
// color. The values are custom properties with the light color as fallback. Because
// not every viewer knows custom properties, documents of their own have the light
// color in the attribute, and a class for the style.
func (p *painter) ink(pairs ...string) string {
	var b strings.Builder
	var classes []string
	for i := 0; i < len(pairs); i += 2 {
		property, name := pairs[i], pairs[i+1]
		if !p.alone {
			fmt.Fprintf(&b, ` %s="var(--%s,%s)"`, property, name, p.color(name).Light())
			continue
		}
		if p.used == nil {
			p.used = map[string]bool{}
		}
		p.used[property+" "+name] = true
		fmt.Fprintf(&b, ` %s="%s"`, property, p.color(name).Light())
		classes = append(classes, property+"-"+name)
	}
	if classes != nil {
		fmt.Fprintf(&b, ` class="%s"`, strings.Join(classes, " "))
	}
	return b.String()
}

// style returns the rules of the used colors.
func (p *painter) style() string {
	var light, dark strings.Builder
	keys := make([]string, 0, len(p.used))
	for key := range p.used {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		property, name, _ := strings.Cut(key, " ")
		c := p.color(name)
		fmt.Fprintf(&light, ".%s-%s{%s:var(--%s,%s)}", property, name, property, name, c.Light())
		if c.Dark() != c.Light() {
			fmt.Fprintf(&dark, ".%s-%s{%s:var(--%s,%s)}", property, name, property, name, c.Dark())
		}
	}
	return "<style>" + light.String() + "@media (prefers-color-scheme:dark){" + dark.String() + "}</style>\n"
}

// fonts are the fonts of documents of their own; pages have the same ones.
const fonts = `'Source Sans 3 Variable','Source Sans 3',system-ui,sans-serif`

// geometry places the squares of a view.
type geometry struct {
	view
	turned                bool
	left, top             float64
	width, height         float64 // of the picture
	columns, rows         int
	text                  float64 // font size of coordinates
	coordinates, hasLeads bool
}

// corner returns the upper left corner of a square.
func (g *geometry) corner(s square) (x, y float64) {
	column, row := s.column-g.from.column, g.to.row-s.row
	if g.turned {
		column, row = g.to.column-s.column, s.row-g.from.row
	}
	return g.left + float64(column)*unit, g.top + float64(row)*unit
}

func (g *geometry) centre(s square) (x, y float64) {
	x, y = g.corner(s)
	return x + unit/2, y + unit/2
}

// shown returns the squares of a list that are in the view.
func (g *geometry) shown(all []square) []square {
	return slices.DeleteFunc(slices.Clone(all), func(s square) bool { return !g.has(s) })
}

// layOut computes the geometry. Coordinates are to the left and below, or to the right
// and below if there are leads, which are to the left and above.
func layOut(d *Diagram, b *board, v view, marks []mark) *geometry {
	g := &geometry{view: v, turned: d.Turned && d.Game != Lancelot, coordinates: d.Coordinates}
	g.columns, g.rows = v.to.column-v.from.column+1, v.to.row-v.from.row+1
	// The larger the board, the smaller it is shown.
	switch n := max(g.columns, g.rows); {
	case n > 10:
		g.text = 50
	case n > 8:
		g.text = 44
	default:
		g.text = 36
	}
	g.hasLeads = slices.ContainsFunc(marks, func(m mark) bool { return m.name == "leads" })
	const border = 6
	g.left, g.top = border, border
	right, bottom := float64(border), float64(border)
	if g.coordinates {
		bottom = g.text * 1.35
		// Two digits of a wide font need 1.3 em.
		side := g.text * 1.25
		if b.below+v.to.row >= 10 {
			side = g.text * 1.8
		}
		if g.hasLeads {
			right = side
		} else {
			g.left = side
		}
	}
	if g.hasLeads {
		g.left, g.top = g.text*1.9, g.text*1.5
	}
	g.width = g.left + float64(g.columns*unit) + right
	g.height = g.top + float64(g.rows*unit) + bottom
	return g
}

func (p *painter) picture(d *Diagram, b *board, v view, marks []mark) []byte {
	g := layOut(d, b, v, marks)
	p.ground(b, g)
	p.under(g, marks)
	p.pieces(b, g)
	p.over(b, g, marks)
	if g.coordinates {
		p.coordinates(b, g)
	}
	for _, m := range marks {
		if m.name == "leads" {
			p.leads(b, g, m)
		}
	}
	drawn := p.String()

	p.Reset()
	size := ` class="diagram"`
	if p.alone {
		size = fmt.Sprintf(` font-family="%s"`, fonts)
	}
	width := g.width / unit * SquareSize
	if p.alone {
		width = float64(d.Size)
	}
	p.add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" role="img"%s`,
		number(g.width), number(g.height), number(width), number(width*g.height/g.width), size)
	if d.Title != "" {
		p.add(` aria-label="%s"`, escape(d.Title))
	}
	p.add(">\n")
	if p.alone {
		if d.Title != "" {
			p.add("<title>%s</title>\n", escape(d.Title))
		}
		body := p.String()
		p.Reset()
		p.symbols(usedArt(b, g, marks))
		symbols := p.String()
		p.Reset()
		p.add("%s%s<defs>\n%s</defs>\n", body, p.style(), symbols)
	}
	p.add("%s</svg>\n", drawn)
	return []byte(p.String())
}

// usedArt returns the ids of the drawings that a picture uses.
func usedArt(b *board, g *geometry, marks []mark) (ids []string) {
	for s, id := range b.art {
		if g.has(s) {
			ids = append(ids, id)
		}
	}
	for _, m := range marks {
		if m.name == "promotion" {
			for _, letter := range m.text {
				ids = append(ids, "f"+string(letter))
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// ground draws the squares.
func (p *painter) ground(b *board, g *geometry) {
	width, height := float64(g.columns*unit), float64(g.rows*unit)
	light := "square-light"
	if b.game == Lancelot {
		light = "square-plain"
	}
	p.add(`<rect x="%s" y="%s" width="%s" height="%s"%s/>`+"\n", number(g.left), number(g.top), number(width), number(height), p.ink("fill", light))
	var path strings.Builder
	if b.game == Lancelot {
		for i := 1; i < g.columns; i++ {
			fmt.Fprintf(&path, "M%s %sv%s", number(g.left+float64(i*unit)), number(g.top), number(height))
		}
		for i := 1; i < g.rows; i++ {
			fmt.Fprintf(&path, "M%s %sh%s", number(g.left), number(g.top+float64(i*unit)), number(width))
		}
		p.add(`<path d="%s" stroke-width="3"%s/>`+"\n", path.String(), p.ink("stroke", "square-line"))
	} else {
		for row := g.from.row; row <= g.to.row; row++ {
			for column := g.from.column; column <= g.to.column; column++ {
				if (column+row)%2 == 0 {
					x, y := g.corner(square{column, row})
					fmt.Fprintf(&path, "M%s %sh100v100h-100z", number(x), number(y))
				}
			}
		}
		p.add(`<path d="%s"%s/>`+"\n", path.String(), p.ink("fill", "square-dark"))
	}
	p.add(`<rect x="%s" y="%s" width="%s" height="%s" fill="none" stroke-width="4"%s/>`+"\n",
		number(g.left-2), number(g.top-2), number(width+4), number(height+4), p.ink("stroke", "line-strong"))
}

// under draws the marks below the pieces.
func (p *painter) under(g *geometry, marks []mark) {
	for _, m := range marks {
		squares := g.shown(m.squares)
		if len(squares) == 0 {
			continue
		}
		switch m.name {
		case "square":
			fill, strength := "highlight", "0.75"
			if m.color != "" {
				fill, strength = "brush-"+m.color, "0.5"
			}
			p.add(`<path d="%s" fill-opacity="%s"%s/>`+"\n", g.areas(squares), strength, p.ink("fill", fill))
		case "closed":
			var path strings.Builder
			for _, s := range squares {
				x, y := g.corner(s)
				for i := 1; i < 10; i++ {
					along := float64(20 * i)
					if along <= unit {
						fmt.Fprintf(&path, "M%s %sl%s -%s", number(x), number(y+along), number(along), number(along))
					} else {
						fmt.Fprintf(&path, "M%s %sl%s -%s", number(x+along-unit), number(y+unit), number(2*unit-along), number(2*unit-along))
					}
				}
			}
			p.add(`<path d="%s" fill="none" stroke-width="6" stroke-opacity="0.75"%s/>`+"\n", path.String(), p.ink("stroke", "closed"))
		}
	}
}

// areas returns the path of whole squares.
func (g *geometry) areas(squares []square) string {
	var path strings.Builder
	for _, s := range squares {
		x, y := g.corner(s)
		fmt.Fprintf(&path, "M%s %sh100v100h-100z", number(x), number(y))
	}
	return path.String()
}

// circles returns the path of circles in squares.
func (g *geometry) circles(squares []square, r float64) string {
	var path strings.Builder
	for _, s := range squares {
		x, y := g.centre(s)
		fmt.Fprintf(&path, "M%s %sa%s %s 0 1 0 %s 0a%s %s 0 1 0 -%s 0", number(x-r), number(y), number(r), number(r), number(2*r), number(r), number(r), number(2*r))
	}
	return path.String()
}

func (p *painter) pieces(b *board, g *geometry) {
	all := make([]square, 0, len(b.art))
	for s := range b.art {
		if g.has(s) {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b square) int {
		if a.row != b.row {
			return b.row - a.row
		}
		return a.column - b.column
	})
	for _, s := range all {
		x, y := g.corner(s)
		p.add(`<use href="#%s" x="%s" y="%s" width="92" height="92"/>`+"\n", symbolID(b.art[s]), number(x+4), number(y+4))
	}
}

// over draws the marks above the pieces. Dimming comes first, so that it leaves the
// others as they are.
func (p *painter) over(b *board, g *geometry, marks []mark) {
	for _, m := range marks {
		if m.name == "dim" {
			p.add(`<path d="%s" fill-opacity="0.66"%s/>`+"\n", g.areas(g.shown(m.squares)), p.ink("fill", "ground"))
		}
	}
	for _, m := range marks {
		squares := g.shown(m.squares)
		if len(squares) == 0 {
			continue
		}
		switch m.name {
		case "dot":
			p.add(`<path d="%s" stroke-width="5"%s/>`+"\n", g.circles(squares, 17), p.ink("fill", "mark", "stroke", "mark-halo"))
		case "hollow":
			p.add(`<path d="%s" stroke-width="10"%s/>`+"\n", g.circles(squares, 15), p.ink("fill", "mark-halo", "stroke", "mark"))
		case "ring":
			p.add(`<path d="%s" fill="none" stroke-width="15"%s/>`+"\n", g.circles(squares, 42), p.ink("stroke", "mark-halo"))
			p.add(`<path d="%s" fill="none" stroke-width="9"%s/>`+"\n", g.circles(squares, 42), p.ink("stroke", "captures"))
		case "cross":
			var path strings.Builder
			for _, s := range squares {
				x, y := g.corner(s)
				fmt.Fprintf(&path, "M%s %sl56 56m0 -56l-56 56", number(x+22), number(y+22))
			}
			p.add(`<path d="%s" fill="none" stroke-width="19" stroke-linecap="round"%s/>`+"\n", path.String(), p.ink("stroke", "mark-halo"))
			p.add(`<path d="%s" fill="none" stroke-width="11" stroke-linecap="round"%s/>`+"\n", path.String(), p.ink("stroke", "captures"))
		case "number", "letter":
			p.number(g, squares[0], m.text)
		case "promotion":
			p.promotion(b, g, squares[0], m.text)
		case "circle":
			p.add(`<path d="%s" fill="none" stroke-width="8"%s/>`+"\n", g.circles(squares, 45), p.ink("stroke", "brush-"+cmp.Or(m.color, "green")))
		case "arrow":
			if len(squares) == 2 {
				p.arrow(g, squares[0], squares[1], "brush-"+cmp.Or(m.color, "green"))
			}
		}
	}
}

// arrow draws an arrow between the centres of two squares.
func (p *painter) arrow(g *geometry, from, to square, brush string) {
	ax, ay := g.centre(from)
	bx, by := g.centre(to)
	length := math.Hypot(bx-ax, by-ay)
	ux, uy := (bx-ax)/length, (by-ay)/length
	tipX, tipY := bx-ux*10, by-uy*10
	rootX, rootY := tipX-ux*40, tipY-uy*40
	p.add(`<path d="M%s %sL%s %s" fill="none" stroke-width="16" stroke-opacity="0.85"%s/>`, number(ax+ux*30), number(ay+uy*30), number(rootX), number(rootY), p.ink("stroke", brush))
	p.add(`<path d="M%s %sL%s %sL%s %sz" fill-opacity="0.85"%s/>`+"\n", number(tipX), number(tipY),
		number(rootX-uy*25), number(rootY+ux*25), number(rootX+uy*25), number(rootY-ux*25), p.ink("fill", brush))
}

// number draws a small number or letter in the upper right corner of a square.
func (p *painter) number(g *geometry, s square, text string) {
	x, y := g.corner(s)
	width := 26 + 18*float64(len([]rune(text)))
	p.add(`<rect x="%s" y="%s" width="%s" height="42" rx="12" stroke-width="4"%s/>`, number(x+unit-width-1), number(y+1), number(width), p.ink("fill", "mark-halo", "stroke", "captures"))
	p.add(`<text x="%s" y="%s" font-size="36" font-weight="700" text-anchor="middle"%s>%s</text>`+"\n", number(x+unit-width/2-1), number(y+34), p.ink("fill", "captures"), escape(text))
}

// promotion draws a plate with the possible kinds in the upper right corner of a
// square, or above or below it if a piece stands there.
func (p *painter) promotion(b *board, g *geometry, s square, letters string) {
	x, y := g.corner(s)
	glyph := min(40, 72/float64(len(letters)))
	if b.art[s] != "" {
		if y -= glyph + 4; y < g.top {
			y += glyph + 4 + unit
		}
	}
	width := 26 + glyph*float64(len(letters))
	left := x + unit - width
	p.add(`<path d="M%s %sh%sv%sh-%sa12 12 0 0 1 -12 -12z"%s/>`, number(left), number(y), number(width), number(glyph+4), number(width-12), p.ink("fill", "mark-halo"))
	p.add(`<path d="M%s %sl7 -8l7 8m-14 12l7 -8l7 8" fill="none" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"%s/>`, number(left+6), number(y+glyph/2), p.ink("stroke", "mark"))
	for i, letter := range letters {
		p.add(`<use href="#%s" x="%s" y="%s" width="%s" height="%s"/>`, symbolID("f"+string(letter)), number(left+23+glyph*float64(i)), number(y+2), number(glyph), number(glyph))
	}
	p.WriteByte('\n')
}

func (p *painter) coordinates(b *board, g *geometry) {
	p.add(`<g font-size="%s" text-anchor="middle"%s>`+"\n", number(g.text), p.ink("fill", "ink-soft"))
	x := g.left / 2
	if g.hasLeads {
		x = (g.left + float64(g.columns*unit) + g.width) / 2
	}
	for row := g.from.row; row <= g.to.row; row++ {
		_, y := g.centre(square{g.from.column, row})
		p.add(`<text x="%s" y="%s">%d</text>`, number(x), number(y+g.text*0.34), b.below+row)
	}
	for column := g.from.column; column <= g.to.column; column++ {
		x, _ := g.centre(square{column, g.from.row})
		p.add(`<text x="%s" y="%s">%c</text>`, number(x), number(g.height-g.text*0.36), 'a'+b.left+column)
	}
	p.add("\n</g>\n")
}

// leads draws the leads of a seat: to the left of rows and above columns. A lead of 2
// or more closes the line, with a lead of 1 the next stone captures.
func (p *painter) leads(b *board, g *geometry, m mark) {
	for _, i := range m.lines {
		line := b.stones.Lines()[i]
		first := square{line.First.Column() - b.left, line.First.Row() + 1 - b.below}
		var x, y float64
		if first.row == line.Last.Row()+1-b.below {
			if first.row < g.from.row || first.row > g.to.row {
				continue
			}
			_, y = g.centre(square{g.from.column, first.row})
			x = g.left / 2
		} else {
			if first.column < g.from.column || first.column > g.to.column {
				continue
			}
			x, _ = g.centre(square{first.column, g.from.row})
			y = g.top / 2
		}
		lead := b.stones.Lead(m.seat, i)
		if lead == 0 {
			p.add(`<circle cx="%s" cy="%s" r="6"%s/>`+"\n", number(x), number(y), p.ink("fill", "ink-soft"))
			continue
		}
		text := strings.Replace(fmt.Sprintf("%+d", lead), "-", "−", 1)
		ink, weight := "ink-soft", "400"
		if lead > 0 {
			ground := "lead"
			ink, weight = "lead-ink", "700"
			if lead > 1 {
				ground, ink = "lead-closed", "lead-closed-ink"
			}
			width, height := g.text*1.7, g.text*1.2
			p.add(`<rect x="%s" y="%s" width="%s" height="%s" rx="%s"%s/>`, number(x-width/2), number(y-height/2), number(width), number(height), number(height/2), p.ink("fill", ground))
		}
		p.add(`<text x="%s" y="%s" font-size="%s" font-weight="%s" text-anchor="middle"%s>%s</text>`+"\n", number(x), number(y+g.text*0.34), number(g.text), weight, p.ink("fill", ink), text)
	}
}

// number returns a coordinate with at most one decimal.
func number(n float64) string {
	return strconv.FormatFloat(math.Round(n*10)/10, 'f', -1, 64)
}

func escape(text string) string {
	var b strings.Builder
	// A strings.Builder does not fail.
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}
