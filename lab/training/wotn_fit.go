package training

import (
	"fmt"
	"io"
	"strconv"

	"tafelrunde/lab/dataset"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/eval"
)

// ReadWotnSamples reads the quiet positions of games, and the positions, of a dataset of Way of the Knight or chess.
// The points of a position of a game are its result with a share of resultShare, the rest is what the search expected.
// It writes what is damaged to notes.
func ReadWotnSamples(name string, variant wotn.Variant, resultShare float64, notes io.Writer) (samples []eval.Sample, err error) {
	err = dataset.Read(name, notes, func(_ dataset.Origin, r *dataset.Record) error {
		if r.Rules != variant.String() {
			return fmt.Errorf("the rules are %s, not %s", r.Rules, variant)
		}
		if r.Moves != "" || r.Expected == nil {
			return QuietPositions(r, func(ply int, p *wotn.Position) {
				// Positions without pawns are rare in games from the start position, and mislead the weights.
				if p.Pieces(wotn.White, wotn.Pawn)|p.Pieces(wotn.Black, wotn.Pawn) != 0 {
					points := resultShare*r.Result[p.ToMove()] + (1-resultShare)*engine.Centipawns(r.Scores[ply]).WinShare()
					samples = append(samples, eval.Sample{Position: *p, Points: points})
				}
			})
		}
		p, err := wotn.ParsePosition(variant, r.Start)
		if err != nil {
			return err
		}
		samples = append(samples, eval.Sample{Position: p, Points: r.Expected[p.ToMove()]})
		return nil
	})
	return samples, err
}

// WotnFit fits the weights of a variant to a dataset.
type WotnFit struct {
	Variant wotn.Variant
	Steps   int     // of gradient descent
	Rate    float64 // of the first steps, in centipawns
	// PriorDeviation is eval.Tuner's, in centipawns.
	PriorDeviation float64
	ResultShare    float64 // as in ReadWotnSamples
	// Initial starts from the initial weights instead of those in use. WeightsFile,
	// if not empty, is a file with the weights to start from.
	Initial     bool
	WeightsFile string
}

// reportSteps is the number of steps between two lines of the log.
const reportSteps = 50

// Fit fits the weights to a dataset in a file. It writes the loss to log, also that
// of a validation set: every tenth block of samples, which is not used for training.
// Blocks, since samples of one game are similar.
func (f *WotnFit) Fit(name string, log io.Writer) (weights eval.Weights, err error) {
	start, err := readWeights(f.WeightsFile, func() eval.Weights {
		if f.Initial {
			return eval.InitialWeights(f.Variant)
		}
		return eval.WeightsOf(f.Variant)
	}, eval.ParseWeights)
	if err != nil {
		return weights, err
	}
	samples, err := ReadWotnSamples(name, f.Variant, f.ResultShare, log)
	if err != nil {
		return weights, err
	}
	block := max(1, min(1000, len(samples)/100))
	var training, validation []eval.Sample
	for i, s := range samples {
		if i/block%10 == 0 {
			validation = append(validation, s)
		} else {
			training = append(training, s)
		}
	}
	if len(training) == 0 {
		return weights, fmt.Errorf("%s: too few positions to fit weights", name)
	}
	tuner := eval.NewTuner(f.Variant, &start, training)
	validator := eval.NewTuner(f.Variant, &start, validation)
	validator.Scale, tuner.PriorDeviation = tuner.Scale, f.PriorDeviation
	fmt.Fprintf(log, "%d training samples, %d validation samples, scale %.0f\n", len(training), len(validation), tuner.Scale)
	report := func(step int) {
		w := tuner.Weights()
		validator.SetWeights(&w)
		fmt.Fprintf(log, "step %4d  loss %.6f  validation loss %.6f\n", step, tuner.Loss(), validator.Loss())
	}
	report(0)
	for step := 1; step <= f.Steps; step++ {
		tuner.Step(f.Rate * (1 - 0.9*float64(step)/float64(f.Steps)))
		if step%reportSteps == 0 {
			report(step)
		}
	}
	return tuner.Weights(), nil
}

// pieceValue is the mean change of the evaluation when a piece of a kind is removed.
type pieceValue struct {
	count, sum       int
	countMid, sumMid int // of positions with a phase of at least fullPhase
}

const (
	maxPieceSamples = 4000 // of each kind
	minPieceSamples = 30
	fullPhase       = 16 // about half of the pieces are on the board
)

func mean(sum, count int) string {
	if count < minPieceSamples {
		return "-"
	}
	return strconv.Itoa(sum / count)
}

// WritePieceValues writes a table of the mean values of pieces in the positions of
// samples, in centipawns: the change of the evaluation when the piece is removed.
func WritePieceValues(to io.Writer, samples []eval.Sample) error {
	evaluator := eval.New()
	var values [wotn.NumKinds]pieceValue
	for i := range samples {
		p := &samples[i].Position
		before := evaluator.Evaluate(p)
		setup := p.Setup()
		for sq, piece := range setup.Board {
			k := piece.Kind
			if k == wotn.NoKind || values[k].count >= maxPieceSamples || k == wotn.King && p.Pieces(piece.Color, wotn.King).Count() < 2 {
				continue
			}
			without := setup
			without.Board[sq] = wotn.Piece{}
			without.Castling = 0
			q, err := without.Position()
			if err != nil {
				continue // the piece blocks a check
			}
			value := before - evaluator.Evaluate(&q)
			if piece.Color != p.ToMove() {
				value = -value
			}
			values[k].count++
			values[k].sum += value
			if eval.Phase(p) >= fullPhase {
				values[k].countMid++
				values[k].sumMid += value
			}
		}
	}
	if _, err := fmt.Fprintln(to, "kind             all   fuller board   emptier board   pieces"); err != nil {
		return err
	}
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		v := &values[k]
		if v.count == 0 {
			continue
		}
		if _, err := fmt.Fprintf(to, "%-15s %5s %14s %15s %8d\n", k.Name(), mean(v.sum, v.count), mean(v.sumMid, v.countMid),
			mean(v.sum-v.sumMid, v.count-v.countMid), v.count); err != nil {
			return err
		}
	}
	return nil
}
