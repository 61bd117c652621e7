package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/search"
)

// searcher is our search as the protocols drive it.
type searcher struct {
	engine  *search.Engine
	options search.Options
	level   int
	elo     int
	// limited tells that elo sets the level, analysing that nothing limits it.
	limited, analysing bool
	// seed makes levels below the full one play alike in every game; 0 means
	// that every game is different.
	seed uint64
	// threadsChanged, if not nil, is told of the number of threads.
	threadsChanged func(threads int)
}

// Strengths that a user interface can ask for by Elo. The scale is nominal: it
// runs evenly from the first level to the last.
const (
	lowestElo  = 800
	highestElo = 2600
)

const defaultOverhead = 10 * time.Millisecond

func newSearcher() *searcher {
	s := &searcher{
		options: search.Options{NewEvaluator: newEvaluator, MoveOverhead: defaultOverhead},
		level:   search.MaxLevel,
		elo:     highestElo,
	}
	s.engine = search.New(s.options)
	s.NewGame()
	return s
}

func (s *searcher) Options() []engine.Option {
	number := func(name string, value, least, most int) engine.Option {
		return engine.Option{Name: name, Type: engine.Spin, Default: strconv.Itoa(value), Min: least, Max: most}
	}
	check := func(name string) engine.Option {
		return engine.Option{Name: name, Type: engine.Check, Default: "false"}
	}
	return []engine.Option{
		number("Threads", 1, 1, search.MaxThreads),
		number("Hash", search.DefaultHash, 1, search.MaxHash),
		{Name: "Clear Hash", Type: engine.Button},
		number("MultiPV", 1, 1, search.MaxMultiPV),
		check("Ponder"),
		number("Move Overhead", int(defaultOverhead.Milliseconds()), 0, 10000),
		number("Skill Level", search.MaxLevel, 1, search.MaxLevel),
		check("UCI_LimitStrength"),
		number("UCI_Elo", highestElo, lowestElo, highestElo),
		check("UCI_AnalyseMode"),
		number("Seed", 0, 0, math.MaxInt32),
		{Name: "Off", Type: engine.String},
	}
}

func (s *searcher) SetOption(name, value string) error {
	n, _ := strconv.Atoi(value) // of spins only, which Option.Parse has checked
	switch name {
	case "Threads":
		s.options.Threads = n
		if s.threadsChanged != nil {
			s.threadsChanged(n)
		}
	case "Hash":
		s.options.Hash = n
	case "Clear Hash":
		s.engine.Clear()
		return nil
	case "MultiPV":
		s.options.MultiPV = n
	case "Ponder":
		return nil // the user interface decides when to ponder
	case "Move Overhead":
		s.options.MoveOverhead = time.Duration(n) * time.Millisecond
	case "Skill Level":
		s.level = n
	case "UCI_LimitStrength":
		s.limited = value == "true"
	case "UCI_Elo":
		s.elo = n
	case "UCI_AnalyseMode":
		s.analysing = value == "true"
	case "Seed":
		s.seed = uint64(n)
	case "Off":
		off, err := search.ParseTechniques(value)
		if err != nil {
			return err
		}
		s.options.Off = off
	}
	s.configure()
	return nil
}

// configure hands the options on.
func (s *searcher) configure() {
	s.options.Level = s.level
	switch {
	case s.analysing:
		s.options.Level = search.MaxLevel
	case s.limited:
		s.options.Level = levelOfElo(s.elo)
	}
	s.engine.Configure(s.options)
}

// levelOfElo returns the level next to an Elo number.
func levelOfElo(elo int) int {
	const steps = search.MaxLevel - 1
	return 1 + ((elo-lowestElo)*steps+(highestElo-lowestElo)/2)/(highestElo-lowestElo)
}

func (s *searcher) NewGame() {
	s.options.Seed = s.seed
	if s.seed == 0 {
		s.options.Seed = rand.Uint64()
	}
	s.configure()
	s.engine.Clear()
}

