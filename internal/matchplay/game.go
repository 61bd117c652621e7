package matchplay

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tafelrunde/wotn"
)

// Control is the time that each side has.
type Control struct {
	// Base is the time for Moves moves, or for the game if Moves is 0; with a
	// base of 0 there are no clocks.
	Base      time.Duration `json:"base,omitempty"`
	Increment time.Duration `json:"increment,omitempty"`
	Moves     int           `json:"moves,omitempty"`
}

// Adjudication ends games whose result is clear. The zero value ends none.
type Adjudication struct {
	// DrawMoves is the number of moves of either side, one after the other,
	// with scores of both within DrawScore centipawns, that make a draw, from
	// move DrawFrom on.
	DrawMoves int `json:"draw_moves,omitempty"`
	DrawScore int `json:"draw_score,omitempty"`
	DrawFrom  int `json:"draw_from,omitempty"`
	// ResignMoves is the number of moves of either side with which both agree
	// that one is behind by ResignScore centipawns.
	ResignMoves int `json:"resign_moves,omitempty"`
	ResignScore int `json:"resign_score,omitempty"`
	// MaxMoves is the number of moves after which a game is drawn.
	MaxMoves int `json:"max_moves,omitempty"`
}

// Cause says why a game ended.
type Cause string

// The causes beside the rules', which are those of wotn.Reason.
const (
	TimeLoss     Cause = "time"
	IllegalMove  Cause = "illegal-move"
	Crash        Cause = "crash"
	Resignation  Cause = "resignation"
	Adjudicated  Cause = "adjudication"
	TooManyMoves Cause = "max-moves"
)

// Played is a game that has been played.
type Played struct {
	Game   *wotn.Game
	Result wotn.Result
	Cause  Cause
	// Detail is what went wrong, if something did.
	Detail string
	// Thoughts are what the players thought of each move after the opening.
	Thoughts []Thought
	// Opening is the number of moves that were given.
	Opening int
}

// Thought is a reply and the time that it took.
type Thought struct {
	Reply
	Elapsed time.Duration
}

// terms are those on which a game is played.
type terms struct {
	control [wotn.NumColors]Control
	limits  [wotn.NumColors]Limits
	margin  time.Duration
	judge   Adjudication
}

// play plays a game from an opening to its end. The error is the context's, or
// that of a player who cannot play at all.
func play(ctx context.Context, players [wotn.NumColors]Player, opening *wotn.Game, on terms) (*Played, error) {
	for c, p := range players {
		if err := p.NewGame(ctx, opening.Start().Variant()); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, fmt.Errorf("%s cannot begin: %w", colorName(wotn.Color(c)), err)
		}
	}
	played := &Played{Game: opening, Opening: opening.Len()}
	clocks := [wotn.NumColors]time.Duration{on.control[0].Base, on.control[1].Base}
	moves := [wotn.NumColors]int{}
	var quiet, lost streak
	for {
		if played.over(on.judge) {
			return played, nil
		}
		turn := played.Game.Position().Turn()
		control := on.control[turn]
		pace := Pace{
			Clock:     clocks,
			Increment: [wotn.NumColors]time.Duration{on.control[0].Increment, on.control[1].Increment},
			Limits:    on.limits[turn],
		}
		if control.Moves > 0 {
			pace.MovesToGo = control.Moves - moves[turn]%control.Moves
		}
		allowed, timed := allowance(control, clocks[turn], on.limits[turn], on.margin)
		begun := time.Now()
		limit, cancel := context.WithTimeout(ctx, allowed)
		reply, err := players[turn].Move(limit, played.Game, pace)
		elapsed := time.Since(begun)
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
		played.Thoughts = append(played.Thoughts, Thought{reply, elapsed})
		moves[turn]++
		if control.Base > 0 {
			clocks[turn] = max(time.Millisecond, clocks[turn]-elapsed) + control.Increment
			if control.Moves > 0 && moves[turn]%control.Moves == 0 {
				clocks[turn] += control.Base
			}
		}
		if played.adjudicate(on.judge, &quiet, &lost) {
			return played, nil
		}
	}
}

// allowance returns how long a player may take for a move; timed tells that
// this is a matter of the game, and not of patience.
func allowance(control Control, clock time.Duration, limits Limits, margin time.Duration) (allowed time.Duration, timed bool) {
	const stalled = 2 * time.Minute
	switch {
	case control.Base > 0:
		return clock + margin, true
	case limits.MoveTime > 0:
		// A time for the move is kept less exactly than a clock, and nothing
		// would be won by overstepping it a little.
		return limits.MoveTime + max(margin, limits.MoveTime/2+100*time.Millisecond), true
	}
	return stalled, false
}

// readMove reads coordinates, or short notation as some old programs use it.
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

func (p *Played) lose(loser wotn.Color, cause Cause, detail string) {
	p.Result, p.Cause, p.Detail = winner(loser.Other()), cause, detail
}

// over ends the game where the rules do, draws by claim included.
func (p *Played) over(judge Adjudication) bool {
	outcome := p.Game.Outcome()
	if claims := p.Game.Claims(); len(claims) > 0 {
		outcome = wotn.Outcome{Reason: claims[0], Result: wotn.Draw}
	}
	if outcome.Over() {
		p.Result, p.Cause = outcome.Result, Cause(outcome.Reason.String())
		return true
	}
	if judge.MaxMoves > 0 && p.Game.Len() >= 2*judge.MaxMoves {
		p.Result, p.Cause = wotn.Draw, TooManyMoves
		return true
	}
	return false
}

// streak counts moves one after the other that say the same.
type streak struct {
	length int
	winner wotn.Color
}

// adjudicate ends the game if the players have agreed long enough.
func (p *Played) adjudicate(judge Adjudication, quiet, lost *streak) bool {
	last := p.Thoughts[len(p.Thoughts)-1]
	mover := p.Game.Position().Turn().Other()

	if judge.DrawMoves > 0 && last.Scored && last.Mate == 0 && abs(last.Score) <= judge.DrawScore {
		quiet.length++
	} else {
		quiet.length = 0
	}
	if judge.DrawMoves > 0 && quiet.length >= 2*judge.DrawMoves && p.Game.Len() >= 2*judge.DrawFrom {
		p.Result, p.Cause = wotn.Draw, Adjudicated
		return true
	}

	ahead, clear := mover, false
	if judge.ResignMoves > 0 && last.Scored {
		score := last.Score
		switch {
		case last.Mate > 0:
			score = judge.ResignScore
		case last.Mate < 0:
			score = -judge.ResignScore
		}
		if score < 0 {
			ahead = mover.Other()
		}
		clear = abs(score) >= judge.ResignScore
	}
	switch {
	case !clear:
		lost.length = 0
	case lost.length > 0 && lost.winner != ahead:
		*lost = streak{1, ahead}
	default:
		*lost = streak{lost.length + 1, ahead}
	}
	if judge.ResignMoves > 0 && lost.length >= 2*judge.ResignMoves {
		p.Result, p.Cause = winner(ahead), Adjudicated
		return true
	}
	return false
}

func abs(n int) int { return max(n, -n) }
