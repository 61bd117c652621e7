package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// Analysis is the result of a search of Way of the Knight or chess, as JSON.
type Analysis struct {
	Variant  string      `json:"variant"`
	Position string      `json:"position"`
	Turn     string      `json:"turn"`
	Outcome  string      `json:"outcome"`
	Reason   string      `json:"reason,omitempty"`
	Best     string      `json:"best,omitempty"`
	PVs      []Variation `json:"pvs"`
	Nodes    uint64      `json:"nodes"`
	Millis   int64       `json:"timeMs"`
}

// Variation is a principal variation. Its moves are in coordinates and in SAN.
type Variation struct {
	Rank int `json:"rank"`
	// Centipawns and Mate are for the side to move; exactly one is present.
	Centipawns *int `json:"centipawns,omitempty"`
	Mate       *int `json:"mate,omitempty"`
	// WinShare is the expected points of the side to move, from 0 to 1, by engine.WDLOf.
	WinShare float64  `json:"winShare"`
	Depth    int      `json:"depth"`
	SelDepth int      `json:"selDepth"`
	PV       []string `json:"pv"`
	SAN      []string `json:"san"`

	score string
	text  string // the variation in SAN with move numbers
}

// NewAnalysis returns the result of a search in a game. A finished game has no variations.
func NewAnalysis(game *wotn.Game, result engine.Result) *Analysis {
	p := game.Position()
	outcome := game.Outcome()
	a := &Analysis{
		Variant: p.Variant().String(), Position: p.String(), Turn: p.ToMove().String(),
		Outcome: outcome.Result().String(), Reason: outcome.Reason.String(),
		PVs: []Variation{}, Nodes: result.Nodes, Millis: result.Time.Milliseconds(),
	}
	if result.Best != wotn.NoMove {
		a.Best = result.Best.String()
	}
	for _, pv := range result.PVs {
		l := Variation{Rank: pv.Rank, Depth: pv.Depth, SelDepth: pv.SelDepth,
			WinShare: engine.WDLOf(p, pv.Score).Share(), score: pv.Score.String()}
		if n, mate := pv.Score.Mate(); mate {
			l.Mate = &n
		} else {
			n := pv.Score.Centipawns()
			l.Centipawns = &n
		}
		l.addMoves(*p, pv.PV)
		a.PVs = append(a.PVs, l)
	}
	return a
}

// addMoves sets the moves and their texts, from position p.
func (l *Variation) addMoves(p wotn.Position, moves []wotn.Move) {
	l.PV, l.SAN = []string{}, []string{}
	var text []string
	for i, m := range moves {
		san := p.SAN(m)
		l.PV, l.SAN = append(l.PV, m.String()), append(l.SAN, san)
		switch {
		case p.ToMove() == wotn.White:
			san = fmt.Sprintf("%d.%s", p.MoveNumber(), san)
		case i == 0:
			san = fmt.Sprintf("%d...%s", p.MoveNumber(), san)
		}
		text = append(text, san)
		next, err := p.Play(m)
		if err != nil {
			break
		}
		p = next
	}
	l.text = strings.Join(text, " ")
}

// Write writes the analysis as a table.
func (a *Analysis) Write(to io.Writer) error {
	side := "White"
	if a.Turn == wotn.Black.String() {
		side = "Black"
	}
	fmt.Fprintf(to, "%s  (%s)\n", a.Position, a.Variant)
	if a.Outcome != wotn.Unfinished.String() {
		_, err := fmt.Fprintf(to, "the game is over: %s, %s\n", a.Outcome, a.Reason)
		return err
	}
	fmt.Fprintf(to, "%s to move, %d nodes in %.1f s\n\n", side, a.Nodes, float64(a.Millis)/1000)
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "\tscore\tdepth\tvariation\n")
	for _, l := range a.PVs {
		fmt.Fprintf(w, "%d\t%s\t%d/%d\t%s\n", l.Rank, l.score, l.Depth, l.SelDepth, l.text)
	}
	return w.Flush()
}
