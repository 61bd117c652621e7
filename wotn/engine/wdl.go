package engine

import (
	"math"

	"tafelrunde/wotn"
)

// WDL holds the probabilities of the results of a game for one side.
type WDL struct {
	// Win, Draw and Loss are probabilities. Their sum is 1.
	Win, Draw, Loss float64
}

// Share returns the expected points: 1 for a win and 1/2 for a draw.
func (r WDL) Share() float64 { return r.Win + r.Draw/2 }

// WDLOf returns the probabilities for the side to move in a position with a score,
// in a game between equal players. Mates are certain.
func WDLOf(p *wotn.Position, s Score) WDL {
	if n, mate := s.Mate(); mate {
		if n > 0 {
			return WDL{Win: 1}
		}
		return WDL{Loss: 1}
	}
	return WDLModelOf(p.Variant()).WDL(float64(s), Phase(p.Occupied().Count()))
}

// Phase returns the phase of a game with a number of pieces on the board, kings
// and pawns included: 1 at the start, 0 with two pieces.
func Phase(pieces int) float64 { return max(0, min(1, float64(pieces-2)/30)) }

// WDLModel is a model of the results by score and phase: an ordered logit,
// whose slope and margin are linear in the phase.
type WDLModel struct {
	// Slope is the change in log-odds for 100 centipawns: with phase 0, and how
	// much more with phase 1.
	Slope [2]float64
	// Margin is the size of the score, in log-odds, with which a win is as likely
	// as its opposite; the greater, the more draws. The indices are as for Slope.
	Margin [2]float64
}

// WDL returns the probabilities for a score in centipawns and a phase from 0 to 1.
func (m WDLModel) WDL(centipawns, phase float64) WDL {
	x := max(0, m.Slope[0]+m.Slope[1]*phase) * centipawns / 100
	margin := max(0, m.Margin[0]+m.Margin[1]*phase)
	win, loss := 1/(1+math.Exp(margin-x)), 1/(1+math.Exp(margin+x))
	return WDL{win, max(0, 1-win-loss), loss}
}

// Thousandths returns the probabilities of winning, drawing and losing in
// thousandths. Their sum is 1000.
func (r WDL) Thousandths() [3]int {
	win, loss := int(math.Round(1000*r.Win)), int(math.Round(1000*r.Loss))
	return [3]int{win, max(0, 1000-win-loss), min(loss, 1000-win)}
}

// WDLModelOf returns the model of a variant. docs/lab/win-share.md describes the
// games to which it was fitted.
func WDLModelOf(v wotn.Variant) WDLModel { return models[v] }

var models = [wotn.NumVariants]WDLModel{
	wotn.Standard:    {Slope: [2]float64{0.139, 0.009}, Margin: [2]float64{2.107, -1.892}},
	wotn.Alternative: {Slope: [2]float64{0.126, 0.007}, Margin: [2]float64{1.225, -0.839}},
	wotn.Chess:       {Slope: [2]float64{0.221, 0.085}, Margin: [2]float64{1.475, -1.382}},
}
