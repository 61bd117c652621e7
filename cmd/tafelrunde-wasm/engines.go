//go:build js && wasm

package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"syscall/js"
	"time"

	"tafelrunde/internal/engines"
	lancelotengine "tafelrunde/lancelot/engine"
	lancelotsearch "tafelrunde/lancelot/search"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/eval"
	wotnsearch "tafelrunde/wotn/search"
)

// think returns the move of an engine for the seat to act. It blocks its thread
// until the deadline, so it must run in a worker of its own. The searches poll
// the clock, because no other goroutine runs meanwhile.
func think(args []js.Value) (any, problems) {
	began := time.Now()
	game, start, moves := str(args[0]), str(args[2]), texts(args[3])
	deadline := began.Add(time.Duration(args[4].Float() * float64(time.Millisecond)))
	code := number(args[5])
	if !engines.ValidLevel(code) {
		return nil, problems{{
			code:    "level",
			args:    object{"most": engines.MaxLevel},
			message: fmt.Sprintf("playing levels have the numbers 1 to %d", engines.MaxLevel),
			offset:  noOffset,
		}}
	}
	switch game {
	case "wotn":
		return thinkWotn(variant(args[1]), start, moves, deadline, code)
	case "lancelot":
		return thinkLancelot(start, moves, deadline, code)
	}
	panic("unknown game " + game)
}

// number converts an integer. It panics for other values.
func number(v js.Value) int {
	f := v.Float()
	if f != math.Trunc(f) {
		panic(fmt.Sprint("want a whole number, got ", f))
	}
	return int(f)
}

// gameOver is the problem of a search in a finished game.
var gameOver = problems{{"game-over", nil, "the game is over", noOffset}}

// currentGame is the game of the last request. The errors of a weaker level are
// the same throughout a game and differ between games.
type currentGame struct {
	start string
	moves []string
	seed  uint64
}

// follow stores a request and reports whether it continues the game of the last
// one.
func (f *currentGame) follow(start string, moves []string) bool {
	same := f.seed != 0 && f.start == start &&
		len(moves) >= len(f.moves) && slices.Equal(f.moves, moves[:len(f.moves)])
	if !same {
		f.seed = rand.Uint64() | 1
	}
	f.start, f.moves = start, moves
	return same
}

// Each level has an engine of its own, created on first use. Its memory makes
// the next search faster and, for weaker levels, contains the errors. Weaker
// levels need little memory.
var (
	wotnEngines     [engines.MaxLevel + 1]*wotnsearch.Engine
	wotnCurrent     currentGame
	lancelotEngines [engines.MaxLevel + 1]*lancelotsearch.Engine
	lancelotCurrent currentGame
)

const (
	weakHash   = 4 // MiB
	fullMemory = 24 << 20
	weakMemory = 4 << 20
)

func thinkWotn(w wotn.Variant, start string, moves []string, deadline time.Time, code int) (any, problems) {
	game, wrong := wotnPlay(w, start, moves)
	if wrong != nil {
		return nil, wrong
	}
	if game.Outcome().Over() {
		return nil, gameOver
	}
	if !wotnCurrent.follow(w.String()+" "+start, moves) {
		wotnEngines = [engines.MaxLevel + 1]*wotnsearch.Engine{engines.FullLevel: wotnEngines[engines.FullLevel]}
	}
	if wotnEngines[code] == nil {
		options := wotnsearch.Config{
			NewEvaluator: func() wotnsearch.Evaluator { return eval.New() },
			Level:        code,
			Seed:         wotnCurrent.seed,
		}
		if code != engines.FullLevel {
			options.Hash = weakHash
		}
		wotnEngines[code] = wotnsearch.New(options)
	}
	limits := engine.Limits{MoveTime: max(time.Millisecond, time.Until(deadline))}
	found := wotnEngines[code].Search(context.Background(), game, limits, nil)
	return object{
		"move":        found.Best.String(),
		"nodes":       int(found.Nodes),
		"depth":       found.Depth,
		"score":       found.Score.Centipawns(),
		"acceptsDraw": engine.AcceptsDraw(game.Position(), found.Score),
	}, nil
}

func thinkLancelot(start string, turns []string, deadline time.Time, code int) (any, problems) {
	game, wrong := lancelotPlay(start, turns)
	if wrong != nil {
		return nil, wrong
	}
	if game.Outcome().Over() {
		return nil, gameOver
	}
	if !lancelotCurrent.follow(start, turns) {
		lancelotEngines = [engines.MaxLevel + 1]*lancelotsearch.Engine{engines.FullLevel: lancelotEngines[engines.FullLevel]}
	}
	if lancelotEngines[code] == nil {
		memory := weakMemory
		if code == engines.FullLevel {
			memory = fullMemory
		}
		lancelotEngines[code] = &lancelotsearch.Engine{Level: code, Memory: memory}
	}
	ctx, cancel := context.WithDeadline(context.Background(), deadline)
	defer cancel()
	engine := lancelotEngines[code]
	engine.Seed = lancelotCurrent.seed
	result := engine.Search(ctx, game, lancelotengine.Limits{}, nil)
	return object{
		"move":        result.Best.String(),
		"nodes":       int(result.Nodes),
		"depth":       result.Depth,
		"score":       int(result.Score),
		"acceptsDraw": false,
	}, nil
}

// Positions for the first search, chosen so that it runs through all parts of
// the engine.
const (
	warmWotn     = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
	warmLancelot = "2c2cb1c1/3b5b/4a2a2/2b7/2a3*a2/3c5b/2c3b3/cc2c5/1ca5a1/2ab3a1c a 1,0,4 20,20,20 abc diagonals+excalibur 8"
	warmUp       = 150 * time.Millisecond
)

// prepare creates the tables of an engine and runs it briefly, because browsers
// compile a program while it runs.
func prepare(args []js.Value) (any, problems) {
	deadline := time.Now().Add(warmUp)
	switch game := str(args[0]); game {
	case "wotn":
		if _, wrong := thinkWotn(wotn.Standard, warmWotn, nil, deadline, engines.FullLevel); wrong != nil {
			return nil, wrong
		}
	case "lancelot":
		if _, wrong := thinkLancelot(warmLancelot, nil, deadline, engines.FullLevel); wrong != nil {
			return nil, wrong
		}
	default:
		panic("unknown game " + game)
	}
	return true, nil
}
