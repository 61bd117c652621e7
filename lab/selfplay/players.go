package selfplay

import (
	"context"
	"math"
	"math/rand/v2"

	"tafelrunde/internal/engines"
	"tafelrunde/lab/dataset"
	"tafelrunde/lancelot"
	lengine "tafelrunde/lancelot/engine"
	lsearch "tafelrunde/lancelot/search"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/search"
)

// In the opening a move is chosen among the best ones at random: its probability is
// proportional to exp(score / temperature).
const (
	choices = 6 // moves to choose from
	// Opening plies and temperature of Way of the Knight, in centipawns.
	wotnOpening     = 14
	wotnTemperature = 25.0
	// Opening turns of each seat and temperature of Lancelot, in thousandths of the win share.
	lancelotOpening     = 4
	lancelotTemperature = 20.0
)

// Adjudication of games of Way of the Knight. Levels below full strength do not win all won
// games, and are never adjudicated a draw before endPlies.
const (
	winScore  = 700 // centipawns
	winPlies  = 4   // consecutive plies with such a score
	drawScore = 20
	drawPlies = 10
	drawFrom  = 80 // plies
	maxPlies  = 200

	levelWinScore = 2000
	endPlies      = 600
)

// memory is the size in bytes of a search tree of Lancelot.
const memory = 4 << 20

// Players are equal engines in all seats of a game. A game depends on their settings, the
// start position and the random numbers alone. They play one game at a time.
type Players struct {
	nodes   uint64
	level   int
	opening *search.Engine
	rest    [2]*search.Engine // by colour
	tree    *lsearch.Tree
}

// NewPlayers returns engines that search a number of nodes for each move. level is a code of
// package engines; Way of the Knight is played at this level, Lancelot at full strength.
func NewPlayers(nodes uint64, level int) *Players {
	p := &Players{nodes: nodes, level: level, tree: &lsearch.Tree{Memory: memory}}
	p.opening = search.New(p.config(choices, 0))
	p.rest[wotn.White] = search.New(p.config(1, 0))
	p.rest[wotn.Black] = p.rest[wotn.White]
	if level != engines.FullLevel {
		p.rest[wotn.Black] = search.New(p.config(1, 0))
	}
	return p
}

func (p *Players) config(lines int, seed uint64) search.Config {
	return search.Config{NewEvaluator: func() search.Evaluator { return eval.New() }, Hash: 1, MultiPV: lines, Level: p.level, Seed: seed}
}

// newGame forgets the last game of Way of the Knight. Below full strength each side makes errors
// of its own, by which games differ, and no other moves are chosen at random.
func (p *Players) newGame(random *rand.Rand) {
	p.opening.Clear()
	p.rest[wotn.White].Clear()
	if p.level == engines.FullLevel {
		return
	}
	for _, e := range p.rest {
		e.Clear()
		e.Configure(p.config(1, random.Uint64()))
	}
}

// choose returns the index of a value, chosen with a probability proportional to
// exp(value / temperature).
func choose(values []float64, temperature float64, random *rand.Rand) int {
	best := math.Inf(-1)
	for _, v := range values {
		best = max(best, v)
	}
	weights, total := make([]float64, len(values)), 0.0
	for i, v := range values {
		weights[i] = math.Exp((v - best) / temperature)
		total += weights[i]
	}
	at := random.Float64() * total
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return 0
}

// Wotn plays a game of Way of the Knight or chess.
func (p *Players) Wotn(start wotn.Position, random *rand.Rand) dataset.Record {
	p.newGame(random)
	game := wotn.NewGame(start)
	var scores []int
	ahead, even := 0, 0 // consecutive plies with a decided and an even score
	result := wotn.Unfinished
	full, enough := p.level == engines.FullLevel, winScore
	if !full {
		enough = levelWinScore
	}
	for result == wotn.Unfinished {
		turn := game.Position().ToMove()
		var move wotn.Move
		var score int
		limits := engine.Limits{Nodes: p.nodes}
		if full && game.Len() < wotnOpening {
			found := p.opening.Search(context.Background(), game, limits, nil)
			var scores []float64
			for _, pv := range found.PVs {
				scores = append(scores, float64(pv.Score.Centipawns()))
			}
			pv := found.PVs[choose(scores, wotnTemperature, random)]
			move, score = pv.PV[0], pv.Score.Centipawns()
		} else {
			found := p.rest[turn].Search(context.Background(), game, limits, nil)
			move, score = found.Best, found.Score.Centipawns()
		}
		scores = append(scores, score)
		// Both sides must agree: scores are for the side to move.
		whiteScore := score
		if turn == wotn.Black {
			whiteScore = -score
		}
		switch {
		case whiteScore >= enough:
			ahead = max(ahead, 0) + 1
		case whiteScore <= -enough:
			ahead = min(ahead, 0) - 1
		default:
			ahead = 0
		}
		if even++; score > drawScore || score < -drawScore {
			even = 0
		}
		switch {
		case ahead >= winPlies:
			result = wotn.WhiteWins
		case ahead <= -winPlies:
			result = wotn.BlackWins
		case full && even >= drawPlies && game.Len() >= drawFrom, full && game.Len() >= maxPlies, game.Len() >= endPlies:
			result = wotn.Draw
		default:
			if err := game.Play(move); err != nil {
				panic(err)
			}
			result = game.Outcome().Result()
			if len(game.Claims()) > 0 {
				result = wotn.Draw
			}
		}
	}
	return dataset.Record{
		Rules: start.Variant().String(), Start: start.String(), Moves: dataset.MoveText(game.Moves()), Scores: scores[:game.Len()],
		Result: []float64{result.WinShare(wotn.White), result.WinShare(wotn.Black)},
	}
}

// Lancelot plays a game of Lancelot.
func (p *Players) Lancelot(start lancelot.Position, random *rand.Rand) dataset.Record {
	p.tree.NewGame()
	game := lancelot.NewGame(start)
	for !game.Outcome().Over() {
		p.tree.Seed = random.Uint64()
		position := game.Position()
		limits := lengine.Limits{Nodes: p.nodes}
		var turn lancelot.Turn
		if game.Len() < lancelotOpening*start.Seats() {
			advice := p.tree.Advise(context.Background(), position, limits, choices)
			var shares []float64
			for _, c := range advice.Candidates {
				shares = append(shares, float64(c.WinShares[position.ToMove()]))
			}
			turn = advice.Candidates[choose(shares, lancelotTemperature, random)].Turn
		} else {
			turn = p.tree.Search(context.Background(), game, limits, nil).Best
		}
		if err := game.Play(turn); err != nil {
			panic(err)
		}
	}
	record := dataset.Record{Rules: dataset.Lancelot, Start: start.String(), Moves: dataset.MoveText(game.Turns())}
	for seat := range start.Seats() {
		record.Result = append(record.Result, game.Outcome().WinShare(lancelot.Seat(seat)))
	}
	return record
}
