package matchplay

import (
	"context"
	"errors"
	"fmt"
	"io"
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
	// PGN, if not nil, receives the games. The match ends with the first error of it.
	PGN io.Writer
	// OnGame, if not nil, is called after every game, one at a time.
	OnGame func(game *FinishedGame)
}

// FinishedGame is a game of a match, with the state of the match after it.
type FinishedGame struct {
	*PlayedGame
	// Pair is the number of its pair, from 0 on. Exchanged reports whether the second
	// contestant has White.
	Pair      int
	Exchanged bool
	// Points are those of the contestants so far.
	Points [2]float64

	names [2]string
}

// White returns the name of the engine with White.
func (g *FinishedGame) White() string {
	if g.Exchanged {
		return g.names[1]
	}
	return g.names[0]
}

// Black returns the name of the engine with Black.
func (g *FinishedGame) Black() string {
	if g.Exchanged {
		return g.names[0]
	}
	return g.names[1]
}

// Round returns the number of the game as pair and game of the pair, such as "3.2",
// both from 1 on.
func (g *FinishedGame) Round() string {
	if g.Exchanged {
		return fmt.Sprintf("%d.2", g.Pair+1)
	}
	return fmt.Sprintf("%d.1", g.Pair+1)
}

// Failure returns a sentence about an engine that lost by time, an illegal move or a
// crash, or "".
func (g *FinishedGame) Failure() string {
	if g.Detail == "" {
		return ""
	}
	return fmt.Sprintf("game %s, %s against %s: %s by %s: %s", g.Round(), g.White(), g.Black(), g.Result, g.Cause, g.Detail)
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
	var points [2]float64
	var mu sync.Mutex // guards result, points, PGN and OnGame

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
				err = m.count(&result, &points, number, games)
				if err != nil {
					stop(err)
				}
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

// count adds a pair to the result and the points. It returns an error of PGN.
func (m *Match) count(result *Result, total *[2]float64, number int, games [2]*PlayedGame) (err error) {
	var points [2]int
	for i, game := range games {
		white, black := i, 1-i // the contestants
		first := wotn.Color(i) // the color of contestant 0
		share := game.Result.WinShare(first)
		total[0] += share
		total[1] += 1 - share
		points[i] = int(2*share) - 1
		loser := black
		if game.Result == wotn.BlackWins {
			loser = white
		}
		result.Causes[game.Cause]++
		switch game.Cause {
		case TimeLoss, IllegalMove, Crash:
			result.Failures[loser]++
		}
		finished := &FinishedGame{
			PlayedGame: game, Pair: number, Exchanged: i == 1, Points: *total,
			names: [2]string{m.Contestants[0].Name, m.Contestants[1].Name},
		}
		if m.PGN != nil && err == nil {
			err = finished.writePGN(m.PGN)
		}
		if m.OnGame != nil {
			m.OnGame(finished)
		}
	}
	result.AddPair(points[0], points[1])
	if m.Test != nil {
		result.Verdict, result.Ratio = m.Test.Decide(&result.Tally)
	}
	return err
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
