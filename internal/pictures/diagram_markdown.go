package pictures

import (
	"errors"
	"fmt"
	"strings"

	"tafelrunde/wotn"
)

// Block is a diagram in a Markdown document, a code block of the language "diagram".
type Block struct {
	// Source is the text between the fences, with a line break at the end.
	Source string
	// Line is the number of the line after the opening fence.
	Line    int
	Diagram Diagram
	// Caption is a text below the diagram, in Markdown, or "".
	Caption string
	// Try offers the position for a game.
	Try bool
}

// Start returns the position of the diagram as the text with which a game begins, and
// the number of seats or sides. The diagram must not be partial.
func (b *Block) Start() (position string, seats int, err error) {
	if b.Diagram.Game == Lancelot {
		all, err := b.Diagram.readBoard()
		if err != nil {
			return "", 0, err
		}
		return all.stones.String(), all.stones.Seats(), nil
	}
	p := wotn.Start(b.Diagram.Variant)
	if b.Diagram.Position != "" {
		if p, err = wotn.ParsePosition(b.Diagram.Variant, b.Diagram.Position); err != nil {
			return "", 0, err
		}
	}
	return p.String(), 2, nil
}

// fence begins and ends a block.
const fence = "```"

// Blocks returns the diagrams of a Markdown document. Each is drawn once to check it.
// The error has a line "LINE: reason" for each wrong diagram.
func Blocks(document string) (all []Block, err error) {
	var problems []error
	lines := strings.Split(document, "\n")
	for i := 0; i < len(lines); i++ {
		if !strings.HasPrefix(lines[i], fence) {
			continue
		}
		isDiagram := strings.TrimSpace(lines[i][len(fence):]) == "diagram"
		begin := i + 1
		for i++; i < len(lines) && strings.TrimSpace(lines[i]) != fence; i++ {
		}
		if !isDiagram {
			continue
		}
		if i == len(lines) {
			problems = append(problems, fmt.Errorf("%d: the diagram does not end", begin))
			break
		}
		b, line, err := readBlock(lines[begin:i])
		if err != nil {
			problems = append(problems, fmt.Errorf("%d: %w", begin+1+line, err))
			continue
		}
		b.Line = begin + 1
		all = append(all, b)
	}
	return all, errors.Join(problems...)
}

// readBlock parses the lines of a block. line is the line of an error, from 0.
func readBlock(lines []string) (b Block, line int, err error) {
	b.Source = strings.Join(lines, "\n") + "\n"
	b.Diagram.Coordinates = true
	seen := map[string]bool{}
	variant := 0
	for i, text := range lines {
		if strings.TrimSpace(text) == "" {
			continue
		}
		key, value, found := strings.Cut(text, ":")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if !found || value == "" {
			return b, i, &DiagramError{"line", text, errors.New(`want "key: value"`)}
		}
		if seen[key] && key != "marks" {
			return b, i, &DiagramError{"line", text, fmt.Errorf("%s comes twice", key)}
		}
		seen[key] = true
		d := &b.Diagram
		switch key {
		case "title":
			d.Title = value
		case "caption":
			b.Caption = value
		case "game":
			d.Game = value
		case "variant":
			variant = i
			if d.Variant, err = wotn.ParseVariant(value); err != nil {
				return b, i, &DiagramError{"variant", value, errors.New("the variants are wotn, wotn-alternative and chess")}
			}
		case "position":
			d.Position = value
		case "marks":
			d.Marks += value + "\n"
		case "view":
			d.View = value
		case "partial", "turned", "coordinates", "try":
			if value != "yes" && value != "no" {
				return b, i, &DiagramError{key, value, errors.New("want yes or no")}
			}
			*map[string]*bool{"partial": &d.Partial, "turned": &d.Turned, "coordinates": &d.Coordinates, "try": &b.Try}[key] = value == "yes"
		default:
			return b, i, &DiagramError{"line", text, fmt.Errorf("%q is not a key; the keys are %s", key, blockKeys)}
		}
	}
	switch {
	case b.Diagram.Title == "":
		return b, 0, errors.New("the diagram has no title")
	case b.Diagram.Game == Lancelot && seen["variant"]:
		return b, variant, errors.New("only Way of the Knight has variants")
	case b.Diagram.Partial && b.Try:
		return b, 0, errors.New("a partial position cannot be tried")
	}
	if _, err := b.Diagram.Embedded(); err != nil {
		return b, 0, err
	}
	return b, 0, nil
}

const blockKeys = "title, caption, game, variant, position, marks, view, partial, turned, coordinates and try"
