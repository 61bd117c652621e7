// Package selfplay plays games of the engines against themselves, from which the
// explorer's statistics are made.
package selfplay

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strings"

	"tafelrunde/internal/explorer"
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

// header returns the first line of a file of games.
func (p *Play) header() string {
	return fmt.Sprintf("tafelrunde-games 1 set=%s nodes=%d seed=%d", p.Set.Name, p.Nodes, p.Seed)
}

// Append plays games until the file has so many of them. It continues a file of the
// same set, nodes and seed, also one that ends in the middle of a line; the result is
// the same as without interruption. onGame, called after each game with the number of
// games in the file, may be nil. If the context is done, it returns the context's error.
func (p *Play) Append(ctx context.Context, name string, games int, onGame func(count int)) error {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	count, err := p.resume(file)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	play := p.player()
	for number := count; number < games; number++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := file.WriteString(play(number) + "\n"); err != nil {
			return err
		}
		if onGame != nil {
			onGame(number + 1)
		}
	}
	return file.Close()
}

// resume positions a file after its last whole line and returns the number of games
// in it. It writes the header of a new file.
func (p *Play) resume(file *os.File) (games int, err error) {
	content, err := io.ReadAll(file)
	if err != nil {
		return 0, err
	}
	whole := content[:bytes.LastIndexByte(content, '\n')+1]
	if len(whole) == 0 {
		whole = []byte(p.header() + "\n")
		if err := file.Truncate(0); err != nil {
			return 0, err
		}
		_, err := file.WriteAt(whole, 0)
		if err != nil {
			return 0, err
		}
	}
	if found, _, _ := strings.Cut(string(whole), "\n"); found != p.header() {
		return 0, fmt.Errorf("the file begins with %q, not with %q", found, p.header())
	}
	if err := file.Truncate(int64(len(whole))); err != nil {
		return 0, err
	}
	_, err = file.Seek(int64(len(whole)), io.SeekStart)
	return bytes.Count(whole, []byte{'\n'}) - 1, err
}

// player returns a function that plays the game with a number and returns its line.
func (p *Play) player() func(number int) string {
	if p.Set.Lancelot {
		tree := &lsearch.Tree{Memory: memory}
		return func(number int) string { return p.lancelot(tree, p.random(number)) }
	}
	newEngine := func(lines int) *search.Engine {
		return search.New(search.Config{NewEvaluator: func() search.Evaluator { return eval.New() }, Hash: 1, MultiPV: lines})
	}
	opening, rest := newEngine(choices), newEngine(1)
	return func(number int) string { return p.wotn(opening, rest, p.random(number)) }
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
func (p *Play) wotn(opening, rest *search.Engine, random *rand.Rand) string {
	opening.Clear()
	rest.Clear()
	game := wotn.NewGame(wotn.Start(p.Set.Variant))
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
	record := explorer.Record{Result: explorer.Points(result.WinShare(wotn.White))}
	for _, m := range game.Moves() {
		record.Moves = append(record.Moves, m.String())
	}
	return record.String()
}

// lancelot plays a game of Lancelot. Seat a acts first.
func (p *Play) lancelot(tree *lsearch.Tree, random *rand.Rand) string {
	tree.NewGame()
	start := lancelot.Options{Seats: 2, Rules: p.Set.Rules}.Setup()
	position, err := start.Position()
	if err != nil {
		panic(err)
	}
	game := lancelot.NewGame(position)
	first := position.ToMove()
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
	record := explorer.Record{Result: explorer.Points(game.Outcome().WinShare(first))}
	for _, t := range game.Turns() {
		record.Moves = append(record.Moves, t.String())
	}
	return record.String()
}

// Read calls each with the games of a file that Append has written. It returns the
// first error of each.
func Read(name string, set explorer.Set, each func(explorer.Record) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		if number == 1 {
			if want := "tafelrunde-games 1 set=" + set.Name + " "; !strings.HasPrefix(lines.Text(), want) {
				return fmt.Errorf("%s: the file begins with %q, not with %q", name, lines.Text(), want)
			}
			continue
		}
		record, err := explorer.ParseRecord(lines.Text())
		if err == nil {
			err = each(record)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", name, number, err)
		}
	}
	return lines.Err()
}
