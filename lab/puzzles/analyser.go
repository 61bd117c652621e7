package puzzles

import (
	"cmp"
	"context"
	"math"
	"slices"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/puzzles"
	"tafelrunde/lancelot"
	lengine "tafelrunde/lancelot/engine"
	lsearch "tafelrunde/lancelot/search"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/net"
	"tafelrunde/wotn/search"
)

// choice is a legal move with the mover's win share after it, in thousandths.
type choice struct {
	move  string
	share int
}

// analyser searches positions of one game.
type analyser interface {
	// shares returns the win shares of all seats, and the best move. Seeds give different searches.
	shares(p position, nodes, seed uint64) (shares []int, best string)
	// every returns all legal moves, the best first.
	every(p position, nodes, seed uint64) []choice
	// wins returns the smallest number of own moves, at most most, in which the mover wins
	// whatever the others reply; 0 if there is none. The search is exhaustive, as that of winners.
	wins(p position, most int) int
	// winners returns the moves that win in n own moves, the smallest number.
	winners(p position, n int) []string
	// longest is the greatest number of own moves of a proved win.
	longest(p position) int
	// level returns the move of a playing level.
	level(p position, level int, nodes, seed uint64) string
}

// newAnalyser returns an analyser whose results depend on the arguments alone, or, if it remembers
// earlier searches, which is faster, on all that it has searched.
func newAnalyser(rules string, remember bool) analyser {
	if rules == puzzles.Lancelot {
		return &lancelotAnalyser{}
	}
	return &wotnAnalyser{remember: remember}
}

const (
	// The memory of a search is nodeMemory for each node, in bytes, from minMemory to maxMemory.
	minMemory, maxMemory, nodeMemory = 1 << 20, 256 << 20, 16
	// proofMemory is that of a search without a limit of nodes.
	proofMemory = 16 << 20
	// fullPlies is the number of plies in which nothing is pruned.
	fullPlies = 2
	// maxMates and maxTargets are the greatest numbers of own moves of proved wins.
	maxMates, maxTargets = 4, 2
	// manyMoves is the greatest number of moves of which each can be searched. Only the turns
	// with the king's power are more.
	manyMoves = 256
)

// memory returns the memory of a search in bytes.
func memory(nodes uint64) int {
	if nodes == 0 {
		return proofMemory
	}
	return int(max(minMemory, min(maxMemory, nodes*nodeMemory)))
}

type wotnAnalyser struct {
	engine   *search.Engine
	remember bool
}

// search searches a position with a configuration, with empty tables unless it remembers.
func (j *wotnAnalyser) search(p position, c search.Config, limits engine.Limits) engine.Result {
	if c.NewEvaluator == nil {
		c.NewEvaluator = seeded(0)
	}
	c.NewLevelEvaluator = net.Config().NewLevelEvaluator
	c.Hash = memory(limits.Nodes) >> 20
	if j.engine == nil {
		j.engine = search.New(c)
	} else {
		j.engine.Configure(c)
	}
	if !j.remember && engines.Beginner(c.Level) == 0 {
		j.engine.Clear()
	}
	return j.engine.Search(context.Background(), wotn.NewGame(p.(*wotnPosition).Position), limits, nil)
}

// share returns the share of the side to move.
func share(p position, s engine.Score) int {
	return int(math.Round(1000 * engine.WDLOf(&p.(*wotnPosition).Position, s).Share()))
}

func (j *wotnAnalyser) shares(p position, nodes, seed uint64) ([]int, string) {
	if o := p.(*wotnPosition).Outcome(); o.Over() {
		return []int{int(1000 * o.WinShare(wotn.White)), int(1000 * o.WinShare(wotn.Black))}, ""
	}
	found := j.search(p, search.Config{NewEvaluator: seeded(seed)}, engine.Limits{Nodes: nodes})
	own := share(p, found.Score)
	shares := []int{own, 1000 - own}
	if p.seat() == int(wotn.Black) {
		slices.Reverse(shares)
	}
	return shares, found.Best.String()
}

func (j *wotnAnalyser) every(p position, nodes, seed uint64) (list []choice) {
	c := search.Config{MultiPV: search.MaxMultiPV, FullPlies: fullPlies, NewEvaluator: seeded(seed)}
	for _, pv := range j.search(p, c, engine.Limits{Nodes: nodes}).PVs {
		list = append(list, choice{pv.PV[0].String(), share(p, pv.Score)})
	}
	return list
}

// seeded returns a function that returns evaluators: without noise if the seed is 0.
func seeded(seed uint64) func() search.Evaluator {
	if seed == 0 {
		return net.Config().NewEvaluator
	}
	return func() search.Evaluator { return &noisy{net.New(), engines.Random(seed)} }
}

// noisy changes an evaluation by up to noise centipawns, by position and seed: enough for another
// search, too little for another result.
type noisy struct {
	search.Evaluator
	seed engines.Random
}

const noise = 3

func (n *noisy) Evaluate(p *wotn.Position) int {
	c := n.seed ^ engines.Random(p.Key())
	return n.Evaluator.Evaluate(p) + c.Below(2*noise+1) - noise
}

