package main

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/search"
)

// tuneCommand tunes the evaluation's weights from self-play.
type tuneCommand struct {
	Play  tunePlayCommand  `cmd:"" help:"Let the engine play against itself and append quiet positions, with what came of them, to a file."`
	Judge tuneJudgeCommand `cmd:"" help:"Judge the positions of such a file anew by a deeper search and append them to another."`
	Fit   tuneFitCommand   `cmd:"" help:"Fit the weights to such a file by logistic regression and print them."`

	Worth tuneWorthCommand `cmd:"" help:"Print what men are worth on average in the positions of such a file."`
}

type tunePlayCommand struct {
	Ways    string `default:"wotn" placeholder:"WAYS" help:"Rule set: wotn (the default), wotn-alternative or chess."`
	Games   int    `default:"1000" placeholder:"N" help:"Games to play (1000)."`
	Nodes   uint64 `default:"1000" placeholder:"N" help:"Nodes to search for each move (1000)."`
	Seed    uint64 `default:"1" placeholder:"N" help:"Seed of the openings (1)."`
	Threads int    `default:"1" placeholder:"N" help:"Games played at once (1)."`
	// Thinned-out positions with unlike men come up too rarely in whole games for
	// their weights to be learned, and the search steers to where they are wrong.
	Scattered float64 `default:"0" placeholder:"SHARE" help:"Share of games that begin with some of the men, placed at random, instead of the start position (0)."`
	Result    float64 `default:"0.6" placeholder:"SHARE" help:"Share of a position's points that the game's result makes; the rest is what the search expected (0.6)."`
	File      string  `arg:"" help:"File to append to."`
}

const (
	tuneRandomPlies = 8
	// Moves at random in the first plies lead to other positions; later ones
	// would make the result tell of them, not of what stood on the board.
	tuneSlips = 12
	// A game that the search judges decided by so much for so long is ended.
	tuneDecided      = 1000
	tuneDecidedPlies = 6
	// tuneMostRaises is how many men a handicap raises on each side at most in
	// half of the games, so that the high kinds are seen often enough.
	tuneMostRaises = 8
)

// tuneSample is a line of a samples file before its game has ended.
type tuneSample struct {
	position string
	turn     wotn.Color
	expected float64
}

func (c *tunePlayCommand) Run(term terminal) error {
	ways, err := parseVariant(c.Ways)
	if err != nil {
		return err
	}
	if c.Games < 1 || c.Nodes < 1 {
		return &misuse{"--games and --nodes must be 1 or more"}
	}
	if !(c.Scattered >= 0 && c.Scattered <= 1 && c.Result >= 0 && c.Result <= 1) {
		return &misuse{"--scattered and --result are shares from 0 to 1"}
	}
	return writeSelfPlay(term, c.File, c.Games, c.Threads, func() func(game int) []string {
		e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 2})
		return func(game int) []string { return c.play(e, ways, rand.New(rand.NewPCG(c.Seed, uint64(game)))) }
	})
}

// newEvaluator makes the evaluator that this program's engines use.
func newEvaluator() search.Evaluator { return eval.New() }

// tuneStart returns a position to begin a game from: the start position, in
// half of the games with men raised at random, after some random moves.
func tuneStart(ways wotn.Variant, rnd *rand.Rand) *wotn.Game {
	for {
		setup, err := wotn.ParseSetup(ways, wotn.StartText)
		if err != nil {
			panic(err)
		}
		if ways != wotn.Chess && rnd.IntN(2) == 0 {
			for range 2 * rnd.IntN(tuneMostRaises+1) {
				sq := wotn.Square(rnd.IntN(64))
				if choices := setup.HandicapPromotions(sq); len(choices) > 0 {
					if err := setup.HandicapPromote(setup.Board[sq].Color, sq, choices[rnd.IntN(len(choices))]); err != nil {
						panic(err)
					}
				}
			}
		}
		p, err := setup.Position()
		if err != nil {
			continue // a raise gave check
		}
		if game := tuneOpening(p, tuneRandomPlies, rnd); game != nil {
			return game
		}
	}
}

// tuneOpening returns a game that begins with some random moves from p, nil if
// they end it.
func tuneOpening(p wotn.Position, plies int, rnd *rand.Rand) *wotn.Game {
	game := wotn.NewGame(p)
	for range plies {
		moves := game.Position().AppendMoves(nil)
		if len(moves) == 0 || game.Play(moves[rnd.IntN(len(moves))]) != nil {
			break
		}
	}
	if game.Outcome().Over() {
		return nil
	}
	return game
}

