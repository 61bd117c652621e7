package judge

import (
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
	"tafelrunde/lancelot/search"
	"tafelrunde/wotn"
)

// The JSON of moves and turns with what an engine found, for the page and for stored reviews.
// Win shares are in thousandths, by seat.
type (
	// Notation has the parts of a move in algebraic notation, from which the page writes it with
	// figures or names; "" for missing ones.
	Notation struct {
		Castling  string      `json:"castling" enum:",short,long"`
		Kind      wotn.Kind   `json:"kind" doc:"the letter of the kind before the move"`
		Origin    string      `json:"origin" doc:"the written part of the square of origin, such as the file of a pawn that captures"`
		Captured  string      `json:"captured" doc:"the letter of the captured kind"`
		To        wotn.Square `json:"to" doc:"the target square, in castling that of the king"`
		Promotion string      `json:"promotion" doc:"the letter of the new kind"`
		Check     string      `json:"check" enum:",check,mate"`
	}
	// ReviewedTurn compares a turn of Lancelot with the best one.
	ReviewedTurn struct {
		Kind   Kind      `json:"kind" enum:"good,inaccuracy,mistake,blunder"`
		Loss   int       `json:"loss" doc:"loss of the seat's win share"`
		Only   bool      `json:"only" doc:"it was the best turn, and every other turn loses at least as much as a mistake; false in reviews that are older than this field"`
		Seat   int       `json:"seat" doc:"the seat that played the turn"`
		Played Candidate `json:"played"`
		Better Candidate `json:"better" doc:"the best turn; equal to played if no turn was better"`
	}
	// Candidate is a turn of Lancelot with its consequences.
	Candidate struct {
		Turn             string            `json:"turn" doc:"the turn as text"`
		Seat             int               `json:"seat" doc:"the seat that plays it"`
		WinShares        []int             `json:"winShares" nullable:"false" doc:"of all seats after the turn"`
		Proved           bool              `json:"proved" doc:"whether the win shares are proved: how the game ends if each seat plays for itself"`
		Outcome          RulesOutcome      `json:"outcome" doc:"by the rules after the turn"`
		Captures         []Capture         `json:"captures" nullable:"false"`
		Captured         int               `json:"captured" doc:"stones captured by the seat, those of this turn included"`
		Target           int               `json:"target" doc:"stones to capture to win"`
		Threats          []StoneThreat     `json:"threats" nullable:"false" doc:"the best capture of each other seat with a single stone"`
		ExcaliburThreats []ExcaliburThreat `json:"excaliburThreats,omitempty" nullable:"false" doc:"larger captures that other seats could make with their Excalibur turn; missing without one and in reviews that are older than this field"`
		Gains            int               `json:"gains" doc:"the other seat that gains most by the turn, compared with other turns; -1 for none"`
		Gain             int               `json:"gain"`
		Kingmaking       *KingmakingTurn   `json:"kingmaking" doc:"another turn is about as good for the seat, but not for a third one; null if not"`
		PV               []string          `json:"pv" nullable:"false" doc:"the principal variation, starting with the turn; in reviews the turn and the best reply, in older ones the turn alone"`
	}
	// RulesOutcome is the state of a game by the rules alone, without resignations and agreed draws.
	RulesOutcome struct {
		Over    bool   `json:"over"`
		Reason  string `json:"reason" doc:"why the game is over by the rules; empty while running"`
		Winners []int  `json:"winners" nullable:"false" doc:"the colors (0 is White) or seats that win or share the win; none for a draw and while running"`
	}
	// Capture is a captured stone, or one that would be captured, and its seat.
	Capture struct {
		Square lancelot.Square `json:"square"`
		Seat   int             `json:"seat"`
	}
	// StoneThreat is a capture that another seat could make next with a single stone.
	StoneThreat struct {
		By       int             `json:"by"`
		On       lancelot.Square `json:"on"`
		Captures []Capture       `json:"captures" nullable:"false"`
	}
	// ExcaliburThreat is a capture that another seat could make next with its Excalibur turn.
	ExcaliburThreat struct {
		By       int       `json:"by"`
		Turn     string    `json:"turn"`
		Captures []Capture `json:"captures" nullable:"false"`
	}
	// KingmakingTurn compares a turn with another one.
	KingmakingTurn struct {
		_       struct{} `nullable:"true"`
		Instead string   `json:"instead" doc:"the other turn"`
		Seat    int      `json:"seat" doc:"the third seat"`
		Change  int      `json:"change" doc:"how much smaller its win share is after the other turn"`
	}
)

