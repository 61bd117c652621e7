package search

import (
	"math"

	"tafelrunde/wotn"
)

// Margins of the steps in centipawns, and depths in plies.
const (
	reverseMargin   = 62  // step 8, per ply of depth
	reverseDepth    = 8   // step 8
	razorBase       = 215 // step 7
	razorMargin     = 140 // step 7, times the square of the depth
	nullDepth       = 3   // step 9, minimum
	verifyDepth     = 14  // step 9, from here on a cutoff by a null move is verified
	internalDepth   = 4   // step 10, in the principal variation
	internalCut     = 9   // step 10, in cut nodes
	futilityDepth   = 12  // step 12, of quiet moves after reduction
	futilityBase    = 55  // step 12
	futilityMargin  = 75  // step 12, per ply of depth
	captureDepth    = 7   // step 12, of noisy moves after reduction
	captureBase     = 74  // step 12
	captureMargin   = 100 // step 12, per ply of depth
	historyDepth    = 5   // step 12, of quiet moves after reduction
	exchangeMargin  = 90  // step 12, per ply of depth
	singularDepth   = 4   // step 13; two more in the principal variation
	checkDepth      = 10  // step 13
	reductionDepth  = 3   // step 14
	aspirationDepth = 4   // step R2
	deltaMargin     = 125 // step Q4
)

// worseReduction is the additional reduction if the static eval is not
// improving, in 1/1024 ply.
const worseReduction = 1000

// reductions holds the base of late-move reductions in 1/1024 ply, by depth and
// move number.
var reductions = func() (t [64][64]int) {
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			t[d][n] = int(1024 * (1.32 + math.Log(float64(d))*math.Log(float64(n))/2.55))
		}
	}
	return t
}()

