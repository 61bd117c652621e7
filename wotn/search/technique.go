package search

import (
	"errors"
	"strconv"
	"strings"
)

// Technique is a set of search techniques. docs/search.md describes what each
// does.
type Technique uint32

// The techniques.
const (
	Quiescence Technique = 1 << iota
	Table
	PVS
	Aspiration
	MateDistance
	CheckExtension
	NullMove
	NullGuard
	ReverseFutility
	Razoring
	Futility
	LateMovePruning
	LateMoveReductions
	Exchange
	ExchangePruning
	DeltaPruning
	QuietPromotions
	QuietChecks
	HashMove
	Killers
	History
	CaptureHistory
	CounterMoves
	Continuation
	InternalReduction
	Improving
	SingularExtension
	Correction

	numTechniques = iota

	// AllTechniques is the set of all techniques.
	AllTechniques Technique = 1<<numTechniques - 1
)

var techniqueRows = [numTechniques]struct{ name, about string }{
	{"quiescence", "search captures and promotions until the position is quiet"},
	{"table", "take scores and moves from the hash table"},
	{"pvs", "search moves after the first with a null window"},
	{"aspiration", "start each iteration with a narrow window around the last score"},
	{"mate-distance", "prune nodes that cannot improve on a known mate"},
	{"check-extension", "extend safe checks"},
	{"null-move", "prune nodes whose score is high enough after a null move"},
	{"null-guard", "no null move in likely zugzwang; verify deep null-move cutoffs"},
	{"reverse-futility", "prune nodes far above the window near the leaves"},
	{"razoring", "search only captures in nodes far below the window near the leaves"},
	{"futility", "prune moves that cannot raise the score to alpha"},
	{"late-move-pruning", "prune late quiet moves"},
	{"late-move-reductions", "reduce the depth of late moves"},
	{"exchange", "order captures by static exchange evaluation"},
	{"exchange-pruning", "prune moves with a negative static exchange evaluation near the leaves"},
	{"delta-pruning", "prune captures in quiescence that cannot raise the score to alpha"},
	{"quiet-promotions", "search promotions without a capture in quiescence too"},
	{"quiet-checks", "search safe checks at the first ply of quiescence"},
	{"hash-move", "search the best move of an earlier search first"},
	{"killers", "search quiet moves that caused a cutoff in a sibling early"},
	{"history", "order quiet moves by their past success"},
	{"capture-history", "order captures by their past success"},
	{"counter-moves", "search the reply that refuted the previous move early"},
	{"continuation", "order quiet moves by their success after the moves before"},
	{"internal-reduction", "reduce the depth of nodes without a hash move"},
	{"improving", "prune less if the static evaluation is improving"},
	{"singular-extension", "extend a hash move that is far better than all others"},
	{"correction", "correct the static evaluation by its past errors"},
}

// About returns a short description of a single technique.
func (t Technique) About() string {
	for i, row := range techniqueRows {
		if t == 1<<i {
			return row.about
		}
	}
	return ""
}

// String returns the names in the set, separated by commas.
func (t Technique) String() string {
	var names []string
	for i, row := range techniqueRows {
		if t>>i&1 != 0 {
			names = append(names, row.name)
		}
	}
	return strings.Join(names, ",")
}

// ParseTechniques parses names separated by commas or spaces; "all" is the set
// of all techniques, and an empty text the empty set. The error names the first
// unknown word.
func ParseTechniques(text string) (Technique, error) {
	var set Technique
words:
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		if word == "all" {
			set |= AllTechniques
			continue
		}
		for i, row := range techniqueRows {
			if row.name == word {
				set |= 1 << i
				continue words
			}
		}
		return 0, errors.New(strconv.Quote(word) + " is not a search technique; want some of " + AllTechniques.String())
	}
	return set, nil
}
