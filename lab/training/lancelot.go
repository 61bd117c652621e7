package training

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"tafelrunde/lab/dataset"
	"tafelrunde/lab/matchplay"
	"tafelrunde/lab/solve"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
	"tafelrunde/lancelot/search"
)

// LancelotSelfPlay plays games of Lancelot's search tree against itself.
type LancelotSelfPlay struct {
	// Seats and Rules are cycled through, game by game.
	Seats []int
	Rules []lancelot.Rules
	Nodes uint64 // of each search
	Seed  uint64 // of the openings
	// Weights are those of the evaluation; nil means those of package search.
	Weights *search.Weights
}

const (
	// One turn in randomTurnEvery is random, so that more positions are met.
	randomTurnEvery = 12
	// maxOpeningTurns is the largest number of random turns of each seat at the
	// beginning.
	maxOpeningTurns = 2
	// lancelotResultShare is the share of the expected result that is the result of
	// the game. The rest is the win share of the search.
	lancelotResultShare = 0.7
	selfPlayMemory      = 8 << 20 // bytes of each search tree
)

// Append plays games and appends samples to a file. It returns the number of
// samples.
func (s *LancelotSelfPlay) Append(name string, games, threads int, onGame func()) (samples int, err error) {
	by := fmt.Sprintf("tune play --game lancelot --nodes %d --seed %d --seats %v --rules %v", s.Nodes, s.Seed, s.Seats, s.Rules)
	if s.Weights != nil {
		by += " --plain"
	}
	return Append(name, by, games, threads, func() func(int) []dataset.Record {
		player := &search.Tree{Memory: selfPlayMemory, Weights: s.Weights}
		return func(game int) []dataset.Record {
			return s.play(player, game, rand.New(rand.NewPCG(s.Seed, uint64(game))))
		}
	}, onGame)
}

// start returns the position from which a game begins. A quarter of the games have
// other targets, so that all distances to the target are sampled.
func (s *LancelotSelfPlay) start(game int, random *rand.Rand) lancelot.Position {
	seats := s.Seats[game%len(s.Seats)]
	o := lancelot.Options{Seats: seats, Rules: s.Rules[game/len(s.Seats)%len(s.Rules)], First: lancelot.Seat(random.IntN(seats))}
	if random.IntN(4) == 0 {
		o.Target = lancelot.StandardTarget(seats) - 2 + random.IntN(6)
	}
	p, err := o.Setup().Position()
	if err != nil {
		panic(err)
	}
	for range random.IntN(maxOpeningTurns*seats + 1) {
		if !p.Outcome().Over() {
			p.PlayInto(&p, matchplay.RandomTurn(&p, random))
		}
	}
	return p
}

// play plays one game and returns a sample for about every second position.
func (s *LancelotSelfPlay) play(player *search.Tree, game int, random *rand.Rand) (samples []dataset.Record) {
	type sample struct {
		position  string
		winShares [lancelot.MaxSeats]engine.Score
	}
	p := s.start(game, random)
	var pending []sample
	for !p.Outcome().Over() {
		player.Seed = random.Uint64()
		found := player.Search(context.Background(), lancelot.NewGame(p), engine.Limits{Nodes: s.Nodes}, nil)
		if random.IntN(2) == 0 {
			pending = append(pending, sample{p.String(), found.WinShares})
		}
		turn := found.Best
		if random.IntN(randomTurnEvery) == 0 {
			turn = matchplay.RandomTurn(&p, random)
		}
		p.PlayInto(&p, turn)
	}
	for _, one := range pending {
		expected, result := make([]float64, p.Seats()), make([]float64, p.Seats())
		total := engine.Score(0)
		for _, share := range one.winShares {
			total += share
		}
		for seat := range expected {
			result[seat] = p.Outcome().WinShare(lancelot.Seat(seat))
			share := lancelotResultShare*result[seat] + (1-lancelotResultShare)*float64(one.winShares[seat])/float64(max(total, 1))
			expected[seat] = math.Round(1000*share) / 1000
		}
		samples = append(samples, dataset.Record{Rules: dataset.Lancelot, Number: game, Start: one.position, Result: result, Expected: expected})
	}
	return samples
}

