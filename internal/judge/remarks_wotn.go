package judge

import (
	"slices"

	"tafelrunde/wotn"
)

// Code is the kind of a remark about Way of the Knight. Its text is stable.
type Code string

// The remarks about Way of the Knight. The fields of Remark that a code uses are in
// parentheses.
const (
	Castles         Code = "castles"
	Captures        Code = "captures"         // (Kind, Square, Other: the victim)
	CapturesKing    Code = "captures-king"    // takes one of several kings (Kind, Square)
	PromotesCapture Code = "promotes-capture" // (Kind, Other: the new kind, Own, Victim: levels)
	PromotesRank    Code = "promotes-rank"    // (Kind, Other, Own: the rank of the board)
	TooWeak         Code = "too-weak"         // the victim's level promotes nothing (Kind, Other: the victim, Own, Victim: levels)
	NewKing         Code = "new-king"         // the side has several kings now (Own: their number)
	Mate            Code = "mate"
	Stalemate       Code = "stalemate"
	Check           Code = "check"             // (Kind, Square: the piece that gives check)
	ThreatensMate   Code = "threatens-mate"    // the next move can mate (Kind, From, Square)
	Attacks         Code = "attacks"           // a capture that gains (Kind, From, Square, Other: the victim)
	AttacksPromotes Code = "attacks-promoting" // the same, and the capture promotes (Kind, From, Square, Other, Own, Victim)
	Leaves          Code = "leaves"            // the opponent has a new capture that gains (Kind: the capturing piece, From, Square, Other: the piece left)
)

// Remark is a fact about a move.
type Remark struct {
	Code Code
	// Kind and Other are kinds of pieces, NoKind if the code has none.
	Kind, Other wotn.Kind
	// From and Square are squares, NoSquare if the code has none.
	From, Square wotn.Square
	// Own and Victim are levels or numbers.
	Own, Victim int
}

// threats is the largest number of remarks about threats of each side.
const threats = 2

// Remarks returns the remarks about a legal move of a position, the most important first.
func Remarks(before *wotn.Position, move wotn.Move) []Remark {
	var after wotn.Position
	before.PlayInto(&after, move)
	us := before.ToMove()
	var all []Remark
	add := func(r Remark) { all = append(all, r) }
	none := Remark{From: wotn.NoSquare, Square: wotn.NoSquare, Kind: move.Kind()}

	outcome := after.Outcome()
	switch outcome.Reason {
	case wotn.Checkmate:
		r := none
		r.Code = Mate
		add(r)
	case wotn.Stalemate:
		r := none
		r.Code = Stalemate
		add(r)
	}
	if move.IsCastling() {
		r := none
		r.Code = Castles
		add(r)
	}
	all = append(all, captureRemarks(before, move, none)...)
	weak, isWeak := tooWeak(before, move, none)
	if kings := after.Pieces(us, wotn.King).Count(); kings > before.Pieces(us, wotn.King).Count() {
		r := none
		r.Code, r.Own = NewKing, kings
		add(r)
	}
	if outcome.Over() {
		if isWeak {
			add(weak)
		}
		return all
	}
	if checkers := after.Checkers(); !checkers.IsEmpty() {
		r := none
		r.Code, r.Square = Check, checkers.First()
		r.Kind = after.At(r.Square).Kind
		add(r)
	} else {
		var now wotn.Position
		after.NullMoveInto(&now)
		if threat, found := matingMove(&now); found {
			all = append(all, threat)
		}
		all = append(all, newGains(&now, gains(before), move, Attacks)...)
	}
	var earlier []Remark
	if before.Checkers().IsEmpty() {
		var passed wotn.Position
		before.NullMoveInto(&passed)
		earlier = gains(&passed)
	}
	all = append(all, newGains(&after, earlier, wotn.NoMove, Leaves)...)
	if isWeak {
		add(weak)
	}
	return all
}

// matingMove returns a threat to mate with the next move, if there is one.
func matingMove(p *wotn.Position) (r Remark, found bool) {
	for move := range p.Moves() {
		var after wotn.Position
		if p.PlayInto(&after, move); after.Outcome().Reason == wotn.Checkmate {
			return Remark{Code: ThreatensMate, Kind: move.Kind(), From: move.From(), Square: move.To()}, true
		}
	}
	return r, false
}

