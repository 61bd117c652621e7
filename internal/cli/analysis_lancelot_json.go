package cli

import (
	"tafelrunde/internal/judge"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/search"
)

// The JSON of Lancelot's analysis: what the page and stored reviews have, with sentences by
// language. Win shares are in thousandths, by seat.
type (
	// Advice is the JSON of a [search.Advice].
	Advice struct {
		Position  string `json:"position"`
		Seat      int    `json:"seat"`
		Nodes     uint64 `json:"nodes"`
		WinShares []int  `json:"winShares"`
		Turns     []Turn `json:"turns"`
	}
	// Turn is a turn with a sentence.
	Turn struct {
		judge.Candidate
		Text map[string]string `json:"text"`
	}
	// Verdict is a verdict on a turn with sentences. Played and Better replace those of
	// ReviewedTurn.
	Verdict struct {
		judge.ReviewedTurn
		Played Turn              `json:"played"`
		Better Turn              `json:"better"`
		Text   map[string]string `json:"text"`
	}
)

// NewAdvice returns the JSON of advice on a position.
func NewAdvice(p *lancelot.Position, a *search.Advice) Advice {
	out := Advice{Position: p.String(), Seat: int(p.ToMove()), Nodes: a.Nodes, WinShares: judge.NewWinShares(p, a.WinShares)}
	for i := range a.Candidates {
		out.Turns = append(out.Turns, newTurn(p, judge.NewCandidate(p, &a.Candidates[i]), &a.Candidates[i]))
	}
	return out
}

// NewVerdict returns the JSON of a verdict on a turn in a position.
func NewVerdict(p *lancelot.Position, v *judge.TurnVerdict) Verdict {
	reviewed := judge.NewReviewedTurn(p, v)
	return Verdict{
		ReviewedTurn: reviewed,
		Played:       newTurn(p, reviewed.Played, &v.Played),
		Better:       newTurn(p, reviewed.Better, &v.Better),
		Text:         inBothLanguages(p, func(words sentences) string { return words.verdict(v) }),
	}
}

func newTurn(p *lancelot.Position, turn judge.Candidate, c *search.Candidate) Turn {
	return Turn{turn, inBothLanguages(p, func(words sentences) string { return words.candidate(c) })}
}

// inBothLanguages returns a text by language.
func inBothLanguages(p *lancelot.Position, text func(sentences) string) map[string]string {
	return map[string]string{"en": text(sentencesIn("en", p)), "de": text(sentencesIn("de", p))}
}
