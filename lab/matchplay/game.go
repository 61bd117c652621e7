package matchplay

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tafelrunde/wotn"
)

// Control is the time control of one side.
type Control struct {
	// Base is the time for Moves moves, or for the whole game if Moves is 0. A base
	// of 0 means no clock.
	Base      time.Duration
	Increment time.Duration
	Moves     int
}

// Adjudication is the set of rules by which the referee ends games early. The zero
// value ends none.
type Adjudication struct {
	// A game is drawn after DrawMoves consecutive moves of both sides with scores
	// within ±DrawScore centipawns, from move DrawFrom on.
	DrawMoves int
	DrawScore int
	DrawFrom  int
	// A game is lost after ResignMoves consecutive moves of both sides whose scores
	// agree that one side is behind by at least ResignScore centipawns.
	ResignMoves int
	ResignScore int
	// MaxMoves is the number of moves after which a game is drawn; 0 for no limit.
	MaxMoves int
}

// Cause is the reason for the end of a game.
type Cause string

// The causes in addition to the names of wotn.Reason.
const (
	TimeLoss     Cause = "time"
	IllegalMove  Cause = "illegal-move"
	Crash        Cause = "crash"
	Resignation  Cause = "resignation"
	Adjudicated  Cause = "adjudication"
	TooManyMoves Cause = "max-moves"
)

// PlayedGame is a finished game.
type PlayedGame struct {
	Game   *wotn.Game
	Result wotn.Result
	Cause  Cause
	// Detail describes the failure for TimeLoss, IllegalMove and Crash.
	Detail string
	// Replies are those of the engines, one for each move after the opening.
	Replies []TimedReply
	// Opening is the number of moves of the opening.
	Opening int
}

// TimedReply is a reply and the time it took.
type TimedReply struct {
	Reply
	Elapsed time.Duration
}

// conditions are the time controls and rules of one game.
type conditions struct {
	control      [wotn.NumColors]Control
	limits       [wotn.NumColors]Limits
	margin       time.Duration
	adjudication Adjudication
}

// play plays a game from an opening to its end. The error is that of the context or
// of a player that cannot start the game.
func play(ctx context.Context, players [wotn.NumColors]Player, opening *wotn.Game, on conditions) (*PlayedGame, error) {
	for c, p := range players {
		if err := p.NewGame(ctx, opening.Start().Variant()); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, fmt.Errorf("%s cannot begin: %w", colorName(wotn.Color(c)), err)
		}
	}
	played := &PlayedGame{Game: opening, Opening: opening.Len()}
	clocks := [wotn.NumColors]time.Duration{on.control[0].Base, on.control[1].Base}
	moves := [wotn.NumColors]int{}
	var quiet, lost streak
	for {
		if played.over(on.adjudication) {
			return played, nil
		}
		turn := played.Game.Position().ToMove()
		control := on.control[turn]
		pace := Pace{Limits: on.limits[turn]}
		if control.Base > 0 { // a clock of the opponent alone would say that this player has no time
			pace.Clock = clocks
			pace.Increment = [wotn.NumColors]time.Duration{on.control[0].Increment, on.control[1].Increment}
		}
		if control.Moves > 0 {
			pace.MovesToGo = control.Moves - moves[turn]%control.Moves
		}
		allowed, timed := allowance(control, clocks[turn], on.limits[turn], on.margin)
		began := time.Now()
		limit, cancel := context.WithTimeout(ctx, allowed)
		reply, err := players[turn].Move(limit, played.Game, pace)
		elapsed := time.Since(began)
		cancel()
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, context.DeadlineExceeded) && timed, err == nil && timed && elapsed > allowed:
			played.lose(turn, TimeLoss, fmt.Sprintf("%v on the clock, %v used", allowed-on.margin, elapsed.Round(time.Millisecond)))
			return played, nil
		case err != nil:
			played.lose(turn, Crash, err.Error())
			return played, nil
		case reply.Resigns:
			played.lose(turn, Resignation, "")
			return played, nil
		}
		m, err := readMove(played.Game.Position(), reply.Text)
		if err == nil {
			err = played.Game.Play(m)
		}
		if err != nil {
			played.lose(turn, IllegalMove, err.Error())
			return played, nil
		}
		played.Replies = append(played.Replies, TimedReply{reply, elapsed})
		moves[turn]++
		if control.Base > 0 {
			clocks[turn] = max(time.Millisecond, clocks[turn]-elapsed) + control.Increment
			if control.Moves > 0 && moves[turn]%control.Moves == 0 {
				clocks[turn] += control.Base
			}
		}
		if played.adjudicate(on.adjudication, &quiet, &lost) {
			return played, nil
		}
	}
}

