package matchplay

import (
	"fmt"
	"math/rand/v2"

	"tafelrunde/wotn"
)

// Judge returns what a position is worth to the side to move, in centipawns,
// and whether it knows of a mate.
type Judge func(p *wotn.Position) (centipawns int, mate bool)

// Book makes openings: those given, or starts of games with random moves that
// leave the game even.
type Book struct {
	Ways wotn.Variant
	// Openings, if there are any, are given out in an order that Seed decides,
	// again and again; the other fields then mean nothing.
	Openings []*wotn.Game
	// Plies is the number of random moves of both sides together.
	Plies int
	// Balance is the most that a side may be ahead, in centipawns, as Judge
	// says; with no Judge, anything goes.
	Balance int
	Judge   Judge
	Seed    uint64
}

// Opening returns the opening with a number, always the same. The error tells
// that no balanced one was found.
func (b *Book) Opening(number int) (*wotn.Game, error) {
	if n := len(b.Openings); n > 0 {
		order := rand.New(rand.NewPCG(b.Seed, uint64(number/n))).Perm(n)
		return b.Openings[order[number%n]], nil
	}
	random := rand.New(rand.NewPCG(b.Seed, uint64(number)))
	const tries = 10_000
	for range tries {
		game := wotn.NewGame(wotn.Start(b.Ways))
		if !b.scramble(game, random) {
			continue
		}
		if b.Judge == nil {
			return game, nil
		}
		if score, mate := b.Judge(game.Position()); !mate && abs(score) <= b.Balance {
			return game, nil
		}
	}
	return nil, fmt.Errorf("no opening of %d random moves within %d centipawns was found in %d tries", b.Plies, b.Balance, tries)
}

// scramble plays the random moves; it reports whether the game goes on after
// them.
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
