package search

import (
	"math"

	"tafelrunde/wotn"
)

// Margins of the steps, in centipawns, and depths, in half-moves.
const (
	reverseMargin   = 64  // step 8, for each half-move left
	reverseDepth    = 8   // step 8
	razorBase       = 240 // step 7
	razorMargin     = 127 // step 7, times the square of the depth
	nullDepth       = 3   // step 9, least depth
	verifyDepth     = 14  // step 9, from here on a cut by passing is verified
	internalDepth   = 4   // step 10, in the principal variation
	internalCut     = 9   // step 10, where a cut is expected
	futilityDepth   = 12  // step 12, of quiet moves as reduced
	futilityBase    = 55  // step 12
	futilityMargin  = 75  // step 12, for each half-move left
	captureDepth    = 7   // step 12, of noisy moves as reduced
	captureBase     = 74  // step 12
	captureMargin   = 100 // step 12, for each half-move left
	historyDepth    = 5   // step 12, of quiet moves as reduced
	exchangeMargin  = 90  // step 12, for each half-move left
	singularDepth   = 4   // step 13; two more in the principal variation
	checkDepth      = 10  // step 13
	reductionDepth  = 3   // step 14
	aspirationDepth = 4   // step R2
	deltaMargin     = 100 // step Q4
)

// By how much moves are searched less deep where the judgement has not become
// better, in 1/1024 of a half-move.
const worseReduction = 800

// reductions holds, by depth and number of the move, by how much late moves are
// searched less deep, in 1/1024 of a half-move.
var reductions = func() (t [64][64]int) {
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			t[d][n] = int(1024 * (1.32 + math.Log(float64(d))*math.Log(float64(n))/2.65))
		}
	}
	return t
}()