func (j *wotnAnalyser) longest(position) int { return maxMates }

func (j *wotnAnalyser) wins(p position, most int) int { return j.mate(p, engine.Limits{Mate: most}) }

// mate returns the number of moves of the shortest mate within limits.Mate, 0 if there is none.
func (j *wotnAnalyser) mate(p position, limits engine.Limits) int {
	n, mate := j.search(p, search.Config{}, limits).Score.Mate()
	if !mate || n < 1 || n > limits.Mate {
		return 0
	}
	return n
}

func (j *wotnAnalyser) winners(p position, n int) (moves []string) {
	for m := range p.(*wotnPosition).Moves() {
		if j.mate(p, engine.Limits{Mate: n, Moves: []wotn.Move{m}}) == n {
			moves = append(moves, m.String())
		}
	}
	return moves
}

func (j *wotnAnalyser) level(p position, level int, nodes, seed uint64) string {
	return j.search(p, search.Config{Level: level, Seed: seed}, engine.Limits{Nodes: nodes}).Best.String()
}

type lancelotAnalyser struct{ tree lsearch.Tree }

// search returns the shares of all seats after a search with an empty tree, and the best turn.
func (j *lancelotAnalyser) search(p *lancelot.Position, nodes, seed uint64) ([]int, string) {
	shares := make([]int, p.Seats())
	if o := p.Outcome(); o.Over() {
		for seat := range shares {
			shares[seat] = int(math.Round(1000 * o.WinShare(lancelot.Seat(seat))))
		}
		return shares, ""
	}
	j.tree.NewGame()
	j.tree.Seed, j.tree.Memory = seed, memory(4*nodes)
	found := j.tree.Search(context.Background(), lancelot.NewGame(*p), lengine.Limits{Nodes: nodes}, nil)
	for seat := range shares {
		shares[seat] = int(found.WinShares[seat])
	}
	return shares, found.Best.String()
}

func (j *lancelotAnalyser) shares(p position, nodes, seed uint64) ([]int, string) {
	return j.search(&p.(*lancelotPosition).Position, nodes, seed)
}

// every searches the position after each turn on its own. All replies are turns at the root of
// that search, so none is pruned.
func (j *lancelotAnalyser) every(p position, nodes, seed uint64) []choice {
	share := func(move string, nodes uint64) int {
		shares, _ := j.search(&p.play(move).(*lancelotPosition).Position, nodes, seed)
		return shares[p.seat()]
	}
	return eachMove(p, nodes, share, func(a, b choice) int { return cmp.Compare(b.share, a.share) })
}

// closest is the number of the first moves among which the second half of the nodes is divided.
const closest = 4

// eachMove returns all legal moves in an order of their shares, which share finds with a number of nodes.
// Half of the nodes are divided among all moves, the other half among the first.
func eachMove(p position, nodes uint64, share func(move string, nodes uint64) int, order func(a, b choice) int) (list []choice) {
	moves := p.moves()
	for _, move := range moves {
		list = append(list, choice{move, share(move, max(1, nodes/2/uint64(len(moves))))})
	}
	slices.SortStableFunc(list, order)
	for i := range min(closest, len(list)) {
		list[i].share = share(list[i].move, max(1, nodes/2/closest))
	}
	slices.SortStableFunc(list, order)
	return list
}

func (j *lancelotAnalyser) longest(p position) int {
	if p.seats() > 2 || len(p.moves()) > manyMoves || p.(*lancelotPosition).Rules().Excalibur {
		return 1
	}
	return maxTargets
}

func (j *lancelotAnalyser) wins(p position, most int) int {
	for n := 1; n <= most; n++ {
		if len(j.winners(p, n)) > 0 {
			return n
		}
	}
	return 0
}

func (j *lancelotAnalyser) winners(p position, n int) (moves []string) {
	root := &p.(*lancelotPosition).Position
	var after lancelot.Position
	for turn := range root.Turns() {
		if root.PlayInto(&after, turn); forced(&after, root.ToMove(), n-1) {
			moves = append(moves, turn.String())
		}
	}
	return moves
}

// forced reports whether a seat has won alone, or does so within a number of its turns whatever
// the others play.
func forced(p *lancelot.Position, seat lancelot.Seat, turns int) bool {
	if o := p.Outcome(); o.Over() || turns == 0 {
		return o.Wins(seat) && len(o.Winners()) == 1
	}
	own := p.ToMove() == seat
	var next lancelot.Position
	left := turns
	if own {
		left--
	}
	for turn := range p.Turns() {
		if p.PlayInto(&next, turn); forced(&next, seat, left) == own {
			return own
		}
	}
	return !own
}

func (j *lancelotAnalyser) level(p position, level int, nodes, seed uint64) string {
	e := &lsearch.Engine{Seed: seed, Level: level, Memory: 4 << 20}
	return e.Search(context.Background(), lancelot.NewGame(p.(*lancelotPosition).Position), lengine.Limits{Nodes: nodes}, nil).Best.String()
}
