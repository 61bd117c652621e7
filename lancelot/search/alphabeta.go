package search

import (
	"cmp"
	"context"
	"slices"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

// AlphaBeta is alpha-beta search with iterative deepening, principal variation
// search (Reinefeld, "An Improvement to the Scout Tree-Search Algorithm", 1983),
// a transposition table and late move reductions. With more than two seats, all
// others are assumed to play against the seat at the root; Opponents selects how.
// Seed breaks ties at the root.
type AlphaBeta struct {
	noOptions
	Opponents OpponentModel
	Seed      uint64
	// Memory is the approximate size of the transposition table in bytes; 0 means
	// 16 MiB.
	Memory int
	// Weights are the weights of the evaluation; nil means those of the package.
	Weights *Weights
	// full disables reductions.
	full bool

	clock     engines.Clock
	weights   *Weights
	seat      lancelot.Seat // at the root
	table     []entry
	plies     [maxDepth + 1]ply
	history   [lancelot.MaxSeats][196]int32 // history heuristic, by seat and square
	excalibur excaliburTurns
}

// OpponentModel selects how the search models the other seats.
type OpponentModel uint8

const (
	// Paranoid lets all of them minimize the value of the seat at the root
	// (Sturtevant, Korf, "On Pruning Techniques for Multi-Player Games", 2000).
	Paranoid OpponentModel = iota
	// BestReply lets only one of them do so between two turns of that seat. The
	// others play their best turn by static evaluation (Esser, Gras, Winands, Schadd,
	// Lanctot, "Improving Best-Reply Search", 2013).
	BestReply
)

const maxDepth = 60

// ply has the buffers of one ply of the search.
type ply struct {
	position lancelot.Position
	turns    []lancelot.Turn
	scores   []int32
}

// entry is an entry of the transposition table.
type entry struct {
	key   uint64
	value int32
	turn  lancelot.Turn
	depth int8
	bound bound
}

type bound uint8

const (
	noBound bound = iota
	lowerBound
	upperBound
	exactBound
)

const bytesPerEntry = 24

// rootTurn is a turn of the root with its value at the last completed depth.
type rootTurn struct {
	turn  lancelot.Turn
	value int
}

// Search deepens until a limit is reached, the result is proved or Limits.Depth
// is completed.
func (s *AlphaBeta) Search(ctx context.Context, game *lancelot.Game, limits engine.Limits, report func(engine.Info)) engine.Result {
	return searchGame(ctx, game, limits, report, s.searchPosition)
}

// searchPosition is [AlphaBeta.Search] for a position.
func (s *AlphaBeta) searchPosition(ctx context.Context, p *lancelot.Position, limits engine.Limits, report func(engine.Info)) engine.Info {
	s.clock = engines.StartClock(ctx, limits.Nodes)
	s.weights = cmp.Or(s.Weights, trained())
	s.prepare(p)
	turns := s.rootTurns(p)
	v := s.weights.evaluate(p)
	score := scoreOfLogOdds(v.logOddsOf(s.seat, p.Seats()))
	best := engine.Info{PV: []lancelot.Turn{turns[0].turn}, Score: score, WinShares: s.weights.winSharesWith(p, score)}
	last := maxDepth - 1
	if limits.Depth > 0 {
		last = min(last, limits.Depth)
	}
	if len(turns) == 1 {
		last = 1
	}
	for depth := 1; depth <= last; depth++ {
		done, value := s.searchRoot(turns, depth)
		// If the depth was not completed, a turn with a higher value than the
		// previous best, which was searched first, is better.
		if done > 0 {
			slices.SortStableFunc(turns[:done], func(a, b rootTurn) int { return cmp.Compare(b.value, a.value) })
			score = scoreOfLogOdds(value)
			best = engine.Info{PV: s.pv(p, turns[0].turn, depth), Score: score, WinShares: s.weights.winSharesWith(p, score), Depth: depth, Nodes: s.clock.Nodes}
		}
		if s.clock.Over {
			break
		}
		if report != nil {
			report(best)
		}
		if decided(value) || depth > stonesLeft(p) {
			break
		}
	}
	best.Nodes = s.clock.Nodes
	return best
}

// prepare resets the tables for a search of the position.
func (s *AlphaBeta) prepare(p *lancelot.Position) {
	memory := s.Memory
	if memory == 0 {
		memory = 16 << 20
	}
	if n := max(1, memory/bytesPerEntry); len(s.table) != n {
		s.table = make([]entry, n)
	}
	clear(s.table)
	s.seat = p.ToMove()
	s.history = [lancelot.MaxSeats][196]int32{}
	s.plies[0].position = *p
}

// rootTurns returns the turns of the root by decreasing static value.
func (s *AlphaBeta) rootTurns(p *lancelot.Position) []rootTurn {
	list := appendSingleActions(nil, p)
	if p.HasExcaliburTurn(s.seat) && !p.PlacesExcalibur() {
		s.excalibur.clock, s.excalibur.weights = &s.clock, s.weights
		list = s.excalibur.append(list, p, rootExcalibur)
	}
	random := engines.Random(s.Seed ^ p.Key())
	engines.Shuffle(&random, list)
	turns := make([]rootTurn, 0, len(list))
	for _, turn := range list {
		next := &s.plies[1].position
		p.PlayInto(next, turn)
		turns = append(turns, rootTurn{turn, s.evaluate(next, 1)})
	}
	slices.SortStableFunc(turns, func(a, b rootTurn) int { return cmp.Compare(b.value, a.value) })
	return turns
}

// stonesLeft returns the number of stones in hand, an upper bound of the number
// of turns.
func stonesLeft(p *lancelot.Position) int {
	left := 0
	for seat := range p.Seats() {
		left += p.InHand(lancelot.Seat(seat))
	}
	return left
}

// searchRoot searches the turns of the root. It returns how many it completed and
// the best value among them.
func (s *AlphaBeta) searchRoot(turns []rootTurn, depth int) (done, best int) {
	best = -winValue - 1
	for i := range turns {
		next := &s.plies[1].position
		s.plies[0].position.PlayInto(next, turns[i].turn)
		var value int
		if i == 0 {
			value = s.search(1, depth-1, -winValue-1, winValue+1, 0)
		} else {
			value = s.search(1, depth-1, best, best+1, 0)
			if value > best && !s.clock.Over {
				value = s.search(1, depth-1, best, winValue+1, 0)
			}
		}
		if s.clock.Over && (i > 0 || depth > 1) {
			return i, best
		}
		turns[i].value = value
		if i > 0 && value <= best {
			turns[i].value = -winValue - 1 // the value is only an upper bound
		}
		best = max(best, value)
		if s.clock.Over {
			return i + 1, best
		}
	}
	return len(turns), best
}

// evaluate returns the static value of a position at a ply for the seat at the
// root: its log-odds, or a value that prefers early wins and late losses if the
// game is over.
func (s *AlphaBeta) evaluate(p *lancelot.Position, at int) int {
	if o := p.Outcome(); o.Over() {
		switch share := o.WinShare(s.seat); {
		case share == 1:
			return winValue - at
		case share == 0:
			return -winValue + at
		}
		return 0
	}
	v := s.weights.evaluate(p)
	return v.logOddsOf(s.seat, p.Seats())
}

// decided reports whether a value is a proved win or loss.
func decided(value int) bool { return value >= winValue-maxDepth || value <= -winValue+maxDepth }

// search returns the value of the position at ply at for the seat at the root,
// searched to depth turns. The value is exact between alpha and beta, otherwise a
// bound. With [BestReply], replied reports that one of the others has replied
// since the last turn of that seat.
func (s *AlphaBeta) search(at, depth, alpha, beta int, replied uint8) int {
	this := &s.plies[at]
	p := &this.position
	stop := s.clock.Tick()
	if depth <= 0 || stop || at == maxDepth || p.Outcome().Over() {
		return s.evaluate(p, at)
	}
	ours := p.ToMove() == s.seat
	if s.Opponents == BestReply && p.Seats() > 2 && !ours {
		return s.searchReply(at, depth, alpha, beta, replied)
	}

	// 1. Probe the transposition table.
	e := &s.table[p.Key()%uint64(len(s.table))]
	first := lancelot.NoTurn
	if e.bound != noBound && e.key == p.Key() {
		first = e.turn
		value := fromTable(int(e.value), at)
		if int(e.depth) >= depth && (e.bound == exactBound || e.bound == lowerBound && value >= beta || e.bound == upperBound && value <= alpha) {
			return value
		}
	}

	// 2. Search the turns in order of their scores.
	s.generate(this, first)
	best, bestTurn := -winValue-1, lancelot.NoTurn
	if !ours {
		best = winValue + 1
	}
	low, high := alpha, beta
	for i := range this.turns {
		turn := this.pick(i)
		next := &s.plies[at+1].position
		p.PlayInto(next, turn)
		value := s.searchChild(at, depth, low, high, i, ours)
		if s.clock.Over {
			if bestTurn == lancelot.NoTurn {
				best = value
			}
			return best
		}
		if ours && value > best || !ours && value < best {
			best, bestTurn = value, turn
		}
		if ours {
			low = max(low, best)
		} else {
			high = min(high, best)
		}
		if low >= high {
			if stone := turn.Stone(); stone != lancelot.NoSquare {
				s.history[p.ToMove()][stone] += int32(depth * depth)
			}
			break
		}
	}

	// 3. Store the result.
	*e = entry{key: p.Key(), value: int32(toTable(best, at)), turn: bestTurn, depth: int8(depth), bound: exactBound}
	if best <= alpha {
		e.bound = upperBound
	} else if best >= beta {
		e.bound = lowerBound
	}
	return best
}

// searchChild returns the value of the next ply. All turns but the first get a
// null window at first, and late ones a reduced depth.
func (s *AlphaBeta) searchChild(at, depth, low, high, i int, ours bool) int {
	if i == 0 {
		return s.search(at+1, depth-1, low, high, 0)
	}
	a, b := low, low+1
	if !ours {
		a, b = high-1, high
	}
	if i >= lateTurns && depth >= lateDepth && !s.full {
		value := s.search(at+1, depth-2, a, b, 0)
		if s.clock.Over || ours && value <= low || !ours && value >= high {
			return value
		}
	}
	value := s.search(at+1, depth-1, a, b, 0)
	if value > low && value < high && !s.clock.Over {
		value = s.search(at+1, depth-1, low, high, 0)
	}
	return value
}

// lateTurns is the index of the first reduced turn, and lateDepth the smallest depth
// at which turns are reduced.
const lateTurns, lateDepth = 6, 2

// searchReply returns the value of a position in which another seat acts, with
// [BestReply]: the minimum of this seat's replies and of the value if this seat
// plays its best turn by static evaluation and leaves the reply to a later seat.
func (s *AlphaBeta) searchReply(at, depth, alpha, beta int, replied uint8) int {
	this := &s.plies[at]
	p := &this.position
	next := &s.plies[at+1].position
	s.generate(this, lancelot.NoTurn)
	firstTurn := this.pick(0)
	p.PlayInto(next, firstTurn)
	last := next.ToMove() == s.seat
	step := 0 // the others cost one turn of depth together
	if last {
		step = 1
	}
	best := winValue + 1
	if replied != 0 || !last {
		value := s.search(at+1, depth-step, alpha, beta, replied)
		if replied != 0 || s.clock.Over || value <= alpha {
			return value
		}
		best = value
	}
	for i := range this.turns {
		turn := firstTurn
		if i > 0 {
			turn = this.pick(i)
		}
		p.PlayInto(next, turn)
		value := s.search(at+1, depth-step, alpha, min(beta, best), 1)
		if s.clock.Over {
			return min(best, value)
		}
		best = min(best, value)
		if best <= alpha {
			break
		}
	}
	return best
}

// toTable converts the distance to the end in a decided value from the root to
// the position, as it is stored in the table. fromTable is the inverse.
func toTable(value, at int) int {
	switch {
	case value >= winValue-maxDepth:
		return value + at
	case value <= -winValue+maxDepth:
		return value - at
	}
	return value
}

func fromTable(value, at int) int {
	switch {
	case value >= winValue-maxDepth:
		return value - at
	case value <= -winValue+maxDepth:
		return value + at
	}
	return value
}

// generate fills the ply with turns and their scores for the order: the turn of
// the table first, then by captures and changes of the lines, then by history.
func (s *AlphaBeta) generate(this *ply, first lancelot.Turn) {
	p := &this.position
	seat := p.ToMove()
	this.turns = appendSingleActions(this.turns[:0], p)
	this.scores = this.scores[:0]
	var gain [70]int32
	if !p.PlacesExcalibur() {
		lineGains(&gain, p, s.weights.forGame(p))
	}
	open := p.Open()
	for _, turn := range this.turns {
		score := int32(0)
		if stone := turn.Stone(); stone != lancelot.NoSquare {
			for _, line := range p.LinesThrough(open.Pop()) {
				score += gain[line]
			}
			score = score<<4 + min(s.history[seat][stone]>>2, 1<<12-1)
		}
		if turn == first {
			score = 1<<31 - 1
		}
		this.scores = append(this.scores, score)
	}
}

// lineGains computes what a stone of the seat to act changes on each line: the
// values of captures and of the seat's own view of the line, minus those of the
// others.
func lineGains(gain *[70]int32, p *lancelot.Position, w *weights) {
	buckets := freeBucketsOf(p)
	seat, seats := p.ToMove(), p.Seats()
	var at [lancelot.MaxSeats]int
	for other := range seats {
		at[other] = turnDistance(other, (int(seat)+1)%seats, seats) * perDistance
	}
	for line := range p.LineCount() {
		state, length := p.LineState(line), p.LineLen(line)
		occupied := state.Occupied()
		if occupied == length || state.Lead(seat) > 1 {
			continue
		}
		before, after := buckets[length][length-occupied], buckets[length][length-occupied-1]
		sum := int32(0)
		for other := range seats {
			lead := state.Lead(lancelot.Seat(other))
			others := (occupied - lead) / 2
			if lancelot.Seat(other) == seat {
				own := w[at[other]:]
				sum += 2 * (own[lineFeature(lead+1, others, after)] - own[lineFeature(lead, others, before)])
				if lead == 1 {
					sum += int32(others) * unit
				}
				continue
			}
			their := w[at[other]:]
			sum -= their[lineFeature(lead-1, others+1, after)] - their[lineFeature(lead, others, before)]
		}
		gain[line] = sum
	}
}

// pick swaps the turn with the highest score among those from i on to i and
// returns it.
func (t *ply) pick(i int) lancelot.Turn {
	best := i
	for j := i + 1; j < len(t.turns); j++ {
		if t.scores[j] > t.scores[best] {
			best = j
		}
	}
	t.turns[i], t.turns[best] = t.turns[best], t.turns[i]
	t.scores[i], t.scores[best] = t.scores[best], t.scores[i]
	return t.turns[i]
}

// pv returns the turn and the best turns after it that are in the table.
func (s *AlphaBeta) pv(p *lancelot.Position, turn lancelot.Turn, depth int) []lancelot.Turn {
	turns := []lancelot.Turn{turn}
	at := *p
	for len(turns) < depth {
		at.PlayInto(&at, turn)
		e := &s.table[at.Key()%uint64(len(s.table))]
		if e.bound == noBound || e.key != at.Key() || e.turn == lancelot.NoTurn || !at.IsLegal(e.turn) {
			break
		}
		turn = e.turn
		turns = append(turns, turn)
	}
	return turns
}
