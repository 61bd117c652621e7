package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// DropComparedGames removes games that ended before a moment from all finished comparisons.
func DropComparedGames(ctx context.Context, s store.Comparisons, before match.Moment) error {
	list, err := s.FinishedComparisons(ctx)
	if err != nil {
		return err
	}
	for _, c := range list {
		if c.Result == "" {
			continue
		}
		var f Findings
		if err := json.Unmarshal([]byte(c.Result), &f); err != nil {
			return fmt.Errorf("the comparison of %s: %w", c.Person, err)
		}
		n := len(f.Games)
		f.Games = slices.DeleteFunc(f.Games, func(g ComparedGame) bool { return g.EndedAt < before })
		if len(f.Games) == n {
			continue
		}
		var moves []ComparedMove
		for _, g := range f.Games {
			moves = append(moves, g.Moves...)
		}
		f.Total -= n - len(f.Games)
		f.Summary = Summarise(moves)
		text, err := json.Marshal(&f)
		if err != nil {
			return err
		}
		c.Result = string(text)
		if err := s.KeepComparison(ctx, c); err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	return nil
}
