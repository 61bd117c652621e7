package search

import "tafelrunde/wotn"

// quiesce returns the score of the node at ply, searched with captures and
// promotions only, until the position is quiet. In check it searches all moves.
// qply is the number of plies since the start of the quiescence search.
func (w *worker) quiesce(ply, alpha, beta, qply int) int {
	f := w.at(ply)
	f.pvLen = 0

	// Step Q1: count the node; mate, stalemate, draws.
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
	if w.isDraw(f) {
		return 0
	}
	if ply >= MaxPly {
		return w.evaluate(f)
	}

	// Step Q2: hash table.
	pvNode := beta-alpha > 1
	known, found := stored{rawEval: noScore}, false
	if w.using(Table) {
		known, found = w.shared.table.load(p, ply)
		if found && !pvNode && known.bound != noBound && (known.bound == exactBound ||
			known.bound == lowerBound && known.score >= beta || known.bound == upperBound && known.score <= alpha) {
			return known.score
		}
	}

	// Step Q3: stand pat, because captures are not mandatory. Not in check.
	best, floor := -infinite, alpha
	f.eval, f.rawEval = noScore, noScore
	if !f.inCheck {
		f.rawEval = known.rawEval
		if f.rawEval == noScore {
			f.rawEval = w.evaluate(f)
		}
		f.eval = w.corrected(ply, f.rawEval)
		best = f.eval
		if found && (known.bound == lowerBound && known.score > best || known.bound == upperBound && known.score < best) &&
			known.score > -maxEval && known.score < maxEval {
			best = known.score
		}
		if best >= beta {
			if w.using(Table) && !found {
				w.shared.table.store(p, ply, stored{score: best, rawEval: f.rawEval, depth: -1, bound: lowerBound})
			}
			return best
		}
		alpha = max(alpha, best)
	}

	// Step Q4: captures and promotions; in check, all moves.
	hash := known.move
	if !f.inCheck && !isNoisy(hash) {
		hash = wotn.NoMove
	}
	w.startPicker(ply, hash)
	bestMove := wotn.NoMove
	moveCount := 0
	// At the first ply also a few quiet moves that give check.
	withChecks := qply == 0 && !f.inCheck && w.using(QuietChecks)
	if withChecks {
		f.checks.Set(p)
	}
	for {
		m := w.nextMove(ply, !f.inCheck && !withChecks)
		if m == wotn.NoMove {
			break
		}
		if w.skill.blind != 0 && w.skill.overlooks(p, m) {
			continue
		}
		if withChecks && !isNoisy(m) {
			if moveCount >= 3 {
				break
			}
			if !f.checks.GivesCheck(p, m) || w.see.loses(p, m, 0) {
				continue
			}
		} else if best > -maxEval && w.prunesQuiescence(ply, m, alpha, qply, moveCount) {
			continue
		}
		moveCount++
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
				w.updatePV(ply, m)
				if score >= beta {
					break
				}
			}
		}
	}
	if best == -infinite {
		best = w.evaluate(f) // in check, and this level overlooks every move
	}

	// Step Q5: store the result.
	if w.using(Table) {
		bound := upperBound
		switch {
		case best >= beta:
			bound = lowerBound
		case best > floor && pvNode:
			bound = exactBound
		}
		w.shared.table.store(p, ply, stored{move: bestMove, score: best, rawEval: f.rawEval, depth: 0, bound: bound})
	}
	return best
}

// prunesQuiescence reports whether the quiescence search skips a move.
func (w *worker) prunesQuiescence(ply int, m wotn.Move, alpha, qply, moveCount int) bool {
	f := w.at(ply)
	if f.inCheck {
		// In check, quiet moves are skipped once a move is known that does not
		// lose.
		return !isNoisy(m) && qply > 2 && w.using(DeltaPruning)
	}
	if m.Captured() == wotn.NoKind && (!w.using(QuietPromotions) || qply > 4 && m.Promotion() != wotn.King) {
		return true
	}
	if w.using(DeltaPruning) {
		if f.eval+w.see.gain(m)+w.margin(deltaMargin) <= alpha {
			return true
		}
		// After two captures only recaptures and promotions are searched.
		if moveCount >= 2 && m.Promotion() == wotn.NoKind && m.To() != w.at(ply-1).move.To() {
			return true
		}
	}
	return w.using(ExchangePruning) && w.see.loses(&f.position, m, 0)
}