// search returns the negamax score of the node at ply, searched to depth plies.
// The score is exact between alpha and beta, and a bound outside. cutNode says
// that a score of at least beta is expected; it only influences pruning and
// reductions. The steps are those of docs/search.md.
func (w *worker) search(ply, alpha, beta, depth int, cutNode bool) int {
	f := w.at(ply)
	f.pvLen = 0
	if depth <= 0 && w.using(Quiescence) {
		return w.quiesce(ply, alpha, beta, 0)
	}

	// Step 1: count the node, and stop if a limit is reached.
	w.node()
	if w.stopped {
		return 0
	}
	w.selDepth = max(w.selDepth, ply)
	p := &f.position

	// Step 2: mate, stalemate, draws.
	if f.excluded == wotn.NoMove {
		f.generator.Scan(p)
		f.inCheck = f.generator.Checkers() != 0
		if !f.generator.HasMoves(p) {
			return mated(f, ply)
		}
		if w.isDraw(f) {
			return 0
		}
	}
	if depth <= 0 || ply >= MaxPly {
		return w.evaluate(f)
	}

	// Step 3: mate-distance pruning. No score can be better than mate on the
	// next move, or worse than being mated now.
	if w.using(MateDistance) {
		alpha = max(alpha, -mateScore+ply)
		beta = min(beta, mateScore-ply-1)
		if alpha >= beta {
			return alpha
		}
	}

	// Step 4: hash table.
	pvNode := beta-alpha > 1
	excluded := f.excluded
	known, found := stored{rawEval: noScore}, false
	if w.using(Table) && excluded == wotn.NoMove {
		known, found = w.shared.table.load(p, ply)
		if found && !pvNode && known.depth >= depth && known.bound != noBound && p.HalfmoveClock() < 90 {
			if known.bound == exactBound || known.bound == lowerBound && known.score >= beta ||
				known.bound == upperBound && known.score <= alpha {
				if known.score >= beta && known.move != wotn.NoMove && !isNoisy(known.move) {
					w.updateQuiet(ply, known.move, bonus(depth))
				}
				return known.score
			}
		}
	}

	// Step 5: static evaluation. A score from the hash table replaces it as an
	// estimate if its bound is on the right side.
	next := w.at(ply + 1)
	next.killers = [2]wotn.Move{}
	f.doubleExtensions = w.at(ply - 1).doubleExtensions
	estimate := noScore
	improving := false
	switch {
	case f.inCheck:
		f.eval, f.rawEval = noScore, noScore
	case excluded != wotn.NoMove:
		estimate = f.eval
	default:
		f.rawEval = known.rawEval
		if f.rawEval == noScore {
			f.rawEval = w.evaluate(f)
			if w.using(Table) {
				w.shared.table.store(p, ply, stored{rawEval: f.rawEval, depth: -1, bound: noBound, move: known.move})
			}
		}
		f.eval = w.corrected(ply, f.rawEval)
		estimate = f.eval
		if found && (known.bound == exactBound || known.bound == lowerBound && known.score > estimate ||
			known.bound == upperBound && known.score < estimate) && known.score > -maxEval && known.score < maxEval {
			estimate = known.score
		}
	}
	// Step 6: is the static evaluation improving?
	if w.using(Improving) && !f.inCheck {
		switch before, longBefore := w.at(ply-2), w.at(ply-4); {
		case before.eval != noScore && ply >= 2:
			improving = f.eval > before.eval
		case longBefore.eval != noScore && ply >= 4:
			improving = f.eval > longBefore.eval
		default:
			improving = true
		}
	}
	improvement := 0
	if improving {
		improvement = 1
	}

	// Steps 7 to 9 prune the whole node; not in check and not in the principal
	// variation.
	full := ply < w.fullPlies
	if !pvNode && !f.inCheck && excluded == wotn.NoMove && !full {
		// Step 7: razoring.
		if w.using(Razoring) && estimate+w.margin(razorBase+razorMargin*depth*depth) < alpha {
			if score := w.quiesce(ply, alpha, alpha+1, 0); score <= alpha {
				return score
			}
			if w.stopped {
				return 0
			}
		}
		// Step 8: reverse futility.
		if w.using(ReverseFutility) && depth <= reverseDepth && estimate < maxEval && beta > -maxEval &&
			estimate-w.margin(reverseMargin*(depth-improvement)) >= beta {
			return (estimate + beta) / 2
		}
		// Step 9: null move.
		if w.using(NullMove) && depth >= nullDepth && estimate >= beta && f.eval >= beta-20*depth+60 &&
			w.at(ply-1).move != wotn.NoMove && beta > -maxEval && w.canNullMove(f) {
			if score := w.searchNull(ply, beta, depth, estimate, cutNode); score >= beta {
				return score
			}
			if w.stopped {
				return 0
			}
		}
	}

	// Step 10: internal iterative reduction. Without a hash move, reduce the
	// depth; the next iteration will have one.
	if w.using(InternalReduction) && excluded == wotn.NoMove && known.move == wotn.NoMove &&
		(pvNode && depth >= internalDepth || cutNode && depth >= internalCut) {
		depth -= 2
	}

	// Step 11: loop over the moves.
	w.startPicker(ply, known.move)
	f.checks.Set(p)
	best, bestMove := -infinite, wotn.NoMove
	bound := upperBound
	moveCount, quiets, noisies := 0, 0, 0
	for {
		m := w.nextMove(ply, false)
		if m == wotn.NoMove {
			break
		}
		if m == excluded || w.skill.blind != 0 && w.skill.overlooks(p, m) {
			continue
		}
		moveCount++
		noisy := isNoisy(m)
		gives := f.checks.GivesCheck(p, m)
		history := 0
		if !noisy {
			history = w.quietScore(ply, m)
		}

		// Step 12: prune moves, once a move is known that does not lose by
		// force.
		if best > -maxEval && !f.inCheck && ply > 0 && !full {
			if f.picker.stage == pickQuiet && !f.picker.checksOnly && !pvNode && w.isLateQuiet(depth, moveCount, improvement) {
				moveCount += w.dropLateQuiets(f)
			}
			if w.prunes(f, m, noisy, gives, depth, moveCount, improvement, alpha, history, pvNode) {
				continue
			}
		}

		// Step 13: extensions.
		extension := 0
		if moveCount == 1 && m == f.picker.hash && excluded == wotn.NoMove && w.using(SingularExtension) &&
			(depth >= singularDepth+2 || !pvNode && depth >= singularDepth) &&
			ply < 2*w.depth && known.depth >= depth-3 && known.bound&lowerBound != 0 &&
			known.score > -maxEval && known.score < maxEval {
			margin := known.score - 2*depth
			f.excluded = m
			score := w.search(ply, margin-1, margin, (depth-1)/2, cutNode)
			f.excluded = wotn.NoMove
			f.pvLen = 0
			if w.stopped {
				return 0
			}
			// The singular search has used this frame's picker. Restart it
			// after the hash move.
			w.startPicker(ply, m)
			f.picker.stage = generateNoisy
			switch {
			case score < margin:
				extension = 1
				if !pvNode && score < margin-24 && f.doubleExtensions < 6 {
					extension = 2
				}
			case margin >= beta && !full:
				// Several moves refute the position (multi-cut).
				return margin
			case known.score >= beta:
				extension = -2
			case known.score <= alpha && known.score <= score:
				extension = -1
			}
		} else if gives && w.using(CheckExtension) && depth >= checkDepth && abs(f.eval) > 40 && ply < 2*w.depth && (!w.using(Exchange) || !w.see.loses(p, m, 0)) {
			extension = 1
		}
		if extension == 2 {
			f.doubleExtensions++
		}

		w.play(ply, m)
		newDepth := depth - 1 + extension
		score := 0
		// Step 14: late-move reductions.
		reduced := false
		if w.using(LateMoveReductions) && depth >= reductionDepth && moveCount > 1 {
			r := w.reduction(depth, moveCount, pvNode, cutNode, improvement, gives, noisy, history, f.inCheck, m == f.picker.special[0])
			if r > 0 {
				short := max(1, newDepth-r)
				reduced = true
				score = -w.search(ply+1, -alpha-1, -alpha, short, true)
				if score > alpha && short < newDepth {
					// Search deeper if the score is far above the best, less
					// deep if it is hardly above it.
					switch {
					case score > alpha+23+5*(newDepth-short) && short < newDepth-1:
						newDepth++
					case score < best+newDepth/2:
						newDepth--
					}
					score = -w.search(ply+1, -alpha-1, -alpha, newDepth, !cutNode)
					if !noisy && !w.stopped {
						if score > alpha {
							w.updateContinuation(ply, m, bonus(newDepth))
						} else {
							w.updateContinuation(ply, m, -bonus(newDepth))
						}
					}
				}
			}
		}
		// Step 15: principal variation search. Moves after the first get a null
		// window; if they turn out better, and for the first move, the full
		// window.
		switch {
		case !w.using(PVS):
			if !reduced || score > alpha {
				score = -w.search(ply+1, -beta, -alpha, newDepth, false)
			}
		case moveCount > 1 || !pvNode:
			if !reduced {
				score = -w.search(ply+1, -alpha-1, -alpha, newDepth, !cutNode)
			}
			if pvNode && score > alpha {
				score = -w.search(ply+1, -beta, -alpha, newDepth, false)
			}
		default:
			score = -w.search(ply+1, -beta, -alpha, newDepth, false)
		}
		w.undo()
		if w.stopped {
			return 0
		}

		if score > best {
			best = score
			if score > alpha {
				bestMove = m
				if pvNode || !w.using(PVS) {
					w.updatePV(ply, m)
				}
				if score >= beta {
					bound = lowerBound
					w.updateHistories(ply, depth, m, f.quiets[:quiets], f.noisies[:noisies])
					break
				}
				bound = exactBound
				alpha = score
			}
		}
		if noisy && noisies < len(f.noisies) {
			f.noisies[noisies] = m
			noisies++
		} else if !noisy && quiets < len(f.quiets) {
			f.quiets[quiets] = m
			quiets++
		}
	}

	// Step 16: store the result.
	if moveCount == 0 {
		// Only the excluded move is legal, or this level overlooks all others.
		if excluded != wotn.NoMove {
			return alpha
		}
		return w.evaluate(f)
	}
	if bestMove == wotn.NoMove && depth >= 3 && ply > 1 && excluded == wotn.NoMove {
		// Every move fails low, so the previous move was good.
		if m := w.at(ply - 1).move; m != wotn.NoMove && !isNoisy(m) {
			w.updateQuiet(ply-1, m, bonus(depth))
		}
	}
	if w.using(Table) && excluded == wotn.NoMove {
		w.shared.table.store(p, ply, stored{move: bestMove, score: best, rawEval: f.rawEval, depth: depth, bound: bound})
	}
	if w.using(Correction) && !f.inCheck && excluded == wotn.NoMove && best > -maxEval && best < maxEval &&
		(bestMove == wotn.NoMove || !isNoisy(bestMove)) &&
		(bound == exactBound || bound == lowerBound && best > f.eval || bound == upperBound && best < f.eval) {
		w.updateCorrection(ply, depth, best)
	}
	return best
}

