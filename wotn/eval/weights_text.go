package eval

import (
	"errors"
	"strconv"
	"strings"

	"tafelrunde/wotn"
)

// Text returns one line for each weight that is not 0: name, midgame and
// endgame value.
func (w *Weights) Text() string {
	var text strings.Builder
	w.Each(func(name string, p *Pair) {
		if *p == (Pair{}) {
			return
		}
		text.WriteString(name + " " + strconv.Itoa(p.Midgame) + " " + strconv.Itoa(p.Endgame) + "\n")
	})
	return text.String()
}

// ParseWeights parses the format of Text. The order of lines does not matter;
// missing weights are 0; lines that begin with # are comments. Names used
// before version 0.1.0 are accepted. The error names the first invalid line.
func ParseWeights(text string) (Weights, error) {
	var w Weights
	named := map[string]*Pair{}
	w.Each(func(name string, p *Pair) { named[name] = p })
	for i, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if named[fields[0]] == nil {
			fields[0] = currentName(fields[0])
		}
		if len(fields) != 3 || named[fields[0]] == nil {
			return Weights{}, errors.New("weights, line " + strconv.Itoa(i+1) + ": want a name and two numbers: " + strconv.Quote(line))
		}
		full, err1 := strconv.Atoi(fields[1])
		bare, err2 := strconv.Atoi(fields[2])
		if err := errors.Join(err1, err2); err != nil || max(full, -full, bare, -bare) > 10000 {
			return Weights{}, errors.New("weights, line " + strconv.Itoa(i+1) + ": want two numbers from -10000 to 10000: " + strconv.Quote(line))
		}
		*named[fields[0]] = Pair{full, bare}
	}
	return w, nil
}

// currentName returns the name of a weight that had another one before
// version 0.1.0.
func currentName(name string) string {
	feature, index, _ := strings.Cut(name, ".")
	feature, toMove := strings.CutSuffix(feature, "-in-turn")
	if current, ok := map[string]string{
		"rise-by-rank": "promotion-by-rank", "rise-by-taking": "promotion-by-capture", "free": "passed", "stopped": "passed-blocked",
		"runner": "unstoppable", "open-line": "open-file", "half-open-line": "half-open-file", "two-bishops": "bishop-pair",
		"own-color": "bishop-pawns", "pushes": "push-threats",
	}[feature]; ok {
		feature = current
	}
	if toMove {
		feature += "-to-move"
	}
	if index != "" {
		feature += "." + index
	}
	return feature
}

// WeightsOf returns the tuned weights of a variant.
func WeightsOf(variant wotn.Variant) Weights { return tunedWeights[variant] }
