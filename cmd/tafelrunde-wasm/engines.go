//go:build js && wasm

package main

import (
	"context"
	"sync"
	"syscall/js"
	"time"

	lancelotsearch "tafelrunde/lancelot/search"
	"tafelrunde/wotn"
	"tafelrunde/wotn/eval"
	wotnsearch "tafelrunde/wotn/search"
)

// think finds the move of the seat to act. It fills its thread until the time
// is over, so it belongs in a worker of its own; the searches look at the clock
// themselves, because nothing else runs meanwhile.
func think(args []js.Value) (any, problems) {
	game, start, moves := str(args[0]), str(args[2]), texts(args[3])
	limit := time.Duration(args[4].Float() * float64(time.Millisecond))
	switch game {
	case "wotn":
		return thinkWotn(ways(args[1]), start, moves, limit)
	case "lancelot":
		return thinkLancelot(start, moves, limit)
	}
	panic("unknown game " + game)
}

// gameOver is the problem of thinking where there is nothing left to think.
var gameOver = problems{{"game-over", nil, "the game is over", noOffset}}

// wotnEngine is made when it is first asked. What it remembers from one move to
// the next makes it faster and changes nothing else.
var wotnEngine = sync.OnceValue(func() *wotnsearch.Engine {
	return wotnsearch.New(wotnsearch.Options{
		NewEvaluator: func() wotnsearch.Evaluator { return eval.New() },
	})
})

func thinkWotn(w wotn.Ways, start string, moves []string, limit time.Duration) (any, problems) {
	game, wrong := wotnPlay(w, start, moves)
	if wrong != nil {
		return nil, wrong
	}
	if outcome, _ := game.Outcome(); outcome != wotn.Running {
		return nil, gameOver
	}
	found := wotnEngine().Think(context.Background(), wotnsearch.TaskOf(game), wotnsearch.Limits{MoveTime: limit}, nil)
	return object{
		"move":  found.Best.String(),
		"nodes": int(found.Nodes),
		"depth": found.Depth,
		"score": found.Score.Centipawns(),
	}, nil
}

// lancelotEngine is made when it is first asked. It goes on with what it has
// found of the position after the turns played since.
var lancelotEngine = sync.OnceValue(func() *lancelotsearch.Engine {
	return &lancelotsearch.Engine{Memory: 24 << 20}
})

func thinkLancelot(start string, turns []string, limit time.Duration) (any, problems) {
	game, wrong := lancelotPlay(start, turns)
	if wrong != nil {
		return nil, wrong
	}
	if game.Outcome().Over() {
		return nil, gameOver
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	position := game.Position()
	engine := lancelotEngine()
	engine.Seed = uint64(time.Now().UnixNano())
	line := engine.Search(ctx, &position, lancelotsearch.Limits{}, nil)
	return object{
		"move":  line.Turn().String(),
		"nodes": int(line.Nodes),
		"depth": line.Depth,
		"score": int(line.Score),
	}, nil
}
