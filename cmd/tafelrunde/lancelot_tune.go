package main

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"

	"tafelrunde/internal/matchplay"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/search"
	"tafelrunde/lancelot/solve"
)

// lancelotTuneCommand learns the worths of features from self-play.
type lancelotTuneCommand struct {
	Play lancelotTunePlayCommand `cmd:"" help:"Let the engine play games of all kinds against itself and append positions, with what came of them, to a file."`
	Fit  lancelotTuneFitCommand  `cmd:"" help:"Fit the worths to such a file and print them."`

	Order lancelotTuneOrderCommand `cmd:"" help:"Learn from small fields in which order to look at turns when solving one, and print it as Go source."`
}

type lancelotTunePlayCommand struct {
	Games   int      `default:"1000" placeholder:"N" help:"Games to play (1000)."`
	Nodes   uint64   `default:"1500" placeholder:"N" help:"Nodes to search for each turn (1500)."`
	Seed    uint64   `default:"1" placeholder:"N" help:"Seed of the openings (1)."`
	Threads int      `default:"1" placeholder:"N" help:"Games played at once (1)."`
	Seats   []int    `default:"2,2,2,2,3,3,4,5" placeholder:"N,N" help:"Numbers of seats, game by game (2,2,2,2,3,3,4,5: games of many seats give more positions)."`
	Rules   []string `default:"basic,diagonals,excalibur,diagonals+excalibur" placeholder:"RULES,RULES" help:"Sets of rules, by turns (all four)."`
	Plain   bool     `help:"Play by the plain weights that learning begins with, instead of those in use."`
	File    string   `arg:"" help:"File to append to."`

	rules []lancelot.Rules
}

type lancelotTuneFitCommand struct {
	Epochs int     `default:"20" placeholder:"N" help:"Times to go over all positions (20)."`
	Rate   float64 `default:"0.05" placeholder:"X" help:"Size of the first steps, in logarithms of odds (0.05); less to go on from weights that are good."`
	From   string  `placeholder:"FILE" help:"Weights to start from (default: the plain ones that learning begins with)."`
	Out    string  `placeholder:"FILE" help:"File for the weights (default: standard output)."`
	File   string  `arg:"" help:"Positions, as written by tune play."`
}

type lancelotTuneOrderCommand struct {
	Games  int     `default:"240" placeholder:"N" help:"Positions to solve (240)."`
	Nodes  uint64  `default:"2500000" placeholder:"N" help:"Nodes for each position at most (2500000)."`
	Seed   uint64  `default:"1" placeholder:"N" help:"Seed of the positions (1)."`
	Epochs int     `default:"8" placeholder:"N" help:"Times to go over what was found (8)."`
	Rate   float64 `default:"0.2" placeholder:"X" help:"Size of the first steps, in logarithms of odds (0.2)."`
	Out    string  `placeholder:"FILE" help:"File for the order (default: standard output)."`
}

