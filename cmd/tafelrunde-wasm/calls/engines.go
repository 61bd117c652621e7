package calls

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"tafelrunde/internal/engines"
	lancelotengine "tafelrunde/lancelot/engine"
	lancelotsearch "tafelrunde/lancelot/search"
	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/net"
	wotnsearch "tafelrunde/wotn/search"
)

// Thought is the move of an engine.
type Thought struct {
	Move  string `json:"move"`
	Nodes int    `json:"nodes"`
	Depth int    `json:"depth"`
	// Score is that of the seat to act, in hundredths of a pawn (wotn) or thousandths of a won game
	// (lancelot).
	Score int `json:"score"`
	// AcceptsDraw says that the engine agrees to a draw after its move. Never in Lancelot.
	AcceptsDraw bool `json:"acceptsDraw"`
}

// Clock is the clock of a seat at the beginning of its turn, in milliseconds.
type Clock struct {
	Left float64 `json:"left"`
	// Increment is added after each move.
	Increment float64 `json:"increment"`
}

// think searches for about so many milliseconds, or less if the clock of the seat to act demands
// it, and returns the move of that seat. It blocks its thread, so it must run in a worker of its
// own. level is the code of a level (saved/levels.ts), otherwise the problem is level. Levels below
// full strength make the same errors throughout a game. Calls belong to one game while each list of
// moves begins with that of the call before.
func think(game Game, variant wotn.Variant, start string, moves []string, milliseconds float64, level int, clock *Clock) (Thought, Problems) {
	// The searches poll the clock, because no other goroutine runs meanwhile.
	deadline := time.Now().Add(duration(milliseconds))
	if !engines.ValidLevel(level) {
		message := fmt.Sprintf("playing levels have the numbers 1 to %d", engines.MaxLevel)
		return Thought{}, refusal("level", Args{"most": engines.MaxLevel}, message)
	}
	switch game {
	case Wotn:
		return thinkWotn(variant, start, moves, deadline, level, clock)
	case Lancelot:
		return thinkLancelot(start, moves, deadline, level, clock)
	}
	return Thought{}, Violation("unknown game " + string(game))
}

func duration(milliseconds float64) time.Duration {
	return time.Duration(milliseconds * float64(time.Millisecond))
}

// times returns the time left and the increment as limits of a search have them, 0 for no clock.
func (c *Clock) times() (left, increment time.Duration) {
	if c == nil {
		return 0, 0
	}
	return max(1, duration(c.Left)), duration(c.Increment)
}

// network sets the network of the engine for Way of the Knight, in the form of a file of package net. Without a call the
// engine evaluates without a network. Engines forget what they have found before. The value is always true.
func network(file []byte) (bool, Problems) {
	n, err := net.Parse(file)
	if err != nil {
		return false, refusal("network", nil, err.Error())
	}
	net.SetDefault(n)
	wotnEngines, wotnAnalyser = [engines.MaxLevel + 1]*wotnsearch.Engine{}, nil
	return true, nil
}

// gameOver returns the problem of a search in a finished game.
func gameOver() Problems { return refusal("game-over", nil, "the game is over") }

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

func thinkWotn(w wotn.Variant, start string, moves []string, deadline time.Time, code int, clock *Clock) (Thought, Problems) {
	game, wrong := wotnPlay(w, start, moves)
	if wrong != nil {
		return Thought{}, wrong
	}
	if game.Outcome().Over() {
		return Thought{}, gameOver()
	}
	if !wotnCurrent.follow(w.String()+" "+start, moves) {
		wotnEngines = [engines.MaxLevel + 1]*wotnsearch.Engine{engines.FullLevel: wotnEngines[engines.FullLevel]}
	}
	if wotnEngines[code] == nil {
		options := net.Config()
		options.Level, options.Seed = code, wotnCurrent.seed
		if code != engines.FullLevel {
			options.Hash = weakHash
		}
		wotnEngines[code] = wotnsearch.New(options)
	}
	limits := engine.Limits{MoveTime: max(time.Millisecond, time.Until(deadline))}
	turn := game.Position().ToMove()
	limits.Clock[turn], limits.Increment[turn] = clock.times()
	found := wotnEngines[code].Search(context.Background(), game, limits, nil)
	return Thought{
		Move:        found.Best.String(),
		Nodes:       int(found.Nodes),
		Depth:       found.Depth,
		Score:       found.Score.Centipawns(),
		AcceptsDraw: engine.AcceptsDraw(game.Position(), found.Score),
	}, nil
}

func thinkLancelot(start string, turns []string, deadline time.Time, code int, clock *Clock) (Thought, Problems) {
	game, wrong := lancelotPlay(start, turns)
	if wrong != nil {
		return Thought{}, wrong
	}
	if game.Outcome().Over() {
		return Thought{}, gameOver()
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
	limits := lancelotengine.Limits{MoveTime: max(time.Millisecond, time.Until(deadline))}
	seat := game.Position().ToMove()
	limits.Clock[seat], limits.Increment[seat] = clock.times()
	ctx, cancel := context.WithTimeout(context.Background(), limits.TimeFor(game.Position()))
	defer cancel()
	engine := lancelotEngines[code]
	engine.Seed = lancelotCurrent.seed
	result := engine.Search(ctx, game, lancelotengine.Limits{}, nil)
	return Thought{Move: result.Best.String(), Nodes: int(result.Nodes), Depth: result.Depth, Score: int(result.Score)}, nil
}

// Positions for the first search, chosen so that it runs through all parts of
// the engine.
const (
	warmWotn     = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
	warmLancelot = "2c2cb1c1/3b5b/4a2a2/2b7/2a3*a2/3c5b/2c3b3/cc2c5/1ca5a1/2ab3a1c a 1,0,4 20,20,20 abc diagonals+excalibur 8"
	warmUp       = 150 * time.Millisecond
)

// prepare creates the tables of an engine and runs it briefly, because browsers compile a program
// while it runs, so that the first call of think keeps to its time limit.
func prepare(game Game) (ready bool, wrong Problems) {
	deadline := time.Now().Add(warmUp)
	switch game {
	case Wotn:
		_, wrong = thinkWotn(wotn.Standard, warmWotn, nil, deadline, engines.FullLevel, nil)
	case Lancelot:
		_, wrong = thinkLancelot(warmLancelot, nil, deadline, engines.FullLevel, nil)
	default:
		wrong = Violation("unknown game " + string(game))
	}
	return wrong == nil, wrong
}
