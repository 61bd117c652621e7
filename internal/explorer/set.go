package explorer

import (
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// Set is a kind of game with its own statistics: a variant of Way of the Knight, or
// Lancelot for two seats with some rules.
type Set struct {
	// Name is the name in files, addresses and commands.
	Name string
	// Lancelot reports which game it is. Variant or Rules say which kind of it.
	Lancelot bool
	Variant  wotn.Variant
	Rules    lancelot.Rules
}

// sets are all sets, by name.
var sets = []Set{
	{Name: "chess", Variant: wotn.Chess},
	{Name: "wotn", Variant: wotn.Standard},
	{Name: "wotn-alternative", Variant: wotn.Alternative},
	{Name: "lancelot-basic", Lancelot: true},
	{Name: "lancelot-diagonals", Lancelot: true, Rules: lancelot.Rules{Diagonals: true}},
	{Name: "lancelot-excalibur", Lancelot: true, Rules: lancelot.Rules{Excalibur: true}},
	{Name: "lancelot-diagonals-excalibur", Lancelot: true, Rules: lancelot.Rules{Diagonals: true, Excalibur: true}},
}

// Sets returns all sets.
func Sets() []Set { return append([]Set(nil), sets...) }

// SetNamed returns the set with a name.
func SetNamed(name string) (set Set, ok bool) {
	for _, s := range sets {
		if s.Name == name {
			return s, true
		}
	}
	return Set{}, false
}

// SetOfVariant returns the set of a variant of Way of the Knight.
func SetOfVariant(variant wotn.Variant) Set {
	for _, s := range sets {
		if !s.Lancelot && s.Variant == variant {
			return s
		}
	}
	return Set{}
}

// SetOfLancelot returns the set of a position of Lancelot. ok is false if there is
// none: the position has more than two seats, another size or another target than
// the published game.
func SetOfLancelot(p *lancelot.Position) (set Set, ok bool) {
	if p.Seats() != 2 || p.Size() != lancelot.StandardSize(2) || p.Target() != lancelot.StandardTarget(2) {
		return Set{}, false
	}
	return SetOfRules(p.Rules()), true
}

// SetOfRules returns the set of Lancelot for two seats with some rules.
func SetOfRules(rules lancelot.Rules) Set {
	for _, s := range sets {
		if s.Lancelot && s.Rules == rules {
			return s
		}
	}
	return Set{}
}