func (s *searcher) Search(ctx context.Context, game *wotn.Game, limits engine.Limits, report func(engine.Info)) engine.Choice {
	l := search.Limits{
		Depth:       limits.Depth,
		Nodes:       limits.Nodes,
		MoveTime:    limits.MoveTime,
		Mate:        limits.Mate,
		Infinite:    limits.Infinite,
		Ponder:      limits.PonderHit != nil,
		SearchMoves: limits.Moves,
	}
	if limits.Clock[game.Position().Turn()] > 0 {
		l.Clock = &search.Clock{Remaining: limits.Clock, Increment: limits.Increment, MovesToGo: limits.MovesToGo}
	}
	if l.Ponder {
		over := make(chan struct{})
		defer close(over)
		go s.passHit(limits.PonderHit, over)
	}
	result := s.engine.Think(ctx, search.TaskOf(game), l, func(line search.Line) { report(infoOf(line)) })
	return engine.Choice{Best: result.Best, Ponder: result.Ponder, NoMate: result.NoMate}
}

// passHit tells the engine that the move pondered on was made. It says so until
// the search is over, because one that is only beginning does not hear it.
func (s *searcher) passHit(hit, over <-chan struct{}) {
	select {
	case <-hit:
	case <-over:
		return
	}
	again := time.NewTicker(time.Millisecond)
	defer again.Stop()
	for {
		s.engine.PonderHit()
		select {
		case <-again.C:
		case <-over:
			return
		}
	}
}

func infoOf(line search.Line) engine.Info {
	info := engine.Info{
		Depth:     line.Depth,
		Selective: line.SelDepth,
		Number:    line.Rank,
		Score:     engine.Score{Centipawns: line.Score.Centipawns()},
		Chances:   chancesOf(line.Score),
		Nodes:     line.Nodes,
		Elapsed:   line.Time,
		HashFull:  line.HashFull,
		Line:      line.Moves,
	}
	if n, mate := line.Score.Mate(); mate {
		info.Score.Mate = n
	}
	switch line.Bound {
	case search.LowerBound:
		info.Score.Bound = engine.Lower
	case search.UpperBound:
		info.Score.Bound = engine.Upper
	}
	return info
}

// chancesOf returns the chances of winning, drawing and losing in thousandths.
// The search knows the points to be expected; what they are made of is a model:
// a game is won that would be even with drawMargin less.
func chancesOf(score search.Score) [3]int {
	if n, mate := score.Mate(); mate {
		if n > 0 {
			return [3]int{1000, 0, 0}
		}
		return [3]int{0, 0, 1000}
	}
	const drawMargin = 60 // centipawns
	chance := func(centipawns int) int {
		return int(math.Round(1000 * search.Centipawns(centipawns).WinChance()))
	}
	win, loss := chance(score.Centipawns()-drawMargin), chance(-score.Centipawns()-drawMargin)
	return [3]int{win, 1000 - win - loss, loss}
}

// Explain tells the men, what they are worth in an exchange, and the value of
// the position.
func (s *searcher) Explain(p *wotn.Position) string {
	var b strings.Builder
	values := newEvaluator().Values(p.Variant())
	fmt.Fprintf(&b, "%-16s %5s %5s %7s\n", "kind", "white", "black", "worth")
	for k := wotn.Pawn; k <= wotn.King; k++ {
		white, black := p.Pieces(wotn.White, k).Count(), p.Pieces(wotn.Black, k).Count()
		if white+black > 0 {
			fmt.Fprintf(&b, "%-16s %5d %5d %7.2f\n", k.EnglishName(), white, black, float64(values[k])/100)
		}
	}
	if outcome, reason := p.Outcome(); outcome != wotn.Running {
		fmt.Fprintf(&b, "the game is over: %s %s\n", outcome, reason)
		return b.String()
	}
	if p.Checkers() != 0 {
		b.WriteString("in check: not judged without search\n")
		return b.String()
	}
	score := s.engine.Evaluate(p)
	side := "White"
	if p.Turn() == wotn.Black {
		side = "Black"
	}
	fmt.Fprintf(&b, "evaluation %s for %s, who is to move\n", score, side)
	return b.String()
}

func (s *searcher) Bench(ctx context.Context, w io.Writer) error {
	r := search.Bench(ctx, newEvaluator, search.BenchSettings{}, nil)
	return printBench(ctx, w, r.Nodes, r.Nodes, r.Time, r.NodesPerSecond())
}
