package jobs

import (
	"errors"
	"fmt"
	"strings"

	"tafelrunde/internal/judge"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// Errors of games that cannot be reviewed.
var (
	ErrAborted = errors.New("the game was aborted")
	ErrNoMoves = errors.New("the game has no moves")
)

// ReviewGame is a game to review.
type ReviewGame struct {
	lancelot bool
	variant  wotn.Variant // of Way of the Knight
	start    string
	moves    []string
}

// ReviewGameOf returns the game of a match whose game is finished. The error is ErrAborted or
// ErrNoMoves if it cannot be reviewed.
func ReviewGameOf(s *match.State) (*ReviewGame, error) {
	switch {
	case s.Outcome.Reason == match.ByAbort:
		return nil, ErrAborted
	case len(s.Moves) == 0 || s.Start == nil:
		return nil, ErrNoMoves
	}
	g := &ReviewGame{lancelot: s.Settings.Game == games.Lancelot, start: s.Start.Text()}
	if !g.lancelot {
		var err error
		if g.variant, err = wotn.ParseVariant(s.Settings.Variant); err != nil {
			return nil, err
		}
	}
	for _, m := range s.Moves {
		g.moves = append(g.moves, m.Text)
	}
	if replay := games.ReplayOf(s); replay != nil {
		g.start, g.moves = replay.Start, replay.Moves
	}
	return g, nil
}

// finishedGame returns a game of a match from its events.
func finishedGame(events []match.Event, number int) (*ReviewGame, error) {
	now := match.New()
	for _, e := range events {
		var err error
		if now, err = match.Apply(games.Rules{}, now, e); err != nil {
			return nil, err
		}
		if now.Game == number && e.Type == match.Ended {
			return ReviewGameOf(now)
		}
	}
	return nil, fmt.Errorf("the match has no finished game %d", number)
}

// Searches returns the number of searches of the review: of Way of the Knight and chess
// one for each position, of Lancelot one for each turn.
func (g *ReviewGame) Searches() int {
	if g.lancelot {
		return len(g.moves)
	}
	return len(g.moves) + 1
}

// Nodes returns the number of nodes of each search.
func (g *ReviewGame) Nodes() int {
	if g.lancelot {
		return judge.LancelotNodes
	}
	return judge.WotnNodes
}

// Engine returns the version of the engine that makes the review.
func (g *ReviewGame) Engine() int { return judge.EngineOf(g.lancelot) }

// wotnAt returns a game of Way of the Knight or chess after n moves.
func (g *ReviewGame) wotnAt(n int) (*wotn.Game, error) {
	start, err := wotn.ParsePosition(g.variant, g.start)
	if err != nil {
		return nil, err
	}
	game := wotn.NewGame(start)
	for ply, text := range g.moves[:n] {
		m, err := game.Position().ParseMove(text)
		if err == nil {
			err = game.PlayOn(m)
		}
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", ply+1, err)
		}
	}
	return game, nil
}

// lancelotAt returns the position after n turns and the turn that follows.
func (g *ReviewGame) lancelotAt(n int) (lancelot.Position, lancelot.Turn, error) {
	start, err := lancelot.ParsePosition(g.start)
	if err != nil {
		return lancelot.Position{}, lancelot.NoTurn, err
	}
	game := lancelot.NewGame(start)
	for ply, move := range g.moves[:n] {
		text, next, skips := strings.Cut(move, ">")
		err := game.PlayText(text)
		if err == nil && skips {
			err = game.SkipTo(lancelot.Seat(next[0] - 'a'))
		}
		if err != nil {
			return lancelot.Position{}, lancelot.NoTurn, fmt.Errorf("turn %d: %w", ply+1, err)
		}
	}
	text, _, _ := strings.Cut(g.moves[n], ">")
	turn, err := game.Position().ParseTurn(text)
	if err != nil {
		err = fmt.Errorf("turn %d: %w", n+1, err)
	}
	return *game.Position(), turn, err
}
