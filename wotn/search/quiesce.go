package search

import "tafelrunde/wotn"

// quiesce plays captures and rises out until the position is quiet enough to be
// judged: the side to move may stand pat, or take, or raise a man. In check,
// every answer is tried. qply counts the half-moves since quiescence began.
func (w *worker) quiesce(ply, alpha, beta, qply int) int {
	f := w.at(ply)
	f.pvLen = 0

	// Step Q1: count, mate, stalemate, draws.
	w.node()
	if w.stopped {
		return 0
	}
	w.selDepth = max(w.selDepth, ply)
	p := &f.position
	f.generator.Scan(p)
	f.inCheck = f.generator.Checkers() != 0
	if !f.generator.HasMoves(p) {
		return mated(f, ply)
	}
	if w.drawn(f) {
		return 0
	}
	if ply >= MaxPly {
		return w.judge(f)
	}

	// Step Q2: what is known already.
	pvNode := beta-alpha > 1
	known, found := stored{static: noScore}, false
	if w.using(Table) {
		known, found = w.shared.table.load(p, ply)
		if found && !pvNode && known.bound != noBound && (known.bound == exactBound ||
			known.bound == lowerBound && known.score >= beta || known.bound == upperBound && known.score <= alpha) {
			return known.score
		}
	}

	// Step Q3: stand pat. Nobody has to take; in check there is no standing.
	best, floor := -infinite, alpha
	f.static, f.judged = noScore, noScore
	if !f.inCheck {
		f.judged = known.static
		if f.judged == noScore {
			f.judged = w.judge(f)
		}
		f.static = w.corrected(ply, f.judged)
		best = f.static
		if found && (known.bound == lowerBound && known.score > best || known.bound == upperBound && known.score < best) &&
			known.score > -maxEval && known.score < maxEval {
			best = known.score
		}
		if best >= beta {
			if w.using(Table) && !found {
				w.shared.table.store(p, ply, stored{score: best, static: f.judged, depth: -1, bound: lowerBound})
			}
			return best
		}
		alpha = max(alpha, best)
	}

	// Step Q4: captures and rises; in check, all answers.
	hash := known.move
	if !f.inCheck && !isNoisy(hash) {
		hash = wotn.NoMove
	}
	w.start(ply, hash)
	bestMove := wotn.NoMove
	tried := 0
	// Of the quiet moves only checks, and only before playing out has gone far.
	withChecks := qply == 0 && !f.inCheck && w.using(QuietChecks)
	if withChecks {
		f.checks.Set(p)
	}
	for {
		m := w.pick(ply, !f.inCheck && !withChecks)
		if m == wotn.NoMove {
			break
		}
		if w.skill.blind != 0 && w.skill.overlooks(p, m) {
			continue
		}
		if withChecks && !isNoisy(m) {
			if tried >= 3 {
				break
			}
			if !f.checks.GivesCheck(p, m) || w.x.loses(p, m, 0) {
				continue
			}
		} else if best > -maxEval && w.notPlayedOut(ply, m, alpha, qply, tried) {
			continue
		}
		tried++
		w.play(ply, m)
		score := -w.quiesce(ply+1, -beta, -alpha, qply+1)
		w.undo()
		if w.stopped {
			return 0
		}
		if score > best {
			best = score
			if score > alpha {
				alpha = score
				bestMove = m
				w.remember(ply, m)
				if score >= beta {
					break
				}
			}
		}
	}
	if best == -infinite {
		best = w.judge(f) // in check, and every answer overlooked by this level
	}

	// Step Q5: remember the result.
	if w.using(Table) {
		bound := upperBound
		switch {
		case best >= beta:
			bound = lowerBound
		case best > floor && pvNode:
			bound = exactBound
		}
		w.shared.table.store(p, ply, stored{move: bestMove, score: best, static: f.judged, depth: 0, bound: bound})
	}
	return best
}

// notPlayedOut tells whether a move is not worth playing out.
func (w *worker) notPlayedOut(ply int, m wotn.Move, alpha, qply, tried int) bool {
	f := w.at(ply)
	if f.inCheck {
		// Quiet answers were only tried so far as the first did not lose.
		return !isNoisy(m) && qply > 2 && w.using(DeltaPruning)
	}
	if m.Captured() == wotn.NoKind && (!w.using(QuietRises) || qply > 4 && m.Promotion() != wotn.King) {
		return true
	}
	if w.using(DeltaPruning) {
		if f.static+w.x.gain(m)+w.margin(deltaMargin) <= alpha {
			return true
		}
		// Two captures have not helped: of the others only those matter that take
		// back, or raise a man.
		if tried >= 2 && m.Promotion() == wotn.NoKind && m.To() != w.at(ply-1).move.To() {
			return true
		}
	}
	return w.using(ExchangePruning) && w.x.loses(&f.position, m, 0)
}
