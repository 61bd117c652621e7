package search

import (
	"slices"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// deepen searches the root to depth 1, 2, … until the search ends, and reports
// the principal variations (step R1). report is nil in helper threads.
func (w *worker) deepen(maxDepth, multiPV int, report func(engine.Info)) {
	multiPV = min(multiPV, len(w.rootMoves))
	steady, lastBest, lastScore := 0, wotn.NoMove, 0
	for depth := 1; depth <= maxDepth; depth++ {
		// Helper threads skip depths in patterns of their own, so that they
		// fill the hash table with what the others will need.
		if w.index > 0 && depth > 1 && (depth+w.index)%(2+w.index%3) == 0 && depth < maxDepth {
			continue
		}
		w.depth = depth
		for i := range w.rootMoves {
			w.rootMoves[i].previous = w.rootMoves[i].score
		}
		first := 0
		if w.proof.done {
			first = 1 // no move is better than the best one
		}
		for w.rank = first; w.rank < multiPV; w.rank++ {
			w.selDepth = 0
			w.searchWindow(depth, report)
			w.sortRoot(first, w.rank+1)
			if w.stopped {
				break
			}
		}
		if report != nil && (!w.stopped || depth == 1) {
			for i := range multiPV {
				report(w.info(i, depth))
			}
		}
		if w.stopped {
			return
		}
		if report == nil {
			continue
		}
		best := &w.rootMoves[0]
		if best.move == lastBest {
			steady++
		} else {
			steady, lastBest = 0, best.move
		}
		w.prove(false, report)
		if w.stopped || w.ends(multiPV) {
			return
		}
		best = &w.rootMoves[0]
		share := float64(best.nodes) / float64(max(1, w.nodes))
		if w.shared.time.endsDeepening(share, steady, lastScore-best.score, len(w.rootMoves)) {
			return
		}
		lastScore = best.score
	}
	// The search must not end on a mate that is not proved, or without an
	// answer to Limits.Mate, only because of its greatest depth.
	if report != nil && w.shared.time.limits.Depth == 0 {
		w.prove(true, report)
	}
}

// searchWindow searches the root with an aspiration window around the last
// score and widens it until the score lies inside (step R2).
func (w *worker) searchWindow(depth int, report func(engine.Info)) {
	alpha, beta := -infinite, infinite
	width := infinite
	previous := w.rootMoves[w.rank].previous
	if w.using(Aspiration) && depth >= aspirationDepth && previous > -maxEval && previous < maxEval {
		width = 11 + abs(previous)/60
		alpha, beta = max(-infinite, previous-width), min(infinite, previous+width)
	}
	for {
		score := w.searchRoot(alpha, beta, depth)
		w.sortRoot(w.rank, len(w.rootMoves))
		if w.stopped {
			return
		}
		switch {
		case score <= alpha && alpha > -infinite:
			beta = (alpha + beta) / 2
			alpha = max(-infinite, score-width)
		case score >= beta && beta < infinite:
			beta = min(infinite, score+width)
		default:
			return
		}
		width += width/2 + 5
		if width > 900 {
			alpha, beta = -infinite, infinite
		}
		if report != nil && w.shared.time.elapsed().Seconds() > 3 {
			report(w.info(w.rank, depth))
		}
	}
}

// searchRoot searches the root moves from index w.rank on and returns the best
// score (step R3).
func (w *worker) searchRoot(alpha, beta, depth int) int {
	f := w.at(0)
	f.generator.Scan(&f.position)
	f.inCheck = f.generator.Checkers() != 0
	f.eval = noScore
	if !f.inCheck {
		f.eval = w.corrected(0, w.evaluate(f))
	}
	f.checks.Set(&f.position)
	w.at(1).killers = [2]wotn.Move{}
	best := -infinite
	low := alpha
	for i := w.rank; i < len(w.rootMoves); i++ {
		r := &w.rootMoves[i]
		if i > w.rank && w.skill.blind != 0 && w.skill.overlooks(&f.position, r.move) {
			r.score = -infinite
			continue
		}
		before := w.nodes
		w.play(0, r.move)
		score := 0
		moveCount := i - w.rank + 1
		switch {
		case moveCount == 1 || !w.using(PVS):
			score = -w.search(1, -beta, -alpha, depth-1, false)
		default:
			short := depth - 1
			if w.using(LateMoveReductions) && depth >= reductionDepth && moveCount > 3 && !isNoisy(r.move) {
				// A check at the root may start a sacrifice, so it is not
				// reduced.
				red := w.reduction(depth, moveCount, true, false, 1, false, false, 0, f.inCheck, false)
				if red > 0 && !f.checks.GivesCheck(&f.position, r.move) {
					short = max(1, short-red)
				}
			}
			score = -w.search(1, -alpha-1, -alpha, short, true)
			if score > alpha && short < depth-1 {
				score = -w.search(1, -alpha-1, -alpha, depth-1, true)
			}
			if score > alpha && score < beta {
				score = -w.search(1, -beta, -alpha, depth-1, false)
			}
		}
		w.undo()
		r.nodes += w.nodes - before
		if w.stopped {
			return best
		}
		if score > alpha || i == w.rank {
			r.score, r.selDepth = score, w.selDepth
			r.bound = engine.Exact
			switch {
			case score >= beta:
				r.bound = engine.LowerBound
			case score <= low:
				r.bound = engine.UpperBound
			}
			w.updatePV(0, r.move)
			r.pv = append(r.pv[:0], f.pv[:f.pvLen]...)
		} else {
			r.score = -infinite
		}
		if score > best {
			best = score
			if score > alpha {
				alpha = score
			}
			if score >= beta {
				break
			}
		}
	}
	return best
}

// sortRoot sorts a range of root moves by score. Moves without a score keep
// their previous order.
func (w *worker) sortRoot(from, to int) {
	slices.SortStableFunc(w.rootMoves[from:to], func(a, b rootMove) int {
		if a.score != b.score {
			return b.score - a.score
		}
		return b.previous - a.previous
	})
}

// info returns the principal variation of the root move at an index.
func (w *worker) info(rank, depth int) engine.Info {
	r := &w.rootMoves[rank]
	score := r.score
	if score == -infinite {
		score, depth = r.previous, max(1, depth-1)
	}
	if score == -infinite {
		score = 0 // stopped before the first result
	}
	pv := slices.Clone(r.pv)
	if len(pv) == 0 {
		pv = []wotn.Move{r.move}
	}
	w.published.Store(w.nodes)
	return engine.Info{
		Rank: rank + 1, Depth: depth, SelDepth: max(r.selDepth, 1),
		Score: engine.Score(score), Bound: r.bound, WDL: engine.WDLOf(&w.at(0).position, engine.Score(score)).Thousandths(),
		Nodes: w.shared.nodes(), Time: w.shared.time.elapsed(), HashFull: w.shared.table.full(), PV: pv,
	}
}

// result returns the result of a search.
func (w *worker) result(multiPV int) engine.Result {
	multiPV = min(multiPV, len(w.rootMoves))
	result := engine.Result{NoMate: w.proof.noMate}
	for i := range multiPV {
		result.PVs = append(result.PVs, w.info(i, w.depth))
	}
	first := &result.PVs[0]
	result.Best, result.Score, result.Depth = first.PV[0], first.Score, first.Depth
	if len(first.PV) > 1 {
		result.Ponder = first.PV[1]
	}
	return result
}

func abs(n int) int { return max(n, -n) }
