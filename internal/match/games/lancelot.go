package games

import (
	"errors"

	"tafelrunde/internal/editor"
	"tafelrunde/internal/match"
	"tafelrunde/lancelot"
)

// lancelotRules implements [match.Rules] for Lancelot with two to five seats.
type lancelotRules struct{}

var expertRules = map[string]lancelot.Rules{
	"basic":               {},
	"diagonals":           {Diagonals: true},
	"excalibur":           {Excalibur: true},
	"diagonals+excalibur": {Diagonals: true, Excalibur: true},
}

func (lancelotRules) Check(s *match.Settings) *match.Refusal {
	if _, ok := expertRules[s.Variant]; !ok {
		return match.Refuse("variant", "Lancelot has no expert rules %q", s.Variant).With("variant", s.Variant)
	}
	if s.Target < 0 || s.Target > lancelot.MaxTarget {
		return match.Refuse("target", "the target is %d to %d captured stones", lancelot.MinTarget, lancelot.MaxTarget).With("target", s.Target)
	}
	if s.Handicap || len(s.Points) > 0 {
		return match.Refuse("points", "Lancelot has no handicap")
	}
	if s.Start == "" {
		return nil
	}
	start, err := lancelot.ParsePosition(s.Start)
	if err != nil {
		return lancelotRefusal(err)
	}
	switch {
	case start.Outcome().Over():
		return startOver()
	case start.Seats() != s.Seats:
		return otherSeats(start.Seats(), s.Seats)
	case start.Rules() != expertRules[s.Variant]:
		return match.Refuse("start-rules", "the position has other expert rules than the table")
	case s.Target != 0 && s.Target != start.Target():
		return match.Refuse("start-target", "the position has the target %d, the table %d", start.Target(), s.Target).With("target", start.Target()).With("table", s.Target)
	}
	return nil
}

func otherSeats(start, table int) *match.Refusal {
	return match.Refuse("start-seats", "the position has %d seats, the table %d", start, table).With("seats", start).With("table", table)
}

// FirstRound implements [match.Rules]. The seat that acts first is that of the position,
// if there is one.
func (lancelotRules) FirstRound(s *match.Settings, seed uint64) match.Round {
	if s.Start != "" {
		if start, err := lancelot.ParsePosition(s.Start); err == nil {
			return match.Round{First: int(start.ToMove())}
		}
	}
	return match.Round{First: first(s, seed)}
}

// NextRound implements [match.Rules]: the next seat begins, but from a position the seat
// that acts in it.
func (lancelotRules) NextRound(s *match.Settings, last match.Round, _ match.Outcome) match.Round {
	if s.Start != "" {
		return last
	}
	return match.Round{First: (last.First + 1) % s.Seats}
}

func (lancelotRules) CheckPromotions(_ *match.Settings, r match.Round) *match.Refusal {
	if len(r.Promotions) > 0 {
		return match.Refuse("points", "Lancelot has no handicap")
	}
	return nil
}

// ChoosePromotions implements [match.Rules]. Lancelot has no handicap.
func (lancelotRules) ChoosePromotions(*match.Settings, match.Round) []match.HandicapPromotion {
	return nil
}

func (lancelotRules) Start(s *match.Settings, r match.Round) (match.Position, *match.Refusal) {
	if s.Start != "" {
		position, err := lancelot.ParsePosition(s.Start)
		if err != nil {
			return nil, lancelotRefusal(err)
		}
		if position.Seats() != s.Seats {
			return nil, otherSeats(position.Seats(), s.Seats)
		}
		return newLancelotPosition(position), nil
	}
	options := lancelot.Options{Seats: s.Seats, Rules: expertRules[s.Variant], Target: s.Target, First: lancelot.Seat(r.First)}
	position, err := options.Setup().Position()
	if err != nil {
		return nil, lancelotRefusal(err)
	}
	return newLancelotPosition(position), nil
}

type lancelotPosition struct {
	position lancelot.Position
	outcome  match.Outcome
}

func newLancelotPosition(position lancelot.Position) *lancelotPosition {
	p := &lancelotPosition{position: position}
	if o := position.Outcome(); o.Over() {
		p.outcome = match.Outcome{Over: true, Reason: o.Reason.String()}
		for _, seat := range o.Winners() {
			p.outcome.Winners = append(p.outcome.Winners, int(seat))
		}
	}
	return p
}

func (p *lancelotPosition) Text() string { return p.position.String() }

func (p *lancelotPosition) ToAct() int {
	if p.outcome.Over {
		return -1
	}
	return int(p.position.ToMove())
}

func (p *lancelotPosition) Play(text string) (match.Position, string, *match.Refusal) {
	t, err := p.position.ParseTurn(text)
	if err != nil {
		return nil, "", lancelotRefusal(err)
	}
	var after lancelot.Position
	p.position.PlayInto(&after, t)
	return newLancelotPosition(after), t.String(), nil
}

func (p *lancelotPosition) Outcome() match.Outcome { return p.outcome }

func (p *lancelotPosition) Claims() []string { return nil }

func (p *lancelotPosition) CanWin(int) bool { return true }

// Skip gives the turn to the next seat that is not out and has a legal turn. If
// there is none, the game is over, and the remaining seats with the most captured
// stones win.
func (p *lancelotPosition) Skip(out []bool) match.Position {
	seats := p.position.Seats()
	setup := p.position.Setup()
	for i := range seats {
		seat := (int(p.position.ToMove()) + i) % seats
		if out[seat] {
			continue
		}
		setup.ToMove = lancelot.Seat(seat)
		if next, err := setup.Position(); err == nil && int(next.ToMove()) == seat && !next.Outcome().Over() {
			return newLancelotPosition(next)
		}
	}
	over := &lancelotPosition{position: p.position, outcome: match.Outcome{Over: true, Reason: lancelot.NoLegalTurn.String()}}
	most := -1
	for seat := range seats {
		if out[seat] {
			continue
		}
		captured := p.position.Captured(lancelot.Seat(seat))
		if captured > most {
			most, over.outcome.Winners = captured, nil
		}
		if captured == most {
			over.outcome.Winners = append(over.outcome.Winners, seat)
		}
	}
	return over
}

// lancelotRefusal converts an error of the rules to a refusal.
func lancelotRefusal(err error) *match.Refusal {
	var syntax *lancelot.SyntaxError
	var illegal *lancelot.TurnError
	var setup *lancelot.SetupError
	switch {
	case errors.As(err, &syntax):
		r := match.Refuse("syntax-"+string(syntax.Code), "%s", err.Error())
		r.Args = editor.LancelotArgs(syntax)
		return r
	case errors.As(err, &illegal):
		r := match.Refuse(string(illegal.Code), "%s", err.Error())
		r.Args = editor.LancelotArgs(illegal)
		return r
	case errors.As(err, &setup):
		problem := setup.Problems[0]
		r := match.Refuse(string(problem.Code), "%s", problem.String())
		r.Args = editor.LancelotSetupArgs(problem)
		return r
	}
	return match.Refuse("illegal-move", "%s", err.Error())
}
