// Command diagrams draws the diagrams in Markdown documents for the front end, which
// cannot draw them itself: it runs no Go when it is built.
//
//	go run ./scripts/diagrams OUTPUT DOCUMENT...
//
// The output is a JSON object. "blocks" has the SVG of each diagram by the text of its
// code block, "kinds" the diagrams of each kind of piece by its letter, "sprites" the
// drawings of each set of pieces, which the diagrams use.
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tafelrunde/internal/pictures"
	"tafelrunde/wotn"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "diagrams: the names of the output and the documents are missing")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2:]); err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			fmt.Fprintln(os.Stderr, "diagrams:", line)
		}
		os.Exit(1)
	}
}

// output is what the front end reads.
type output struct {
	Blocks  map[string]drawn  `json:"blocks"`
	Kinds   map[string]kind   `json:"kinds"`
	Sprites map[string]string `json:"sprites"`
}

// drawn is a diagram as HTML, and what is said about it.
type drawn struct {
	SVG     string `json:"svg"`
	Caption string `json:"caption,omitempty"`
	Try     *start `json:"try,omitempty"`
}

// start is the start of a game that the page offers.
type start struct {
	Game     string `json:"game"`
	Variant  string `json:"variant"`
	Position string `json:"position"`
	Seats    int    `json:"seats"`
}

// kind has the diagrams of a kind of piece.
type kind struct {
	Empty  moves `json:"empty"`
	Filled moves `json:"filled"`
}

// moves is a diagram of the moves of a piece, with the squares for its description.
type moves struct {
	SVG        string   `json:"svg"`
	Quiet      []string `json:"quiet"`
	Captures   []string `json:"captures"`
	Promotions []string `json:"promotions"`
	Try        *start   `json:"try,omitempty"`
}

func drawMoves(d pictures.KindDiagram) (moves, error) {
	svg, err := d.Diagram.Embedded()
	if err != nil {
		return moves{}, err
	}
	// The front end reads lists, not null.
	all := moves{string(svg), append([]string{}, d.Quiet...), append([]string{}, d.Captures...), append([]string{}, d.Promotions...), nil}
	if !d.Diagram.Partial {
		all.Try = &start{pictures.Wotn, d.Diagram.Variant.String(), d.Diagram.Position, 2}
	}
	return all, nil
}

func drawKind(k wotn.Kind) (all kind, err error) {
	if all.Empty, err = drawMoves(pictures.EmptyBoard(k)); err != nil {
		return all, err
	}
	filled, err := pictures.FilledBoard(k)
	if err != nil {
		return all, err
	}
	all.Filled, err = drawMoves(filled)
	return all, err
}

func write(file string, documents []string) error {
	out := output{map[string]drawn{}, map[string]kind{}, map[string]string{}}
	var problems []error
	for _, document := range documents {
		text, err := os.ReadFile(document)
		if err != nil {
			return err
		}
		blocks, err := pictures.Blocks(string(text))
		if err != nil {
			for line := range strings.SplitSeq(err.Error(), "\n") {
				problems = append(problems, fmt.Errorf("%s:%s", document, line))
			}
			continue
		}
		for _, b := range blocks {
			svg, err := b.Diagram.Embedded()
			if err != nil {
				return err
			}
			d := drawn{SVG: string(svg), Caption: b.Caption}
			if b.Try {
				d.Try = &start{Game: cmp.Or(b.Diagram.Game, pictures.Wotn), Variant: b.Diagram.Variant.String()}
				if d.Try.Position, d.Try.Seats, err = b.Start(); err != nil {
					return err
				}
			}
			out.Blocks[b.Source] = d
		}
	}
	if err := errors.Join(problems...); err != nil {
		return err
	}
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		all, err := drawKind(k)
		if err != nil {
			return fmt.Errorf("%s: %w", k.Name(), err)
		}
		out.Kinds[k.String()] = all
	}
	for _, set := range pictures.PieceSets {
		out.Sprites[set] = pictures.Sprite(set)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(f)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	return errors.Join(encoder.Encode(out), f.Close())
}
