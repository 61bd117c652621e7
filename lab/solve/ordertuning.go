package solve

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
)

// OrderTuning trains the order in which a [Solver] tries turns. It solves positions,
// and for some of the positions searched it searches every turn, to find whether it
// forces the goal and how many nodes that needs. Trying turns in descending order of
// p/c, where p is the probability of forcing the goal and c the number of nodes,
// minimizes the expected number of nodes. The log-odds and the logarithm of the
// nodes are fitted as linear functions; the weights of the order are their
// differences.
type OrderTuning struct {
	solver  Solver
	random  engines.Random
	inside  bool // a choice is being sampled
	choices [4][]choice
	fits    [4][2]orderFit // of the log-odds and of the nodes
}

// choice is a position in which some turns force the goal and others do not.
type choice struct {
	before     turnSample // the position, as the seat to act sees it
	turns      []turnSample
	weight     float64
	validation bool // used for validation
}

// turnSample is a turn with the result of its search.
type turnSample struct {
	terms turnTerms
	lines [2]uint64
	good  bool
	nodes uint64 // 0 if the table had it
}

// orderFit is a linear function in training: terms of the turn, and of the position
// before it, which do not affect the order.
type orderFit struct{ after, before fitted }

// fitted are weights and the sums of their squared gradients, which reduce further
// steps (Duchi, Hazan, Singer, "Adaptive subgradient methods", 2011).
type fitted struct {
	weights, squares [lineKinds + termCount + 1]float64
}

// sampleEvery is the mean number of positions searched for each one sampled, by the
// number of stones from minSampledStones on.
var sampleEvery = [...]uint64{6, 8, 10, 15, 20, 30, 50, 80, 120}

const minSampledStones = 8

// tuningMemory is the size of the solver's table in bytes.
const tuningMemory = 128 << 20

// NewOrderTuning returns a tuning without samples. The same seed gives the same
// results.
func NewOrderTuning(seed uint64) *OrderTuning {
	return &OrderTuning{solver: Solver{Memory: tuningMemory}, random: engines.Random(seed)}
}

// Start returns a position on 5x5 with diagonals after random turns. In turn it is
// without Excalibur, with it, and with it and with the Excalibur turns of both seats
// unused.
func (t *OrderTuning) Start(game int) lancelot.Position {
	o := lancelot.Options{Seats: 2, Size: MaxSize, Rules: lancelot.Rules{Diagonals: true, Excalibur: game%3 > 0}}
	o.Target = []int{3, 3, 4, 5, 7}[t.random.Below(5)]
	for {
		p, err := o.Setup().PositionOnAnyBoard()
		if err != nil {
			panic(err)
		}
		for turns := o.Target + 2 + t.random.Below(4); turns > 0 && !p.Outcome().Over(); turns-- {
			list := p.AppendTurns(nil)
			stones := slices.DeleteFunc(slices.Clone(list), func(turn lancelot.Turn) bool { return turn.Excalibur() != lancelot.NoSquare })
			if game%3 == 2 && len(stones) > 0 {
				list = stones
			}
			p.PlayInto(&p, list[t.random.Below(len(list))])
		}
		if !p.Outcome().Over() {
			return p
		}
	}
}

// Choices returns the number of choices sampled.
func (t *OrderTuning) Choices() (n int) {
	for _, list := range t.choices {
		n += len(list)
	}
	return n
}

// ValidationEvery is the number of games of which one is used for validation.
const ValidationEvery = 8

// Sample solves a position as [Solver.Solve] does and samples choices of turns on
// the way. One game in ValidationEvery is used for validation, the others for
// training.
func (t *OrderTuning) Sample(ctx context.Context, p *lancelot.Position, nodes uint64, game int) Solution {
	t.solver.tuning = t
	begin := [4]int{}
	for set := range t.choices {
		begin[set] = len(t.choices[set])
	}
	solution := t.solver.Solve(ctx, p, nodes)
	t.inside = false
	for set, from := range begin {
		for i := range t.choices[set][from:] {
			t.choices[set][from+i].validation = game%ValidationEvery == ValidationEvery-1
		}
	}
	return solution
}

// selects reports whether a position is sampled.
func (t *OrderTuning) selects(b *state) bool {
	if t.inside {
		return false
	}
	stones := bits.OnesCount32(b.own | b.other)
	return t.random.Below(int(sampleEvery[max(0, min(stones-minSampledStones, len(sampleEvery)-1))])) == 0
}

