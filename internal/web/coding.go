package web

import (
	"strconv"
	"strings"
)

// coding is the name of a content coding (RFC 9110, section 8.4.1).
type coding string

const (
	identity coding = "identity"
	brotli   coding = "br"
	gzip     coding = "gzip"
)

// byPreference has the codings, the one with the smallest result first.
var byPreference = []coding{brotli, gzip, identity}

// bestCoding returns the coding with the highest weight among those that exist,
// and among equals the smallest. If none is acceptable, it returns identity, as
// RFC 9110, section 12.5.3 recommends.
func bestCoding(acceptEncoding []string, forms map[coding]form) coding {
	weights := parseAcceptEncoding(acceptEncoding)
	best, bestWeight := identity, 0.0
	for _, c := range byPreference {
		if _, ok := forms[c]; !ok {
			continue
		}
		if weight := weights.of(c); weight > bestWeight {
			best, bestWeight = c, weight
		}
	}
	return best
}

// codingWeights has the weights of the codings in Accept-Encoding, from 0
// (refused) to 1.
type codingWeights map[coding]float64

func parseAcceptEncoding(values []string) codingWeights {
	weights := make(codingWeights)
	for _, element := range strings.Split(strings.Join(values, ","), ",") {
		name, parameter, weighted := strings.Cut(element, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "" {
			continue
		}
		weight := 1.0
		if weighted {
			weight = parseWeight(parameter)
		}
		if name == "x-gzip" {
			name = string(gzip)
		}
		weights[coding(name)] = weight
	}
	return weights
}

// parseWeight parses "q=0.5". An invalid weight counts as 0: a client can always
// read content without that coding.
func parseWeight(parameter string) float64 {
	name, value, _ := strings.Cut(parameter, "=")
	if !strings.EqualFold(strings.TrimSpace(name), "q") {
		return 0
	}
	weight, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || weight < 0 || weight > 1 {
		return 0
	}
	return weight
}

// of returns the weight of a coding. An unmentioned identity is acceptable, with
// the lowest weight.
func (w codingWeights) of(c coding) float64 {
	if weight, ok := w[c]; ok {
		return weight
	}
	if weight, ok := w["*"]; ok {
		return weight
	}
	if c == identity {
		return 0.0001
	}
	return 0
}
