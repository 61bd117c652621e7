package explorer

import (
	"errors"
	"strings"
)

// Points returns twice a win share: 0, 1 or 2.
func Points(share float64) int { return int(2*share + 0.5) }

// Record is a game as the explorer counts it.
type Record struct {
	// Result is twice the points of the side that acted first: 0, 1 or 2.
	Result int
	// Moves are the moves from the start position, in coordinate notation.
	Moves []string
}

// results are the results in files, by Record.Result.
var results = [3]string{"0", "=", "1"}

// String returns the line of a file of games: the result, then the moves.
func (r Record) String() string {
	return results[r.Result] + " " + strings.Join(r.Moves, " ")
}

// ParseRecord parses a line in the form of Record.String. It does not check the moves.
func ParseRecord(line string) (r Record, err error) {
	fields := strings.Fields(line)
	for result, text := range results {
		if len(fields) > 0 && fields[0] == text {
			return Record{Result: result, Moves: fields[1:]}, nil
		}
	}
	return Record{}, errors.New("the line does not begin with a result: 0, = or 1")
}
