package matchplay

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"tafelrunde/wotn"
	"tafelrunde/wotn/record"
)

// PGN returns the game in PGN. The comment after a move is "score/depth time", the
// score in pawns for the player.
func (p *PlayedGame) PGN(white, black, event string, date time.Time, round string) (string, error) {
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
	for i, reply := range p.Replies {
		moves[p.Opening+i].After = append(moves[p.Opening+i].After, reply.comment())
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

// writePGN appends the game in PGN, followed by an empty line.
func (g *FinishedGame) writePGN(to io.Writer) error {
	text, err := g.PGN(g.White(), g.Black(), "Match", time.Now(), g.Round())
	if err != nil {
		return err
	}
	_, err = io.WriteString(to, strings.TrimRight(text, "\n")+"\n\n")
	return err
}

// comment returns the comment of a move.
func (r *TimedReply) comment() string {
	elapsed := strconv.FormatFloat(r.Elapsed.Seconds(), 'f', 3, 64) + " s"
	switch {
	case !r.Scored:
		return elapsed
	case r.Mate != 0:
		return fmt.Sprintf("#%d/%d %s", r.Mate, r.Depth, elapsed)
	}
	return fmt.Sprintf("%+.2f/%d %s", float64(r.Score)/100, r.Depth, elapsed)
}

// termination returns the value of the PGN tag Termination for a cause.
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

// ending returns the reason for the end of the game, or "" if the moves show it.
func (p *PlayedGame) ending() string {
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
