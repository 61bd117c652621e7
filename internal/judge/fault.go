package judge

import (
	"slices"

	"tafelrunde/wotn"
)

// PVPlies is the number of plies of a principal variation that the reasons of a fault
// are taken from.
const PVPlies = 9

// namedPieces is the largest number of pieces that a Gain names.
const namedPieces = 4

// PieceOn is a piece and its square.
type PieceOn struct {
	Kind   wotn.Kind   `json:"kind"`
	Square wotn.Square `json:"square"`
}

// Promoted is a promotion that lasts to the end of a variation, perhaps of several steps.
type Promoted struct {
	From wotn.Kind `json:"from"`
	To   wotn.Kind `json:"to"`
}

// Threat is what a move threatens. The side that made it could do this if it had another
// move at once.
type Threat struct {
	// Attacks are pieces that the moved piece attacks now and did not attack before. Their
	// capture gains levels even if the capturing piece is recaptured.
	Attacks []PieceOn `json:"attacks"`
	// Mate reports that the move threatens checkmate in one.
	Mate bool `json:"mate"`
}

// Gain is what a side wins by a variation. At its end the opponent is to move and has no
// capture that gains levels.
type Gain struct {
	// Levels is the change of the difference between the experience of both sides;
	// positive, or 0 if the variation gains nothing.
	Levels int
	// Wins and Loses are captured pieces, with the kinds that they had before the
	// variation and the squares on which they were captured. Pairs of the same kind are
	// left out.
	Wins, Loses []PieceOn
	// Promotes are the promotions of the side's pieces that are left.
	Promotes []Promoted
	// Plies is the length of the variation.
	Plies int
}

// Fault has the facts behind a fault: what the best reply threatens and what the opponent
// wins by the variation that begins with it, and the same of the better move.
type Fault struct {
	Reply, Better         Threat
	ReplyGain, BetterGain Gain
}

// FaultOf returns the facts about a move that was a fault. reply is the principal variation
// after it, better the one that begins with the better move; either can be empty. A variation
// ends before its first illegal move. Gains are left out unless they exceed what the same
// side gains by the other variation.
func FaultOf(before *wotn.Position, move wotn.Move, reply, better []wotn.Move) Fault {
	var f Fault
	if !before.IsLegal(move) {
		return f
	}
	var after wotn.Position
	before.PlayInto(&after, move)
	if len(reply) > 0 && after.IsLegal(reply[0]) {
		f.Reply = ThreatOf(&after, reply[0])
	}
	if len(better) > 0 && before.IsLegal(better[0]) {
		f.Better = ThreatOf(before, better[0])
	}
	played := append([]wotn.Move{move}, reply...)
	us, them := before.ToMove(), before.ToMove().Other()
	if g := GainOf(before, played, them); g.Levels > GainOf(before, better, them).Levels {
		f.ReplyGain = g
	}
	if g := GainOf(before, better, us); g.Levels > GainOf(before, played, us).Levels {
		f.BetterGain = g
	}
	return f
}

// ThreatOf returns what a legal move of a position threatens.
func ThreatOf(before *wotn.Position, move wotn.Move) Threat {
	var t Threat
	var after, again wotn.Position
	before.PlayInto(&after, move)
	if after.Outcome().Over() || move.IsCastling() {
		return t
	}
	us, to := before.ToMove(), move.To()
	// After a check this position is not playable, but its captures of other pieces are
	// those that are possible if the king leaves the check.
	after.NullMoveInto(&again)
	earlier := before.Attacks(move.Kind(), us, move.From(), before.Occupied())
	for next := range again.Moves() {
		victim, square := next.Captured(), next.CaptureSquare()
		if next.From() != to || victim == wotn.NoKind || victim == wotn.King {
			continue
		}
		if earlier&square.Bitboard() != 0 || slices.ContainsFunc(t.Attacks, func(a PieceOn) bool { return a.Square == square }) {
			continue
		}
		if victim.Level() > next.Kind().Level() || !guarded(&again, next) {
			t.Attacks = append(t.Attacks, PieceOn{victim, square})
		}
	}
	slices.SortStableFunc(t.Attacks, func(a, b PieceOn) int { return int(b.Kind.Level()) - int(a.Kind.Level()) })
	if after.Checkers().IsEmpty() {
		t.Mate = matesInOne(&again)
	}
	return t
}

// guarded reports whether a capturing piece could be recaptured, ignoring pins.
func guarded(p *wotn.Position, capture wotn.Move) bool {
	var after wotn.Position
	p.PlayInto(&after, capture)
	return !after.AttackersOf(capture.To(), after.ToMove()).IsEmpty()
}