// LancelotFit fits the weights of Lancelot's evaluation to a dataset.
type LancelotFit struct {
	Epochs int
	Rate   float64 // of the first steps, in log-odds
	// WeightsFile, if not empty, is a file with the weights to start from instead of
	// the plain ones.
	WeightsFile string
}

// MaxRate is the largest rate of training, in log-odds.
const MaxRate = 10

// Fit fits the weights to a dataset in a file. It writes the loss to log, also that
// of a validation set: one sample in ten, which is not used for training.
func (f *LancelotFit) Fit(name string, log io.Writer) (*search.Weights, error) {
	start, err := readWeights(f.WeightsFile, search.PlainWeights, search.ParseWeights)
	if err != nil {
		return nil, err
	}
	tuning := search.NewTuning(start)
	count := 0
	if err := readSamples(name, dataset.Lancelot, log, func(r *dataset.Record) error {
		p, shares, err := parseLancelotSample(r)
		if err != nil {
			return err
		}
		// Ten samples in a row are mostly of one game.
		tuning.Add(&p, shares, (count+1)/10%10 == 0)
		count++
		return nil
	}); err != nil {
		return nil, err
	}
	if count == 0 {
		return nil, fmt.Errorf("%s: no positions", name)
	}
	fmt.Fprintf(log, "%d samples, a tenth of them for validation\n", count)
	for epoch := range f.Epochs {
		training, validation := tuning.Epoch(f.Rate*(1-0.95*float64(epoch)/float64(f.Epochs)), uint64(epoch))
		fmt.Fprintf(log, "epoch %3d  cross-entropy %.5f  validation %.5f\n", epoch+1, training, validation)
	}
	return tuning.Weights(), nil
}

// parseLancelotSample returns the position and the shares of a record.
func parseLancelotSample(r *dataset.Record) (p lancelot.Position, shares [lancelot.MaxSeats]float64, err error) {
	if p, err = lancelot.ParsePosition(r.Start); err != nil {
		return p, shares, err
	}
	if len(r.Expected) != p.Seats() {
		return p, shares, fmt.Errorf("%d shares for %d seats", len(r.Expected), p.Seats())
	}
	total := 0.0
	for seat, share := range r.Expected {
		shares[seat] = share
		total += share
	}
	if total < 0.98 || total > 1.02 {
		return p, shares, fmt.Errorf("the sum of the shares is %.3f, not 1", total)
	}
	return p, shares, nil
}

// Order trains the order in which the solver of package lab/solve tries turns.
type Order struct {
	Games  int    // positions to solve
	Nodes  uint64 // of each position
	Seed   uint64
	Epochs int
	Rate   float64 // of the first steps, in log-odds
}

// Train solves positions, trains the order on what they show and returns it as Go
// source. It writes the expected number of nodes to log. onPosition is called after
// each position.
func (o *Order) Train(ctx context.Context, log io.Writer, onPosition func()) (source string, err error) {
	tuning := solve.NewOrderTuning(o.Seed)
	for game := range o.Games {
		p := tuning.Start(game)
		tuning.Sample(ctx, &p, o.Nodes, game)
		if err := ctx.Err(); err != nil {
			return "", err
		}
		onPosition()
	}
	fmt.Fprintf(log, "%d choices, those of every eighth position for validation\n", tuning.Choices())
	for epoch := range o.Epochs {
		trained, current := tuning.Epoch(o.Rate / float64(epoch+1))
		fmt.Fprintf(log, "epoch %2d  nodes of a validation choice: 2^%.4f, with the current order 2^%.4f\n", epoch+1, trained, current)
	}
	return tuning.Source(), nil
}
