// Package selfplay plays games of the engines against themselves, from which the
// explorer's statistics are made.
package selfplay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/explorer"
	"tafelrunde/lab/dataset"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// Play plays games of one set. A game depends on Seed, Nodes and its number alone.
type Play struct {
	Set   explorer.Set
	Nodes uint64 // of each search
	Seed  uint64
}

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
	players := NewPlayers(p.Nodes, engines.FullLevel)
	if !p.Set.Lancelot {
		start := wotn.Start(p.Set.Variant)
		return func(number int) dataset.Record { return players.Wotn(start, p.random(number)) }
	}
	start, err := lancelot.Start(lancelot.Options{Seats: 2, Rules: p.Set.Rules})
	if err != nil {
		panic(err)
	}
	return func(number int) dataset.Record { return players.Lancelot(start, p.random(number)) }
}

// random returns the random numbers of a game.
func (p *Play) random(number int) *rand.Rand {
	return rand.New(rand.NewPCG(p.Seed, uint64(number)))
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
