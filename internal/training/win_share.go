package training

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
)

// WinShareFit fits how often a score wins, draws and loses to samples of
// ResultPlay, by maximum likelihood.
type WinShareFit struct {
	Variant wotn.Variant
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
	score, phase float64
	result       int8 // 2 win, 1 draw, 0 loss
}

// readResults returns the samples of a variant in a file, by game.
func readResults(name string, variant wotn.Variant) ([][]resultSample, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	games := make(map[int][]resultSample)
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		var (
			game, pieces, score int
			of                  string
			result              int8
		)
		n, err := fmt.Sscanf(lines.Text(), "%d %s %d %d %d", &game, &of, &pieces, &score, &result)
		if err != nil || n != 5 || result < 0 || result > 2 || pieces < 2 {
			return nil, fmt.Errorf("%s, line %d: not a game, a variant, pieces, a score and a result from 0 to 2", name, number)
		}
		if of == variant.String() {
			games[game] = append(games[game], resultSample{float64(score), engine.Phase(pieces), result})
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(games) == 0 {
		return nil, fmt.Errorf("%s has no games of the variant %s", name, variant)
	}
	numbers := make([]int, 0, len(games))
	for n := range games {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	samples := make([][]resultSample, len(numbers))
	for i, n := range numbers {
		samples[i] = games[n]
	}
	return samples, nil
}

// likelihood returns the log-likelihood of weighted games, its gradient and the
// negative of its Hessian. The model is engine.WDLModel.
func likelihood(games [][]resultSample, weights []int, m engine.WDLModel) (sum float64, gradient [4]float64, information [4][4]float64) {
	sigmoid := func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
	for g, samples := range games {
		if weights[g] == 0 {
			continue
		}
		n := float64(weights[g])
		for _, s := range samples {
			x := s.score / 100
			slope, margin := m.Slope[0]+m.Slope[1]*s.phase, m.Margin[0]+m.Margin[1]*s.phase
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
				p = max(1-win-loss, 1e-12)
				pu, pv := pl-pw, pw+pl
				// Second derivatives of 1 − win − loss.
				cw, cl := pw*(1-2*win), pl*(1-2*loss)
				puu, puv, pvv := -cw-cl, cw-cl, -cw-cl
				du, dv = pu/p, pv/p
				duu, duv, dvv = puu/p-du*du, puv/p-du*dv, pvv/p-dv*dv
			}
			sum += n * math.Log(max(p, 1e-12))
			// u and v by the four parameters.
			a := [4]float64{x, x * s.phase, 0, 0}
			b := [4]float64{0, 0, 1, s.phase}
			for i := range 4 {
				gradient[i] += n * (du*a[i] + dv*b[i])
				for j := range i + 1 {
					information[i][j] -= n * (duu*a[i]*a[j] + duv*(a[i]*b[j]+a[j]*b[i]) + dvv*b[i]*b[j])
				}
			}
		}
	}
	for i := range 4 {
		for j := i + 1; j < 4; j++ {
			information[i][j] = information[j][i]
		}
	}
	return sum, gradient, information
}

// solve4 solves a symmetric linear system by Gaussian elimination with pivots.
func solve4(a [4][4]float64, b [4]float64) [4]float64 {
	for i := range 4 {
		pivot := i
		for r := i + 1; r < 4; r++ {
			if math.Abs(a[r][i]) > math.Abs(a[pivot][i]) {
				pivot = r
			}
		}
		a[i], a[pivot], b[i], b[pivot] = a[pivot], a[i], b[pivot], b[i]
		for r := i + 1; r < 4; r++ {
			f := a[r][i] / a[i][i]
			for c := i; c < 4; c++ {
				a[r][c] -= f * a[i][c]
			}
			b[r] -= f * b[i]
		}
	}
	for i := 3; i >= 0; i-- {
		for c := i + 1; c < 4; c++ {
			b[i] -= a[i][c] * b[c]
		}
		b[i] /= a[i][i]
	}
	return b
}

// fitWDL returns the most likely model by Newton's method. The likelihood is
// concave in the parameters.
func fitWDL(games [][]resultSample, weights []int) engine.WDLModel {
	m := engine.WDLModel{Slope: [2]float64{0.5, 0}, Margin: [2]float64{0.3, 0}}
	value, gradient, information := likelihood(games, weights, m)
	for range 60 {
		step := solve4(information, gradient)
		improved := false
		for scale := 1.0; scale > 1e-6; scale /= 2 {
			next := m
			next.Slope[0] += scale * step[0]
			next.Slope[1] += scale * step[1]
			next.Margin[0] += scale * step[2]
			next.Margin[1] += scale * step[3]
			v, g, i := likelihood(games, weights, next)
			if v > value {
				improved = v-value > 1e-7
				m, value, gradient, information = next, v, g, i
				break
			}
		}
		if !improved {
			break
		}
	}
	return m
}

// Fit fits the samples of a file and writes a report as Markdown: the
// coefficients with 95 % confidence intervals and a table of reliability. It
// writes that table as a diagram, too, an SVG, if diagram is not nil.
func (f *WinShareFit) Fit(name string, out, diagram io.Writer) error {
	games, err := readResults(name, f.Variant)
	if err != nil {
		return err
	}
	ones := make([]int, len(games))
	samples := 0
	for i := range games {
		ones[i] = 1
		samples += len(games[i])
	}
	fit := func(weights []int) engine.WDLModel {
		if f.InUse {
			return engine.WDLModelOf(f.Variant)
		}
		return fitWDL(games, weights)
	}
	best := fit(ones)
	random := rand.New(rand.NewPCG(f.Seed, 1))
	models := make([]engine.WDLModel, f.Resamples)
	weights := make([][]int, f.Resamples)
	for r := range models {
		weights[r] = make([]int, len(games))
		for range games {
			weights[r][random.IntN(len(games))]++
		}
		models[r] = fit(weights[r])
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
	fmt.Fprintf(report, "| | with two pieces | more with all pieces |\n| --- | ---: | ---: |\n")
	fmt.Fprintf(report, "| slope for 100 centipawns | %.3f%s | %.3f%s |\n",
		best.Slope[0], interval(func(m engine.WDLModel) float64 { return m.Slope[0] }),
		best.Slope[1], interval(func(m engine.WDLModel) float64 { return m.Slope[1] }))
	fmt.Fprintf(report, "| margin of a draw | %.3f%s | %.3f%s |\n\n",
		best.Margin[0], interval(func(m engine.WDLModel) float64 { return m.Margin[0] }),
		best.Margin[1], interval(func(m engine.WDLModel) float64 { return m.Margin[1] }))
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
		entropy(func(s resultSample) engine.WDL { return best.WDL(s.score, s.phase) }),
		entropy(func(s resultSample) engine.WDL { return engine.WDLModelOf(f.Variant).WDL(s.score, s.phase) }))
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
				o := m.WDL(s.score, s.phase)
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
