package solve

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"tafelrunde/lancelot"
)

// OrderTuning learns in which order a [Solver] does best to look at turns. It has
// positions solved, and of some of those met there it finds out of every turn
// whether it would do and how many nodes that takes. Of turns that do with chance p
// and take c nodes one had best look first at that with the greatest p/c; the
// logarithms of the odds and of the nodes are fitted, both as sums of worths, and
// the order's worths are the differences.
type OrderTuning struct {
	solver  Solver
	random  random
	inside  bool // a choice is being studied
	choices [4][]choice
	fits    [4][2]orderFit // of the odds and of the nodes
}

// choice is a position in which some turns do and others do not.
type choice struct {
	before studiedTurn // the position as the seat to act sees it
	turns  []studiedTurn
	weight float64
	apart  bool // kept apart, to see whether what is learned holds elsewhere
}

// studiedTurn is a turn, as what it leads to, and what was found out about it.
type studiedTurn struct {
	terms turnTerms
	lines [2]uint64
	good  bool
	nodes uint64 // none if the table knew it
}

// orderFit is a sum of worths in the course of being fitted: those of the turn and
// those of the position before it, which bear on the odds, but on no order.
type orderFit struct{ after, before fitted }

// fitted are worths and how much each has been changed, squared, which makes its
// further steps smaller (Duchi, Hazan, Singer, "Adaptive subgradient methods", 2011).
type fitted struct {
	worths, squares [lineKinds + termCount + 1]float64
}

// studied is how many positions of a number of stones, from studiedStones on, are
// met for each that is studied.
var studied = [...]uint64{6, 8, 10, 15, 20, 30, 50, 80, 120}

const studiedStones = 8

// studyMemory is the size of the solver's table in bytes.
const studyMemory = 128 << 20

// NewOrderTuning begins with nothing; what it does depends on the seed.
func NewOrderTuning(seed uint64) *OrderTuning {
	return &OrderTuning{solver: Solver{Memory: studyMemory}, random: random(seed)}
}

// Start is a position on 5x5 to study, after some turns by chance: with diagonals,
// and by turns without Excalibur, with it, and with it and the king's power still
// with both seats.
func (t *OrderTuning) Start(game int) lancelot.Position {
	o := lancelot.Options{Seats: 2, Size: MaxSolvedSize, Rules: lancelot.Rules{Diagonals: true, Excalibur: game%3 > 0}}
	o.Target = []int{3, 3, 4, 5, 7}[t.random.below(5)]
	for {
		p, err := o.Setup().PositionOnAnyField()
		if err != nil {
			panic(err)
		}
		for turns := o.Target + 2 + t.random.below(4); turns > 0 && !p.Outcome().Over(); turns-- {
			list := p.AppendTurns(nil)
			stones := slices.DeleteFunc(slices.Clone(list), func(turn lancelot.Turn) bool { return turn.Excalibur() != lancelot.NoSquare })
			if game%3 == 2 && len(stones) > 0 {
				list = stones
			}
			p.PlayInto(&p, list[t.random.below(len(list))])
		}
		if !p.Outcome().Over() {
			return p
		}
	}
}

// Choices is how many choices there are to learn from.
func (t *OrderTuning) Choices() (n int) {
	for _, list := range t.choices {
		n += len(list)
	}
	return n
}

// OrderApart is of how many games one is kept apart.
const OrderApart = 8

// Study solves a position as [Solver.Solve] does, and keeps what is met there to be
// learned from, or apart, by the number of the game.
func (t *OrderTuning) Study(ctx context.Context, p *lancelot.Position, nodes uint64, game int) Solution {
	t.solver.study = t
	begin := [4]int{}
	for set := range t.choices {
		begin[set] = len(t.choices[set])
	}
	solution := t.solver.Solve(ctx, p, nodes)
	t.inside = false
	for set, from := range begin {
		for i := range t.choices[set][from:] {
			t.choices[set][from+i].apart = game%OrderApart == OrderApart-1
		}
	}
	return solution
}

// picks tells whether a position is to be studied.
func (t *OrderTuning) picks(b *small) bool {
	if t.inside {
		return false
	}
	stones := bits.OnesCount32(b.own | b.other)
	return t.random.below(int(studied[max(0, min(stones-studiedStones, len(studied)-1))])) == 0
}

// studyAll is anyOf for turns of which all are looked at.
func (s *solving) studyAll(n *smallNode, turns []smallTurn) (can bool) {
	t := s.study
	t.inside = true
	defer func() { t.inside = false }()
	var c choice
	all, good := uint64(0), 0
	for i := range turns {
		turn := turns[i]
		aim := aimAfter(n.least, turn.again)
		known, is := s.proofs.at(turn.at).tells(aim)
		before := s.clock.nodes
		if !known {
			is = s.atLeast(&turn.next, turn.at, aim)
		}
		if s.clock.over {
			return false
		}
		x := studiedTurn{good: is == turn.again, nodes: s.clock.nodes - before}
		x.lines = s.field.terms(n.b, &turn, &x.terms)
		if all += x.nodes; x.good {
			good++
		}
		c.turns = append(c.turns, x)
	}
	if good > 0 && good < len(turns) {
		c.before.lines = s.field.terms(n.b, &smallTurn{next: *n.b, again: true}, &c.before.terms)
		// What many nodes hang on matters more.
		c.weight = math.Pow(math.Log2(float64(all+2)), 3) / math.Sqrt(float64(len(turns)))
		set := s.field.worthsOf(n.b)
		t.choices[set] = append(t.choices[set], c)
	}
	return good > 0
}

