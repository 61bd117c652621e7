package search

import (
	_ "embed"
	"errors"
	"math"
	"strconv"
	"strings"
	"sync"

	"tafelrunde/lancelot"
)

// weightsText holds the trained weights in the form of [ParseWeights].
//
//go:embed weights.txt
var weightsText string

// Weights are the weights of the evaluation, one set for each number of seats,
// with and without diagonals.
type Weights struct {
	sets [lancelot.MaxSeats + 1][2]weights
}

// trained returns the default weights, which are parsed on its first call.
var trained = sync.OnceValue(func() *Weights {
	w, err := ParseWeights(weightsText)
	if err != nil {
		panic("embedded weights: " + err.Error())
	}
	return w
})

func (w *Weights) of(seats int, diagonals bool) *weights {
	if diagonals {
		return &w.sets[seats][1]
	}
	return &w.sets[seats][0]
}

// forGame returns the set for the game of p.
func (w *Weights) forGame(p *lancelot.Position) *weights {
	return w.of(p.Seats(), p.Rules().Diagonals)
}

// PlainWeights returns hand-made weights to start training from. A captured
// stone counts half a unit of log-odds, the largest possible capture somewhat
// less.
func PlainWeights() *Weights {
	w := new(Weights)
	for seats := lancelot.MinSeats; seats <= lancelot.MaxSeats; seats++ {
		for _, diagonals := range []bool{false, true} {
			set := w.of(seats, diagonals)
			for time := range turnDistances {
				part := set[time*perDistance:][:perDistance]
				for i := range targetBuckets {
					part[atTarget+i] = int32(-unit / 2 * i)
				}
				for i := range captureBuckets {
					part[atBest+i] = int32([turnDistances]int{unit * 2 / 5, unit / 8, unit / 12}[time] * i)
					part[atSecond+i] = int32(unit / 16 * i)
				}
				part[atReach] = [turnDistances]int32{4 * unit, unit / 2, unit / 4}[time]
				part[atExcalibur] = unit / 3
			}
		}
	}
	return w
}

// weightsHeader is the first line of a text of weights.
func weightsHeader() string {
	return "lancelot " + strconv.Itoa(turnDistances) + " " + strconv.Itoa(perDistance) + " " + strconv.Itoa(unit)
}

// Text returns the weights in the form of [ParseWeights].
func (w *Weights) Text() string {
	var b strings.Builder
	b.WriteString(weightsHeader() + "\n")
	for seats := lancelot.MinSeats; seats <= lancelot.MaxSeats; seats++ {
		for _, diagonals := range []bool{false, true} {
			b.WriteString(strconv.Itoa(seats) + " " + lancelot.Rules{Diagonals: diagonals}.String())
			zeros := 0
			for _, x := range w.of(seats, diagonals) {
				if x == 0 {
					zeros++
					continue
				}
				if zeros > 0 {
					b.WriteString(" z" + strconv.Itoa(zeros))
					zeros = 0
				}
				b.WriteString(" " + strconv.Itoa(int(x)))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// ParseWeights reads weights. The first line has the name of the game, the
// number of turn distances, of features for each, and of units of log-odds. Each
// further line has a number of seats, basic or diagonals, and all weights of that
// set in order. "z" and a number stand for a run of zeros; zeros at the end are
// left out. The error names the line.
func ParseWeights(text string) (*Weights, error) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if want := weightsHeader(); lines[0] != want {
		return nil, errors.New("weights begin with " + strconv.Quote(lines[0]) + ", want " + strconv.Quote(want))
	}
	w := new(Weights)
	seen := map[string]bool{}
	for i, line := range lines[1:] {
		if reason := w.parseLine(line, seen); reason != "" {
			return nil, errors.New("weights, line " + strconv.Itoa(i+2) + ": " + reason)
		}
	}
	if len(seen) != 8 {
		return nil, errors.New(strconv.Itoa(len(seen)) + " sets of weights, want 8")
	}
	return w, nil
}

// parseLine reads one set and returns what is wrong with the line, "" if
// nothing.
func (w *Weights) parseLine(line string, seen map[string]bool) (reason string) {
	fields := strings.Fields(line)
	if len(fields) < 2 {
		return "no kind of game"
	}
	seats, err := strconv.Atoi(fields[0])
	if err != nil || seats < lancelot.MinSeats || seats > lancelot.MaxSeats {
		return strconv.Quote(fields[0]) + " is not a number of seats"
	}
	if fields[1] != "basic" && fields[1] != "diagonals" {
		return strconv.Quote(fields[1]) + " is neither basic nor diagonals"
	}
	kind := fields[0] + " " + fields[1]
	if seen[kind] {
		return "duplicate set " + kind
	}
	seen[kind] = true
	set := w.of(seats, fields[1] == "diagonals")
	at := 0
	for _, field := range fields[2:] {
		count, isZeros := strings.CutPrefix(field, "z")
		n, err := strconv.Atoi(count)
		switch {
		case err != nil || n > math.MaxInt16 || n < math.MinInt16 || isZeros && n < 1:
			return strconv.Quote(field) + " is not a weight"
		case isZeros:
			at += n
		case at < len(set):
			set[at] = int32(n)
			at++
		default:
			at++
		}
		if at > len(set) {
			return "more than " + strconv.Itoa(len(set)) + " weights"
		}
	}
	return ""
}