// allowance returns the longest time for a move. timed reports whether exceeding it
// loses on time; otherwise it only detects an engine that hangs.
func allowance(control Control, clock time.Duration, limits Limits, margin time.Duration) (allowed time.Duration, timed bool) {
	const stalled = 2 * time.Minute
	switch {
	case control.Base > 0:
		return clock + margin, true
	case limits.MoveTime > 0:
		// Engines keep a time per move less exactly than a clock, and gain nothing
		// by exceeding it slightly.
		return limits.MoveTime + max(margin, limits.MoveTime/2+100*time.Millisecond), true
	}
	return stalled, false
}

// readMove parses a move in coordinates or, as some old programs write, in SAN.
func readMove(p *wotn.Position, text string) (wotn.Move, error) {
	m, err := p.ParseMove(text)
	var unreadable *wotn.SyntaxError
	if errors.As(err, &unreadable) {
		if m, err := p.ParseSAN(text); err == nil {
			return m, nil
		}
	}
	return m, err
}

func colorName(c wotn.Color) string {
	if c == wotn.White {
		return "White"
	}
	return "Black"
}

func winner(c wotn.Color) wotn.Result {
	if c == wotn.White {
		return wotn.WhiteWins
	}
	return wotn.BlackWins
}

func (p *PlayedGame) lose(loser wotn.Color, cause Cause, detail string) {
	p.Result, p.Cause, p.Detail = winner(loser.Other()), cause, detail
}

// over ends the game if the rules end it, claimable draws included, or after
// MaxMoves, and reports whether it has ended.
func (p *PlayedGame) over(rules Adjudication) bool {
	if outcome := p.Game.Outcome(); outcome.Over() {
		p.Result, p.Cause = outcome.Result(), Cause(outcome.Reason.String())
		return true
	}
	if claims := p.Game.Claims(); len(claims) > 0 {
		p.Result, p.Cause = wotn.Draw, Cause(claims[0].String())
		return true
	}
	if rules.MaxMoves > 0 && p.Game.Len() >= 2*rules.MaxMoves {
		p.Result, p.Cause = wotn.Draw, TooManyMoves
		return true
	}
	return false
}

// streak counts consecutive moves whose scores agree.
type streak struct {
	length int
	winner wotn.Color
}

// adjudicate ends the game if the scores have agreed long enough, and reports
// whether it has ended.
func (p *PlayedGame) adjudicate(rules Adjudication, quiet, lost *streak) bool {
	last := p.Replies[len(p.Replies)-1]
	mover := p.Game.Position().ToMove().Other()

	if rules.DrawMoves > 0 && last.Scored && last.Mate == 0 && abs(last.Score) <= rules.DrawScore {
		quiet.length++
	} else {
		quiet.length = 0
	}
	if rules.DrawMoves > 0 && quiet.length >= 2*rules.DrawMoves && p.Game.Len() >= 2*rules.DrawFrom {
		p.Result, p.Cause = wotn.Draw, Adjudicated
		return true
	}

	ahead, clear := mover, false
	if rules.ResignMoves > 0 && last.Scored {
		score := last.Score
		switch {
		case last.Mate > 0:
			score = rules.ResignScore
		case last.Mate < 0:
			score = -rules.ResignScore
		}
		if score < 0 {
			ahead = mover.Other()
		}
		clear = abs(score) >= rules.ResignScore
	}
	switch {
	case !clear:
		lost.length = 0
	case lost.length > 0 && lost.winner != ahead:
		*lost = streak{1, ahead}
	default:
		*lost = streak{lost.length + 1, ahead}
	}
	if rules.ResignMoves > 0 && lost.length >= 2*rules.ResignMoves {
		p.Result, p.Cause = winner(ahead), Adjudicated
		return true
	}
	return false
}

func abs(n int) int { return max(n, -n) }
