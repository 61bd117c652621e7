package jobs

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
	"tafelrunde/wotn/net"
	wotnsearch "tafelrunde/wotn/search"
)

// wotnMemory and lancelotMemory are the memory of the tables of one search, in MiB. A
// worker keeps tables for at most one search of each game per thread and quick thread,
// and reuses them; see [Worker.end]. Lancelot's tree stops
// growing at this size; shorter searches use less.
const wotnMemory, lancelotMemory = 16, 48

// searchers are the engines of one thread, created when first needed.
type searchers struct {
	wotn     *wotnsearch.Engine
	lancelot *lancelotsearch.Engine
}

// thinkFor returns the longest time for a search. An engine has no clock, but it
// should not be slower than the pace of the game.
func thinkFor(c match.Clock) time.Duration {
	if c.Kind != match.RealTime {
		return maxThink
	}
	pace := time.Duration(c.Initial/60+c.Increment/2) * time.Millisecond
	return min(max(pace, 300*time.Millisecond), maxThink)
}

// think returns a move for the seat to act, as text.
func (e *searchers) think(ctx context.Context, s *match.State, level int) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, thinkFor(s.Settings.Clock))
	defer cancel()
	if s.Settings.Game == "lancelot" {
		return e.thinkLancelot(ctx, s, level)
	}
	return e.thinkWotn(ctx, s, level)
}

// seed returns a seed that differs between games, but not between attempts at the
// same turn.
func seed(s *match.State) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, s.StartedAt, s.Owner.ID, s.Game)
	return h.Sum64()
}

// wotnConfig returns the configuration of the engine for Way of the Knight with MiB of memory and a number of best moves.
func wotnConfig(memory, moves int) wotnsearch.Config {
	c := net.Config()
	c.Hash, c.MultiPV = memory, moves
	return c
}

func (e *searchers) thinkWotn(ctx context.Context, s *match.State, level int) (string, error) {
	variant, err := wotn.ParseVariant(s.Settings.Variant)
	if err != nil {
		return "", fmt.Errorf("unknown variant %q", s.Settings.Variant)
	}
	start, err := wotn.ParsePosition(variant, s.Start.Text())
	if err != nil {
		return "", err
	}
	game := wotn.NewGame(start)
	for _, played := range s.Moves {
		m, err := game.Position().ParseMove(played.Text)
		if err == nil {
			err = game.PlayOn(m)
		}
		if err != nil {
			return "", err
		}
	}
	options := wotnConfig(wotnMemory, 1)
	options.Level, options.Seed = level, seed(s)
	if e.wotn == nil {
		e.wotn = wotnsearch.New(options)
	} else {
		e.wotn.Configure(options)
		e.wotn.Clear() // forget other games
	}
	found := e.wotn.Search(ctx, game, engine.Limits{}, nil)
	if found.Best == wotn.NoMove {
		return "", fmt.Errorf("no move in %s", game.Position())
	}
	return found.Best.String(), nil
}

func (e *searchers) thinkLancelot(ctx context.Context, s *match.State, level int) (string, error) {
	position, err := lancelot.ParsePosition(s.Position.Text())
	if err != nil {
		return "", err
	}
	if e.lancelot == nil {
		e.lancelot = &lancelotsearch.Engine{Memory: lancelotMemory << 20}
	}
	e.lancelot.Level, e.lancelot.Seed = level, seed(s)
	result := e.lancelot.Search(ctx, lancelot.NewGame(position), lancelotengine.Limits{}, nil)
	return result.Best.String(), nil
}