// Of games that begin with scattered men: the search must judge them within
// tuneEven, and the first random moves are fewer, as they cost more.
const (
	tuneEven           = 300
	tuneScatteredPlies = 2
)

// tuneScattered returns a game that begins with some of the men of each side,
// of any kinds that the rule set knows, placed at random in their own half, the
// pawns anywhere they can stand. It may be lost for one side at once.
func tuneScattered(ways wotn.Variant, rnd *rand.Rand) *wotn.Game {
	var kinds []wotn.Kind
	for k := wotn.Squire; k < wotn.King; k++ {
		if ways.HasKind(k) {
			kinds = append(kinds, k)
			if ways == wotn.Chess && k != wotn.Queen {
				kinds = append(kinds, k)
			}
		}
	}
	for {
		p, err := tuneScatter(ways, kinds, rnd)
		if err != nil {
			continue // for instance a king who could be taken
		}
		if game := tuneOpening(p, tuneScatteredPlies, rnd); game != nil {
			return game
		}
	}
}

// tuneScatter places some men of the given kinds, pawns and a king for each side.
// It returns an error if what comes out is no position that can be played.
func tuneScatter(ways wotn.Variant, kinds []wotn.Kind, rnd *rand.Rand) (wotn.Position, error) {
	setup := wotn.Setup{Variant: ways, Turn: wotn.Color(rnd.IntN(2)), EnPassant: wotn.NoSquare, MoveNumber: 1}
	place := func(c wotn.Color, k wotn.Kind, ranks int) {
		for range 8 {
			rank := rnd.IntN(ranks)
			if k == wotn.Pawn {
				rank++
			}
			if c == wotn.Black {
				rank = 7 - rank
			}
			if sq := wotn.NewSquare(rnd.IntN(8), rank); setup.Board[sq].Kind == wotn.NoKind {
				setup.Board[sq] = wotn.Piece{Kind: k, Color: c}
				return
			}
		}
	}
	pieces, pawns := 2+rnd.IntN(6), 3+rnd.IntN(6)
	for c := wotn.White; c <= wotn.Black; c++ {
		place(c, wotn.King, 2+rnd.IntN(3))
		for range pawns + rnd.IntN(3) - 1 {
			place(c, wotn.Pawn, 4+rnd.IntN(2)*(tunePawnRanks(ways)-4))
		}
		for range pieces + rnd.IntN(3) - 1 {
			place(c, kinds[rnd.IntN(len(kinds))], 4)
		}
	}
	return setup.Position()
}

// tunePawnRanks is on how many ranks a pawn can stand.
func tunePawnRanks(ways wotn.Variant) int {
	if ways == wotn.Chess {
		return 6
	}
	return 4
}

// play plays one game and returns a line for each quiet position: the FEN, a
// bar, and the points for the side to move.
func (c *tunePlayCommand) play(e *search.Engine, ways wotn.Variant, rnd *rand.Rand) (lines []string) {
	e.Clear()
	scattered := rnd.Float64() < c.Scattered
	game := tuneStart(ways, rnd)
	for even := false; scattered && !even; {
		game = tuneScattered(ways, rnd)
		cp := e.Search(context.Background(), game, engine.Limits{Nodes: c.Nodes}, nil).Score.Centipawns()
		even = cp > -tuneEven && cp < tuneEven
	}
	var samples []tuneSample
	result := game.Outcome().Result
	decided := 0
	for ply := 0; result == wotn.Unfinished; ply++ {
		p := game.Position()
		r := e.Search(context.Background(), game, engine.Limits{Nodes: c.Nodes}, nil)
		if cp := r.Score.Centipawns(); p.Checkers() == 0 && r.Best.Captured() == wotn.NoKind && r.Best.Promotion() == wotn.NoKind &&
			cp > -1500 && cp < 1500 && (p.Pieces(wotn.White, wotn.Pawn)|p.Pieces(wotn.Black, wotn.Pawn) != 0 || !scattered) {
			samples = append(samples, tuneSample{p.String(), p.Turn(), r.Score.WinShare()})
		}
		m := r.Best
		if ply < tuneSlips && !scattered && rnd.IntN(6) == 0 {
			moves := p.AppendMoves(nil)
			m = moves[rnd.IntN(len(moves))]
			samples = samples[:0]
		}
		switch cp := r.Score.Centipawns(); {
		case cp > -tuneDecided && cp < tuneDecided:
			decided = 0
		case decided < tuneDecidedPlies:
			decided++
		case (cp > 0) == (p.Turn() == wotn.White):
			result = wotn.WhiteWins
		default:
			result = wotn.BlackWins
		}
		if result != wotn.Unfinished {
			break
		}
		if err := game.Play(m); err != nil {
			panic(err)
		}
		result = game.Outcome().Result
		if len(game.Claims()) > 0 {
			result = wotn.Draw
		}
	}
	for _, s := range samples {
		points := c.Result*result.WinShare(s.turn) + (1-c.Result)*s.expected
		lines = append(lines, fmt.Sprintf("%s | %.4f", s.position, points))
	}
	return lines
}