// sampleTurns is searchKind with every turn searched and sampled.
func (w *worker) sampleTurns(n *node, turns []candidate) (can bool) {
	t := w.tuning
	t.inside = true
	defer func() { t.inside = false }()
	var c choice
	all, good := uint64(0), 0
	for i := range turns {
		turn := turns[i]
		goal := goalAfter(n.goal, turn.again)
		known, is := w.table.probe(turn.at).answers(goal)
		before := w.clock.Nodes
		if !known {
			is = w.search(&turn.next, turn.at, goal)
		}
		if w.clock.Over {
			return false
		}
		x := turnSample{good: is == turn.again, nodes: w.clock.Nodes - before}
		x.lines = w.board.terms(n.b, &turn, &x.terms)
		if all += x.nodes; x.good {
			good++
		}
		c.turns = append(c.turns, x)
	}
	if good > 0 && good < len(turns) {
		c.before.lines = w.board.terms(n.b, &candidate{next: *n.b, again: true}, &c.before.terms)
		// Choices with many nodes matter more.
		c.weight = math.Pow(math.Log2(float64(all+2)), 3) / math.Sqrt(float64(len(turns)))
		set := w.board.weightSet(n.b)
		t.choices[set] = append(t.choices[set], c)
	}
	return good > 0
}

// sum returns the value of the linear function for a turn.
func (f *fitted) sum(c *turnSample) (sum float64) {
	for _, lines := range c.lines {
		for range 8 {
			sum += f.weights[lines%lineKinds]
			lines >>= 8
		}
	}
	for i, v := range c.terms {
		sum += f.weights[lineKinds+i] * float64(v) * termUnit
	}
	return sum + f.weights[lineKinds+termCount]
}

// step changes the weights of a turn against the gradient.
func (f *fitted) step(c *turnSample, gradient, rate float64) {
	change := func(i int, by float64) {
		f.squares[i] += by * by
		f.weights[i] -= rate * by / math.Sqrt(f.squares[i]+1)
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

// termUnit scales terms to about the size of the numbers of lines.
const termUnit = 1. / 8

// Epoch trains on all choices once, with a size of the steps. It returns the mean
// base-2 logarithm of the nodes to find a turn that forces the goal, over the
// validation choices: in the trained order and in the current one.
func (t *OrderTuning) Epoch(rate float64) (trained, current float64) {
	count := 0
	for set := range t.choices {
		engines.Shuffle(&t.random, t.choices[set])
		odds, nodes := &t.fits[set][0], &t.fits[set][1]
		for i := range t.choices[set] {
			c := &t.choices[set][i]
			if c.validation {
				count++
				trained += c.nodes(func(turn *turnSample) float64 { return odds.after.sum(turn) - nodes.after.sum(turn) })
				current += c.nodes(func(turn *turnSample) float64 { return float64(trainedWeights[set].sum(&turn.terms, turn.lines)) })
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
	return trained / float64(max(count, 1)), current / float64(max(count, 1))
}

// nodes returns the base-2 logarithm of the nodes to find a turn that forces the
// goal, in descending order of score.
func (c *choice) nodes(score func(*turnSample) float64) float64 {
	type ranked struct {
		*turnSample
		score float64
	}
	list := make([]ranked, len(c.turns))
	for i := range c.turns {
		list[i] = ranked{&c.turns[i], score(&c.turns[i])}
	}
	slices.SortStableFunc(list, func(a, b ranked) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
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

// Source returns the trained weights as a file of this package.
func (t *OrderTuning) Source() string {
	var b strings.Builder
	b.WriteString("package solve\n\n// trainedWeights are the weights of OrderTuning: without Excalibur and with it, each\n// far from the target and near it.\nvar trainedWeights = [4]orderWeights{\n")
	for set := range t.fits {
		odds, nodes := &t.fits[set][0].after, &t.fits[set][1].after
		score := func(i int, unit float64) int {
			return int(math.Round(max(-math.MaxInt16, min(weightUnit*unit*(odds.weights[i]-nodes.weights[i]), math.MaxInt16))))
		}
		b.WriteString("\t{\n\t\tlines: [lineKinds]int16{")
		for i := range lineKinds {
			if i%16 == 0 {
				b.WriteString("\n\t\t\t")
			} else {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "%d,", score(i, 1))
		}
		b.WriteString("\n\t\t},\n\t\tterms: turnTerms{\n\t\t\t")
		for i := range termCount {
			if i > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "%d,", score(lineKinds+i, termUnit))
		}
		b.WriteString("\n\t\t},\n\t},\n")
	}
	b.WriteString("}\n")
	return b.String()
}
