package training

import (
	"context"

	"tafelrunde/lab/dataset"
)

// Part is every Step-th game, from First on, of the games numbered from 0 to Games-1, so that machines
// or processes can share the games.
type Part struct {
	First, Step, Games int
}

// Count returns the number of games of the part.
func (p Part) Count() int { return max(0, (p.Games-p.First+p.Step-1)/p.Step) }

// AppendGames plays the games of a part in several goroutines, at most one a processor, and appends them to a
// dataset, whose origin is the command by. Games that it has already from this command are not played again, so an
// interrupted run can be continued. newPlayer is called once a goroutine, and onGame after each game, also those of an earlier run.
// If the context is done, AppendGames stores the games that have ended and returns the context's error.
func AppendGames(ctx context.Context, name, by string, part Part, threads int, newPlayer func() func(number int) dataset.Record, onGame func()) error {
	done := map[int]bool{}
	out, err := dataset.Append(name, by, func(from dataset.Origin, r *dataset.Record) error {
		if from.By == by && r.Number < part.Games && r.Number%part.Step == part.First && !done[r.Number] {
			done[r.Number] = true
			onGame()
		}
		return nil
	})
	if err != nil {
		return err
	}
	_, err = appendRecords(ctx, out, part, done, threads, func() func(int) []dataset.Record {
		play := newPlayer()
		return func(number int) []dataset.Record {
			r := play(number)
			r.Number = number
			return []dataset.Record{r}
		}
	}, onGame)
	return err
}