func matesInOne(p *wotn.Position) bool {
	for move := range p.Moves() {
		var after wotn.Position
		p.PlayInto(&after, move)
		if !after.Checkers().IsEmpty() && after.Outcome().Reason == wotn.Checkmate {
			return true
		}
	}
	return false
}

// GainOf returns what a side gains by a variation. It considers each beginning of the
// variation that ends with a move of the side and leaves the opponent no capture that gains
// levels. It uses the longest of these, and of those with the same captures the shortest.
func GainOf(start *wotn.Position, variation []wotn.Move, side wotn.Color) Gain {
	var found Gain
	l := newLedger(start, side)
	p := *start
	for i, move := range variation {
		if i == PVPlies || !p.IsLegal(move) {
			break
		}
		l.play(move, p.ToMove())
		mover := p.ToMove()
		var next wotn.Position
		p.PlayInto(&next, move)
		p = next
		outcome := p.Outcome()
		if outcome.Over() && outcome.Reason != wotn.Checkmate {
			return Gain{}
		}
		if mover != side || !outcome.Over() && len(gains(&p)) > 0 {
			continue
		}
		g := l.gain()
		g.Plies = i + 1
		if found.Levels == g.Levels && slices.Equal(found.Wins, g.Wins) && slices.Equal(found.Loses, g.Loses) && slices.Equal(found.Promotes, g.Promotes) {
			g.Plies = found.Plies
		}
		found = g
		if outcome.Over() {
			break
		}
	}
	if found.Levels <= 0 || l.unnamed || len(found.Wins)+len(found.Loses)+len(found.Promotes) > namedPieces {
		return Gain{}
	}
	return found
}

// ledger follows the pieces of a variation.
type ledger struct {
	side  wotn.Color
	kinds [64]wotn.Kind // the kinds of the pieces before the variation, by their present square
	now   [64]wotn.Kind
	own   [64]bool // the piece belongs to the side
	wins  []PieceOn
	loses []PieceOn
	// unnamed reports that the opponent has promoted a piece that is left.
	unnamed bool
}

func newLedger(p *wotn.Position, side wotn.Color) *ledger {
	l := &ledger{side: side}
	for s := range wotn.Square(64) {
		piece := p.At(s)
		l.kinds[s], l.now[s], l.own[s] = piece.Kind, piece.Kind, piece.Kind != wotn.NoKind && piece.Color == side
	}
	return l
}

func (l *ledger) play(move wotn.Move, mover wotn.Color) {
	if move.Captured() != wotn.NoKind {
		s := move.CaptureSquare()
		victim := PieceOn{l.kinds[s], s}
		if mover == l.side {
			l.wins = append(l.wins, victim)
		} else {
			l.loses = append(l.loses, victim)
		}
		l.clear(s)
	}
	l.shift(move.From(), move.To())
	if to := move.Promotion(); to != wotn.NoKind {
		l.now[move.To()] = to
	}
	if from, to, ok := move.Corner(); ok {
		l.shift(from, to)
	}
}

func (l *ledger) clear(s wotn.Square) {
	l.kinds[s], l.now[s], l.own[s] = wotn.NoKind, wotn.NoKind, false
}

func (l *ledger) shift(from, to wotn.Square) {
	kind, now, own := l.kinds[from], l.now[from], l.own[from]
	l.clear(from)
	l.kinds[to], l.now[to], l.own[to] = kind, now, own
}

// gain returns the balance so far, without the length of the variation.
func (l *ledger) gain() Gain {
	var g Gain
	l.unnamed = false
	for _, w := range l.wins {
		g.Levels += int(w.Kind.Level())
	}
	for _, w := range l.loses {
		g.Levels -= int(w.Kind.Level())
	}
	for s, kind := range l.kinds {
		if kind == l.now[s] {
			continue
		}
		more := int(l.now[s].Level()) - int(kind.Level())
		if !l.own[s] {
			g.Levels -= more
			l.unnamed = true
			continue
		}
		g.Levels += more
		g.Promotes = append(g.Promotes, Promoted{kind, l.now[s]})
	}
	g.Wins, g.Loses = slices.Clone(l.wins), slices.Clone(l.loses)
	for i := 0; i < len(g.Wins); i++ {
		same := slices.IndexFunc(g.Loses, func(o PieceOn) bool { return o.Kind == g.Wins[i].Kind })
		if same >= 0 {
			g.Loses = slices.Delete(g.Loses, same, same+1)
			g.Wins = slices.Delete(g.Wins, i, i+1)
			i--
		}
	}
	byLevel := func(a, b PieceOn) int { return int(b.Kind.Level()) - int(a.Kind.Level()) }
	slices.SortStableFunc(g.Wins, byLevel)
	slices.SortStableFunc(g.Loses, byLevel)
	return g
}
