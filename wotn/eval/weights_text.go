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
	w.each(func(n weightName, p *Pair) {
		if *p == (Pair{}) {
			return
		}
		text.WriteString(string(n.appendTo(nil)) + " " + strconv.Itoa(p.Midgame) + " " + strconv.Itoa(p.Endgame) + "\n")
	})
	return text.String()
}

// ParseWeights parses the format of Text. The order of lines does not matter;
// missing weights are 0; lines that begin with # are comments. The error names
// the first invalid line.
func ParseWeights(text string) (Weights, error) {
	if w, ok := parseInOrder(text); ok {
		return w, nil
	}
	var w Weights
	named := map[string]*Pair{}
	w.eachByName(func(name string, p *Pair) { named[name] = p })
	for i, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
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

// parseInOrder parses what Text has written, without comments and with the
// weights in the order of eachByName, and reports whether text is that. It is much
// faster than a look-up for each name: an engine starts with it.
func parseInOrder(text string) (w Weights, ok bool) {
	ok = true
	var space [32]byte
	w.each(func(n weightName, p *Pair) {
		name := n.appendTo(space[:0])
		if !ok || len(text) <= len(name) || text[len(name)] != ' ' || text[:len(name)] != string(name) {
			return
		}
		text = text[len(name)+1:]
		var one, two bool
		p.Midgame, text, one = cutNumber(text, ' ')
		p.Endgame, text, two = cutNumber(text, '\n')
		ok = one && two
	})
	return w, ok && text == ""
}

// cutNumber returns the number from -10000 to 10000 that text starts with, and
// what follows the separator after it.
func cutNumber(text string, separator byte) (n int, rest string, ok bool) {
	i, negative := 0, text != "" && text[0] == '-'
	if negative {
		i = 1
	}
	first := i
	for ; i < len(text) && i < first+5 && '0' <= text[i] && text[i] <= '9'; i++ {
		n = n*10 + int(text[i]-'0')
	}
	if i == first || i == len(text) || text[i] != separator || n > 10000 {
		return 0, text, false
	}
	if negative {
		n = -n
	}
	return n, text[i+1:], true
}

// WeightsOf returns the tuned weights of a variant.
func WeightsOf(variant wotn.Variant) Weights { return *tunedOf(variant).weights }
