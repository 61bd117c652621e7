package cli

import (
	"tafelrunde/internal/judge"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
	"tafelrunde/lancelot/search"
)

// The JSON of Lancelot's analysis. Win shares are in thousandths, by seat. Turns,
// squares and seats are texts.
type (
	// Advice is the JSON of a [search.Advice].
	Advice struct {
		Position  string `json:"position"`
		Seat      string `json:"seat"`
		Nodes     uint64 `json:"nodes"`
		WinShares []int  `json:"winShares"`
		Turns     []Turn `json:"turns"`
	}
	// Turn is the JSON of a [search.Candidate]. Text has a sentence by language.
	Turn struct {
		Turn             string            `json:"turn"`
		WinShares        []int             `json:"winShares"`
		Proved           bool              `json:"proved"`
		Captures         []Capture         `json:"captures"`
		Threats          []Threat          `json:"threats"`
		ExcaliburThreats []ExcaliburThreat `json:"excaliburThreats,omitempty"`
		Gains            string            `json:"gains,omitempty"`
		Gain             int               `json:"gain"`
		Kingmaking       *Kingmaking       `json:"kingmaking,omitempty"`
		PV               []string          `json:"pv"`
		Text             map[string]string `json:"text"`
	}
	// Kingmaking is a choice between turns that are about equal for the seat to act.
	Kingmaking struct {
		Instead string `json:"instead"`
		For     string `json:"for"`
		Change  int    `json:"change"`
	}
	// Capture is a captured stone and its seat.
	Capture struct {
		Square string `json:"square"`
		Seat   string `json:"seat"`
	}
	// Threat is a stone of another seat that would capture.
	Threat struct {
		By       string    `json:"by"`
		On       string    `json:"on"`
		Captures []Capture `json:"captures"`
	}
	// ExcaliburThreat is a turn with Excalibur that would capture more than a stone.
	ExcaliburThreat struct {
		By       string    `json:"by"`
		Turn     string    `json:"turn"`
		Captures []Capture `json:"captures"`
	}
	// Verdict is the JSON of a [judge.TurnVerdict]. Text has sentences by language.
	Verdict struct {
		Kind   string            `json:"kind"`
		Loss   int               `json:"loss"`
		Played Turn              `json:"played"`
		Better Turn              `json:"better"`
		Text   map[string]string `json:"text"`
	}
)

// NewAdvice returns the JSON of advice on a position.
func NewAdvice(p *lancelot.Position, a *search.Advice) Advice {
	out := Advice{Position: p.String(), Seat: p.ToMove().String(), Nodes: a.Nodes, WinShares: winShares(p, a.WinShares)}
	for i := range a.Candidates {
		out.Turns = append(out.Turns, newTurn(p, &a.Candidates[i]))
	}
	return out
}

// NewVerdict returns the JSON of a verdict on a turn in a position.
func NewVerdict(p *lancelot.Position, v *judge.TurnVerdict) Verdict {
	return Verdict{
		Kind: string(v.Kind), Loss: int(v.Loss),
		Played: newTurn(p, &v.Played), Better: newTurn(p, &v.Better),
		Text: inBothLanguages(p, func(words sentences) string { return words.verdict(v) }),
	}
}

func newTurn(p *lancelot.Position, c *search.Candidate) Turn {
	out := Turn{
		Turn: c.Turn.String(), WinShares: winShares(p, c.WinShares), Proved: c.Proved, Captures: newCaptures(c.Captures),
		Threats: []Threat{}, Gain: int(c.Gain), PV: texts(c.PV),
		Text: inBothLanguages(p, func(words sentences) string { return words.candidate(c) }),
	}
	if c.Gain > 0 {
		out.Gains = c.Gains.String()
	}
	if k := c.Kingmaking; k.Instead != lancelot.NoTurn {
		out.Kingmaking = &Kingmaking{k.Instead.String(), k.For.String(), int(k.Change)}
	}
	for _, t := range c.Threats {
		out.Threats = append(out.Threats, Threat{t.By.String(), t.Turn.Stone().String(), newCaptures(t.Captures)})
	}
	for _, t := range c.ExcaliburThreats {
		out.ExcaliburThreats = append(out.ExcaliburThreats, ExcaliburThreat{t.By.String(), t.Turn.String(), newCaptures(t.Captures)})
	}
	return out
}

func winShares(p *lancelot.Position, shares [lancelot.MaxSeats]engine.Score) []int {
	out := make([]int, p.Seats())
	for seat := range out {
		out[seat] = int(shares[seat])
	}
	return out
}

func newCaptures(captures []lancelot.Capture) []Capture {
	out := []Capture{}
	for _, c := range captures {
		out = append(out, Capture{c.Square.String(), c.Seat.String()})
	}
	return out
}

// inBothLanguages returns a text by language.
func inBothLanguages(p *lancelot.Position, text func(sentences) string) map[string]string {
	return map[string]string{"en": text(sentencesIn("en", p)), "de": text(sentencesIn("de", p))}
}
