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
	// equal is the difference of win shares, in thousandths, up to which a move is as good as the solution.
	equal = 150
	// nodes are those of a search of a move that the rules do not allow.
	nodes = 20_000
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
		if discovers(&before, &after, move, p.Mate > 0) {
			found[puzzles.DiscoveredAttack] = true
		}
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
		found[puzzles.TooWeak] = d.weakerVictim(&start, first, p.Shares[1]-equal)
		found[puzzles.Feeding] = d.feeds(&start, first, p.Shares[1]-equal)
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

// discovers reports whether a move opens a line on which another piece gives check or, unless only
// checks count, attacks one whose capture gains levels.
func discovers(before, after *wotn.Position, move wotn.Move, checksOnly bool) bool {
	if move.IsCastling() {
		return false
	}
	us, to := before.ToMove(), move.To()
	opened := func(from, victim wotn.Square) bool {
		attacked := before.Attacks(before.At(from).Kind, us, from, before.Occupied())
		return from != to && !attacked.Has(victim)
	}
	for from := range after.Checkers().Squares() {
		if opened(from, after.Pieces(after.ToMove(), wotn.King).First()) {
			return true
		}
	}
	if checksOnly || after.Outcome().Over() {
		return false
	}
	var passed, captured wotn.Position
	after.NullMoveInto(&passed)
	for next := range passed.Moves() {
		victim := next.Captured()
		if victim == wotn.NoKind || !opened(next.From(), next.CaptureSquare()) {
			continue
		}
		passed.PlayInto(&captured, next)
		if victim.Level() > next.Kind().Level() || captured.AttackersOf(next.To(), captured.ToMove()).IsEmpty() {
			return true
		}
	}
	return false
}

// weakerVictim reports whether a capture promotes, and the same piece could also capture another
// one, which is too weak to promote it: with a promotion that would have at least a win share.
func (d *Detector) weakerVictim(p *wotn.Position, solution wotn.Move, least int) bool {
	if !promotesByCapture(p, solution) {
		return false
	}
	for move := range p.Moves() {
		victim := move.Captured()
		if move.From() != solution.From() || victim == wotn.NoKind || victim.Level() >= p.Variant().PromotesOnCaptureFrom(move.Kind()) {
			continue
		}
		for _, kind := range p.Variant().Promotions(move.Kind()) {
			var after wotn.Position
			p.PlayInto(&after, move)
			setup := after.Setup()
			setup.Board[move.To()].Kind = kind
			if promoted, err := setup.Position(); err == nil && d.share(&promoted, nil) >= least {
				return true
			}
		}
	}
	return false
}

// feeds reports whether another move than the solution is a tempting capture, which promotes or
// whose victim's level is at least that of the capturing piece, but feeds the opponent: without the
// recaptures that promote it would have at least a win share.
func (d *Detector) feeds(p *wotn.Position, solution wotn.Move, least int) bool {
	if _, fed := recaptures(p, solution); fed {
		return false
	}
	for move := range p.Moves() {
		victim := move.Captured()
		if move == solution || victim == wotn.NoKind || !promotesByCapture(p, move) && victim.Level() < move.Kind().Level() {
			continue
		}
		if others, fed := recaptures(p, move); fed && len(others) > 0 {
			var after wotn.Position
			if p.PlayInto(&after, move); d.share(&after, others) >= least {
				return true
			}
		}
	}
	return false
}

// recaptures reports whether the opponent can capture the moved piece with a promotion, and returns the
// other replies.
func recaptures(p *wotn.Position, move wotn.Move) (others []wotn.Move, fed bool) {
	var after wotn.Position
	p.PlayInto(&after, move)
	for reply := range after.Moves() {
		if reply.CaptureSquare() == move.To() && promotesByCapture(&after, reply) {
			fed = true
		} else {
			others = append(others, reply)
		}
	}
	return others, fed
}

// share returns the win share, in thousandths, of the side that does not move, if the other one plays one of some
// moves; nil means all.
func (d *Detector) share(p *wotn.Position, moves []wotn.Move) int {
	if o := p.Outcome(); o.Over() {
		return int(1000 * o.WinShare(p.ToMove().Other()))
	}
	d.engine.Clear()
	found := d.engine.Search(context.Background(), wotn.NewGame(*p), engine.Limits{Nodes: nodes, Moves: moves}, nil)
	return 1000 - int(1000*engine.WDLOf(p, found.Score).Share())
}

// passingSaves reports whether the side to move would not be mated within a number of moves if it
// could pass.
func (d *Detector) passingSaves(p *wotn.Position, moves int) bool {
	var passed wotn.Position
	p.NullMoveInto(&passed)
	return d.engine.Search(context.Background(), wotn.NewGame(passed), engine.Limits{Mate: moves}, nil).NoMate > 0
}
