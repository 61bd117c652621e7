// Package selfplay plays games of the engines against themselves, from which the
// explorer's statistics are made.
package selfplay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"

	"tafelrunde/internal/explorer"
	"tafelrunde/lab/dataset"
	"tafelrunde/lancelot"
	lengine "tafelrunde/lancelot/engine"
	lsearch "tafelrunde/lancelot/search"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/search"
)

// Play plays games of one set. A game depends on Seed, Nodes and its number alone.
type Play struct {
	Set   explorer.Set
	Nodes uint64 // of each search
	Seed  uint64
}

// In the opening a move is chosen among the best ones at random: its probability is
// proportional to exp(score / temperature).
const (
	choices = 6 // moves to choose from
	// Opening plies and temperature of Way of the Knight, in centipawns.
	wotnOpening     = 14
	wotnTemperature = 25.0
	// Opening turns and temperature of Lancelot, in thousandths of the win share.
	lancelotOpening     = 8
	lancelotTemperature = 20.0
)

// Adjudication of games of Way of the Knight.
const (
	winScore  = 700 // centipawns
	winPlies  = 4   // consecutive plies with such a score
	drawScore = 20
	drawPlies = 10
	drawFrom  = 80 // plies
	maxPlies  = 200
)

// memory is the size in bytes of a search tree of Lancelot.
const memory = 4 << 20

// by is the command that plays the games.
func (p *Play) by() string {
	return fmt.Sprintf("selfplay --set %s --nodes %d --seed %d", p.Set.Name, p.Nodes, p.Seed)
}

// Append plays games until a dataset has so many of them. It continues a dataset of the
// same set, nodes and seed; the games are the same as without interruption. onGame, called
// after each game with the number of games, may be nil. If the context is done, it returns
// the context's error.
func (p *Play) Append(ctx context.Context, name string, games int, onGame func(count int)) error {
	count := 0
	w, err := dataset.Append(name, p.by(), func(from dataset.Origin, r *dataset.Record) error {
		if from.By != p.by() || r.Number != count {
			return fmt.Errorf("game %d is of %q, not game %d of %q", r.Number, from.By, count, p.by())
		}
		count++
		return nil
	})
	if err != nil {
		return err
	}
	play := p.player()
	for number := count; number < games; number++ {
		err := ctx.Err()
		if err == nil {
			r := play(number)
			r.Number = number
			err = w.Add(&r)
		}
		if err != nil {
			return errors.Join(err, w.Close())
		}
		if onGame != nil {
			onGame(number + 1)
		}
	}
	return w.Close()
}

// player returns a function that plays the game with a number.
func (p *Play) player() func(number int) dataset.Record {
	if p.Set.Lancelot {
		tree := &lsearch.Tree{Memory: memory}
		return func(number int) dataset.Record { return p.lancelot(tree, p.random(number)) }
	}
	newEngine := func(lines int) *search.Engine {
		return search.New(search.Config{NewEvaluator: func() search.Evaluator { return eval.New() }, Hash: 1, MultiPV: lines})
	}
	opening, rest := newEngine(choices), newEngine(1)
	return func(number int) dataset.Record { return p.wotn(opening, rest, p.random(number)) }
}

// random returns the random numbers of a game.
func (p *Play) random(number int) *rand.Rand {
	return rand.New(rand.NewPCG(p.Seed, uint64(number)))
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

// wotn plays a game of Way of the Knight or chess.
func (p *Play) wotn(opening, rest *search.Engine, random *rand.Rand) dataset.Record {
	opening.Clear()
	rest.Clear()
	start := wotn.Start(p.Set.Variant)
	game := wotn.NewGame(start)
	var scores []int
	ahead, even := 0, 0 // consecutive plies with a decided and an even score
	result := wotn.Unfinished
	for result == wotn.Unfinished {
		turn := game.Position().ToMove()
		var move wotn.Move
		var score int
		limits := engine.Limits{Nodes: p.Nodes}
		if game.Len() < wotnOpening {
			found := opening.Search(context.Background(), game, limits, nil)
			var scores []float64
			for _, pv := range found.PVs {
				scores = append(scores, float64(pv.Score.Centipawns()))
			}
			pv := found.PVs[choose(scores, wotnTemperature, random)]
			move, score = pv.PV[0], pv.Score.Centipawns()
		} else {
			found := rest.Search(context.Background(), game, limits, nil)
			move, score = found.Best, found.Score.Centipawns()
		}
		scores = append(scores, score)
		// Both sides must agree: scores are for the side to move.
		whiteScore := score
		if turn == wotn.Black {
			whiteScore = -score
		}
		switch {
		case whiteScore >= winScore:
			ahead = max(ahead, 0) + 1
		case whiteScore <= -winScore:
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
		case even >= drawPlies && game.Len() >= drawFrom, game.Len() >= maxPlies:
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
		Rules: p.Set.Variant.String(), Start: start.String(), Moves: spaced(game.Moves()), Scores: scores[:game.Len()],
		Result: []float64{result.WinShare(wotn.White), result.WinShare(wotn.Black)},
	}
}

// lancelot plays a game of Lancelot. Seat a acts first.
func (p *Play) lancelot(tree *lsearch.Tree, random *rand.Rand) dataset.Record {
	tree.NewGame()
	start := lancelot.Options{Seats: 2, Rules: p.Set.Rules}.Setup()
	position, err := start.Position()
	if err != nil {
		panic(err)
	}
	game := lancelot.NewGame(position)
	for !game.Outcome().Over() {
		tree.Seed = random.Uint64()
		position := game.Position()
		limits := lengine.Limits{Nodes: p.Nodes}
		var turn lancelot.Turn
		if game.Len() < lancelotOpening {
			advice := tree.Advise(context.Background(), position, limits, choices)
			var shares []float64
			for _, c := range advice.Candidates {
				shares = append(shares, float64(c.WinShares[position.ToMove()]))
			}
			turn = advice.Candidates[choose(shares, lancelotTemperature, random)].Turn
		} else {
			turn = tree.Search(context.Background(), game, limits, nil).Best
		}
		if err := game.Play(turn); err != nil {
			panic(err)
		}
	}
	return dataset.Record{
		Rules: dataset.Lancelot, Start: position.String(), Moves: spaced(game.Turns()),
		Result: []float64{game.Outcome().WinShare(0), game.Outcome().WinShare(1)},
	}
}

// spaced returns moves with spaces between them.
func spaced[M fmt.Stringer](moves []M) string {
	var texts []string
	for _, m := range moves {
		texts = append(texts, m.String())
	}
	return strings.Join(texts, " ")
}

// Read calls each with the games of a dataset, all of which must begin with the start position
// of a set. It writes what is damaged to notes, and returns the first error of each.
func Read(name string, notes io.Writer, set explorer.Set, each func(explorer.Record) error) error {
	rules, start, first := set.Variant.String(), "", 0
	if set.Lancelot {
		p, err := lancelot.Options{Seats: 2, Rules: set.Rules}.Setup().Position()
		if err != nil {
			return err
		}
		rules, start, first = dataset.Lancelot, p.String(), int(p.ToMove())
	} else {
		p := wotn.Start(set.Variant)
		start = p.String()
	}
	return dataset.Read(name, notes, func(_ dataset.Origin, r *dataset.Record) error {
		if r.Rules != rules || r.Start != start || len(r.Result) != 2 {
			return fmt.Errorf("no finished game of %s from the start position", set.Name)
		}
		return each(explorer.Record{Result: explorer.Points(r.Result[first]), Moves: r.MoveList()})
	})
}
