package lessons

import (
	"fmt"
	"strings"

	"tafelrunde/wotn"
)

// wotnRun is an exercise of Way of the Knight in progress.
type wotnRun struct {
	learner  wotn.Color
	position wotn.Position
	before   wotn.Position // before the last move
	last     wotn.Move     // NoMove before the first one
	captured wotn.Bitboard // the squares of all captured pieces
	captures [wotn.NumColors]int
	castled  [wotn.NumColors]bool
	moves    int // of the learner
	outcome  wotn.Outcome
}

func newWotnRun(start wotn.Position) *wotnRun {
	return &wotnRun{learner: start.ToMove(), position: start, outcome: start.Outcome()}
}

func (r *wotnRun) clone() run {
	c := *r
	return &c
}

func (r *wotnRun) side() int          { return int(r.learner) }
func (r *wotnRun) learnersTurn() bool { return r.position.ToMove() == r.learner }
func (r *wotnRun) over() bool         { return r.outcome.Over() }
func (r *wotnRun) made() int          { return r.moves }

func (r *wotnRun) legal() []string {
	if r.over() {
		return nil
	}
	var texts []string
	for move := range r.position.Moves() {
		texts = append(texts, move.String())
	}
	return texts
}

func (r *wotnRun) play(text string) error {
	move, err := r.position.ParseMove(text)
	if err != nil {
		return err
	}
	if r.over() {
		return fmt.Errorf("%s: the game is over", text)
	}
	by := r.position.ToMove()
	r.before, r.last = r.position, move
	r.position.PlayInto(&r.position, move)
	if move.Captured() != wotn.NoKind {
		r.captured |= 1 << move.CaptureSquare()
		r.captures[by]++
	}
	if move.IsCastling() {
		r.castled[by] = true
	}
	if by == r.learner {
		r.moves++
	}
	r.outcome = r.position.Outcome()
	return nil
}

func (r *wotnRun) pass() error { return r.passTo(int(r.learner)) }

func (r *wotnRun) opponents() []int { return []int{int(r.learner.Other())} }

func (r *wotnRun) passTo(side int) error {
	if r.over() || int(r.position.ToMove()) == side {
		return nil
	}
	setup := r.position.Setup()
	setup.ToMove, setup.EnPassant = wotn.Color(side), wotn.NoSquare
	position, err := setup.Position()
	if err != nil {
		return err
	}
	r.position = position
	r.outcome = position.Outcome()
	return nil
}

func wotnSide(text string) wotn.Color {
	if text == "b" {
		return wotn.Black
	}
	return wotn.White
}

func (r *wotnRun) holds(a atom, finished bool) bool {
	p := &r.position
	switch a.name {
	case "piece":
		square, _ := wotn.ParseSquare(a.args[0])
		piece := p.At(square)
		return piece.Kind != wotn.NoKind && strings.Contains(a.args[1], piece.String())
	case "kind":
		for square := range p.Occupied().Squares() {
			if strings.Contains(a.args[0], p.At(square).String()) {
				return true
			}
		}
		return false
	case "level":
		for square := range p.OccupiedBy(wotnSide(a.args[0])).Squares() {
			if kind := p.At(square).Kind; kind != wotn.King && int(kind.Level()) >= a.number(1) {
				return true
			}
		}
		return false
	case "experience":
		return p.Experience(wotnSide(a.args[0])) >= a.number(1)
	case "kings":
		return p.Pieces(wotnSide(a.args[0]), wotn.King).Count() >= a.number(1)
	case "captured":
		square, _ := wotn.ParseSquare(a.args[0])
		return r.captured.Has(square)
	case "captures":
		return r.captures[wotnSide(a.args[0])] >= a.number(1)
	case "attacked":
		square, _ := wotn.ParseSquare(a.args[0])
		return !p.AttackersOf(square, wotnSide(a.args[1])).IsEmpty()
	case "check":
		side := wotnSide(a.args[0])
		kings := p.Pieces(side, wotn.King)
		return kings.Count() == 1 && !p.AttackersOf(kings.First(), side.Other()).IsEmpty()
	case "mate":
		return r.outcome.Reason == wotn.Checkmate && p.ToMove() == wotnSide(a.args[0])
	case "castled":
		return r.castled[wotnSide(a.args[0])]
	case "moves":
		return r.moves >= a.number(0)
	case "finished":
		return finished
	case "over":
		return r.over()
	case "won":
		return r.outcome.Wins(r.learner)
	case "lost":
		return r.outcome.Wins(r.learner.Other())
	case "drawn":
		return r.over() && r.outcome.Draw()
	}
	panic("unknown condition " + a.name)
}
