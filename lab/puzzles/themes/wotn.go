package themes

import (
	"context"

	"tafelrunde/internal/judge"
	"tafelrunde/internal/puzzles"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

const (
	// sacrificed is the least loss of levels by a move and its reply that is a sacrifice.
	sacrificed = 2
	// saved is the win share, in thousandths, up to which the solver only defends.
	saved = 600
)

// mates are the themes of mates, by the number of moves.
var mates = []puzzles.Theme{"", puzzles.Mate1, puzzles.Mate2, puzzles.Mate3, puzzles.Mate4}

func (d *Detector) ofWotn(p *puzzles.Puzzle, found map[puzzles.Theme]bool) {
	game, err := p.Wotn()
	if err != nil {
		return // Check has returned it
	}
	start := *game.Position()
	us := start.ToMove()
	if p.Mate < len(mates) && p.Mate > 0 {
		found[mates[p.Mate]] = true
	}
	found[puzzles.SeveralKings] = start.Pieces(us, wotn.King).Count() > 1 || start.Pieces(us.Other(), wotn.King).Count() > 1
	found[puzzles.Defence] = p.Mate == 0 && p.Shares[1] <= saved

	for i, text := range p.Solution {
		before := *game.Position()
		move, err := before.ParseMove(text)
		if err != nil || game.Play(move) != nil {
			return
		}
		after := *game.Position()
		if i%2 == 1 {
			if balance(&after, us) <= balance(&start, us)-sacrificed && move.Captured() != wotn.NoKind {
				found[puzzles.Sacrifice] = true
			}
			continue
		}
		ofMove(&before, &after, move, found)
		last := i == len(p.Solution)-1
		quiet := move.Captured() == wotn.NoKind && move.Promotion() == wotn.NoKind && after.Checkers().IsEmpty()
		if quiet && !last {
			found[puzzles.QuietMove] = true
		}
		if quiet && !last && p.Mate > 0 && d.passingSaves(&after, p.Mate-1-i/2) {
			found[puzzles.Zugzwang] = true
		}
	}
	// What a capture gives does not matter before a mate.
	if first, err := start.ParseMove(p.Solution[0]); err == nil && p.Mate == 0 {
		found[puzzles.TooWeak] = weakerVictim(&start, first)
		found[puzzles.Feeding] = feeds(&start, first)
	}
}

// balance returns the experience of a side minus that of the other.
func balance(p *wotn.Position, us wotn.Color) int {
	return p.Experience(us) - p.Experience(us.Other())
}

// ofMove finds the themes of one move of the solver.
func ofMove(before, after *wotn.Position, move wotn.Move, found map[puzzles.Theme]bool) {
	us, them := before.ToMove(), after.ToMove()
	if move.Promotion() != wotn.NoKind {
		if promotesByCapture(before, move) {
			found[puzzles.PromotionByCapture] = true
		} else {
			found[puzzles.PromotionByRank] = true
		}
		if newKindFork(before, after, move) {
			found[puzzles.NewKindFork] = true
		}
	}
	if move.Captured() == wotn.King && after.Pieces(them, wotn.King).Count() == 1 {
		found[puzzles.LastKing] = true
	}
	if corner, _, castles := move.Corner(); castles && before.At(corner).Kind != wotn.Rook {
		found[puzzles.PromotedCastling] = true
	}
	far := func(from, to wotn.Square) bool { return !wotn.Leaps(wotn.Knight, from).Has(to) }
	if move.Kind() == wotn.Nightrider && far(move.From(), move.To()) {
		found[puzzles.NightriderRide] = true
	}
	for s := range after.Checkers().Intersection(after.Pieces(us, wotn.Nightrider)).Squares() {
		if far(s, after.Pieces(them, wotn.King).First()) {
			found[puzzles.NightriderRide] = true
		}
	}
}

// promotesByCapture reports whether the victim of a move promotes the piece that captures it.
func promotesByCapture(p *wotn.Position, move wotn.Move) bool {
	least := p.Variant().PromotesOnCaptureFrom(move.Kind())
	return move.Promotion() != wotn.NoKind && move.Captured() != wotn.NoKind && least > 0 && move.Captured().Level() >= least
}

// newKindFork reports whether a promoted piece attacks the only king or pieces whose capture
// gains levels, two in all, and did not attack one of them with its old movement.
func newKindFork(before, after *wotn.Position, move wotn.Move) bool {
	us, to := before.ToMove(), move.To()
	var attacked wotn.Bitboard
	for _, piece := range judge.ThreatOf(before, move).Attacks {
		attacked |= piece.Square.Bitboard()
	}
	if !after.Checkers().Intersection(to.Bitboard()).IsEmpty() {
		attacked |= after.Pieces(after.ToMove(), wotn.King)
	}
	old := after.Attacks(move.Kind(), us, to, after.Occupied())
	return attacked.Count() >= 2 && !attacked.Difference(old).IsEmpty()
}

// weakerVictim reports whether a capture promotes, and the same piece could also capture another
// one, which is too weak to promote it.
func weakerVictim(p *wotn.Position, solution wotn.Move) bool {
	if !promotesByCapture(p, solution) {
		return false
	}
	for move := range p.Moves() {
		victim := move.Captured()
		if move.From() == solution.From() && victim != wotn.NoKind && victim.Level() < p.Variant().PromotesOnCaptureFrom(move.Kind()) {
			return true
		}
	}
	return false
}

// feeds reports whether another move than the solution is a tempting capture, which promotes or
// whose victim's level is at least that of the capturing piece, but feeds the opponent.
func feeds(p *wotn.Position, solution wotn.Move) bool {
	if fed(p, solution) {
		return false
	}
	for move := range p.Moves() {
		victim := move.Captured()
		tempting := victim != wotn.NoKind && (promotesByCapture(p, move) || victim.Level() >= move.Kind().Level())
		if tempting && fed(p, move) {
			return true
		}
	}
	return false
}

// fed reports whether the opponent can capture the moved piece with a promotion.
func fed(p *wotn.Position, move wotn.Move) bool {
	var after wotn.Position
	p.PlayInto(&after, move)
	for reply := range after.Moves() {
		if reply.CaptureSquare() == move.To() && promotesByCapture(&after, reply) {
			return true
		}
	}
	return false
}

// passingSaves reports whether the side to move would not be mated within a number of moves if it
// could pass.
func (d *Detector) passingSaves(p *wotn.Position, moves int) bool {
	var passed wotn.Position
	p.NullMoveInto(&passed)
	return d.engine.Search(context.Background(), wotn.NewGame(passed), engine.Limits{Mate: moves}, nil).NoMate > 0
}
