package games

import (
	"errors"

	"tafelrunde/internal/match"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// Diagram is a position as plain data, for pictures that need no rules.
type Diagram struct {
	Columns []string       `json:"columns" doc:"from left to right"`
	Rows    []int          `json:"rows" doc:"from bottom to top"`
	Pieces  []DiagramPiece `json:"pieces"`
}

// DiagramPiece is a piece, a stone or Excalibur on a square.
type DiagramPiece struct {
	Square string `json:"square"`
	// Kind and Color are those of a piece of Way of the Knight, "" for stones.
	Kind  string `json:"kind,omitempty" doc:"letter of the kind"`
	Color string `json:"color,omitempty" enum:"w,b,"`
	// Stone is the side of a stone of Lancelot, from 0; -1 for Excalibur and pieces.
	Stone     int  `json:"stone" doc:"the side of a stone of Lancelot, from 0; -1 for none"`
	Excalibur bool `json:"excalibur,omitempty"`
}

// StartText returns the start position of the first game with the settings, as
// [match.Position.Text] returns it. If the first seat is random, seat 0 is to act.
func StartText(s *match.Settings) (string, error) {
	start, refusal := Rules{}.Start(s, match.Round{First: max(0, s.First)})
	if refusal != nil {
		return "", refusal
	}
	return start.Text(), nil
}

// DiagramOf returns the diagram of a position of a game with the settings, which is
// text as [match.Position.Text] returns it; "" is the start position.
func DiagramOf(s *match.Settings, text string) (Diagram, error) {
	if text == "" {
		var err error
		if text, err = StartText(s); err != nil {
			return Diagram{}, err
		}
	}
	switch s.Game {
	case "wotn":
		v, refusal := wotnVariant(s)
		if refusal != nil {
			return Diagram{}, refusal
		}
		position, err := wotn.ParsePosition(v, text)
		if err != nil {
			return Diagram{}, err
		}
		d := Diagram{Columns: []string{"a", "b", "c", "d", "e", "f", "g", "h"}, Rows: []int{1, 2, 3, 4, 5, 6, 7, 8}, Pieces: []DiagramPiece{}}
		for _, square := range position.Occupied().AppendSquares(nil) {
			piece := position.At(square)
			d.Pieces = append(d.Pieces, DiagramPiece{Square: square.String(), Kind: piece.Kind.String(), Color: piece.Color.String(), Stone: -1})
		}
		return d, nil
	case "lancelot":
		position, err := lancelot.ParsePosition(text)
		if err != nil {
			return Diagram{}, err
		}
		return lancelotDiagram(&position), nil
	}
	return Diagram{}, errors.New("there is no game " + s.Game)
}

func lancelotDiagram(position *lancelot.Position) Diagram {
	squares, size := position.Squares(), position.Size()
	d := Diagram{Columns: make([]string, size), Rows: make([]int, size), Pieces: []DiagramPiece{}}
	for i := range size {
		d.Columns[i] = string(rune('a' + squares[i].Column()))
		d.Rows[i] = squares[i*size].Row() + 1
	}
	for _, square := range squares {
		switch cell := position.At(square); cell {
		case lancelot.Free:
		case lancelot.Excalibur:
			d.Pieces = append(d.Pieces, DiagramPiece{Square: square.String(), Stone: -1, Excalibur: true})
		default:
			seat, _ := cell.Seat()
			d.Pieces = append(d.Pieces, DiagramPiece{Square: square.String(), Stone: int(seat)})
		}
	}
	return d
}
