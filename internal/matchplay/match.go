package matchplay

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"tafelrunde/wotn"
)

// Contestant is one of the two players of a match.
type Contestant struct {
	Name string
	// Start starts a new instance of the engine.
	Start   func(ctx context.Context) (Player, error)
	Control Control
	Limits  Limits
}

// Match is a match between two engines that play Way of the Knight or chess.
type Match struct {
	Contestants [2]Contestant
	Book        Book
	// Pairs is the largest number of pairs of games.
	Pairs int
	// Concurrency is the number of games played at once.
	Concurrency int
	// Margin is the time by which a clock may be exceeded before the game is lost,
	// for the delay of messages.
	Margin       time.Duration
	Adjudication Adjudication
	// Test, if not nil, ends the match as soon as it is decided.
	Test *SPRT
	// OnGame, if not nil, is called after every game, one at a time, with the number
	// of its pair and whether the second contestant has White.
	OnGame func(pair int, exchanged bool, game *PlayedGame)
}

// Result is the result of a match.
type Result struct {
	Tally
	// Causes counts games by cause. Failures counts, by contestant, games lost by
	// time, an illegal move or a crash.
	Causes   map[Cause]int `json:"causes"`
	Failures [2]int        `json:"failures"`
	// Verdict and Ratio are those of the test, if there is one.
	Verdict Verdict       `json:"verdict,omitempty"`
	Ratio   float64       `json:"ratio,omitempty"`
	Elapsed time.Duration `json:"-"`
}

// Play plays the match. If the context is done, it returns the result of the pairs
// finished and the context's error.
func (m *Match) Play(ctx context.Context) (Result, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	began := time.Now()
	result := Result{Causes: make(map[Cause]int)}
	var mu sync.Mutex // guards result, and OnGame

	numbers := jobs(ctx, m.Pairs)
	var workers sync.WaitGroup
	for range max(1, m.Concurrency) {
		workers.Go(func() {
			w := worker{match: m}
			defer w.close()
			for number := range numbers {
				games, err := w.pair(ctx, number)
				if err != nil {
					stop(err)
					return
				}
				mu.Lock()
				m.count(&result, number, games)
				if m.Test != nil && result.Verdict != Undecided {
					stop(errTestDecided)
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	result.Elapsed = time.Since(began)
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, errTestDecided) {
		return result, cause
	}
	return result, nil
}

var errTestDecided = errors.New("the test is decided")

// count adds a pair to the result.
func (m *Match) count(result *Result, number int, games [2]*PlayedGame) {
	var points [2]int
	for i, game := range games {
		white, black := i, 1-i // the contestants
		first := wotn.Color(i) // the color of contestant 0
		points[i] = int(2*game.Result.WinShare(first)) - 1
		loser := black
		if game.Result == wotn.BlackWins {
			loser = white
		}
		result.Causes[game.Cause]++
		switch game.Cause {
		case TimeLoss, IllegalMove, Crash:
			result.Failures[loser]++
		}
		if m.OnGame != nil {
			m.OnGame(number, i == 1, game)
		}
	}
	result.AddPair(points[0], points[1])
	if m.Test != nil {
		result.Verdict, result.Ratio = m.Test.Decide(&result.Tally)
	}
}

// worker plays pairs with two engines of its own.
type worker struct {
	match   *Match
	players [2]Player
}

// pair plays the two games from an opening. The first contestant has White in the
// first one.
func (w *worker) pair(ctx context.Context, number int) (games [2]*PlayedGame, err error) {
	opening, err := w.match.Book.Opening(number)
	if err != nil {
		return games, err
	}
	for i := range games {
		if games[i], err = w.game(ctx, opening, i == 1); err != nil {
			return games, err
		}
	}
	return games, nil
}

func (w *worker) game(ctx context.Context, opening *wotn.Game, exchanged bool) (*PlayedGame, error) {
	for i := range w.players {
		if w.players[i] != nil {
			continue
		}
		player, err := w.match.Contestants[i].Start(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s does not start: %w", w.match.Contestants[i].Name, err)
		}
		w.players[i] = player
	}
	game := wotn.NewGame(*opening.Start())
	for _, move := range opening.Moves() {
		if err := game.Play(move); err != nil {
			panic("illegal move in an opening: " + err.Error())
		}
	}
	white, black := 0, 1
	if exchanged {
		white, black = 1, 0
	}
	contestants := &w.match.Contestants
	played, err := play(ctx, [wotn.NumColors]Player{w.players[white], w.players[black]}, game, conditions{
		control:      [wotn.NumColors]Control{contestants[white].Control, contestants[black].Control},
		limits:       [wotn.NumColors]Limits{contestants[white].Limits, contestants[black].Limits},
		margin:       w.match.Margin,
		adjudication: w.match.Adjudication,
	})
	if err != nil {
		return nil, err
	}
	switch played.Cause {
	case TimeLoss, IllegalMove, Crash:
		// The state of an engine that failed is unknown, so both are restarted.
		w.close()
	}
	return played, nil
}

// close stops the engines.
func (w *worker) close() {
	for i, player := range w.players {
		if player != nil {
			player.Close()
			w.players[i] = nil
		}
	}
}
