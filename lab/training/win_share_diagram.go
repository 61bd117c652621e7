package training

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"math"
)

// The places of a reliability diagram, in pixels: the left edge of both panels,
// their width, and the upper edge and height of each.
const (
	diagramWidth, diagramHeight = 430, 560

	panelLeft, panelWidth = 52, 352
	sharesTop             = 34
	sharesHeight          = panelWidth
	differenceTop         = sharesTop + sharesHeight + 38
	differenceHeight      = 90

	// differenceRange is the greatest difference of the lower panel, in percentage
	// points.
	differenceRange = 10
)

// writeReliabilityDiagram writes rows as an SVG with two panels: the observed win
// share by the predicted one, with its 95 % confidence interval and the share of
// the positions as bars; and the difference of the two.
func writeReliabilityDiagram(out io.Writer, title string, rows []reliabilityRow) error {
	w := bufio.NewWriter(out)
	x := func(percent float64) float64 { return panelLeft + percent/100*panelWidth }
	y := func(percent float64) float64 { return sharesTop + (1-percent/100)*sharesHeight }
	middle := float64(differenceTop + differenceHeight/2)
	dy := func(points float64) float64 {
		points = max(-differenceRange, min(differenceRange, points))
		return middle - points/differenceRange*differenceHeight/2
	}
	line := func(class string, x1, y1, x2, y2 float64) {
		fmt.Fprintf(w, "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n", class, x1, y1, x2, y2)
	}
	text := func(x, y float64, anchor, s string) {
		fmt.Fprintf(w, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, html.EscapeString(s))
	}

	fmt.Fprintf(w, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %[1]d %[2]d\" role=\"img\">\n",
		diagramWidth, diagramHeight)
	fmt.Fprintf(w, "<title>%s</title>\n", html.EscapeString(title))
	// A background, as pages can be dark.
	fmt.Fprint(w, `<style>text{font:11px sans-serif;fill:#25221d}.grid,.same{stroke:#d8d2c4;fill:none}.same{stroke:#8a8375;stroke-dasharray:4 3}.interval{stroke:#1d5fa8;stroke-width:2}.point{fill:#1d5fa8}.positions{fill:#e6dfcf}</style>`+"\n")
	fmt.Fprint(w, "<rect width=\"100%\" height=\"100%\" fill=\"#fffdf8\"/>\n")
	text(diagramWidth/2, 18, "middle", title)

	most := 0.0
	for _, r := range rows {
		most = max(most, r.positions)
	}
	for _, r := range rows {
		// The bin of a row contains its mean.
		bin := math.Min(reliabilityBins-1, math.Floor(r.share/100*reliabilityBins))
		height := r.positions / most * sharesHeight / 4
		fmt.Fprintf(w, "<rect class=\"positions\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
			x(100*bin/reliabilityBins)+1, sharesTop+sharesHeight-height, panelWidth/float64(reliabilityBins)-2, height)
	}
	for percent := 0.0; percent <= 100; percent += 20 {
		line("grid", x(percent), y(0), x(percent), y(100))
		line("grid", x(0), y(percent), x(100), y(percent))
		line("grid", x(percent), differenceTop, x(percent), differenceTop+differenceHeight)
		text(panelLeft-6, y(percent)+4, "end", fmt.Sprintf("%.0f %%", percent))
		text(x(percent), differenceTop+differenceHeight+16, "middle", fmt.Sprintf("%.0f %%", percent))
	}
	for points := -differenceRange; points <= differenceRange; points += differenceRange / 2 {
		class, label := "grid", fmt.Sprintf("+%d", points)
		switch {
		case points == 0:
			class, label = "same", "0"
		case points < 0:
			label = fmt.Sprintf("−%d", -points)
		}
		line(class, x(0), dy(float64(points)), x(100), dy(float64(points)))
		text(panelLeft-6, dy(float64(points))+4, "end", label)
	}
	line("same", x(0), y(0), x(100), y(100))
	text(panelLeft, differenceTop-8, "start", "observed − predicted, in percentage points")
	text(panelLeft+8, sharesTop+16, "start", "observed win share, 95 % confidence; bars: positions")
	text(panelLeft+panelWidth/2, diagramHeight-8, "middle", "predicted win share")
	for _, r := range rows {
		if r.hasConfidence {
			line("interval", x(r.share), y(r.low), x(r.share), y(r.high))
			line("interval", x(r.share), dy(r.low-r.share), x(r.share), dy(r.high-r.share))
		}
		for _, at := range []float64{y(r.points), dy(r.points - r.share)} {
			fmt.Fprintf(w, "<circle class=\"point\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n", x(r.share), at)
		}
	}
	fmt.Fprint(w, "</svg>\n")
	return w.Flush()
}
