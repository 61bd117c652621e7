package web

import (
	"strconv"
	"strings"
)

// coding is a content coding by its name in HTTP (RFC 9110, section 8.4.1).
type coding string

const (
	identity coding = "identity"
	brotli   coding = "br"
	gzip     coding = "gzip"
)

// byPreference has the codings from the smallest result to the largest.
var byPreference = []coding{brotli, gzip, identity}

// bestCoding picks the form to send: of those that there are, the one that
// the client weighs highest, and among equals the smallest. Without any
// acceptable one it answers identity, as RFC 9110, section 12.5.3 advises.
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

// codingWeights has the weight from 0 (refused) to 1 of each coding named.
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

// parseWeight reads "q=0.5". What is no weight refuses the coding: to send
// less than a client can take is safe, to send what it cannot read is not.
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

// of gives the weight of a coding. Identity that is not mentioned is
// acceptable, but any coding asked for goes first.
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
