package training

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"tafelrunde/lab/dataset"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// WinShareFit fits how often a score wins, draws and loses to samples of
// ResultPlay, by maximum likelihood.
type WinShareFit struct {
	Variant wotn.Variant
	// MinPieces leaves out the positions with fewer pieces, kings included.
	MinPieces int
	// Resamples is the number of bootstrap samples for the confidence intervals.
	// They are drawn by game, since the positions of a game have one result.
	Resamples int
	Seed      uint64
	// Title begins the title of the diagram; "" for one with the variant.
	Title string
	// InUse reports how well the model of the engine fits, without a new fit.
	InUse bool
}

// resultSample is a position with its score and the result of its game, both for
// the side to move.
type resultSample struct {
	score  float64
	terms  engine.WDLTerms
	result int8 // 2 win, 1 draw, 0 loss
}

// readResults returns the positions of the variant in datasets, by game. It writes what is
// damaged to notes.
func (f *WinShareFit) readResults(names []string, notes io.Writer) (games [][]resultSample, err error) {
	for _, name := range names {
		of := make(map[int][]resultSample)
		err := dataset.Read(name, notes, func(_ dataset.Origin, r *dataset.Record) error {
			if r.Rules != f.Variant.String() {
				return nil
			}
			p, err := wotn.ParsePosition(f.Variant, r.Start)
			if err != nil {
				return err
			}
			if len(r.Scores) != 1 || len(r.Result) != 2 || r.Moves != "" {
				return errors.New("no position with a score and a result")
			}
			if p.Occupied().Count() >= f.MinPieces {
				sample := resultSample{float64(r.Scores[0]), engine.WDLTermsOf(&p), int8(2 * r.Result[p.ToMove()])}
				of[r.Number] = append(of[r.Number], sample)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if len(of) == 0 {
			return nil, fmt.Errorf("%s has no games of the variant %s", name, f.Variant)
		}
		for _, n := range slices.Sorted(maps.Keys(of)) {
			games = append(games, of[n])
		}
	}
	return games, nil
}

// likelihood returns the log-likelihood of weighted games, its gradient and the
// negative of its Hessian, by the slope and the margin of each term.
func likelihood(games [][]resultSample, weights []int, m engine.WDLModel) (sum float64, gradient parameters, information [numParameters]parameters) {
	sigmoid := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	for g, samples := range games {
		if weights[g] == 0 {
			continue
		}
		n := float64(weights[g])
		for _, s := range samples {
			x := s.score / 100
			slope, margin := 0.0, 0.0
			for i, t := range s.terms {
				slope += m.Slope[i] * t
				margin += m.Margin[i] * t
			}
			win, loss := sigmoid(slope*x-margin), sigmoid(-slope*x-margin)
			// The derivatives of ln p by u = slope·x and v = margin.
			var p, du, dv, duu, duv, dvv float64
			pw, pl := win*(1-win), loss*(1-loss)
			switch s.result {
			case 2:
				p, du, dv = win, 1-win, -(1 - win)
				duu, duv, dvv = -pw, pw, -pw
			case 0:
				p, du, dv = loss, -(1 - loss), -(1 - loss)
				duu, duv, dvv = -pl, -pl, -pl
			default:
				// A model without a margin makes this draw impossible.
				if p = 1 - win - loss; p <= 0 {
					return math.Inf(-1), gradient, information
				}
				pu, pv := pl-pw, pw+pl
				// Second derivatives of 1 − win − loss.
				cw, cl := pw*(1-2*win), pl*(1-2*loss)
				puu, puv, pvv := -cw-cl, cw-cl, -cw-cl
				du, dv = pu/p, pv/p
				duu, duv, dvv = puu/p-du*du, puv/p-du*dv, pvv/p-dv*dv
			}
			sum += n * math.Log(p)
			// u and v by the parameters.
			var a, b parameters
			for i, t := range s.terms {
				a[i], b[engine.NumWDLTerms+i] = x*t, t
			}
			for i := range numParameters {
				gradient[i] += n * (du*a[i] + dv*b[i])
				for j := range i + 1 {
					information[i][j] -= n * (duu*a[i]*a[j] + duv*(a[i]*b[j]+a[j]*b[i]) + dvv*b[i]*b[j])
				}
			}
		}
	}
	for i := range numParameters {
		for j := i + 1; j < numParameters; j++ {
			information[i][j] = information[j][i]
		}
	}
	return sum, gradient, information
}

// numParameters is the number of parameters of a model: slopes, then margins.
const numParameters = 2 * engine.NumWDLTerms

type parameters [numParameters]float64

// solveLinear solves a symmetric linear system by Gaussian elimination with pivots.
// Unknowns of which the equations say nothing are 0.
func solveLinear(a [numParameters]parameters, b parameters) parameters {
	known := [numParameters]bool{}
	for i := range numParameters {
		pivot := i
		for r := i + 1; r < numParameters; r++ {
			if math.Abs(a[r][i]) > math.Abs(a[pivot][i]) {
				pivot = r
			}
		}
		if known[i] = math.Abs(a[pivot][i]) > 1e-9; !known[i] {
			continue
		}
		a[i], a[pivot], b[i], b[pivot] = a[pivot], a[i], b[pivot], b[i]
		for r := i + 1; r < numParameters; r++ {
			f := a[r][i] / a[i][i]
			for c := i; c < numParameters; c++ {
				a[r][c] -= f * a[i][c]
			}
			b[r] -= f * b[i]
		}
	}
	for i := numParameters - 1; i >= 0; i-- {
		if !known[i] {
			b[i] = 0
			continue
		}
		for c := i + 1; c < numParameters; c++ {
			b[i] -= a[i][c] * b[c]
		}
		b[i] /= a[i][i]
	}
	return b
}

// firstModel is a model from which a fit can start.
var firstModel = engine.WDLModel{Slope: engine.WDLTerms{0.2}, Margin: engine.WDLTerms{1}}

// fitWDL returns the most likely model by the method of Levenberg and Marquardt,
// from a first model.
func fitWDL(games [][]resultSample, weights []int, m engine.WDLModel) engine.WDLModel {
	value, gradient, information := likelihood(games, weights, m)
	for damping := 0.0; damping < 1e6; {
		damped := information
		for i := range numParameters {
			damped[i][i] += damping * math.Abs(damped[i][i])
		}
		step := solveLinear(damped, gradient)
		next := m
		for i := range engine.NumWDLTerms {
			next.Slope[i] += step[i]
			next.Margin[i] += step[engine.NumWDLTerms+i]
		}
		v, g, i := likelihood(games, weights, next)
		if !(v > value) {
			damping = max(1e-3, 10*damping)
			continue
		}
		done := v-value < 1e-3 && damping < 1
		m, value, gradient, information = next, v, g, i
		if done {
			break
		}
		damping /= 10
		if damping < 1e-3 {
			damping = 0
		}
	}
	return m
}

// Fit fits the samples of datasets and writes a report as Markdown: the
// coefficients with 95 % confidence intervals and a table of reliability. It
// writes that table as a diagram, too, an SVG, if diagram is not nil, and what is
// damaged to notes.
func (f *WinShareFit) Fit(names []string, out, notes, diagram io.Writer) error {
	games, err := f.readResults(names, notes)
	if err != nil {
		return err
	}
	ones := make([]int, len(games))
	samples := 0
	for i := range games {
		ones[i] = 1
		samples += len(games[i])
	}
	fit := func(weights []int, from engine.WDLModel) engine.WDLModel {
		if f.InUse {
			return engine.WDLModelOf(f.Variant)
		}
		return fitWDL(games, weights, from)
	}
	best := fit(ones, firstModel)
	random := rand.New(rand.NewPCG(f.Seed, 1))
	models := make([]engine.WDLModel, f.Resamples)
	weights := make([][]int, f.Resamples)
	for r := range models {
		weights[r] = make([]int, len(games))
		for range games {
			weights[r][random.IntN(len(games))]++
		}
		models[r] = fit(weights[r], best)
	}
	interval := func(of func(m engine.WDLModel) float64) string {
		if len(models) == 0 {
			return ""
		}
		values := make([]float64, len(models))
		for i, m := range models {
			values[i] = of(m)
		}
		slices.Sort(values)
		return fmt.Sprintf(" (%.3f to %.3f)", values[len(values)*25/1000], values[len(values)*975/1000])
	}
	report := bufio.NewWriter(out)
	fmt.Fprintf(report, "%s: %d games, %d positions\n\n", f.Variant, len(games), samples)
	fmt.Fprintf(report, "| term | slope for 100 centipawns | margin of a draw |\n| --- | ---: | ---: |\n")
	for i, term := range []string{"constant", "phase", "wealth", "phase · wealth", "surplus"} {
		fmt.Fprintf(report, "| %s | %.3f%s | %.3f%s |\n", term,
			best.Slope[i], interval(func(m engine.WDLModel) float64 { return m.Slope[i] }),
			best.Margin[i], interval(func(m engine.WDLModel) float64 { return m.Margin[i] }))
	}
	fmt.Fprintln(report)
	entropy := func(predict func(s resultSample) engine.WDL) float64 {
		sum := 0.0
		for _, samples := range games {
			for _, s := range samples {
				o := predict(s)
				sum -= math.Log(max([3]float64{o.Loss, o.Draw, o.Win}[s.result], 1e-12))
			}
		}
		return sum / float64(samples)
	}
	fmt.Fprintf(report, "Mean log loss %.4f; with the model in use %.4f.\n\n",
		entropy(func(s resultSample) engine.WDL { return best.WDL(s.score, s.terms) }),
		entropy(func(s resultSample) engine.WDL { return engine.WDLModelOf(f.Variant).WDL(s.score, s.terms) }))
	rows := reliability(games, best, weights)
	writeReliability(report, rows)
	if diagram != nil {
		title := fmt.Sprintf("%s: %d games, %d positions", cmp.Or(f.Title, "Win share, "+f.Variant.String()), len(games), samples)
		if err := writeReliabilityDiagram(diagram, title, rows); err != nil {
			return err
		}
	}
	return report.Flush()
}

const reliabilityBins = 10

// reliabilityRow compares the predicted and the observed results of the positions
// whose predicted win share lies in one bin, all in percent.
type reliabilityRow struct {
	positions     float64
	share, points float64 // win share: predicted, observed
	win, wins     float64
	draw, draws   float64
	low, high     float64 // the 95 % confidence interval of points
	hasConfidence bool
}

// reliability returns the rows of the bins that have positions. The intervals are
// those of the observed win share, from the resampled games.
func reliability(games [][]resultSample, m engine.WDLModel, resamples [][]int) []reliabilityRow {
	type bin struct{ n, share, win, draw, points, wins, draws float64 }
	count := func(weights []int) (bins [reliabilityBins]bin) {
		for g, samples := range games {
			w := 1.0
			if weights != nil {
				w = float64(weights[g])
			}
			for _, s := range samples {
				o := m.WDL(s.score, s.terms)
				b := &bins[min(reliabilityBins-1, int(o.Share()*reliabilityBins))]
				b.n += w
				b.share += w * o.Share()
				b.win += w * o.Win
				b.draw += w * o.Draw
				b.points += w * float64(s.result) / 2
				switch s.result {
				case 2:
					b.wins += w
				case 1:
					b.draws += w
				}
			}
		}
		return bins
	}
	var observed [reliabilityBins][]float64
	for _, weights := range resamples {
		for i, b := range count(weights) {
			if b.n > 0 {
				observed[i] = append(observed[i], 100*b.points/b.n)
			}
		}
	}
	var rows []reliabilityRow
	for i, b := range count(nil) {
		if b.n == 0 {
			continue
		}
		row := reliabilityRow{
			positions: b.n, share: 100 * b.share / b.n, points: 100 * b.points / b.n,
			win: 100 * b.win / b.n, wins: 100 * b.wins / b.n, draw: 100 * b.draw / b.n, draws: 100 * b.draws / b.n,
		}
		if o := observed[i]; len(o) > 0 {
			slices.Sort(o)
			row.low, row.high, row.hasConfidence = o[len(o)*25/1000], o[len(o)*975/1000], true
		}
		rows = append(rows, row)
	}
	return rows
}

// writeReliability writes the rows as a Markdown table.
func writeReliability(out io.Writer, rows []reliabilityRow) {
	fmt.Fprintln(out, "| positions | win share: predicted | observed | wins: predicted | observed | draws: predicted | observed |")
	fmt.Fprintln(out, "| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
	for _, r := range rows {
		interval := ""
		if r.hasConfidence {
			interval = fmt.Sprintf(" (%.1f to %.1f)", r.low, r.high)
		}
		fmt.Fprintf(out, "| %.0f | %.1f | %.1f%s | %.1f | %.1f | %.1f | %.1f |\n",
			r.positions, r.share, r.points, interval, r.win, r.wins, r.draw, r.draws)
	}
}