type tuneJudgeCommand struct {
	Ways    string  `default:"wotn" placeholder:"WAYS" help:"Rule set: wotn (the default), wotn-alternative or chess."`
	Nodes   uint64  `default:"3000" placeholder:"N" help:"Nodes to search for each position (3000)."`
	Every   int     `default:"1" placeholder:"N" help:"Take every n-th position only: those of one game are much alike (1)."`
	Offset  int     `default:"0" placeholder:"N" help:"Leave out so many positions at the beginning (0)."`
	Before  float64 `default:"0.2" placeholder:"SHARE" help:"Share of the points that the file's own make, or with --leaves those that the first search expected (0.2)."`
	Leaves  bool    `help:"Judge the position at the end of the line that a search finds best instead: where judgements err in the search's favour."`
	Threads int     `default:"1" placeholder:"N" help:"Positions judged at once (1)."`
	From    string  `arg:"" help:"Samples, as written by tune play."`
	File    string  `arg:"" help:"File to append to."`
}

func (c *tuneJudgeCommand) Run(term terminal) error {
	ways, err := parseVariant(c.Ways)
	if err != nil {
		return err
	}
	if c.Nodes < 1 || c.Every < 1 || c.Offset < 0 || !(c.Before >= 0 && c.Before <= 1) {
		return &misuse{"--nodes and --every must be 1 or more, --offset 0 or more, --before a share from 0 to 1"}
	}
	samples, err := readTuneSamples(ways, c.From)
	if err != nil {
		return err
	}
	count := max(0, len(samples)-c.Offset+c.Every-1) / c.Every
	judged, err := writeParts(term, c.File, "positions", count, c.Threads, func() func(int) []string {
		e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 2})
		return func(i int) []string {
			p, points := samples[c.Offset+i*c.Every].Position, samples[c.Offset+i*c.Every].Points
			limits := engine.Limits{Nodes: c.Nodes}
			e.Clear()
			r := e.Search(context.Background(), wotn.NewGame(p), limits, nil)
			if c.Leaves {
				turn := p.Turn()
				for _, m := range r.Lines[0].PV {
					p.PlayInto(&p, m)
				}
				if points = r.Score.WinShare(); p.Turn() != turn {
					points = 1 - points
				}
				if p.Checkers() != 0 || !p.HasMoves() {
					return nil // nothing is judged there without a search
				}
				r = e.Search(context.Background(), wotn.NewGame(p), limits, nil)
			}
			points = c.Before*points + (1-c.Before)*r.Score.WinShare()
			return []string{fmt.Sprintf("%s | %.4f", &p, points)}
		}
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(term.out, "%d positions judged anew\n", judged)
	return err
}

type tuneFitCommand struct {
	Ways   string  `default:"wotn" placeholder:"WAYS" help:"Rule set: wotn (the default), wotn-alternative or chess."`
	Steps  int     `default:"400" placeholder:"N" help:"Steps down the gradient (400)."`
	Rate   float64 `default:"1.5" placeholder:"CENTIPAWNS" help:"Size of the first steps (1.5)."`
	Trust  float64 `default:"60" placeholder:"CENTIPAWNS" help:"How far a weight may go before that counts as much against it as the positions for it (60)."`
	ByHand bool    `help:"Start from the weights set by hand."`
	From   string  `placeholder:"FILE" help:"Weights to start from (default: those in use)."`
	Out    string  `placeholder:"FILE" help:"File for the weights (default: standard output)."`
	File   string  `arg:"" help:"Samples, as written by tune play."`
}

