package matchplay

import (
	"fmt"
	"strconv"
	"time"

	"tafelrunde/wotn"
	"tafelrunde/wotn/record"
)

// PGN returns a game as text, with what the players thought as comments:
// "score/depth time", the score in pawns for the player.
func (p *Played) PGN(white, black, event string, date time.Time, round string) (string, error) {
	tags := []record.Tag{
		{Name: "Event", Value: event},
		{Name: "Date", Value: date.Format("2006.01.02")},
		{Name: "Round", Value: round},
		{Name: "White", Value: white},
		{Name: "Black", Value: black},
		{Name: "Result", Value: p.Result.String()},
		{Name: "Termination", Value: termination(p.Cause)},
	}
	game, err := record.New(p.Game, tags)
	if err != nil {
		return "", err
	}
	game.Result = p.Result.String()
	moves := game.Line.Moves
	for i, thought := range p.Thoughts {
		moves[p.Opening+i].After = append(moves[p.Opening+i].After, thought.comment())
	}
	if ending := p.ending(); ending != "" {
		if len(moves) > 0 {
			moves[len(moves)-1].After = append(moves[len(moves)-1].After, ending)
		} else {
			game.Comments = append(game.Comments, ending)
		}
	}
	return game.String(), nil
}

// comment writes a thought.
func (t *Thought) comment() string {
	took := strconv.FormatFloat(t.Elapsed.Seconds(), 'f', 3, 64) + " s"
	switch {
	case !t.Scored:
		return took
	case t.Mate != 0:
		return fmt.Sprintf("#%d/%d %s", t.Mate, t.Depth, took)
	}
	return fmt.Sprintf("%+.2f/%d %s", float64(t.Score)/100, t.Depth, took)
}

// termination is the value of PGN's tag for a cause.
func termination(cause Cause) string {
	switch cause {
	case TimeLoss:
		return "time forfeit"
	case IllegalMove:
		return "rules infraction"
	case Crash:
		return "abandoned"
	case Adjudicated, TooManyMoves:
		return "adjudication"
	}
	return "normal"
}

// ending says why the game ended where the moves do not show it.
func (p *Played) ending() string {
	loser := "White"
	if p.Result == wotn.WhiteWins {
		loser = "Black"
	}
	switch p.Cause {
	case TimeLoss, IllegalMove, Crash, Resignation:
		text := loser + ": " + string(p.Cause)
		if p.Detail != "" {
			text += " (" + p.Detail + ")"
		}
		return text
	case Cause(wotn.Checkmate.String()):
		return ""
	}
	return string(p.Cause)
}
