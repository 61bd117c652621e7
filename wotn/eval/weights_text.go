package eval

import (
	"errors"
	"strconv"
	"strings"

	"tafelrunde/wotn"
)

// Text returns the weights, one a line: name, worth on a full board, worth on
// an emptied one. Those that are 0 are left out.
func (w *Weights) Text() string {
	var text strings.Builder
	w.Each(func(name string, p *Pair) {
		if *p == (Pair{}) {
			return
		}
		text.WriteString(name + " " + strconv.Itoa(p.Full) + " " + strconv.Itoa(p.Bare) + "\n")
	})
	return text.String()
}

// ParseWeights reads weights as Text writes them. Lines may be in any order;
// those that begin with # are notes; weights not named are 0. It returns an
// error that says which line cannot be read.
func ParseWeights(text string) (Weights, error) {
	var w Weights
	named := map[string]*Pair{}
	w.Each(func(name string, p *Pair) { named[name] = p })
	for i, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if len(fields) != 3 || named[fields[0]] == nil {
			return Weights{}, errors.New("weights, line " + strconv.Itoa(i+1) + ": not a weight's name and two numbers: " + strconv.Quote(line))
		}
		full, err1 := strconv.Atoi(fields[1])
		bare, err2 := strconv.Atoi(fields[2])
		if err := errors.Join(err1, err2); err != nil || max(full, -full, bare, -bare) > 10000 {
			return Weights{}, errors.New("weights, line " + strconv.Itoa(i+1) + ": not two numbers from -10000 to 10000: " + strconv.Quote(line))
		}
		*named[fields[0]] = Pair{full, bare}
	}
	return w, nil
}

// WeightsOf returns the weights in use for a rule set.
func WeightsOf(ways wotn.Variant) Weights { return weightsOf[ways] }
