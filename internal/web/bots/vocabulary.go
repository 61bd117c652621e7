package bots

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// Variant is the variant of a game, in lichess's form.
type Variant struct {
	Key   string `json:"key"`
	Name  string `json:"name"`
	Short string `json:"short"`
}

// variants are the variants by the key of lichess's API. Those that lichess does
// not have follow its style.
var variants = []struct {
	Variant
	game, variant string
}{
	{Variant{"standard", "Standard", "Std"}, games.Wotn, "chess"},
	{fromPosition, games.Wotn, "chess"},
	{Variant{"wotn", "Way of the Knight", "WotN"}, games.Wotn, "wotn"},
	{Variant{"wotnAlternative", "Way of the Knight (alternative ways)", "WotN alt."}, games.Wotn, "wotn-alternative"},
	{Variant{"lancelot", "Lancelot", "Lancelot"}, games.Lancelot, "basic"},
	{Variant{"lancelotDiagonals", "Lancelot with diagonals", "Lancelot D"}, games.Lancelot, "diagonals"},
	{Variant{"lancelotExcalibur", "Lancelot with Excalibur", "Lancelot E"}, games.Lancelot, "excalibur"},
	{Variant{"lancelotDiagonalsExcalibur", "Lancelot with diagonals and Excalibur", "Lancelot D+E"}, games.Lancelot, "diagonals+excalibur"},
}

// fromPosition is orthodox chess that begins with another position than the usual
// one. Clients of lichess set up the usual position for "standard".
var fromPosition = Variant{"fromPosition", "From Position", "FEN"}

func variantOf(s *match.Settings) Variant {
	if s.Game == games.Wotn && s.Variant == "chess" && s.Start != "" {
		return fromPosition
	}
	for _, v := range variants {
		if v.game == s.Game && v.variant == s.Variant {
			return v.Variant
		}
	}
	return Variant{Key: s.Variant, Name: s.Variant, Short: s.Variant}
}

// untimed is the time class of [store.TimeClass] for games without clocks. Lichess
// counts them as games by correspondence.
const untimed = "untimed"

// speedOf returns the speed of a game as lichess names it.
func speedOf(c match.Clock) string {
	if class := store.TimeClass(c); class != untimed {
		return class
	}
	return "correspondence"
}

// perfOf returns the key and the name of lichess's "perf": the speed for orthodox
// chess, the variant for other games.
func perfOf(s *match.Settings) (key, name string) {
	if v := variantOf(s); v.Key != variants[0].Key && v != fromPosition {
		return v.Key, v.Name
	}
	speed := speedOf(s.Clock)
	return speed, strings.ToUpper(speed[:1]) + speed[1:]
}

// Perf is what lichess rates together.
type Perf struct {
	Icon string `json:"icon,omitempty"`
	Name string `json:"name"`
}

// The colours of lichess.
const (
	white = "white"
	black = "black"
)

// colorOf returns the colour of a seat: the seat that moves first is White, the
// next one Black, others have none.
func colorOf(s *match.State, seat int) string {
	switch {
	case seat < 0 || s.Game == 0:
		return ""
	case seat == s.Round.First:
		return white
	case seat == (s.Round.First+1)%len(s.Seats):
		return black
	}
	return ""
}

// GameStatus is the status of a game with lichess's number for it.
type GameStatus struct {
	ID   int    `json:"id"`
	Name string `json:"name" enum:"created,started,aborted,mate,resign,stalemate,timeout,draw,outoftime,variantEnd"`
}

// The statuses of games.
var (
	created = GameStatus{10, "created"}
	started = GameStatus{20, "started"}
	aborted = GameStatus{25, "aborted"}
	ended   = map[string]GameStatus{
		match.ByAbort: aborted, "checkmate": {30, "mate"}, match.ByResignation: {31, "resign"}, "stalemate": {32, "stalemate"},
		match.ByAbsence: {33, "timeout"}, match.ByAgreement: {34, "draw"}, "bare-kings": {34, "draw"}, "insufficient-material": {34, "draw"}, "fivefold": {34, "draw"}, "threefold": {34, "draw"},
		"seventy-five-moves": {34, "draw"}, "fifty-moves": {34, "draw"}, match.ByTime: {35, "outoftime"}, match.ByTimeDrawn: {35, "outoftime"},
	}
	otherEnd = GameStatus{60, "variantEnd"}
)

