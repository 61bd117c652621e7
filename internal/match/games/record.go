package games

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/match"
	"tafelrunde/lancelot"
	lancelotrecord "tafelrunde/lancelot/record"
	"tafelrunde/wotn"
	wotnrecord "tafelrunde/wotn/record"
)

// MoveTime is the time that a move took, and what is left on the clock after it,
// including the increment.
type MoveTime struct{ Spent, Clock match.Millis }

// Heading is what a record says about a game beside what follows from its match. The zero value is that of a
// game that belongs to no tournament.
type Heading struct {
	// Site is the value of the tag "Site".
	Site string
	// Event is the value of the tag "Event", "" for "Tafelrunde".
	Event string
	// Round is the value of the tag "Round", "" for the number of the game in its match.
	Round string
	// Awarded is the outcome that counts instead of that of the match, nil for none. Without Over there is no result.
	Awarded *match.Outcome
}

// Reasons of outcomes that a tournament awards.
const (
	// ByWalkover: the game was not played.
	ByWalkover = "walkover"
	// ByCorrection: the director or a moderator has decided.
	ByCorrection = "correction"
)

// Record returns a game as text: PGN for Way of the Knight, a record of
// package lancelot/record for Lancelot. s is the state of the match in the game or at
// its end, times has the times of the first moves or all of them.
//
// Times are comments on the moves: "[%clk 0:04:58]" is the time left on a real-time
// clock, "[%emt 0:00:02]" the time for the move. There are none without a clock.
//
// Records of Lancelot cannot express that a seat which is out was skipped. There
// the text continues with another record that begins at the position reached.
func Record(s *match.State, times []MoveTime, h Heading) (text string, refusal *match.Refusal) {
	comments := make([]string, len(s.Moves))
	for i := range min(len(times), len(comments)) {
		comments[i] = timeComment(s.Settings.Clock.Kind, times[i])
	}
	switch start := s.Start.(type) {
	case *wotnPosition:
		return wotnText(s, start, comments, h)
	case *lancelotPosition:
		return lancelotText(s, start, comments, h)
	}
	return "", match.Refuse("no-game", "no such game has ended")
}

// timeComment returns the comment with the time of a move, "" if there is no clock.
func timeComment(kind match.ClockKind, t MoveTime) string {
	switch kind {
	case match.RealTime:
		return "[%clk " + commandTime(t.Clock) + "][%emt " + commandTime(t.Spent) + "]"
	case match.Correspondence:
		return "[%emt " + commandTime(t.Spent) + "]"
	}
	return ""
}

// commandTime returns a time as commands of PGN have it, "0:04:58" or "0:00:02.5".
func commandTime(t match.Millis) string {
	tenths := (max(0, t) + 50) / 100
	text := fmt.Sprintf("%d:%02d:%02d", tenths/36000, tenths/600%60, tenths/10%60)
	if tenths%10 > 0 {
		text += fmt.Sprintf(".%d", tenths%10)
	}
	return text
}

// BotTitle is the title of bots in records, as lichess writes it.
const BotTitle = "BOT"

var generatedName = regexp.MustCompile(`^(?:Guest|Gast) (\d{4})$`)

// GeneratedNumber returns the number in a name that a page gave a guest, in the language
// of the guest. It is "" for other names and for people with an account.
func GeneratedNumber(p match.Player) string {
	if n := generatedName.FindStringSubmatch(p.Name); n != nil && p.ID != "" && !p.Account {
		return n[1]
	}
	return ""
}

// PlayerName returns the name of a player in records and pictures. It marks guests,
// because their names are not unique.
func PlayerName(p match.Player) string {
	switch {
	case p.Engine > 0:
		return "Computer, " + engines.LevelText(p.Engine)
	case p.ID == "" || p.Account || p.Name == match.DeletedName:
		return p.Name
	}
	if GeneratedNumber(p) != "" {
		return p.Name
	}
	return p.Name + " (guest)"
}

// control returns the value of the PGN tag "TimeControl".
func control(c match.Clock) string {
	switch c.Kind {
	case match.RealTime:
		text := strconv.FormatInt(int64(c.Initial/match.Second), 10)
		if c.Increment > 0 {
			text += "+" + strconv.FormatInt(int64(c.Increment/match.Second), 10)
		}
		return text
	case match.Correspondence:
		return "1/" + strconv.FormatInt(int64(c.PerTurn/match.Second), 10)
	}
	return "-"
}

// termination has the value of the PGN tag "Termination" by the reason of an
// outcome. Other reasons are "normal".
var termination = map[string]string{
	match.ByTime: "time forfeit", match.ByTimeDrawn: "time forfeit", match.ByAbort: "unterminated", match.ByAbsence: "abandoned",
	ByWalkover: "unplayed", ByCorrection: "adjudication",
}

// outcome returns the outcome that counts.
func (h *Heading) outcome(s *match.State) *match.Outcome {
	if h.Awarded != nil {
		return h.Awarded
	}
	return &s.Outcome
}

// date returns the value of the tag "Date" for the start of a game, 0 if it was not played.
func date(at match.Moment) string {
	if at == 0 {
		return "????.??.??"
	}
	return time.UnixMilli(int64(at)).UTC().Format("2006.01.02")
}

