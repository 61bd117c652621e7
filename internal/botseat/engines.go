package botseat

import (
	"context"
	"fmt"
	"hash/fnv"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/lancelot"
	lancelotengine "tafelrunde/lancelot/engine"
	lancelotsearch "tafelrunde/lancelot/search"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/eval"
	wotnsearch "tafelrunde/wotn/search"
)

// engines are those of one thread, made when they are first asked.
type engines struct {
	wotn     *wotnsearch.Engine
	lancelot *lancelotsearch.Engine
}

// thinkFor is how long an engine thinks at most. Its own clock stands still,
// but the others should not wait longer than a game of such a pace bears.
func thinkFor(c match.Clock) time.Duration {
	if c.Kind != match.RealTime {
		return thinkAtMost
	}
	pace := time.Duration(c.Initial/60+c.Increment/2) * time.Millisecond
	return min(max(pace, 300*time.Millisecond), thinkAtMost)
}

// think finds the move of the seat to act.
func (e *engines) think(ctx context.Context, s *match.State, level int) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, thinkFor(s.Settings.Clock))
	defer cancel()
	if s.Settings.Game == "lancelot" {
		return e.thinkLancelot(ctx, s, level)
	}
	return e.thinkWotn(ctx, s, level)
}

// seed lets an engine play differently from game to game, and alike when a
// turn is given to another worker.
func seed(s *match.State) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, s.StartedAt, s.Owner.ID, s.Game)
	return h.Sum64()
}

func (e *engines) thinkWotn(ctx context.Context, s *match.State, level int) (string, error) {
	ways, ok := wotn.ParseVariant(s.Settings.Variant)
	if !ok {
		return "", fmt.Errorf("no ways %q", s.Settings.Variant)
	}
	start, err := wotn.ParsePosition(ways, s.Start.Text())
	if err != nil {
		return "", err
	}
	game := wotn.NewGame(start)
	for _, played := range s.Moves {
		m, err := game.Position().ParseMove(played.Text)
		if err == nil {
			err = game.Play(m)
		}
		if err != nil {
			return "", err
		}
	}
	options := wotnsearch.Config{
		NewEvaluator: func() wotnsearch.Evaluator { return eval.New() },
		Level:        level, Seed: seed(s),
	}
	if e.wotn == nil {
		e.wotn = wotnsearch.New(options)
	} else {
		e.wotn.Configure(options)
		e.wotn.Clear() // it knows other games
	}
	found := e.wotn.Search(ctx, game, engine.Limits{}, nil)
	if found.Best == wotn.NoMove {
		return "", fmt.Errorf("no move in %s", game.Position())
	}
	return found.Best.String(), nil
}

func (e *engines) thinkLancelot(ctx context.Context, s *match.State, level int) (string, error) {
	position, err := lancelot.ParsePosition(s.Position.Text())
	if err != nil {
		return "", err
	}
	if e.lancelot == nil {
		e.lancelot = &lancelotsearch.Engine{}
	}
	e.lancelot.Level, e.lancelot.Seed = level, seed(s)
	line := e.lancelot.Search(ctx, &position, lancelotengine.Limits{}, nil)
	return line.Turn().String(), nil
}