func (c *tuneFitCommand) Run(term terminal) error {
	ways, err := parseVariant(c.Ways)
	if err != nil {
		return err
	}
	if c.ByHand && c.From != "" {
		return &misuse{"--by-hand and --from both say where to start"}
	}
	start := eval.WeightsOf(ways)
	if c.ByHand {
		start = eval.InitialWeights(ways)
	}
	if c.From != "" {
		text, err := os.ReadFile(c.From)
		if err != nil {
			return err
		}
		if start, err = eval.ParseWeights(string(text)); err != nil {
			return fmt.Errorf("%s: %w", c.From, err)
		}
	}
	samples, err := readTuneSamples(ways, c.File)
	if err != nil {
		return err
	}
	// Every tenth block of samples is kept apart, to see whether what is learned
	// holds: blocks, because positions of one game are much alike.
	block := max(1, min(1000, len(samples)/100))
	var learn, check []eval.Sample
	for i, s := range samples {
		if i/block%10 == 0 {
			check = append(check, s)
		} else {
			learn = append(learn, s)
		}
	}
	if len(learn) == 0 {
		return fmt.Errorf("%s: too few positions to learn from", c.File)
	}
	tuning := eval.NewTuner(ways, &start, learn)
	held := eval.NewTuner(ways, &start, check)
	held.Scale, tuning.PriorDeviation = tuning.Scale, c.Trust
	fmt.Fprintf(term.notes, "%d positions, %d kept apart, scale %.0f\n", len(learn), len(check), tuning.Scale)
	report := func(step int) {
		w := tuning.Weights()
		held.SetWeights(&w)
		fmt.Fprintf(term.notes, "step %4d  loss %.6f  of those kept apart %.6f\n", step, tuning.Loss(), held.Loss())
	}
	report(0)
	for step := 1; step <= c.Steps; step++ {
		tuning.Step(c.Rate * (1 - 0.9*float64(step)/float64(c.Steps)))
		if step%50 == 0 {
			report(step)
		}
	}
	weights := tuning.Weights()
	if c.Out == "" {
		fmt.Fprint(term.out, weights.Text())
		return nil
	}
	return os.WriteFile(c.Out, []byte(weights.Text()), 0o644)
}

type tuneWorthCommand struct {
	Ways string `default:"wotn" placeholder:"WAYS" help:"Rule set: wotn (the default), wotn-alternative or chess."`
	File string `arg:"" help:"Samples, as written by tune play."`
}

// tuneWorth sums up what men of a kind are worth: by how much the evaluation
// changes when one is taken off the board.
type tuneWorth struct {
	count, sum  int
	full, fulls int // those on a board at least half full
}

func (c *tuneWorthCommand) Run(term terminal) error {
	ways, err := parseVariant(c.Ways)
	if err != nil {
		return err
	}
	samples, err := readTuneSamples(ways, c.File)
	if err != nil {
		return err
	}
	evaluator := eval.New()
	var worth [wotn.NumKinds]tuneWorth
	const enough = 4000 // of a kind
	for i := range samples {
		p := &samples[i].Position
		whole := evaluator.Evaluate(p)
		setup := p.Setup()
		for sq, man := range setup.Board {
			k := man.Kind
			if k == wotn.NoKind || worth[k].count >= enough || k == wotn.King && p.Pieces(man.Color, wotn.King).Count() < 2 {
				continue
			}
			without := setup
			without.Board[sq] = wotn.Piece{}
			without.Castling = 0
			q, err := without.Position()
			if err != nil {
				continue // his leaving would open a line to a king
			}
			gain := whole - evaluator.Evaluate(&q)
			if man.Color != p.Turn() {
				gain = -gain
			}
			worth[k].count++
			worth[k].sum += gain
			if eval.Phase(p) >= 16 {
				worth[k].full++
				worth[k].fulls += gain
			}
		}
	}
	fmt.Fprintln(term.out, "kind             all   fuller board   emptier board   men")
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		w := &worth[k]
		if w.count == 0 {
			continue
		}
		mean := func(sum, count int) string {
			if count < 30 {
				return "-"
			}
			return strconv.Itoa(sum / count)
		}
		fmt.Fprintf(term.out, "%-15s %5s %14s %15s %5d\n", k.EnglishName(), mean(w.sum, w.count), mean(w.fulls, w.full),
			mean(w.sum-w.fulls, w.count-w.full), w.count)
	}
	return nil
}

func readTuneSamples(ways wotn.Variant, name string) ([]eval.Sample, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var samples []eval.Sample
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		text, points, ok := strings.Cut(lines.Text(), " | ")
		if !ok {
			return nil, fmt.Errorf("%s, line %d: not a position, a bar and points", name, number)
		}
		p, err := wotn.ParsePosition(ways, text)
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, number, err)
		}
		value, err := strconv.ParseFloat(points, 64)
		if err != nil || !(value >= 0 && value <= 1) {
			return nil, fmt.Errorf("%s, line %d: %q is no number of points from 0 to 1", name, number, points)
		}
		samples = append(samples, eval.Sample{Position: p, Points: value})
	}
	return samples, lines.Err()
}
