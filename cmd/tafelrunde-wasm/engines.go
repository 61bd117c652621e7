//go:build js && wasm

package main

import (
	"context"
	"syscall/js"
	"time"

	"tafelrunde/lancelot/search"
)

// think finds the move of the seat to act. It fills its thread until the time
// is over, so it belongs in a worker of its own; the searches look at the clock
// themselves, because nothing else runs meanwhile.
func think(args []js.Value) (any, problems) {
	game, start, moves := str(args[0]), str(args[2]), texts(args[3])
	limit := time.Duration(args[4].Float() * float64(time.Millisecond))
	switch game {
	case "lancelot":
		return thinkLancelot(start, moves, limit)
	}
	return nil, problems{{"no-engine", object{"game": game}, "nobody plays " + game + " yet", noOffset}}
}

// gameOver is the problem of thinking where there is nothing left to think.
var gameOver = problems{{"game-over", nil, "the game is over", noOffset}}

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
	line := new(search.Paranoid).Search(ctx, &position, search.Limits{}, nil)
	return object{
		"move":  line.Turn().String(),
		"nodes": int(line.Nodes),
		"depth": line.Depth,
		"score": int(line.Score),
	}, nil
}