func (c *lancelotTuneOrderCommand) Run(term terminal) error {
	if c.Games < solve.OrderApart {
		return &misuse{fmt.Sprintf("--games must be %d or more: one in so many is kept apart", solve.OrderApart)}
	}
	if c.Nodes < 1 || c.Epochs < 1 || !(c.Rate > 0 && c.Rate <= mostLancelotRate) {
		return &misuse{fmt.Sprintf("--nodes and --epochs must be 1 or more, and --rate above 0 and at most %d", mostLancelotRate)}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	tuning := solve.NewOrderTuning(c.Seed)
	bar := progressbar.NewOptions(c.Games, progressbar.OptionSetWriter(term.notes), progressbar.OptionSetDescription("positions"),
		progressbar.OptionThrottle(time.Second), progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetVisibility(isTerminal(term.notes)), progressbar.OptionClearOnFinish())
	for game := range c.Games {
		p := tuning.Start(game)
		tuning.Study(ctx, &p, c.Nodes, game)
		if err := ctx.Err(); err != nil {
			return err
		}
		bar.Add(1)
	}
	fmt.Fprintf(term.notes, "%d choices, those of every eighth position kept apart\n", tuning.Choices())
	for epoch := range c.Epochs {
		learned, used := tuning.Epoch(c.Rate / float64(epoch+1))
		fmt.Fprintf(term.notes, "epoch %2d  nodes to a turn that does, of those kept apart: 2^%.4f, in the order in use 2^%.4f\n", epoch+1, learned, used)
	}
	if c.Out == "" {
		_, err := fmt.Fprint(term.out, tuning.Source())
		return err
	}
	return os.WriteFile(c.Out, []byte(tuning.Source()), 0o644)
}

func (c *lancelotTuneFitCommand) Run(term terminal) error {
	if c.Epochs < 1 || !(c.Rate > 0 && c.Rate <= mostLancelotRate) {
		return &misuse{fmt.Sprintf("--epochs must be 1 or more, and --rate above 0 and at most %d", mostLancelotRate)}
	}
	return tuneLancelotFit(term, c.File, c.From, c.Out, c.Epochs, c.Rate)
}

// Self-play of Lancelot: how often a turn is played by chance, to meet other
// positions, how many turns of each seat begin a game by chance, and how much the
// end of the game counts against what the search expected.
const (
	lancelotSlip        = 12 // one turn in so many
	lancelotOpening     = 2
	lancelotResultShare = 0.7
)

// mostLancelotRate is a step of learning, in logarithms of odds, after which no
// weight means anything.
const mostLancelotRate = 10

func (c *lancelotTunePlayCommand) Run(term terminal) error {
	if c.Games < 1 || c.Nodes < 1 {
		return &misuse{"--games and --nodes must be 1 or more"}
	}
	if c.Threads < 1 || c.Threads > search.MaxThreads {
		return &misuse{fmt.Sprintf("--threads is a number from 1 to %d", search.MaxThreads)}
	}
	for _, seats := range c.Seats {
		if seats < lancelot.MinSeats || seats > lancelot.MaxSeats {
			return &misuse{fmt.Sprintf("Lancelot has %d to %d seats, not %d", lancelot.MinSeats, lancelot.MaxSeats, seats)}
		}
	}
	if len(c.Seats) == 0 {
		return &misuse{"--seats names no number of seats"}
	}
	for _, name := range c.Rules {
		rules, err := parseRules(name)
		if err != nil {
			return err
		}
		c.rules = append(c.rules, rules)
	}
	if len(c.rules) == 0 {
		return &misuse{"--rules names no set of rules"}
	}
	var weights *search.Weights
	if c.Plain {
		weights = search.PlainWeights()
	}
	return writeSelfPlay(term, c.File, c.Games, c.Threads, func() func(game int) []string {
		player := &search.Tree{Memory: 8 << 20, Weights: weights}
		return func(game int) []string {
			return c.samples(player, game, rand.New(rand.NewPCG(c.Seed, uint64(game))))
		}
	})
}

// start is the start of a game; number chooses its kind. A quarter of the games
// are for other targets, so that all distances to it are met.
func (c *lancelotTunePlayCommand) start(number int, rnd *rand.Rand) lancelot.Position {
	seats := c.Seats[number%len(c.Seats)]
	o := lancelot.Options{Seats: seats, Rules: c.rules[number/len(c.Seats)%len(c.rules)], First: lancelot.Seat(rnd.IntN(seats))}
	if rnd.IntN(4) == 0 {
		o.Target = lancelot.StandardTarget(seats) - 2 + rnd.IntN(6)
	}
	p, err := o.Setup().Position()
	if err != nil {
		panic(err)
	}
	for range rnd.IntN(lancelotOpening*seats + 1) {
		if !p.Outcome().Over() {
			p.PlayInto(&p, matchplay.RandomTurn(&p, rnd))
		}
	}
	return p
}

// samples plays one game and gives a line for about every second
// position: its text, a bar, and the shares of the win with commas between.
func (c *lancelotTunePlayCommand) samples(player *search.Tree, number int, rnd *rand.Rand) (lines []string) {
	type sample struct {
		position string
		chances  [lancelot.MaxSeats]search.Score
	}
	p := c.start(number, rnd)
	var samples []sample
	for !p.Outcome().Over() {
		player.Seed = rnd.Uint64()
		line := player.Search(context.Background(), &p, search.Limits{Nodes: c.Nodes}, nil)
		if rnd.IntN(2) == 0 {
			samples = append(samples, sample{p.String(), line.WinShares})
		}
		turn := line.Turn()
		if rnd.IntN(lancelotSlip) == 0 {
			turn = matchplay.RandomTurn(&p, rnd)
		}
		p.PlayInto(&p, turn)
	}
	for _, s := range samples {
		shares := make([]string, p.Seats())
		total := search.Score(0)
		for _, chance := range s.chances {
			total += chance
		}
		for seat := range shares {
			share := lancelotResultShare*p.Outcome().WinShare(lancelot.Seat(seat)) +
				(1-lancelotResultShare)*float64(s.chances[seat])/float64(max(total, 1))
			shares[seat] = strconv.FormatFloat(share, 'f', 3, 64)
		}
		lines = append(lines, s.position+" | "+strings.Join(shares, ","))
	}
	return lines
}

// tuneLancelotFit fits the weights to such lines.
func tuneLancelotFit(term terminal, name, from, out string, epochs int, rate float64) error {
	start := search.PlainWeights()
	if from != "" {
		text, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		if start, err = search.ParseWeights(string(text)); err != nil {
			return fmt.Errorf("%s: %w", from, err)
		}
	}
	tuning := search.NewTuning(start)
	count, err := readLancelotSamples(tuning, name)
	if err != nil {
		return err
	}
	if count == 0 {
		return fmt.Errorf("%s: no positions", name)
	}
	fmt.Fprintf(term.notes, "%d positions, every tenth kept apart\n", count)
	for epoch := range epochs {
		learned, apart := tuning.Epoch(rate*(1-0.95*float64(epoch)/float64(epochs)), uint64(epoch))
		fmt.Fprintf(term.notes, "epoch %3d  cross-entropy %.5f  of those kept apart %.5f\n", epoch+1, learned, apart)
	}
	text := tuning.Weights().Text()
	if out == "" {
		_, err := fmt.Fprint(term.out, text)
		return err
	}
	return os.WriteFile(out, []byte(text), 0o644)
}

func readLancelotSamples(tuning *search.Tuning, name string) (count int, err error) {
	file, err := os.Open(name)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	number := 0
	wrong := func(err error) error { return fmt.Errorf("%s, line %d: %w", name, number, err) }
	for lines.Scan() {
		number++
		text, list, ok := strings.Cut(lines.Text(), " | ")
		if !ok {
			return 0, wrong(fmt.Errorf("not a position, a bar and shares"))
		}
		p, err := lancelot.ParsePosition(text)
		if err != nil {
			return 0, wrong(err)
		}
		fields := strings.Split(list, ",")
		if len(fields) != p.Seats() {
			return 0, wrong(fmt.Errorf("%d shares for %d seats", len(fields), p.Seats()))
		}
		var shares [lancelot.MaxSeats]float64
		total := 0.0
		for seat, field := range fields {
			share, err := strconv.ParseFloat(field, 64)
			if err != nil || !(share >= 0 && share <= 1) {
				return 0, wrong(fmt.Errorf("%q is no share from 0 to 1", field))
			}
			shares[seat] = share
			total += share
		}
		if total < 0.98 || total > 1.02 {
			return 0, wrong(fmt.Errorf("shares add up to %.3f, not to 1", total))
		}
		// Ten lines in a row are mostly of one game.
		tuning.Add(&p, shares, number/10%10 == 0)
		count++
	}
	if err := lines.Err(); err != nil {
		number++
		return 0, wrong(err)
	}
	return count, nil
}