// search returns the worth of the position at a ply to the side to move, looked
// at for depth half-moves: exactly if it lies between alpha and beta, else a
// bound on the far side. expectCut tells whether it is expected to be beta or
// more, which only steers how boldly is pruned. The steps are those of
// docs/search.md.
func (w *worker) search(ply, alpha, beta, depth int, expectCut bool) int {
	f := w.at(ply)
	f.pvLen = 0
	if depth <= 0 && w.using(Quiescence) {
		return w.quiesce(ply, alpha, beta, 0)
	}

	// Step 1: count, and stop if it is time.
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
		if w.drawn(f) {
			return 0
		}
	}
	if depth <= 0 || ply >= MaxPly {
		return w.judge(f)
	}

	// Step 3: no line from here can be better than mate on the next move, or
	// worse than being mated now.
	if w.using(MateDistance) {
		alpha = max(alpha, -mateScore+ply)
		beta = min(beta, mateScore-ply-1)
		if alpha >= beta {
			return alpha
		}
	}

	// Step 4: what is known of the position already.
	pvNode := beta-alpha > 1
	excluded := f.excluded
	known, found := stored{static: noScore}, false
	if w.using(Table) && excluded == wotn.NoMove {
		known, found = w.shared.table.load(p, ply)
		if found && !pvNode && known.depth >= depth && known.bound != noBound && p.HalfmoveClock() < 90 {
			if known.bound == exactBound || known.bound == lowerBound && known.score >= beta ||
				known.bound == upperBound && known.score <= alpha {
				if known.score >= beta && known.move != wotn.NoMove && !isNoisy(known.move) {
					w.learnQuiet(ply, known.move, bonus(depth))
				}
				return known.score
			}
		}
	}

	// Step 5: a first opinion. It is worth more if the table knows on which
	// side of it the truth lies.
	next := w.at(ply + 1)
	next.killers = [2]wotn.Move{}
	f.doubles = w.at(ply - 1).doubles
	opinion := noScore
	improving := false
	switch {
	case f.inCheck:
		f.static, f.judged = noScore, noScore
	case excluded != wotn.NoMove:
		opinion = f.static
	default:
		f.judged = known.static
		if f.judged == noScore {
			f.judged = w.judge(f)
			if w.using(Table) {
				w.shared.table.store(p, ply, stored{static: f.judged, depth: -1, bound: noBound, move: known.move})
			}
		}
		f.static = w.corrected(ply, f.judged)
		opinion = f.static
		if found && (known.bound == exactBound || known.bound == lowerBound && known.score > opinion ||
			known.bound == upperBound && known.score < opinion) && known.score > -maxEval && known.score < maxEval {
			opinion = known.score
		}
	}
	// Step 6: is it going better than on the last moves?
	if w.using(Improving) && !f.inCheck {
		switch before, longBefore := w.at(ply-2), w.at(ply-4); {
		case before.static != noScore && ply >= 2:
			improving = f.static > before.static
		case longBefore.static != noScore && ply >= 4:
			improving = f.static > longBefore.static
		default:
			improving = true
		}
	}
	better := 0
	if improving {
		better = 1
	}

	// Steps 7 to 9 cut whole positions; not in check, and not where a whole
	// variation is wanted.
	if !pvNode && !f.inCheck && excluded == wotn.NoMove {
		// Step 7: razoring.
		if w.using(Razoring) && opinion+w.margin(razorBase+razorMargin*depth*depth) < alpha {
			if score := w.quiesce(ply, alpha, alpha+1, 0); score <= alpha {
				return score
			}
			if w.stopped {
				return 0
			}
		}
		// Step 8: reverse futility.
		if w.using(ReverseFutility) && depth <= reverseDepth && opinion < maxEval && beta > -maxEval &&
			opinion-w.margin(reverseMargin*(depth-better)) >= beta {
			return (opinion + beta) / 2
		}
		// Step 9: passing.
		if w.using(NullMove) && depth >= nullDepth && opinion >= beta && f.static >= beta-20*depth+60 &&
			w.at(ply-1).move != wotn.NoMove && beta > -maxEval && w.mayPass(f) {
			if score := w.tryPass(ply, beta, depth, opinion, expectCut); score >= beta {
				return score
			}
			if w.stopped {
				return 0
			}
		}
	}

	// Step 10: without a move to try first, look less deep now; the next
	// iteration will have one.
	if w.using(InternalReduction) && excluded == wotn.NoMove && known.move == wotn.NoMove &&
		(pvNode && depth >= internalDepth || expectCut && depth >= internalCut) {
		depth -= 2
	}

	// Step 11: the moves, one by one.
	w.start(ply, known.move)
	f.checks.Set(p)
	best, bestMove := -infinite, wotn.NoMove
	bound := upperBound
	tried, quiets, noisies := 0, 0, 0
	for {
		m := w.pick(ply, false)
		if m == wotn.NoMove {
			break
		}
		if m == excluded || w.skill.blind != 0 && w.skill.overlooks(p, m) {
			continue
		}
		tried++
		noisy := isNoisy(m)
		gives := f.checks.GivesCheck(p, m)
		history := 0
		if !noisy {
			history = w.quietScore(ply, m)
		}

		// Step 12: moves that can hardly matter are left out, once one is
		// known that does not lose the game.
		if best > -maxEval && !f.inCheck && ply > 0 {
			if f.picker.stage == pickQuiet && !f.picker.late && !pvNode && w.isLate(depth, tried, better) {
				tried += w.leaveLate(f)
			}
			if w.leaveOut(f, m, noisy, gives, depth, tried, better, alpha, history, pvNode) {
				continue
			}
		}

		// Step 13: forcing moves are searched deeper.
		extension := 0
		if tried == 1 && m == f.picker.hash && excluded == wotn.NoMove && w.using(SingularExtension) &&
			(depth >= singularDepth+2 || !pvNode && depth >= singularDepth) &&
			ply < 2*w.depth && known.depth >= depth-3 && known.bound&lowerBound != 0 &&
			known.score > -maxEval && known.score < maxEval {
			margin := known.score - 2*depth
			f.excluded = m
			score := w.search(ply, margin-1, margin, (depth-1)/2, expectCut)
			f.excluded = wotn.NoMove
			f.pvLen = 0
			if w.stopped {
				return 0
			}
			// The picker is this frame's too: begin anew after the hash move.
			w.start(ply, m)
			f.picker.stage = makeNoisy
			switch {
			case score < margin:
				extension = 1
				if !pvNode && score < margin-24 && f.doubles < 6 {
					extension = 2
				}
			case margin >= beta:
				// Several moves refute the position.
				return margin
			case known.score >= beta:
				extension = -2
			case known.score <= alpha && known.score <= score:
				extension = -1
			}
		} else if gives && w.using(CheckExtension) && depth >= checkDepth && abs(f.static) > 40 && ply < 2*w.depth && (!w.using(Exchange) || !w.x.loses(p, m, 0)) {
			extension = 1
		}
		if extension == 2 {
			f.doubles++
		}

		w.play(ply, m)
		newDepth := depth - 1 + extension
		score := 0
		// Step 14: late moves are first searched less deep.
		reduced := false
		if w.using(LateMoveReductions) && depth >= reductionDepth && tried > 1 {
			r := w.reduction(depth, tried, pvNode, expectCut, better, gives, noisy, history, f.inCheck, m == f.picker.special[0])
			if r > 0 {
				short := max(1, newDepth-r)
				reduced = true
				score = -w.search(ply+1, -alpha-1, -alpha, short, true)
				if score > alpha && short < newDepth {
					// Deeper than usual if it is far better than thought, less if hardly.
					switch {
					case score > alpha+23+5*(newDepth-short) && short < newDepth-1:
						newDepth++
					case score < best+newDepth/2:
						newDepth--
					}
					score = -w.search(ply+1, -alpha-1, -alpha, newDepth, !expectCut)
					if !noisy && !w.stopped {
						if score > alpha {
							w.learnFollow(ply, m, bonus(newDepth))
						} else {
							w.learnFollow(ply, m, -bonus(newDepth))
						}
					}
				}
			}
		}
		// Step 15: the other moves only need to be shown not to be better;
		// those that are, and the first, get the whole window.
		switch {
		case !w.using(PVS):
			if !reduced || score > alpha {
				score = -w.search(ply+1, -beta, -alpha, newDepth, false)
			}
		case tried > 1 || !pvNode:
			if !reduced {
				score = -w.search(ply+1, -alpha-1, -alpha, newDepth, !expectCut)
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
					w.remember(ply, m)
				}
				if score >= beta {
					bound = lowerBound
					w.learnFrom(ply, depth, m, f.quiets[:quiets], f.noisies[:noisies])
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

	// Step 16: remember the result.
	if tried == 0 {
		// There is only the excluded move, or this level sees none.
		if excluded != wotn.NoMove {
			return alpha
		}
		return w.judge(f)
	}
	if bestMove == wotn.NoMove && depth >= 3 && ply > 1 && excluded == wotn.NoMove {
		// The move that led here did well.
		if m := w.at(ply - 1).move; m != wotn.NoMove && !isNoisy(m) {
			w.learnQuiet(ply-1, m, bonus(depth))
		}
	}
	if w.using(Table) && excluded == wotn.NoMove {
		w.shared.table.store(p, ply, stored{move: bestMove, score: best, static: f.judged, depth: depth, bound: bound})
	}
	if w.using(Correction) && !f.inCheck && excluded == wotn.NoMove && best > -maxEval && best < maxEval &&
		(bestMove == wotn.NoMove || !isNoisy(bestMove)) &&
		(bound == exactBound || bound == lowerBound && best > f.static || bound == upperBound && best < f.static) {
		w.learnCorrection(ply, depth, best)
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

// mayPass tells whether passing is a fair test in f's position: the side to
// move has men that can do something else than harm by moving.
func (w *worker) mayPass(f *frame) bool {
	if !w.using(NullGuard) {
		return f.position.Checkers() == 0
	}
	p := &f.position
	turn := p.Turn()
	return (p.OccupiedBy(turn) &^ p.Pieces(turn, wotn.Pawn) &^ p.Pieces(turn, wotn.King)).Count() >= 2
}

// tryPass returns what the position is worth, at least, to a side that passes;
// less than beta if that is no proof.
func (w *worker) tryPass(ply, beta, depth, opinion int, expectCut bool) int {
	r := (13+depth)/3 + min(5, (opinion-beta)/w.margin(90))
	w.pass(ply)
	score := -w.search(ply+1, -beta, -beta+1, depth-r, !expectCut)
	w.undo()
	if w.stopped || score < beta {
		return -infinite
	}
	score = min(score, maxEval) // a mate after passing is not proved
	if !w.using(NullGuard) || depth < verifyDepth {
		return score
	}
	// A deep cut is tried again with moves of one's own, as where every move
	// harms, passing would be best.
	f := w.at(ply)
	before := w.at(ply - 1).move
	w.at(ply - 1).move = wotn.NoMove // no second pass at this node
	proof := w.search(ply, beta-1, beta, depth-r, false)
	w.at(ply - 1).move = before
	f.pvLen = 0
	if proof >= beta {
		return score
	}
	return -infinite
}

// isLate tells whether so many moves have been tried that quiet ones are left
// out from now on, but for checks.
func (w *worker) isLate(depth, tried, better int) bool {
	return w.using(LateMovePruning) && tried > (6+2*depth*depth)*(1+better)/4
}

// leaveOut decides step 12 for a move.
func (w *worker) leaveOut(f *frame, m wotn.Move, noisy, gives bool, depth, tried, better, alpha, history int, pvNode bool) bool {
	// short is the depth to which the move would be searched if it is reduced
	// as moves of its number are.
	r := reductions[min(depth, 63)][min(tried, 63)]
	if better == 0 {
		r += worseReduction
	}
	short := max(0, depth-1-r/1024)
	if noisy || gives {
		if w.using(Futility) && noisy && !gives && !pvNode && short < captureDepth && alpha < maxEval {
			past := int(*w.h.noisy(f.position.Turn(), m)) / 70
			if f.static+w.margin(captureBase+captureMargin*short)+w.x.gain(m)+past < alpha {
				return true
			}
		}
		return w.using(ExchangePruning) && w.x.loses(&f.position, m, w.margin(exchangeMargin*depth))
	}
	if !pvNode && w.isLate(depth, tried, better) {
		return true
	}
	if w.using(Futility) && short < futilityDepth && alpha < maxEval &&
		f.static+w.margin(futilityBase+futilityMargin*short+history/100) <= alpha {
		return true
	}
	if w.using(LateMovePruning) && short < historyDepth && history < -3000*(depth-1) {
		return true
	}
	return w.using(ExchangePruning) && w.x.loses(&f.position, m, w.margin(12*short*short+8*short))
}

// reduction returns by how many half-moves a late move is searched less deep.
func (w *worker) reduction(depth, tried int, pvNode, expectCut bool, better int, gives, noisy bool, history int, inCheck, killer bool) int {
	r := reductions[min(depth, 63)][min(tried, 63)]
	if pvNode {
		r -= 740 + 11*1024/(3+depth)
	}
	if expectCut {
		r += 2000
	}
	if better == 0 {
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
		r += 300 - history/11
	}
	return r / 1024
}
