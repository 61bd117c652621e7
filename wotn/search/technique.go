package search

import (
	"errors"
	"strconv"
	"strings"
)

// Technique is a set of search techniques; the constants are the single ones.
// What each does is told by its step in docs/search.md.
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
	QuietRises
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

	// AllTechniques is every technique.
	AllTechniques Technique = 1<<numTechniques - 1
)

var techniqueRows = [numTechniques]struct{ name, about string }{
	{"quiescence", "captures and rises are played out before a position is judged"},
	{"table", "positions met again are taken from the hash table"},
	{"pvs", "moves after the first are only shown to be no better"},
	{"aspiration", "each iteration begins with a narrow window around the last score"},
	{"mate-distance", "lines that cannot better a mate already found are cut"},
	{"check-extension", "moves that give check without loss are searched deeper"},
	{"null-move", "a position good enough even after passing is cut"},
	{"null-guard", "passing is not tried where it may lie, and is verified at depth"},
	{"reverse-futility", "a position far above the window near the leaves is cut"},
	{"razoring", "a position far below the window near the leaves is only played out"},
	{"futility", "moves that cannot lift a hopeless score are left out"},
	{"late-move-pruning", "late quiet moves are left out"},
	{"late-move-reductions", "late moves are searched less deep first"},
	{"exchange", "captures are ordered by the exchange they begin"},
	{"exchange-pruning", "moves that lose an exchange are left out near the leaves"},
	{"delta-pruning", "captures that cannot lift the score are not played out"},
	{"quiet-rises", "rises without a capture are played out too"},
	{"quiet-checks", "checks that lose nothing are tried where playing out begins"},
	{"hash-move", "the move that was best before is tried first"},
	{"killers", "quiet moves that refuted a sibling are tried early"},
	{"history", "quiet moves are ordered by their past success"},
	{"capture-history", "captures are ordered by their past success"},
	{"counter-moves", "the refutation of the opponent's last move is tried early"},
	{"continuation", "quiet moves are ordered by success after the moves before"},
	{"internal-reduction", "positions without a hash move are searched less deep"},
	{"improving", "pruning is milder for a side whose judgement improves"},
	{"singular-extension", "a hash move far better than the rest is searched deeper"},
	{"correction", "the judgement is corrected by how far it was off in like positions"},
}

// Techniques returns all techniques, in the order of the constants.
func Techniques() []Technique {
	all := make([]Technique, numTechniques)
	for i := range all {
		all[i] = 1 << i
	}
	return all
}

// About says in a few words what a single technique does.
func (t Technique) About() string {
	for i, row := range techniqueRows {
		if t == 1<<i {
			return row.about
		}
	}
	return ""
}

// String returns the names of the set, with commas between.
func (t Technique) String() string {
	var names []string
	for i, row := range techniqueRows {
		if t>>i&1 != 0 {
			names = append(names, row.name)
		}
	}
	return strings.Join(names, ",")
}

// ParseTechniques reads names with commas or spaces between, or "all"; an empty
// text is the empty set. It returns an error that names what it does not know.
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
		return 0, errors.New(strconv.Quote(word) + " is no search technique: known are " + AllTechniques.String())
	}
	return set, nil
}
