package puzzles

import (
	"math"
	"slices"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/match/rating"
	"tafelrunde/internal/puzzles"
)

const (
	// middleRating stands for the level in the middle of the list of offered levels, and
	// levelStep for one place, as in the lobby (docs/levels.md).
	middleRating, levelStep = 1500, 150
	// rounds is how often each level tries a puzzle.
	rounds = 3
	// fewestNodes solve a puzzle of the rating middleRating; ten times as many one that is
	// nodesStep higher.
	fewestNodes, nodesStep, nodesTries = 100, 300, 4
	// certain is the deviation of the rating of a level.
	certain = 45
)

// rate returns the rating that a puzzle begins with: that of a player who wins against the levels
// that do not solve it, and against an engine with so few nodes that it does not find it.
func rate(j analyser, p *puzzles.Puzzle) (int, error) {
	_, solution, err := steps(p)
	if err != nil {
		return 0, err
	}
	puzzle := rating.NewGlicko()
	try := func(strength float64, solved bool) {
		score := 1.0
		if solved {
			score = 0
		}
		opponent := rating.Glicko{Rating: strength, Deviation: certain}
		puzzle = puzzle.After(rating.GlickoResult{Opponent: opponent, Score: score}, 0)
	}
	// The engine in full strength finds the same with each seed.
	var withNodes [nodesTries]bool
	nodes := uint64(fewestNodes)
	for n := range withNodes {
		withNodes[n] = solves(j, p, solution, engines.FullLevel, nodes, 1)
		nodes *= 10
	}
	offered := engines.OfferedLevels()
	for round := range rounds {
		for place, level := range offered[:strongest] {
			strength := float64(middleRating + (place-len(offered)/2)*levelStep)
			try(strength, solves(j, p, solution, level, levelNodes, uint64(round+1)))
		}
		for n, solved := range withNodes {
			try(float64(middleRating+n*nodesStep), solved)
		}
	}
	return int(math.Round(puzzle.Rating)), nil
}

// solves reports whether a level plays all moves of the solver, or one that wins as fast.
func solves(j analyser, p *puzzles.Puzzle, solution []step, level int, nodes, seed uint64) bool {
	own := 0
	for _, s := range solution {
		if !s.own {
			continue
		}
		move := j.level(s.at, level, nodes, seed)
		if own < len(p.Also) && slices.Contains(p.Also[own], move) {
			return true
		}
		if move != s.move {
			return false
		}
		own++
	}
	return true
}
