// Package dataset stores games and positions with scores, results and where they come from.
// docs/formats/dataset.md describes the files.
package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Origin says where the records of a block come from.
type Origin struct {
	// By is the command with its options, but not with the names of files: what is needed
	// to make the records again.
	By string `json:"by"`
	// Version is the commit of the program, "" if it is not known.
	Version string `json:"version,omitempty"`
}

// Record is a game or, without Moves, a position.
type Record struct {
	// Rules are the variant of Way of the Knight, by its name, or "lancelot".
	Rules string `json:"rules"`
	// Number is that of the game among those of its origin.
	Number int `json:"number"`
	// Start is the position before the moves, as package wotn or lancelot writes it.
	Start string `json:"start"`
	// Moves are moves or turns in coordinate notation, separated by spaces.
	Moves string `json:"moves,omitempty"`
	// Scores are centipawns for the side to move, before each move, or one of a position.
	Scores []int `json:"scores,omitempty"`
	// Result has the points of each seat at the end of the game, from 0 to 1: White and Black,
	// or the seats of Lancelot.
	Result []float64 `json:"result,omitempty"`
	// Expected has the expected points of each seat in a position, from 0 to 1.
	Expected []float64 `json:"expected,omitempty"`
}

// Lancelot is Record.Rules of games of Lancelot.
const Lancelot = "lancelot"

// maxSeats is the largest number of seats of a game.
const maxSeats = 5

// MoveText returns moves or turns in the form of Record.Moves.
func MoveText[M fmt.Stringer](moves []M) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = m.String()
	}
	return strings.Join(texts, " ")
}

// MoveList returns the moves.
func (r *Record) MoveList() []string { return strings.Fields(r.Moves) }

// check returns what is wrong with a record. Positions and moves are not checked.
func (r *Record) check() error {
	switch {
	case r.Rules == "":
		return errors.New("a record without rules")
	case r.Start == "":
		return errors.New("a record without a position")
	case r.Number < 0:
		return fmt.Errorf("the number %d is negative", r.Number)
	}
	for _, points := range [][]float64{r.Result, r.Expected} {
		if n := len(points); n == 1 || n > maxSeats {
			return fmt.Errorf("points of %d seats", n)
		}
		if bad := slices.IndexFunc(points, func(p float64) bool { return !(p >= 0 && p <= 1) }); bad >= 0 {
			return fmt.Errorf("%v is not a number of points from 0 to 1", points[bad])
		}
	}
	return nil
}

// block returns the lines of a block.
func block(from Origin, records [][]byte) ([]byte, error) {
	origin, err := json.Marshal(from)
	if err != nil {
		return nil, err
	}
	return append(bytes.Join(append([][]byte{origin}, records...), []byte{'\n'}), '\n'), nil
}

// parse returns the contents of a block.
func parse(lines []byte) (from Origin, records []Record, err error) {
	number := 0
	for line := range bytes.Lines(lines) {
		number++
		if line[len(line)-1] != '\n' {
			return from, nil, fmt.Errorf("line %d does not end", number)
		}
		if number == 1 {
			err = strict(line, &from)
		} else {
			var r Record
			if err = strict(line, &r); err == nil {
				err = r.check()
			}
			records = append(records, r)
		}
		if err != nil {
			return from, nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	if number == 0 {
		return from, nil, errors.New("there is no line")
	}
	return from, records, nil
}

func strict(line []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if err := d.Decode(&json.RawMessage{}); !errors.Is(err, io.EOF) {
		return errors.New("there is more than one value")
	}
	return nil
}