// NewNotation returns the JSON of a move's notation.
func NewNotation(n wotn.Notation) Notation {
	letter := func(k wotn.Kind) string {
		if k == wotn.NoKind {
			return ""
		}
		return k.String()
	}
	out := Notation{Kind: n.Kind, Origin: n.Origin, Captured: letter(n.Captured), To: n.To, Promotion: letter(n.Promotion)}
	switch {
	case n.Castling && n.To.File() > 4:
		out.Castling = "short"
	case n.Castling:
		out.Castling = "long"
	}
	switch {
	case n.Mate:
		out.Check = "mate"
	case n.Check:
		out.Check = "check"
	}
	return out
}

// NewReviewedTurn returns the JSON of a verdict on a turn in a position.
func NewReviewedTurn(p *lancelot.Position, v *TurnVerdict) ReviewedTurn {
	return ReviewedTurn{
		Kind: v.Kind, Loss: int(v.Loss), Only: v.Only, Seat: int(p.ToMove()),
		Played: NewCandidate(p, &v.Played), Better: NewCandidate(p, &v.Better),
	}
}

// NewCandidate returns the JSON of a turn in a position.
func NewCandidate(p *lancelot.Position, c *search.Candidate) Candidate {
	out := Candidate{
		Turn: c.Turn.String(), Seat: int(p.ToMove()), WinShares: NewWinShares(p, c.WinShares), Proved: c.Proved,
		Outcome: NewOutcome(c.Outcome), Captures: NewCaptures(c.Captures), Captured: c.Captured, Target: p.Target(),
		Threats: []StoneThreat{}, Gains: -1, Gain: int(c.Gain), PV: make([]string, len(c.PV)),
	}
	for i, turn := range c.PV {
		out.PV[i] = turn.String()
	}
	for _, t := range c.Threats {
		out.Threats = append(out.Threats, StoneThreat{int(t.By), t.Turn.Stone(), NewCaptures(t.Captures)})
	}
	for _, t := range c.ExcaliburThreats {
		out.ExcaliburThreats = append(out.ExcaliburThreats, ExcaliburThreat{int(t.By), t.Turn.String(), NewCaptures(t.Captures)})
	}
	if c.Gain > 0 {
		out.Gains = int(c.Gains)
	}
	if k := c.Kingmaking; k.Instead != lancelot.NoTurn {
		out.Kingmaking = &KingmakingTurn{Instead: k.Instead.String(), Seat: int(k.For), Change: int(k.Change)}
	}
	return out
}

// NewWinShares returns the JSON of the win shares of the seats of a position.
func NewWinShares(p *lancelot.Position, shares [lancelot.MaxSeats]engine.Score) []int {
	out := make([]int, p.Seats())
	for seat := range out {
		out[seat] = int(shares[seat])
	}
	return out
}

// NewOutcome returns the JSON of an outcome of Lancelot.
func NewOutcome(o lancelot.Outcome) RulesOutcome {
	out := RulesOutcome{Over: o.Over(), Reason: o.Reason.String(), Winners: []int{}}
	for _, seat := range o.Winners() {
		out.Winners = append(out.Winners, int(seat))
	}
	return out
}

// NewCaptures returns the JSON of captured stones.
func NewCaptures(captures []lancelot.Capture) []Capture {
	out := make([]Capture, len(captures))
	for i, c := range captures {
		out[i] = Capture{c.Square, int(c.Seat)}
	}
	return out
}