func statusOf(s *match.State) GameStatus {
	switch {
	case s.Outcome.Over:
		if status, ok := ended[s.Outcome.Reason]; ok {
			return status
		}
		return otherEnd
	case s.Phase == match.Playing:
		return started
	}
	return created
}

// winnerOf returns the colour of the only winner of a finished game, "" if there is
// none.
func winnerOf(s *match.State) string {
	if len(s.Outcome.Winners) != 1 {
		return ""
	}
	return colorOf(s, s.Outcome.Winners[0])
}

// gameIDSeparator separates the ID of a match and the number of a game.
const gameIDSeparator = "."

// gameID returns the ID of a game of a match, in lichess's sense: that of the match
// for its first game, so that it equals the ID of the challenge.
func gameID(id string, game int) string {
	if game <= 1 {
		return id
	}
	return id + gameIDSeparator + strconv.Itoa(game)
}

// notFound is the problem for a game or challenge that does not exist.
var notFound = core.NewProblem(http.StatusNotFound, "not-found", "Not found.")

// parseGameID splits the ID of a game into the ID of the match and the number of the
// game.
func parseGameID(id string) (of string, game int, err error) {
	of, number, found := strings.Cut(id, gameIDSeparator)
	if !found {
		return id, 1, nil
	}
	if game, err = strconv.Atoi(number); err != nil || game < 2 || strconv.Itoa(game) != number {
		return "", 0, notFound
	}
	return of, game, nil
}

// userID returns the ID of a player as lichess forms it: the name in lower case. The
// names of guests are not unique; guests have their own ID.
func userID(p match.Player) string {
	if p.Account {
		return strings.ToLower(p.Name)
	}
	return p.ID
}

func titleOf(p match.Player) string {
	if p.Bot {
		return games.BotTitle
	}
	return ""
}

// GamePlayer is a player of a game, in lichess's form. Computer opponents have a level
// and no ID.
type GamePlayer struct {
	AILevel     int    `json:"aiLevel,omitempty" doc:"1 to 10"`
	ID          string `json:"id,omitempty" doc:"the name in lower case"`
	Name        string `json:"name" doc:"may be changed by its owner"`
	Title       string `json:"title,omitempty" enum:"BOT" doc:"BOT for bots"`
	Rating      int    `json:"rating,omitempty" doc:"missing without a rating in the pool of the game"`
	Provisional bool   `json:"provisional,omitempty"`
	Person      string `json:"person,omitempty" doc:"the ID in the other routes of this server; it does not change"`
	Guest       bool   `json:"guest,omitempty"`
}

func playerOf(p match.Player, rating *matches.SeatRating) GamePlayer {
	if p.Engine > 0 {
		return GamePlayer{AILevel: p.Engine, Name: engineName(p.Engine)}
	}
	out := GamePlayer{ID: userID(p), Name: p.Name, Title: titleOf(p), Person: p.ID, Guest: p.ID != "" && !p.Account}
	if rating != nil {
		out.Rating, out.Provisional = rating.Shown, rating.Provisional
	}
	return out
}

func engineName(level int) string { return "Computer, level " + strconv.Itoa(level) }

// unlimited is the time that lichess reports for games without clocks.
const unlimited match.Millis = 1<<31 - 1

// timeLeft returns the time that a seat has left at a moment.
func timeLeft(s *match.State, seat int, now match.Moment) match.Millis {
	clock, c := s.Settings.Clock, &s.Seats[seat]
	running := !s.Outcome.Over && s.ToAct() == seat && c.Engine == 0
	switch clock.Kind {
	case match.Correspondence:
		if !running {
			return clock.PerTurn
		}
		return max(0, clock.PerTurn-now.Since(s.TurnAt))
	case match.RealTime:
		if !running || !c.Moved || s.Phase != match.Playing {
			return c.Clock
		}
		return max(0, c.Clock-now.Since(s.TurnAt))
	}
	return unlimited
}

// GameClock is a clock with its times in milliseconds.
type GameClock struct {
	Initial   match.Millis `json:"initial"`
	Increment match.Millis `json:"increment"`
}

func days(d match.Millis) int { return int(time.Duration(d) * time.Millisecond / (24 * time.Hour)) }
