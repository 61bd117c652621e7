package pictures

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"image/png"
	"strconv"
	"strings"
)

// Icon is the form of an icon: a square picture of an SVG drawing.
type Icon struct {
	// Size is the width and height in pixels.
	Size int
	// Share is the part of the width that the drawing fills, up to 1.
	Share float64
	// Ground is the color behind the drawing, "#rrggbb". If it is empty, the ground
	// is transparent.
	Ground string
}

// iconDrawing is an SVG drawing of paths.
type iconDrawing struct {
	ViewBox string `xml:"viewBox,attr"`
	Paths   []struct {
		D      string  `xml:"d,attr"`
		Fill   string  `xml:"fill,attr"`
		Stroke string  `xml:"stroke,attr"`
		Width  float64 `xml:"stroke-width,attr"`
	} `xml:"path"`
}

// PNG draws an SVG drawing. The drawing must have a square view box from 0 and
// consist of paths with colors "#rrggbb".
func (i Icon) PNG(svg []byte) ([]byte, error) {
	var drawing iconDrawing
	if err := xml.Unmarshal(svg, &drawing); err != nil {
		return nil, err
	}
	box := strings.Fields(drawing.ViewBox)
	if len(box) != 4 || box[0] != "0" || box[1] != "0" || box[2] != box[3] {
		return nil, fmt.Errorf("view box %q is not a square from 0", drawing.ViewBox)
	}
	side, err := strconv.ParseFloat(box[2], 64)
	if err != nil || side <= 0 {
		return nil, fmt.Errorf("view box %q is not a square from 0", drawing.ViewBox)
	}
	size := float64(i.Size)
	c := newCanvas(i.Size, i.Size)
	if i.Ground != "" {
		ground, err := parseInk(i.Ground)
		if err != nil {
			return nil, err
		}
		c.rectangle(0, 0, size, size, ground)
	}
	scale := size * i.Share / side
	edge := size * (1 - i.Share) / 2
	for _, p := range drawing.Paths {
		polygons, err := readPath(p.D)
		if err != nil {
			return nil, err
		}
		polygons = placed(polygons, scale, edge, edge)
		if p.Fill != "" && p.Fill != "none" {
			fill, err := parseInk(p.Fill)
			if err != nil {
				return nil, err
			}
			c.fill(polygons, nonZero, fill)
		}
		if p.Stroke != "" && p.Stroke != "none" {
			stroke, err := parseInk(p.Stroke)
			if err != nil {
				return nil, err
			}
			c.stroke(polygons, p.Width*scale, stroke)
		}
	}
	var b bytes.Buffer
	err = png.Encode(&b, c)
	return b.Bytes(), err
}

// parseInk parses "#rrggbb".
func parseInk(text string) (color.RGBA, error) {
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 32)
	if err != nil || len(text) != 7 || text[0] != '#' {
		return color.RGBA{}, fmt.Errorf("color %q is not #rrggbb", text)
	}
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}, nil
}