// captureRemarks returns the remarks about what a move captures and promotes.
func captureRemarks(before *wotn.Position, move wotn.Move, none Remark) []Remark {
	var all []Remark
	victim, kind, promotion := move.Captured(), move.Kind(), move.Promotion()
	r := none
	r.Own = int(kind.Level())
	switch {
	case victim == wotn.King:
		r.Code, r.Square = CapturesKing, move.CaptureSquare()
		all = append(all, r)
	case victim != wotn.NoKind:
		r.Code, r.Square, r.Other = Captures, move.CaptureSquare(), victim
		all = append(all, r)
	}
	least := before.Variant().PromotesOnCaptureFrom(kind)
	r = none
	r.Own, r.Victim = int(kind.Level()), int(victim.Level())
	switch {
	case promotion != wotn.NoKind && victim != wotn.NoKind && least > 0 && victim.Level() >= least:
		r.Code, r.Other = PromotesCapture, promotion
		all = append(all, r)
	case promotion != wotn.NoKind:
		r.Code, r.Other, r.Own = PromotesRank, promotion, move.To().Rank()+1
		all = append(all, r)
	}
	return all
}

// tooWeak returns the remark that the victim of a move is too weak to promote, and
// whether it is.
func tooWeak(before *wotn.Position, move wotn.Move, none Remark) (Remark, bool) {
	victim, kind := move.Captured(), move.Kind()
	least := before.Variant().PromotesOnCaptureFrom(kind)
	r := none
	r.Code, r.Other, r.Own, r.Victim = TooWeak, victim, int(kind.Level()), int(victim.Level())
	weak := move.Promotion() == wotn.NoKind && victim != wotn.NoKind && victim != wotn.King && victim.Level() < least
	return r, weak
}

// newGains returns the gains of a position that were not possible earlier, under a
// code. In those of the side that has moved, the moved piece came from another square.
func newGains(p *wotn.Position, earlier []Remark, moved wotn.Move, code Code) []Remark {
	var found []Remark
	for _, gain := range gains(p) {
		from := gain.From
		if moved != wotn.NoMove && from == moved.To() {
			from = moved.From()
		}
		known := slices.ContainsFunc(earlier, func(e Remark) bool { return e.Square == gain.Square && e.From == from })
		if known || slices.ContainsFunc(found, func(f Remark) bool { return f.Square == gain.Square }) {
			continue
		}
		gain.Code = code
		if code == Attacks && gain.Victim > 0 {
			gain.Code = AttacksPromotes
		}
		found = append(found, gain)
		if len(found) == threats {
			break
		}
	}
	return found
}

// gains returns the captures that gain levels for the side to move, even if the piece
// is recaptured, the largest gain first. Victim is the victim's level if the capture
// promotes by it, else 0.
func gains(p *wotn.Position) []Remark {
	type gain struct {
		Remark
		levels int
	}
	var all []gain
	for move := range p.Moves() {
		victim := move.Captured()
		if victim == wotn.NoKind || victim == wotn.King {
			continue
		}
		kind, promotion := move.Kind(), move.Promotion()
		became := kind
		if promotion != wotn.NoKind {
			became = promotion
		}
		levels := int(victim.Level()) + int(became.Level()) - int(kind.Level())
		var after wotn.Position
		p.PlayInto(&after, move)
		if recaptured(&after, move.To()) {
			levels -= int(became.Level())
		}
		if levels <= 0 {
			continue
		}
		r := Remark{Kind: kind, Other: victim, From: move.From(), Square: move.CaptureSquare(), Own: int(kind.Level())}
		if least := p.Variant().PromotesOnCaptureFrom(kind); promotion != wotn.NoKind && least > 0 && victim.Level() >= least {
			r.Victim = int(victim.Level())
		}
		all = append(all, gain{r, levels})
	}
	slices.SortStableFunc(all, func(a, b gain) int { return b.levels - a.levels })
	remarks := make([]Remark, len(all))
	for i, one := range all {
		remarks[i] = one.Remark
	}
	return remarks
}

// recaptured reports whether the side to move can capture on a square.
func recaptured(p *wotn.Position, square wotn.Square) bool {
	for move := range p.Moves() {
		if move.Captured() != wotn.NoKind && move.CaptureSquare() == square {
			return true
		}
	}
	return false
}