// mated returns the score of a position without legal moves.
func mated(f *frame, ply int) int {
	if f.inCheck {
		return -mateScore + ply
	}
	return 0
}

// canNullMove reports whether a null move is a sound test in f's position: the
// side to move has enough pieces that zugzwang is unlikely.
func (w *worker) canNullMove(f *frame) bool {
	if !w.using(NullGuard) {
		return f.position.Checkers() == 0
	}
	p := &f.position
	turn := p.ToMove()
	return (p.OccupiedBy(turn) &^ p.Pieces(turn, wotn.Pawn) &^ p.Pieces(turn, wotn.King)).Count() >= 2
}

// searchNull returns a lower bound of the node's score from a null move, or
// less than beta if there is none.
func (w *worker) searchNull(ply, beta, depth, estimate int, cutNode bool) int {
	r := (13+depth)/3 + min(5, (estimate-beta)/w.margin(110))
	w.playNull(ply)
	score := -w.search(ply+1, -beta, -beta+1, depth-r, !cutNode)
	w.undo()
	if w.stopped || score < beta {
		return -infinite
	}
	score = min(score, maxEval) // a mate after a null move is not proved
	if !w.using(NullGuard) || depth < verifyDepth {
		return score
	}
	// In zugzwang a null move is better than all moves, so a deep cutoff is
	// verified by a search without null move.
	f := w.at(ply)
	before := w.at(ply - 1).move
	w.at(ply - 1).move = wotn.NoMove // prevents a null move at this node
	proof := w.search(ply, beta-1, beta, depth-r, false)
	w.at(ply - 1).move = before
	f.pvLen = 0
	if proof >= beta {
		return score
	}
	return -infinite
}

