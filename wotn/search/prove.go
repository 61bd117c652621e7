package search

import (
	"math"
	"slices"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// The proof may use proofFloor nodes plus proofShare nodes for each node of the
// search; more if Limits.Mate is set.
const (
	proofShare      = 1
	proofFloor      = 4096
	mateProofShare  = 4
	mateProofFloor  = 16384
	noMateDepth     = 6 // minimum depth for the best move if there is no mate
	proofTableShare = 8 // size of the hash table divided by that of the proof's table
)

// prover finds the exact distance to mate (step R4). It searches every move of
// the attacking side and every reply, to a fixed number of moves, without
// unsound pruning, and keeps its results in a table of its own. It uses its
// worker's frames from the root on.
//
// Draws are those of the search: bare kings, a hundred plies without progress,
// and positions that occurred twice before. No position occurs twice within a
// shortest mate, so only positions before the root matter for repetition.
type prover struct {
	w     *worker
	table []proofBucket
	// drawn holds the keys of the positions whose next occurrence is a draw.
	drawn []uint64
	// generation marks the entries of this search. Others are ignored.
	generation uint8
	opened     bool   // the table is ready for this search
	limit      uint64 // the value of worker.nodes at which the proof pauses
	spent      uint64 // nodes used by the proof in this search

	win, loss proofLevel
	noMate    int  // Limits.Mate, once it is proved that there is no such mate
	done      bool // the distance at the root is proved

	best    [MaxPly + 2]wotn.Move    // the move with which attack succeeded, by ply
	killers [MaxPly + 2][2]wotn.Move // replies that refuted a sibling
}

// proofLevel is the progress of a proof at the root: distances up to refuted
// are impossible, and at the distance after it the first next moves are done.
type proofLevel struct {
	refuted, next int
	moves         []wotn.Move
	survivor      wotn.Move // of a loss: the root move that refuted the last distance
}

// proofBucket is a cache line of results.
type proofBucket [4]proofEntry

// proofEntry is a proved result: the attacking side mates within yes moves
// (0 if that is not known), and does not within no moves. The move is the
// attacker's that mates or the reply that refutes.
type proofEntry struct {
	key        uint64
	move       wotn.Move
	yes, no    uint8
	generation uint8
}

// maxProof is the greatest distance proved, so that the last ply has a frame.
const maxProof = MaxPly / 2

// reset begins the proofs of a search.
func (p *prover) reset(w *worker, past []uint64, root *wotn.Position) {
	p.w = w
	p.opened, p.done, p.noMate, p.spent = false, false, 0, 0
	p.win, p.loss = proofLevel{moves: p.win.moves[:0]}, proofLevel{moves: p.loss.moves[:0]}
	p.drawn = p.drawn[:0]
	keys := append(past[max(0, len(past)-root.HalfmoveClock()):len(past):len(past)], root.Key())
	for i, key := range keys {
		for _, before := range keys[:i] {
			if before == key {
				p.drawn = append(p.drawn, key)
				break
			}
		}
	}
}

// open makes the table ready for a search with a hash table of some buckets.
func (p *prover) open(buckets int) {
	if p.opened {
		return
	}
	p.opened = true
	p.killers = [MaxPly + 2][2]wotn.Move{}
	p.generation++
	if n := max(1, buckets/proofTableShare); len(p.table) != n {
		p.table = make([]proofBucket, n)
		p.generation = 1
	} else if p.generation == 0 {
		clear(p.table)
		p.generation = 1
	}
}

// prove continues the proof that fits the state of the search, with the nodes
// it may use, or without a bound if all is true. If the proof finds the
// distance to mate, the best root move becomes the first, with the exact score
// and a full principal variation, which is reported.
func (w *worker) prove(all bool, report func(engine.Info)) {
	p := &w.proof
	mateLimit := w.shared.time.limits.Mate
	n, mate := engine.Score(w.rootMoves[0].score).Mate()
	// Levels below 10 may announce mates that are not forced. No search ends on
	// those.
	needed := mateLimit > 0 || mate && w.skill.depth == 0
	if p.done || p.noMate > 0 || w.stopped || !needed {
		return
	}
	floor, share := uint64(proofFloor), uint64(proofShare)
	if mateLimit > 0 {
		floor, share = mateProofFloor, mateProofShare
	}
	due := floor + share*(w.nodes-p.spent)
	if due <= p.spent && !all {
		return
	}
	p.limit = w.nodes + due - p.spent
	if all {
		p.limit = math.MaxUint64
	}
	p.open(len(w.shared.table.buckets))
	before := w.nodes
	switch {
	case mateLimit > 0:
		// A mate that the search has found already bounds the distance.
		most := mateLimit
		if mate && n > p.win.refuted && n < mateLimit && !all {
			most = n
		}
		p.proveWin(min(most, maxProof), report)
		if p.win.refuted >= mateLimit {
			p.noMate = mateLimit
		}
	case n > 0:
		p.proveWin(min(n, maxProof), report)
	default:
		p.proveLoss(min(-n, maxProof-1), report)
	}
	p.spent += w.nodes - before
}

// ends reports whether the proofs end the search.
func (w *worker) ends(multiPV int) bool {
	p, tm := &w.proof, &w.shared.time
	if p.noMate > 0 && w.depth >= noMateDepth || p.done && (multiPV == 1 || tm.limits.Mate > 0) {
		return true
	}
	// The other variations are searched to about twice the depth of the mate.
	score := w.rootMoves[0].score
	return p.done && !tm.limits.Infinite && !tm.pondering.Load() && (mateScore-abs(score))*2+2 < w.depth
}

// halted counts a node and reports whether the proof must pause.
func (p *prover) halted() bool {
	p.w.node()
	return p.w.stopped || p.w.nodes >= p.limit
}

// begin copies the order of the root moves for the next distance.
func (p *prover) begin(l *proofLevel) {
	l.moves = l.moves[:0]
	for i := range p.w.rootMoves {
		l.moves = append(l.moves, p.w.rootMoves[i].move)
	}
}

// proveWin looks for the shortest mate within most moves.
func (p *prover) proveWin(most int, report func(engine.Info)) {
	w, l := p.w, &p.win
	for n := l.refuted + 1; n <= most; n++ {
		if l.next == 0 {
			p.begin(l)
		}
		for ; l.next < len(l.moves); l.next++ {
			m := l.moves[l.next]
			p.play(0, m)
			mates := p.defend(1, n-1)
			if !mates && (w.stopped || w.nodes >= p.limit) {
				return
			}
			if mates {
				p.finish(m, engine.MateIn(n), n-1, report)
				return
			}
		}
		l.refuted, l.next = n, 0
	}
}

// proveLoss looks for the shortest distance, up to most moves, in which every
// root move loses.
func (p *prover) proveLoss(most int, report func(engine.Info)) {
	w, l := p.w, &p.loss
levels:
	for n := l.refuted + 1; n <= most; n++ {
		if l.next == 0 {
			p.begin(l)
		}
		for ; l.next < len(l.moves); l.next++ {
			m := l.moves[l.next]
			next := p.play(0, m)
			mated := !p.isDrawn(next) && p.attack(1, n)
			if !mated && (w.stopped || w.nodes >= p.limit) {
				return
			}
			if !mated {
				l.refuted, l.next, l.survivor = n, 0, m
				continue levels
			}
		}
		m := l.survivor
		if m == wotn.NoMove {
			m = l.moves[0]
		}
		p.finish(m, engine.MateIn(-n), n, report)
		return
	}
}

// finish makes m the first root move, with a proved score. After m, the mate
// takes n more moves of the attacker.
func (p *prover) finish(m wotn.Move, score engine.Score, n int, report func(engine.Info)) {
	w := p.w
	p.done = true
	i := 0
	for w.rootMoves[i].move != m {
		i++
	}
	r, announced := w.rootMoves[i], w.rootMoves[0]
	copy(w.rootMoves[1:i+1], w.rootMoves[:i])
	p.limit = math.MaxUint64
	p.play(0, m)
	line := append(make([]wotn.Move, 0, 2*n+1), m)
	if score > 0 {
		line = p.resist(1, n, line)
	} else {
		line = p.mating(1, n, line)
	}
	r.score, r.previous, r.bound, r.pv = int(score), int(score), engine.Exact, line
	r.selDepth = max(r.selDepth, len(line))
	w.rootMoves[0] = r
	if r.score != announced.score || !slices.Equal(line, announced.pv) {
		report(w.info(0, w.depth))
	}
}

// mating appends a shortest mate in n moves to line, as far as the limits
// allow. The attacking side is to move at ply.
func (p *prover) mating(ply, n int, line []wotn.Move) []wotn.Move {
	if !p.attack(ply, n) {
		return line
	}
	m := p.best[ply]
	p.play(ply, m)
	return p.resist(ply+1, n-1, append(line, m))
}

// resist appends the longest defense against a mate in n moves to line, as far
// as the limits allow. The side to be mated is to move at ply.
func (p *prover) resist(ply, n int, line []wotn.Move) []wotn.Move {
	if n == 0 {
		return line
	}
	f := p.w.at(ply)
	for _, m := range f.position.AppendMoves(nil) {
		p.play(ply, m)
		longest := n == 1 || !p.attack(ply+1, n-1)
		if p.w.stopped {
			return line
		}
		if longest {
			p.play(ply, m)
			return p.mating(ply+1, n, append(line, m))
		}
	}
	return line
}

// play makes m at ply and returns the position after it, in the next frame.
func (p *prover) play(ply int, m wotn.Move) *wotn.Position {
	next := &p.w.at(ply + 1).position
	p.w.at(ply).position.PlayInto(next, m)
	return next
}

// isDrawn reports whether a position other than the root, which has a legal
// move, is drawn.
func (p *prover) isDrawn(q *wotn.Position) bool {
	if q.HalfmoveClock() >= 100 || q.Occupied().Count() == 2 {
		return true
	}
	for _, key := range p.drawn {
		if key == q.Key() {
			return true
		}
	}
	return false
}

// attack reports whether the side to move at ply mates within n moves, n ≥ 1.
// False means nothing once the proof has halted.
func (p *prover) attack(ply, n int) bool {
	w := p.w
	if p.halted() {
		return false
	}
	f := w.at(ply)
	q := &f.position
	if p.tooManyKings(q.Pieces(q.ToMove().Other(), wotn.King).Count(), n) {
		return false
	}
	if n == 1 {
		return p.mateInOne(ply)
	}
	known := p.load(q, 2*n-1)
	if known.yes > 0 && int(known.yes) <= n {
		p.best[ply] = known.move
		return true
	}
	if int(known.no) >= n {
		return false
	}

	// The moves: the one that is known, then checks that leave few replies,
	// then captures and promotions, then others close to the king.
	f.generator.Scan(q)
	f.checks.Set(q)
	king := q.Pieces(q.ToMove().Other(), wotn.King).First()
	k := &f.picker
	k.count, k.next = 0, 0
	next := w.at(ply + 1)
	for _, m := range f.generator.AppendAll(q, k.made[:0]) {
		score := 0
		switch {
		case f.checks.GivesCheck(q, m):
			if p.halted() {
				return false
			}
			q.PlayInto(&next.position, m)
			next.generator.Scan(&next.position)
			if !next.generator.HasMoves(&next.position) {
				p.best[ply] = m
				p.store(q, 2*n-1, proofEntry{move: m, yes: 1})
				return true
			}
			score = 20000 - 64*next.generator.Count(&next.position)
		case isNoisy(m):
			score = 1000 + min(w.see.gain(m), 4000)
		default:
			score = -distance(m.To(), king)
		}
		if m == known.move {
			score = 30000
		}
		k.moves[k.count] = int64(score)<<32 | int64(m)
		k.count++
	}
	for {
		m := k.best()
		if m == wotn.NoMove {
			break
		}
		p.play(ply, m)
		if p.defend(ply+1, n-1) {
			p.best[ply] = m
			p.store(q, 2*n-1, proofEntry{move: m, yes: uint8(n)})
			return true
		}
		if w.stopped || w.nodes >= p.limit {
			return false
		}
	}
	p.store(q, 2*n-1, proofEntry{no: uint8(n)})
	return false
}

// mateInOne reports whether the side to move at ply mates with its next move.
func (p *prover) mateInOne(ply int) bool {
	f, next := p.w.at(ply), p.w.at(ply+1)
	q := &f.position
	f.generator.Scan(q)
	f.checks.Set(q)
	for _, m := range f.generator.AppendAll(q, f.picker.made[:0]) {
		if !f.checks.GivesCheck(q, m) {
			continue
		}
		if p.halted() {
			return false
		}
		q.PlayInto(&next.position, m)
		next.generator.Scan(&next.position)
		if !next.generator.HasMoves(&next.position) {
			p.best[ply] = m
			return true
		}
	}
	return false
}

// defend reports whether the side to move at ply, whatever it replies, is mated
// within n moves of the opponent; with n = 0, whether it is mated. False means
// nothing once the proof has halted.
func (p *prover) defend(ply, n int) bool {
	w := p.w
	if p.halted() {
		return false
	}
	f := w.at(ply)
	q := &f.position
	us := q.ToMove()
	f.generator.Scan(q)
	if !f.generator.HasMoves(q) {
		return f.generator.Checkers() != 0
	}
	if n == 0 || p.tooManyKings(q.Pieces(us, wotn.King).Count(), n) || p.isDrawn(q) {
		return false
	}
	known := p.load(q, 2*n)
	if known.yes > 0 && int(known.yes) <= n {
		return true
	}
	if int(known.no) >= n {
		return false
	}

	// The replies: the one that is known to refute, those that refuted
	// siblings, then captures and promotions, then others.
	killers := &p.killers[ply]
	k := &f.picker
	k.count, k.next = 0, 0
	for _, m := range f.generator.AppendAll(q, k.made[:0]) {
		score := 0
		switch {
		case m == known.move:
			score = 30000
		case m == killers[0]:
			score = 20000
		case m == killers[1]:
			score = 10000
		case isNoisy(m):
			score = 1000 + min(w.see.gain(m), 8000)
		case m.Kind() == wotn.King:
			score = 500
		}
		k.moves[k.count] = int64(score)<<32 | int64(m)
		k.count++
	}
	for {
		m := k.best()
		if m == wotn.NoMove {
			break
		}
		next := p.play(ply, m)
		if !p.isDrawn(next) && p.attack(ply+1, n) {
			continue
		}
		if w.stopped || w.nodes >= p.limit {
			return false
		}
		if m != killers[0] {
			killers[0], killers[1] = m, killers[0]
		}
		p.store(q, 2*n, proofEntry{move: m, no: uint8(n)})
		return false
	}
	p.store(q, 2*n, proofEntry{yes: uint8(n)})
	return true
}

// tooManyKings reports whether a side with this number of kings cannot be mated
// within n moves. All kings but one must be captured first, the last of them at
// the latest by the mating move.
func (p *prover) tooManyKings(kings, n int) bool { return kings-1 > n }

// keyOf returns the table key of a result about the next plies. The number of
// plies is even if the side to be mated is to move. If the fifty-move rule can
// end the game within them, the key depends on the halfmove clock.
func (p *prover) keyOf(q *wotn.Position, plies int) uint64 {
	salt := uint64(plies&1 ^ 1)
	if q.HalfmoveClock()+plies > 100 {
		salt |= uint64(q.HalfmoveClock()) << 1
	}
	if salt == 0 {
		return q.Key()
	}
	return q.Key() ^ mix(salt)
}

func (p *prover) load(q *wotn.Position, plies int) proofEntry {
	key := p.keyOf(q, plies)
	b := &p.table[index(key, len(p.table))]
	for i := range b {
		if b[i].key == key && b[i].generation == p.generation {
			return b[i]
		}
	}
	return proofEntry{}
}

func (p *prover) store(q *wotn.Position, plies int, e proofEntry) {
	e.key, e.generation = p.keyOf(q, plies), p.generation
	b := &p.table[index(e.key, len(p.table))]
	worst := &b[0]
	for i := range b {
		old := &b[i]
		if old.generation != p.generation {
			// Entries of earlier searches are replaced first.
			*old = proofEntry{}
		}
		if old.key == e.key {
			if e.move == wotn.NoMove || e.yes != 0 && old.yes != 0 && old.yes <= e.yes {
				e.move = old.move
			}
			if e.yes == 0 || old.yes != 0 && old.yes < e.yes {
				e.yes = old.yes
			}
			e.no = max(e.no, old.no)
			*old = e
			return
		}
		if max(old.yes, old.no) < max(worst.yes, worst.no) {
			worst = old
		}
	}
	*worst = e
}

// distance returns the number of king's moves between two squares.
func distance(a, b wotn.Square) int {
	return max(abs(a.File()-b.File()), abs(a.Rank()-b.Rank()))
}
