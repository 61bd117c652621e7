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
	return WDLModelOf(p.Variant()).WDL(float64(s), WDLTermsOf(p))
}

// NumWDLTerms is the number of terms of a position in a WDLModel.
const NumWDLTerms = 5

// WDLTerms holds what a WDLModel knows about a position besides its score. See
// [WDLTermsOf].
type WDLTerms [NumWDLTerms]float64

const (
	startPieces = 30 // without the kings
	startLevels = 76 // their sum of levels
	// surplusScale is the surplus of levels whose term is 1/2.
	surplusScale = 4
)

// WDLTermsOf returns the terms of a position:
//   - 1;
//   - the phase, 1 with all pieces of the usual start and 0 with two;
//   - the wealth, by how much the mean level of the pieces without the kings is
//     above that of the usual start, or 0 if it is not;
//   - the product of phase and wealth;
//   - the surplus, from 0 to 1, by how much the sum of these levels is above that
//     of the usual start, s/(s+4). Only handicap points and early promotions
//     make it greater than 0. In orthodox chess it is always 0, since hardly a
//     game has such a position.
//
// The terms are those of both sides together, so they do not depend on the side
// to move.
func WDLTermsOf(p *wotn.Position) WDLTerms {
	count, levels := 0, 0
	for kind := wotn.Pawn; kind < wotn.King; kind++ {
		n := (p.Pieces(wotn.White, kind) | p.Pieces(wotn.Black, kind)).Count()
		count += n
		levels += n * int(kind.Level())
	}
	terms := WDLTerms{1, max(0, min(1, float64(p.Occupied().Count()-2)/startPieces))}
	if count > 0 {
		terms[2] = max(0, float64(levels)/float64(count)-float64(startLevels)/startPieces)
		terms[3] = terms[1] * terms[2]
	}
	if s := float64(levels - startLevels); s > 0 && p.Variant() != wotn.Chess {
		terms[4] = s / (s + surplusScale)
	}
	return terms
}

// WDLModel is a model of the results by score and position: an ordered logit,
// whose slope and margin are linear in the terms of the position.
type WDLModel struct {
	// Slope is the change in log-odds for 100 centipawns.
	Slope WDLTerms
	// Margin is the size of the score, in log-odds, with which a win is as likely
	// as its opposite; the greater, the more draws.
	Margin WDLTerms
}

// minSlope keeps a greater score better where the terms are beyond those of the
// games to which the model was fitted.
const minSlope = 0.02

// WDL returns the probabilities for a score in centipawns and a position with terms.
func (m WDLModel) WDL(centipawns float64, terms WDLTerms) WDL {
	x := max(minSlope, m.Slope.dot(terms)) * centipawns / 100
	margin := max(0, m.Margin.dot(terms))
	win, loss := 1/(1+math.Exp(margin-x)), 1/(1+math.Exp(margin+x))
	return WDL{win, max(0, 1-win-loss), loss}
}

func (t WDLTerms) dot(u WDLTerms) (sum float64) {
	for i := range t {
		sum += t[i] * u[i]
	}
	return sum
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
	wotn.Standard:    {Slope: WDLTerms{0.303, 0.041, -0.022, 0.170, -0.253}, Margin: WDLTerms{1.483, -1.293, 1.101, -2.017, 0.316}},
	wotn.Alternative: {Slope: WDLTerms{0.275, -0.016, -0.046, 0.221, -0.191}, Margin: WDLTerms{0.732, -0.613, 0.803, -1.071, 0.287}},
	wotn.Chess:       {Slope: WDLTerms{0.408, 0.291, 0.018, -0.454}, Margin: WDLTerms{1.551, -1.198, 1.071, -2.253}},
}