// sum is the sum of a studiedTurn's worths.
func (f *fitted) sum(c *studiedTurn) (sum float64) {
	for _, lines := range c.lines {
		for range 8 {
			sum += f.worths[lines%lineKinds]
			lines >>= 8
		}
	}
	for i, v := range c.terms {
		sum += f.worths[lineKinds+i] * float64(v) * termUnit
	}
	return sum + f.worths[lineKinds+termCount]
}

// step changes the worths that make up a studiedTurn's sum, against the gradient.
func (f *fitted) step(c *studiedTurn, gradient, rate float64) {
	change := func(i int, by float64) {
		f.squares[i] += by * by
		f.worths[i] -= rate * by / math.Sqrt(f.squares[i]+1)
	}
	for _, lines := range c.lines {
		for range 8 {
			change(int(lines%lineKinds), gradient)
			lines >>= 8
		}
	}
	for i, v := range c.terms {
		if v != 0 {
			change(lineKinds+i, gradient*float64(v)*termUnit)
		}
	}
	change(lineKinds+termCount, gradient)
}

// termUnit makes terms about as large as numbers of lines.
const termUnit = 1. / 8

// Epoch goes once over all choices with steps of that size and answers how many
// nodes it takes, as a mean of logarithms to base 2 over the choices kept apart, to
// find a turn that does: by what has been learned, and by the order in use.
func (t *OrderTuning) Epoch(rate float64) (learned, used float64) {
	count := 0
	for set := range t.choices {
		shuffle(&t.random, t.choices[set])
		odds, nodes := &t.fits[set][0], &t.fits[set][1]
		for i := range t.choices[set] {
			c := &t.choices[set][i]
			if c.apart {
				count++
				learned += c.nodes(func(turn *studiedTurn) float64 { return odds.after.sum(turn) - nodes.after.sum(turn) })
				used += c.nodes(func(turn *studiedTurn) float64 { return float64(learnedOrder[set].sum(&turn.terms, turn.lines)) })
				continue
			}
			oddsBefore, nodesBefore := odds.before.sum(&c.before), nodes.before.sum(&c.before)
			var ofOdds, ofNodes float64
			for j := range c.turns {
				turn := &c.turns[j]
				chance := 1 / (1 + math.Exp(-odds.after.sum(turn)-oddsBefore))
				if turn.good {
					chance--
				}
				odds.after.step(turn, c.weight*chance, rate)
				ofOdds += c.weight * chance
				if turn.nodes > 0 {
					miss := nodes.after.sum(turn) + nodesBefore - math.Log(float64(turn.nodes))
					miss = max(-3, min(miss, 3))
					nodes.after.step(turn, c.weight*miss, rate)
					ofNodes += c.weight * miss
				}
			}
			odds.before.step(&c.before, ofOdds, rate)
			nodes.before.step(&c.before, ofNodes, rate)
		}
	}
	return learned / float64(max(count, 1)), used / float64(max(count, 1))
}

// nodes is the logarithm to base 2 of the nodes that it takes to find a turn that
// does, in the order of such worths.
func (c *choice) nodes(worth func(*studiedTurn) float64) float64 {
	type ranked struct {
		*studiedTurn
		worth float64
	}
	list := make([]ranked, len(c.turns))
	for i := range c.turns {
		list[i] = ranked{&c.turns[i], worth(&c.turns[i])}
	}
	slices.SortStableFunc(list, func(a, b ranked) int {
		switch {
		case a.worth > b.worth:
			return -1
		case a.worth < b.worth:
			return 1
		}
		return 0
	})
	all := uint64(1)
	for _, turn := range list {
		all += turn.nodes
		if turn.good {
			break
		}
	}
	return math.Log2(float64(all))
}

// Source is what has been learned as a file of this package.
func (t *OrderTuning) Source() string {
	var b strings.Builder
	b.WriteString("package solve\n\n// learnedOrder is what has been learned: without Excalibur and with it, each far\n// from the target and near it.\nvar learnedOrder = [4]turnWorths{\n")
	for set := range t.fits {
		odds, nodes := &t.fits[set][0].after, &t.fits[set][1].after
		worth := func(i int, unit float64) int {
			return int(math.Round(max(-math.MaxInt16, min(worthUnit*unit*(odds.worths[i]-nodes.worths[i]), math.MaxInt16))))
		}
		b.WriteString("\t{\n\t\tlines: [lineKinds]int16{")
		for i := range lineKinds {
			if i%16 == 0 {
				b.WriteString("\n\t\t\t")
			} else {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "%d,", worth(i, 1))
		}
		b.WriteString("\n\t\t},\n\t\tterms: turnTerms{\n\t\t\t")
		for i := range termCount {
			if i > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "%d,", worth(lineKinds+i, termUnit))
		}
		b.WriteString("\n\t\t},\n\t},\n")
	}
	b.WriteString("}\n")
	return b.String()
}