// isLateQuiet reports whether quiet moves that give no check are pruned after
// this number of moves.
func (w *worker) isLateQuiet(depth, moveCount, improvement int) bool {
	return w.using(LateMovePruning) && moveCount > (6+2*depth*depth)*(1+improvement)*17/64
}

// prunes reports whether step 12 prunes a move.
func (w *worker) prunes(f *frame, m wotn.Move, noisy, gives bool, depth, moveCount, improvement, alpha, history int, pvNode bool) bool {
	// short is the depth after the base reduction.
	r := reductions[min(depth, 63)][min(moveCount, 63)]
	if improvement == 0 {
		r += worseReduction
	}
	short := max(0, depth-1-r/1024)
	if noisy || gives {
		if w.using(Futility) && noisy && !gives && !pvNode && short < captureDepth && alpha < maxEval {
			past := int(*w.h.noisy(f.position.ToMove(), m)) / 70
			if f.eval+w.margin(captureBase+captureMargin*short)+w.see.gain(m)+past < alpha {
				return true
			}
		}
		return w.using(ExchangePruning) && w.see.loses(&f.position, m, w.margin(exchangeMargin*depth))
	}
	if !pvNode && w.isLateQuiet(depth, moveCount, improvement) {
		return true
	}
	if w.using(Futility) && short < futilityDepth && alpha < maxEval &&
		f.eval+w.margin(futilityBase+futilityMargin*short+history/100) <= alpha {
		return true
	}
	if w.using(LateMovePruning) && short < historyDepth && history < -3000*(depth-1) {
		return true
	}
	return w.using(ExchangePruning) && w.see.loses(&f.position, m, w.margin(12*short*short+8*short))
}

// reduction returns the reduction of a late move in plies.
func (w *worker) reduction(depth, moveCount int, pvNode, cutNode bool, improvement int, gives, noisy bool, history int, inCheck, killer bool) int {
	r := reductions[min(depth, 63)][min(moveCount, 63)]
	if pvNode {
		r -= 500 + 11*1024/(3+depth)
	}
	if cutNode {
		r += 2300
	}
	if improvement == 0 {
		r += worseReduction
	}
	if gives || inCheck {
		r -= 640
	}
	if killer {
		r -= 900
	}
	if noisy {
		r -= 1170
	} else {
		r += 400 - history/11
	}
	return r / 1024
}
