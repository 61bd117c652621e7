package search

import (
	_ "embed"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"tafelrunde/lancelot"
)

// weightsText is what self-play has taught; see [ParseWeights] for the form.
//
//go:embed weights.txt
var weightsText string

// Weights are the worths of features for all kinds of games: by the number of
// seats and whether diagonals are lines. The king's power is a feature.
type Weights struct {
	sets [lancelot.MaxSeats + 1][2]weights
}

// learned are the weights in use.
var learned = func() *Weights {
	w, err := ParseWeights(weightsText)
	if err != nil {
		panic("embedded weights: " + err.Error())
	}
	return w
}()

func (w *Weights) of(seats int, diagonals bool) *weights {
	if diagonals {
		return &w.sets[seats][1]
	}
	return &w.sets[seats][0]
}

func weightsFor(p *lancelot.Position) *weights {
	return learned.of(p.Seats(), p.Rules().Diagonals)
}

// LearnedWeights are a copy of the weights in use.
func LearnedWeights() *Weights {
	w := *learned
	return &w
}

// UseWeights makes all searches that begin from now on use copies of the weights
// given. It must not be called while one runs.
func UseWeights(w *Weights) {
	use := *w
	learned = &use
}

// PlainWeights are a beginning to learn from: a stone taken is worth a little
// less than doubling the odds, one that could be taken now most of that.
func PlainWeights() *Weights {
	w := new(Weights)
	for seats := lancelot.MinSeats; seats <= lancelot.MaxSeats; seats++ {
		for _, diagonals := range []bool{false, true} {
			set := w.of(seats, diagonals)
			for time := range times {
				part := set[time*perTime:][:perTime]
				for i := range distances {
					part[atDistance+i] = int32(-unit / 2 * i)
				}
				for i := range prizes {
					part[atBest+i] = int32([times]int{unit * 2 / 5, unit / 8, unit / 12}[time] * i)
					part[atSecond+i] = int32(unit / 16 * i)
				}
				part[atReach] = [times]int32{4 * unit, unit / 2, unit / 4}[time]
				part[atPower] = unit / 3
			}
		}
	}
	return w
}

// Text writes the weights as [ParseWeights] reads them.
func (w *Weights) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "lancelot %d %d %d\n", times, perTime, unit)
	for seats := lancelot.MinSeats; seats <= lancelot.MaxSeats; seats++ {
		for _, diagonals := range []bool{false, true} {
			kind := lancelot.Rules{Diagonals: diagonals}
			fmt.Fprintf(&b, "%d %s", seats, kind)
			zeros := 0
			for _, x := range w.of(seats, diagonals) {
				if x == 0 {
					zeros++
					continue
				}
				if zeros > 0 {
					fmt.Fprintf(&b, " z%d", zeros)
					zeros = 0
				}
				fmt.Fprintf(&b, " %d", x)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// ParseWeights reads weights: a first line with the name of the game, the number
// of times of acting, of features for each and the parts of one in the logarithm
// of odds; then for each kind of game a line with the number of seats, basic or
// diagonals, and the worths of all features in order, of which z and a number
// stand for so many zeros and those left out at the end are zeros.
func ParseWeights(text string) (*Weights, error) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if want := fmt.Sprintf("lancelot %d %d %d", times, perTime, unit); lines[0] != want {
		return nil, fmt.Errorf("weights begin with %q, not with %q", lines[0], want)
	}
	w := new(Weights)
	seen := map[string]bool{}
	for i, line := range lines[1:] {
		if err := w.parseLine(line, seen); err != nil {
			return nil, fmt.Errorf("weights, line %d: %w", i+2, err)
		}
	}
	if len(seen) != 8 {
		return nil, fmt.Errorf("weights for %d kinds of games, not for 8", len(seen))
	}
	return w, nil
}

func (w *Weights) parseLine(line string, seen map[string]bool) error {
	fields := strings.Fields(line)
	if len(fields) < 2 {
		return errors.New("no kind of game")
	}
	seats, err := strconv.Atoi(fields[0])
	if err != nil || seats < lancelot.MinSeats || seats > lancelot.MaxSeats {
		return fmt.Errorf("%q is no number of seats", fields[0])
	}
	if fields[1] != "basic" && fields[1] != "diagonals" {
		return fmt.Errorf("%q is neither basic nor diagonals", fields[1])
	}
	kind := fields[0] + fields[1]
	if seen[kind] {
		return fmt.Errorf("%s twice", kind)
	}
	seen[kind] = true
	set := w.of(seats, fields[1] == "diagonals")
	at := 0
	for _, field := range fields[2:] {
		count, isZeros := strings.CutPrefix(field, "z")
		n, err := strconv.Atoi(count)
		switch {
		case err != nil || n > math.MaxInt16 || n < math.MinInt16 || isZeros && n < 1:
			return fmt.Errorf("%q is no worth", field)
		case isZeros:
			at += n
		case at < len(set):
			set[at] = int32(n)
			at++
		default:
			at++
		}
		if at > len(set) {
			return fmt.Errorf("more than %d worths", len(set))
		}
	}
	return nil
}