// Notation returns the moves of a game as players write them: in SAN for Way of the
// Knight, unchanged for Lancelot. s is the state of the match in the game or at its
// end.
func Notation(s *match.State) ([]string, *match.Refusal) {
	list := make([]string, len(s.Moves))
	start, isWotn := s.Start.(*wotnPosition)
	if !isWotn {
		for i, m := range s.Moves {
			list[i] = m.Text
		}
		return list, nil
	}
	now := start.now
	for i, played := range s.Moves {
		m, err := now.ParseMove(played.Text)
		if err != nil {
			return nil, wotnRefusal(err)
		}
		list[i] = now.SAN(m)
		var next wotn.Position
		now.PlayInto(&next, m)
		now = next
	}
	return list, nil
}

func wotnText(s *match.State, start *wotnPosition, comments []string, h Heading) (string, *match.Refusal) {
	game := wotn.NewGame(start.now)
	for _, played := range s.Moves {
		m, err := game.Position().ParseMove(played.Text)
		if err == nil {
			err = game.PlayOn(m)
		}
		if err != nil {
			return "", wotnRefusal(err)
		}
	}
	result := wotnrecord.Unknown
	outcome := h.outcome(s)
	switch winners := outcome.Winners; {
	case outcome.Reason == match.ByAbort || !outcome.Over:
	case len(winners) != 1:
		result = wotnrecord.Draw
	case winners[0] == start.white:
		result = wotnrecord.WhiteWins
	default:
		result = wotnrecord.BlackWins
	}
	ended := "normal"
	if t := termination[outcome.Reason]; t != "" {
		ended = t
	}
	tags := []wotnrecord.Tag{
		{Name: "Event", Value: cmp.Or(h.Event, "Tafelrunde")},
		{Name: "Site", Value: h.Site},
		{Name: "Date", Value: date(s.StartedAt)},
		{Name: "Round", Value: cmp.Or(h.Round, strconv.Itoa(s.Game))},
		{Name: "White", Value: PlayerName(s.Seats[start.white].Player)},
		{Name: "Black", Value: PlayerName(s.Seats[1-start.white].Player)},
		{Name: "Result", Value: result},
		{Name: "TimeControl", Value: control(s.Settings.Clock)},
		{Name: "Termination", Value: ended},
	}
	for i, name := range []string{"WhiteTitle", "BlackTitle"} {
		if s.Seats[(start.white+i)%2].Player.Bot {
			tags = append(tags, wotnrecord.Tag{Name: name, Value: BotTitle})
		}
	}
	record, err := wotnrecord.New(game, tags)
	if err != nil {
		return "", match.Refuse("no-game", "%s", err.Error())
	}
	for i, comment := range comments {
		if comment != "" {
			record.Line.Moves[i].After = []string{comment}
		}
	}
	// A resignation, an agreement or a flag ends the game although the position is
	// not over.
	record.Result = result
	return record.String() + "\n", nil
}

func lancelotText(s *match.State, start *lancelotPosition, comments []string, h Heading) (string, *match.Refusal) {
	tags := []lancelotrecord.Tag{
		{Name: "Event", Value: cmp.Or(h.Event, "Tafelrunde")},
		{Name: "Site", Value: h.Site},
		{Name: "Date", Value: date(s.StartedAt)},
		{Name: "Round", Value: cmp.Or(h.Round, strconv.Itoa(s.Game))},
	}
	for i := range s.Seats {
		tags = append(tags, lancelotrecord.Tag{Name: lancelotrecord.SeatTag(lancelot.Seat(i)), Value: PlayerName(s.Seats[i].Player)})
	}
	outcome := h.outcome(s)
	tags = append(tags, lancelotrecord.Tag{Name: "Termination", Value: outcome.Reason})
	var parts []lancelotrecord.Game
	game := lancelot.NewGame(start.position)
	done := 0 // turns in the parts
	end := func() {
		part := lancelotrecord.New(game, tags...)
		part.Result = lancelotrecord.Result{}
		for i := range part.Turns {
			if comment := comments[done+i]; comment != "" {
				part.Turns[i].Comments = []string{comment}
			}
		}
		done += len(part.Turns)
		parts = append(parts, part)
	}
	for _, played := range s.Moves {
		now := game.Position()
		if int(now.ToMove()) != played.Seat && !now.Outcome().Over() {
			end()
			setup := now.Setup()
			setup.ToMove = lancelot.Seat(played.Seat)
			next, err := setup.Position()
			if err != nil {
				return "", lancelotRefusal(err)
			}
			game = lancelot.NewGame(next)
		}
		if err := game.PlayText(played.Text); err != nil {
			return "", lancelotRefusal(err)
		}
	}
	end()
	var winners []lancelot.Seat
	for _, seat := range outcome.Winners {
		winners = append(winners, lancelot.Seat(seat))
	}
	if outcome.Over && outcome.Reason != match.ByAbort {
		parts[len(parts)-1].Result = lancelotrecord.Won(len(s.Seats), winners...)
	}
	var b strings.Builder
	for i := range parts {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(strings.TrimRight(parts[i].String(), "\n") + "\n")
	}
	return b.String(), nil
}
