package lessons

import (
	"fmt"
	"strings"

	"tafelrunde/lancelot"
)

// lancelotRun is an exercise of Lancelot in progress.
type lancelotRun struct {
	learner  lancelot.Seat
	position lancelot.Position
	captured []lancelot.Square
	captures [lancelot.MaxSeats]int
	moves    int // of the learner
}

func newLancelotRun(start lancelot.Position) *lancelotRun {
	return &lancelotRun{learner: start.ToMove(), position: start}
}

func (r *lancelotRun) clone() run {
	c := *r
	c.captured = c.captured[:len(c.captured):len(c.captured)]
	return &c
}

func (r *lancelotRun) side() int          { return int(r.learner) }
func (r *lancelotRun) learnersTurn() bool { return r.position.ToMove() == r.learner }
func (r *lancelotRun) over() bool         { return r.outcome().Over() }
func (r *lancelotRun) made() int          { return r.moves }

func (r *lancelotRun) outcome() lancelot.Outcome { return r.position.Outcome() }

func (r *lancelotRun) legal() []string {
	if r.over() {
		return nil
	}
	var texts []string
	for turn := range r.position.Turns() {
		texts = append(texts, turn.String())
	}
	return texts
}

func (r *lancelotRun) play(text string) error {
	turn, err := r.position.ParseTurn(text)
	if err != nil {
		return err
	}
	if r.over() {
		return fmt.Errorf("%s: the game is over", text)
	}
	step, err := r.position.Explain(turn)
	if err != nil {
		return err
	}
	for _, capture := range step.Captures() {
		r.captured = append(r.captured, capture.Square)
		r.captures[step.Seat]++
	}
	if step.Seat == r.learner {
		r.moves++
	}
	r.position.PlayInto(&r.position, turn)
	return nil
}

func (r *lancelotRun) pass() error { return r.passTo(int(r.learner)) }

func (r *lancelotRun) opponents() (seats []int) {
	for seat := range r.position.Seats() {
		if seat != int(r.learner) {
			seats = append(seats, seat)
		}
	}
	return seats
}

func (r *lancelotRun) passTo(side int) error {
	seat := lancelot.Seat(side)
	if r.over() || r.position.ToMove() == seat {
		return nil
	}
	position := r.position.WithToMove(seat)
	if position.ToMove() != seat {
		return fmt.Errorf("the seat has no legal turn")
	}
	r.position = position
	return nil
}

func seatOf(letter string) lancelot.Seat { return lancelot.Seat(letter[0] - 'a') }

// lineNamed returns the index of a line, "7", "g" or "d4-k11".
func lineNamed(p *lancelot.Position, name string) (int, bool) {
	for line := range p.LineCount() {
		if strings.ReplaceAll(p.Line(line).Name(), "–", "-") == name {
			return line, true
		}
	}
	return 0, false
}

func (r *lancelotRun) holds(a atom, finished bool) bool {
	p := &r.position
	switch a.name {
	case "piece":
		square, _ := lancelot.ParseSquare(a.args[0])
		cell := p.At(square)
		return cell != lancelot.Free && strings.Contains(a.args[1], cell.String())
	case "lead":
		line, ok := lineNamed(p, a.args[1])
		return ok && int(seatOf(a.args[0])) < p.Seats() && p.Lead(seatOf(a.args[0]), line) >= a.number(2)
	case "captured":
		square, _ := lancelot.ParseSquare(a.args[0])
		for _, captured := range r.captured {
			if captured == square {
				return true
			}
		}
		return false
	case "captures":
		return r.captures[seatOf(a.args[0])] >= a.number(1)
	case "closed":
		square, _ := lancelot.ParseSquare(a.args[0])
		open := p.OpenTo(seatOf(a.args[1]))
		for free := range p.FreeSquares().Difference(open).Squares() {
			if free == square {
				return true
			}
		}
		return false
	case "exposed":
		return r.exposed(seatOf(a.args[0])) >= a.number(1)
	case "power":
		return p.Rules().Excalibur && !p.HasExcaliburTurn(seatOf(a.args[0]))
	case "moves":
		return r.moves >= a.number(0)
	case "finished":
		return finished
	case "over":
		return r.over()
	case "won":
		return r.over() && r.outcome().Wins(r.learner)
	case "lost":
		return r.over() && !r.outcome().Wins(r.learner)
	case "drawn":
		return r.over() && r.outcome().Draw()
	}
	panic("unknown condition " + a.name)
}

// exposed returns the largest number of a seat's stones that another seat could
// capture with a single stone if it were to act.
func (r *lancelotRun) exposed(seat lancelot.Seat) int {
	most, _, _ := r.threat(seat)
	return most
}

// threat returns the largest number of a seat's stones that another seat could
// capture with a single stone if it were to act, that seat, and the square.
func (r *lancelotRun) threat(seat lancelot.Seat) (most int, by lancelot.Seat, square lancelot.Square) {
	if r.over() {
		return 0, 0, 0
	}
	for other := range lancelot.Seat(r.position.Seats()) {
		if other == seat {
			continue
		}
		position := r.position.WithToMove(other)
		if position.ToMove() != other {
			continue
		}
		part, err := position.PartialTurn(lancelot.NoTurn)
		if err != nil {
			continue
		}
		for _, placement := range part.StonePlacements() {
			own := 0
			for _, capture := range placement.Captures {
				if capture.Seat == seat {
					own++
				}
			}
			if own > most {
				most, by, square = own, other, placement.Square
			}
		}
	}
	return most, by, square
}
