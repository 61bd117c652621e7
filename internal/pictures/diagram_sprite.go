package pictures

import (
	"slices"
	"strconv"
	"strings"
)

// symbolID returns the id of the element that draws a piece, stone or glyph.
func symbolID(art string) string { return "diagram-" + art }

// Sprite returns the drawings that embedded diagrams refer to, as an SVG element
// without content of its own, with the class "diagram-sprite". It must be in the page,
// but not with display: none, which hides gradients. set is one of [PieceSets].
func Sprite(set string) string {
	p := &painter{colors: allDrawings(), set: set}
	ids := []string{"x"}
	for letter := range p.colors.Pieces {
		ids = append(ids, "w"+letter, "b"+letter, "f"+letter)
	}
	for seat := range p.colors.Ordinaries {
		ids = append(ids, "s"+strconv.Itoa(seat))
	}
	slices.Sort(ids)
	p.add(`<svg xmlns="http://www.w3.org/2000/svg" class="diagram-sprite" width="0" height="0" aria-hidden="true"><defs>` + "\n")
	p.symbols(ids)
	p.add("</defs></svg>\n")
	return p.String()
}

// symbols draws the symbols with some ids, and what they share.
func (p *painter) symbols(ids []string) {
	figures := map[byte]bool{}
	standing := false
	for _, id := range ids {
		if strings.IndexByte("wbf", id[0]) >= 0 && !figures[id[1]] {
			figures[id[1]] = true
			p.add(`<path id="%s" d="%s" fill-rule="evenodd"/>`+"\n", symbolID("p"+id[1:]), p.colors.Pieces[id[1:]].Figure)
		}
		standing = standing || id[0] == 'w' || id[0] == 'b'
	}
	if standing && p.set == "standing" {
		p.gradient("white", "white-fill", "white-shade")
		p.gradient("black", "black-light", "black-fill")
	}
	for _, id := range ids {
		p.add(`<symbol id="%s" viewBox="0 0 100 100" overflow="visible">`, symbolID(id))
		switch id[0] {
		case 'w', 'b':
			p.piece(id[1:], id[0] == 'w')
		case 'f':
			p.figure(id[1:], p.colors.Pieces[id[1:]].Glyph, p.ink("fill", "mark"))
		case 's':
			seat := int(id[1] - '0')
			p.add(`<path d="%s"%s/>`, p.colors.Shield, p.ink("fill", "seat-"+id[1:]))
			p.add(`<path d="%s"%s/>`, p.colors.Ordinaries[seat], p.ink("fill", "seat-"+id[1:]+"-charge"))
			p.add(`<path d="%s" fill="none" stroke-width="5" stroke-linejoin="round"%s/>`, p.colors.Shield, p.ink("stroke", "stone-line"))
		case 'x':
			for _, part := range [][2]string{{"blade", "excalibur-blade"}, {"rock", "excalibur-rock"}, {"grip", "stone-line"}, {"hilt", "excalibur-hilt"}} {
				p.add(`<path d="%s" stroke-width="4" stroke-linejoin="round"%s/>`, p.colors.Excalibur[part[0]], p.ink("fill", part[1], "stroke", "stone-line"))
			}
		}
		p.add("</symbol>\n")
	}
}

// gradient defines the paint of standing pieces, from top to bottom.
func (p *painter) gradient(side, top, bottom string) {
	p.add(`<linearGradient id="%s" x1="0" y1="0" x2="0" y2="1"><stop offset="0"%s/><stop offset="1"%s/></linearGradient>`+"\n",
		symbolID(side), p.ink("stop-color", top), p.ink("stop-color", bottom))
}

// figure draws the silhouette of a kind.
func (p *painter) figure(letter string, fit pathFit, attributes string) {
	p.add(`<use href="#%s" transform="translate(%v %v) scale(%v)"%s/>`, symbolID("p"+letter), fit.Across, fit.Down, fit.Scale, attributes)
}

func (p *painter) piece(letter string, white bool) {
	look := p.colors.Pieces[letter]
	side := "black"
	if white {
		side = "white"
	}
	level := func(foot, size float64, attributes string) {
		p.add(`<text x="50" y="%v" font-size="%v" font-weight="700" text-anchor="middle"%s>%d</text>`, foot, size, attributes, look.Level)
	}
	if p.set == "framed" {
		frame := p.colors.Frames[look.Frame]
		p.add(`<path d="%s" stroke-width="4.5" stroke-linejoin="round"%s/>`, frame.Outline, p.ink("fill", side+"-fill", "stroke", side+"-line"))
		if !white {
			p.add(`<path d="%s" fill="none" stroke-width="2.2"%s/>`, frame.Inner, p.ink("stroke", "black-inner"))
		}
		p.figure(letter, look.Framed, p.ink("fill", side+"-figure"))
		// The outline keeps the level clear of the lines that it crosses.
		level(frame.Foot, 23, ` stroke-width="5" stroke-linejoin="round" paint-order="stroke"`+p.ink("fill", side+"-figure", "stroke", side+"-fill"))
		return
	}
	pedestal := p.colors.Pedestals[look.Frame]
	p.add(`<path d="%s" stroke-width="3" stroke-linejoin="round"%s/>`, pedestal.Outline, p.ink("fill", "align-"+look.Frame, "stroke", "pedestal-line"))
	line, width := "white-line", 6.4
	if !white {
		line, width = "black-inner", 5
	}
	// The outline lies outside the silhouette; narrow gaps in it become lines.
	p.figure(letter, look.Standing, ` fill="url(#`+symbolID(side)+`)" stroke-width="`+strconv.FormatFloat(width/look.Standing.Scale, 'f', 1, 64)+
		`" stroke-linejoin="round" paint-order="stroke"`+p.ink("stroke", line))
	level(pedestal.Foot, 20, p.ink("fill", "align-"+look.Frame+"-ink"))
}
