package judge

import (
	"math"
	"slices"

	"tafelrunde/internal/engines"
	"tafelrunde/lancelot/engine"
	"tafelrunde/lancelot/search"
)

// Kind classifies a move by its loss.
type Kind string

// The kinds, by the loss of the player who moved. A move that allows a mate is a
// blunder with any loss, unless the position was nearly lost before.
const (
	Good       Kind = "good"       // less than 50
	Inaccuracy Kind = "inaccuracy" // from 50
	Mistake    Kind = "mistake"    // from 100
	Blunder    Kind = "blunder"    // from 150
)

// The quality of a review of a whole game: nodes of each search, of Way of the Knight and
// chess for the best two moves together. The page has the same numbers
// (browser/analysis/results.ts).
const WotnNodes, LancelotNodes = 100_000, 100_000

// WotnEngine and LancelotEngine are the versions of the engines that make reviews. Increase one when a change of its engine, such as
// a new network, should cause earlier reviews to be marked as old. The page has the same numbers. Increase
// WotnEngine by 2: the page has WotnEngine-1 for its engine without the network.
const WotnEngine, LancelotEngine = 4, 1

// EngineOf returns the version of the engine of Lancelot, or that of Way of the Knight and chess.
func EngineOf(lancelot bool) int {
	if lancelot {
		return LancelotEngine
	}
	return WotnEngine
}

// WotnMemory and LancelotMemory are the memory of each search of a review, in MiB: enough
// for all its nodes. Each search begins with empty memory, so that its result depends on
// neither the other searches nor the device. The page has the same numbers.
const WotnMemory, LancelotMemory = 4, 16

// solvedBelow is the loss below which a move solves an exercise made of a mistake.
const solvedBelow = 40

// KindOf returns the kind of a move by its loss.
func KindOf(loss float64) Kind {
	switch {
	case loss < 50:
		return Good
	case loss < 100:
		return Inaccuracy
	case loss < 150:
		return Mistake
	}
	return Blunder
}

// kindOfMate returns the least kind of a move that allows a mate, by the win share
// before it. In a position that is nearly lost, the loss alone would call it good.
func kindOfMate(share float64) Kind {
	switch {
	case share < 25:
		return Good
	case share < 70:
		return Mistake
	}
	return Blunder
}

// worse returns the worse of two kinds.
func worse(a, b Kind) Kind {
	order := []Kind{Good, Inaccuracy, Mistake, Blunder}
	return order[max(slices.Index(order, a), slices.Index(order, b))]
}

// Solves reports whether a move with this loss solves an exercise.
func Solves(loss float64) bool { return loss < solvedBelow }

// Accuracy returns the accuracy of a player's moves, from 0 to 100: the mean of
// 100·e^(−loss/220). A move without loss has 100, one that loses 150 has 51. ok is
// false without moves.
func Accuracy(losses []float64) (accuracy float64, ok bool) {
	if len(losses) == 0 {
		return 0, false
	}
	for _, loss := range losses {
		accuracy += 100 * math.Exp(-loss/220)
	}
	return accuracy / float64(len(losses)), true
}

// Position is the evaluation of a position of a game for two players.
type Position struct {
	// Share is the win share of the player to move.
	Share float64
	// Second is the win share after the second best move, negative if there is none.
	Second float64
	// Best is the best move; "" in a finished game.
	Best string
	// Mate is the number of moves until mate, negative for being mated; 0 if there is
	// none.
	Mate int
}

// Verdict classifies a move.
type Verdict struct {
	Kind Kind
	// Loss is the loss of the mover's win share, in thousandths.
	Loss float64
	// Only reports that the move was the best, and that all others were much worse.
	Only bool
	// AllowsMate is the number of moves until a mate that the move allows although it
	// could be avoided, MissesMate that of a mate that it misses; 0 if there is none.
	AllowsMate, MissesMate int
}

// Classify compares a move with the best one, by the evaluations before and after
// it.
func Classify(move string, before, after Position) Verdict {
	own := 1000 - after.Share
	var v Verdict
	best := move == before.Best
	if !best {
		v.Loss = max(0, before.Share-own)
	}
	v.Kind = KindOf(v.Loss)
	v.Only = best && before.Second >= 0 && engines.IsOnly(before.Share, before.Second)
	wins := after.Mate < 0 || after.Best == "" && own == 1000
	if after.Mate > 0 && before.Mate >= 0 {
		v.AllowsMate = after.Mate
		v.Kind = worse(v.Kind, kindOfMate(before.Share))
	}
	if before.Mate > 0 && !wins {
		v.MissesMate = before.Mate
	}
	return v
}

// TurnVerdict classifies a turn of Lancelot.
type TurnVerdict struct {
	Kind Kind
	// Played is the classified turn. Better is the best turn, or Played if the loss is
	// too small to matter.
	Played, Better search.Candidate
	// Loss is the loss of the mover's win share, in thousandths.
	Loss engine.Score
	// Only is that of [search.Comparison].
	Only bool
}

// ClassifyTurn classifies a turn that a search has compared with the best one.
func ClassifyTurn(c search.Comparison) TurnVerdict {
	v := TurnVerdict{Kind: KindOf(float64(c.Loss)), Played: c.Played, Better: c.Best, Loss: c.Loss, Only: c.Only}
	if v.Kind == Good {
		v.Better = v.Played
	}
	return v
}
