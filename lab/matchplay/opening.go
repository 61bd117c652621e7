package matchplay

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/record"
	"tafelrunde/wotn/search"
)

// Evaluator returns the score of a position for the side to move, in centipawns, and
// whether it is a forced mate.
type Evaluator func(p *wotn.Position) (centipawns int, mate bool)

// Book provides openings: given ones, or balanced positions after random moves.
type Book struct {
	Variant wotn.Variant
	// Openings, if not empty, are used repeatedly, each round in a random order that
	// depends on Seed. Plies, Balance and Evaluate are then ignored.
	Openings []*wotn.Game
	// Plies is the number of random plies.
	Plies int
	// Balance is the largest absolute score of an opening, in centipawns. Without
	// Evaluate every opening is accepted.
	Balance  int
	Evaluate Evaluator
	Seed     uint64
}

// Opening returns the opening with a number, which is always the same. It returns an
// error if it finds no balanced one.
func (b *Book) Opening(number int) (*wotn.Game, error) {
	if n := len(b.Openings); n > 0 {
		order := rand.New(rand.NewPCG(b.Seed, uint64(number/n))).Perm(n)
		return b.Openings[order[number%n]], nil
	}
	random := rand.New(rand.NewPCG(b.Seed, uint64(number)))
	const tries = 10_000
	for range tries {
		game := wotn.NewGame(wotn.Start(b.Variant))
		if !b.scramble(game, random) {
			continue
		}
		if b.Evaluate == nil {
			return game, nil
		}
		if score, mate := b.Evaluate(game.Position()); !mate && abs(score) <= b.Balance {
			return game, nil
		}
	}
	return nil, fmt.Errorf("no opening of %d random moves within %d centipawns was found in %d tries", b.Plies, b.Balance, tries)
}

// scramble plays the random moves and reports whether the game is not over.
func (b *Book) scramble(game *wotn.Game, random *rand.Rand) bool {
	var moves []wotn.Move
	for range b.Plies {
		moves = game.Position().AppendMoves(moves[:0])
		if len(moves) == 0 || game.Play(moves[random.IntN(len(moves))]) != nil {
			return false
		}
	}
	return !game.Outcome().Over() && len(game.Position().AppendMoves(moves[:0])) > 0
}

// ReadOpenings reads the games of a PGN text, whose moves are openings. file is the
// name of the text in errors.
func ReadOpenings(file, text string, variant wotn.Variant) ([]*wotn.Game, error) {
	var openings []*wotn.Game
	reader := record.NewReader(text, variant)
	for {
		read, err := reader.Next()
		if err == io.EOF {
			break
		}
		number := len(openings) + 1
		if err != nil {
			return nil, fmt.Errorf("%s, game %d: %w", file, number, err)
		}
		if read.Variant != variant {
			return nil, fmt.Errorf("%s, game %d is of %s, the match of %s", file, number, read.Variant, variant)
		}
		game := wotn.NewGame(read.Line.Start)
		for _, m := range read.Line.Moves {
			if err := game.Play(m.Move); err != nil {
				return nil, fmt.Errorf("%s, game %d: %s: %w", file, number, m.SAN, err)
			}
		}
		if game.Outcome().Over() {
			return nil, fmt.Errorf("%s, game %d is over after its moves", file, number)
		}
		openings = append(openings, game)
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s has no games", file)
	}
	return openings, nil
}

// EvaluateQuickly is an Evaluator that runs a short search of the built-in engine.
func EvaluateQuickly(p *wotn.Position) (centipawns int, mate bool) {
	const nodes = 3000
	e := search.New(search.Config{NewEvaluator: newEvaluator, Hash: 1})
	result := e.Search(context.Background(), wotn.NewGame(*p), engine.Limits{Nodes: nodes}, nil)
	_, mate = result.Score.Mate()
	return result.Score.Centipawns(), mate
}

func newEvaluator() search.Evaluator { return eval.New() }
