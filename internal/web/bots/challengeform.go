package bots

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/web/core"
)

// NewChallenge are the fields of a new challenge.
type NewChallenge struct {
	Rated           bool   `json:"rated,omitempty" doc:"false if a bot takes part, and for orthodox chess"`
	Limit           int    `json:"clock.limit,omitempty" minimum:"60" maximum:"3600" doc:"seconds; with clock.increment, for a real-time clock"`
	Increment       int    `json:"clock.increment,omitempty" minimum:"0" maximum:"180" doc:"seconds"`
	Days            int    `json:"days,omitempty" minimum:"1" maximum:"14" doc:"days per turn, for correspondence; without clock and days there is no limit"`
	Color           string `json:"color,omitempty" enum:"white,black,random" doc:"the colour of the challenger"`
	Variant         string `json:"variant,omitempty" enum:"standard,fromPosition,wotn,wotnAlternative,lancelot,lancelotDiagonals,lancelotExcalibur,lancelotDiagonalsExcalibur" doc:"missing for standard; standard with another fen than the usual position is fromPosition, and the reverse"`
	FEN             string `json:"fen,omitempty" maxLength:"400" doc:"the position with which the game begins, in the notation of the variant; the game is casual. Missing or startpos for the usual one"`
	KeepAliveStream bool   `json:"keepAliveStream,omitempty" doc:"respond with a stream that ends when the challenge is answered; if the client disconnects before, the challenge is cancelled"`
	Rules           string `json:"rules,omitempty" doc:"ignored"`
	Handicap        bool   `json:"handicap,omitempty" doc:"Way of the Knight: use the rules of handicap in the series"`
	Takebacks       bool   `json:"takebacks,omitempty" doc:"missing: true, unless rated"`
}

// DeclineRequest are the fields of a declined challenge.
type DeclineRequest struct {
	Reason string `json:"reason,omitempty" enum:"generic,later,tooFast,tooSlow,timeControl,rated,casual,standard,variant,noBot,onlyBot"`
}

// unusualStart returns a position in which a game with the settings begins, "" for the
// usual one of chess and Way of the Knight. The position may be invalid.
func unusualStart(s *match.Settings, fen string) (string, error) {
	if s.Game != games.Wotn {
		return fen, nil
	}
	usual, err := games.StartText(s)
	if err != nil || fen == usual {
		return "", err
	}
	return fen, nil
}

// settings returns the settings of a new challenge.
func (f fields) settings() (s match.Settings, err error) {
	key := cmp.Or(f["variant"], "standard")
	s = match.Settings{Seats: 2, First: match.RandomSeat, Clock: match.Clock{Kind: match.NoClock}}
	for _, v := range variants {
		if strings.EqualFold(v.Key, key) {
			s.Game, s.Variant = v.game, v.variant
		}
	}
	if s.Game == "" {
		return s, core.NewProblem(http.StatusBadRequest, "variant", fmt.Sprintf("there is no variant %q", key)).With("variant", key)
	}
	fen := strings.Join(strings.Fields(f["fen"]), " ")
	if fen == "" && strings.EqualFold(key, fromPosition.Key) {
		return s, invalid("the variant %s needs the field fen", fromPosition.Key)
	}
	if fen != "startpos" {
		if s.Start, err = unusualStart(&s, fen); err != nil {
			return s, err
		}
	}
	limit, timed, err := f.number("clock.limit")
	if err != nil {
		return s, err
	}
	increment, increased, err := f.number("clock.increment")
	if err != nil {
		return s, err
	}
	perTurn, byDays, err := f.number("days")
	if err != nil {
		return s, err
	}
	switch {
	case byDays && (timed || increased):
		return s, invalid("a game has either clock.limit and clock.increment or days")
	case timed || increased:
		s.Clock = match.Clock{Kind: match.RealTime, Initial: match.Millis(limit) * match.Second, Increment: match.Millis(increment) * match.Second}
	case byDays:
		s.Clock = match.Clock{Kind: match.Correspondence, PerTurn: match.Millis(perTurn) * match.Day}
	}
	switch color := cmp.Or(f["color"], "random"); color {
	case "random": // known at once, because clients of lichess need it
		s.First = rand.IntN(2)
	case white:
		s.First = 0
	case black:
		s.First = 1
	default:
		return s, invalid("there is no colour %q", color)
	}
	if s.Rated, err = f.flag("rated"); err != nil {
		return s, err
	}
	if s.Handicap, err = f.flag("handicap"); err != nil {
		return s, err
	}
	s.Takebacks = !s.Rated
	if f["takebacks"] != "" {
		s.Takebacks, err = f.flag("takebacks")
	}
	return s, err
}
