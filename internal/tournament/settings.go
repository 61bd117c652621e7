// Package tournament is a tournament as a pure fold, as package match is a match:
// command → events → state. It decides who plays whom and what the standings are, and
// knows neither the rules of the games nor how they are played.
//
// All choices follow from the events: equal ranks are decided by lots drawn with the
// seed of the first event, by the algorithm whose version is in the event Started.
// docs/formats/tournaments.md documents rules and events.
package tournament

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/match"
)

// Format is how players are paired.
type Format string

// The formats.
const (
	// RoundRobin: in each pool everybody plays everybody.
	RoundRobin Format = "round-robin"
	// League: a season of a league. Its pools are divisions, which follow from the
	// season before.
	League Format = "league"
	// Swiss: in each round players with about the same score meet, and nobody meets the same
	// player twice.
	Swiss Format = "swiss"
	// Tables: in each round three to five players with about the same score sit at a table.
	Tables Format = "tables"
	// Arena: for a fixed time players without a game are paired with others of a similar rank.
	Arena Format = "arena"
	// ClubMatch: two clubs play against each other on boards, whose points are added up.
	ClubMatch Format = "club-match"
)

// Formats are all formats.
var Formats = []Format{RoundRobin, League, Swiss, Tables, Arena, ClubMatch}

// oneField reports whether all players are in one pool, which is paired by score, and people can
// enter after the start.
func (f Format) oneField() bool { return f == Swiss || f == Tables || f == Arena }

// Pace is when the games of a tournament begin.
type Pace string

// The paces.
const (
	// ByRounds: a round begins when all games of the round before have ended.
	ByRounds Pace = "rounds"
	// AllAtOnce: games do not wait for rounds, but Settings.AtOnce limits how many games a
	// player has at the same time.
	AllAtOnce Pace = "all-at-once"
)

// Paces are all paces.
var Paces = []Pace{ByRounds, AllAtOnce}

// Bounds of settings.
const (
	MaxName        = 60
	MaxDescription = 2_000
	MaxCode        = 40
	MaxReason      = 200
	// MaxEntrants is how many people can enter.
	MaxEntrants = 1_000
	MinEntrants = 2
	// MaxRounds is how many rounds a tournament with Settings.Rounds has.
	MaxRounds = 20
	// MaxBreak is the longest break between rounds.
	MaxBreak = 60 * match.Minute
	// MinPool and MaxPool are bounds of the size of pools.
	MinPool = 3
	MaxPool = 10
	// MinDivision is the least size of divisions that is aimed at; the greatest is MaxPool.
	MinDivision = 6
	// DivisionSize is the size of divisions without Settings.Pool.
	DivisionSize = 8
	MaxAtOnce    = 20
	MaxRating    = 4_000
	// MinLead and MaxLead are how long before its start a tournament is created.
	MinLead = 1 * match.Minute
	MaxLead = 180 * match.Day
	// MinLength and MaxLength are bounds of the time from the start to EndsAt.
	MinLength = 10 * match.Minute
	MaxLength = 1_000 * match.Day
	// MaxArena is the longest time of an arena, and MaxArenaGames the number of games after which none
	// begins any more.
	MaxArena      = 720 * match.Minute
	MaxArenaGames = 20_000
	// SeasonPause is the time between the end of a season and the start of the next one.
	SeasonPause = 7 * match.Day
)

// Settings are the settings of a tournament.
type Settings struct {
	// Name is "" if a moderator has removed it, also in later seasons of a league.
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Format      Format `json:"format"`
	// Games are the settings of its games, without those that follow from the pairing.
	Games match.Settings `json:"games"`
	// Pool is the largest size of a pool, or the usual size of a division; 0 for the
	// default.
	Pool int `json:"pool,omitempty"`
	// Double: each pair plays twice, with the colours reversed.
	Double bool `json:"double,omitempty"`
	Pace   Pace `json:"pace"`
	// Handicap: of two players of Way of the Knight the weaker one by rating gets handicap
	// points, in casual tournaments.
	Handicap bool `json:"handicap,omitempty"`
	// Rounds is the number of rounds of Swiss and Tables, and of games on each board of a
	// ClubMatch, 0 for the usual one; see [UsualRounds].
	Rounds int `json:"rounds,omitempty"`
	// Break is the time between the end of a round and the next one, for ByRounds.
	Break match.Millis `json:"break,omitempty"`
	// AtOnce is how many games a player has at the same time at most, for AllAtOnce; 0
	// for all.
	AtOnce int `json:"atOnce,omitempty"`
	// StartsAt is when the tournament begins. EndsAt is when it ends even if games are
	// unfinished, 0 for when all games have ended.
	StartsAt match.Moment `json:"startsAt"`
	EndsAt   match.Moment `json:"endsAt,omitempty"`
	// MinRating and MaxRating are bounds of the ratings of those who enter, 0 for none.
	MinRating int `json:"minRating,omitempty"`
	MaxRating int `json:"maxRating,omitempty"`
	// MaxEntrants is how many people can enter, 0 for the constant MaxEntrants.
	MaxEntrants int `json:"maxEntrants,omitempty"`
	// Clubs are the clubs whose members can enter; none if everybody can. Those of a ClubMatch
	// are the club that challenges and the one that is challenged.
	Clubs []EntryClub `json:"clubs,omitempty"`
	// Code must be given to enter, unless it is "".
	Code string `json:"code,omitempty"`
	// Computer is the level of the computer opponent that makes the number of players of
	// a pool even; 0 for none.
	Computer int `json:"computer,omitempty"`
	// Series is the ID of the first season of a league and Season the number of this one,
	// from 1; "" and 0 for other tournaments.
	Series string `json:"series,omitempty"`
	Season int    `json:"season,omitempty"`
}

// EntryClub is a club whose members can enter a tournament.
type EntryClub struct {
	ID string `json:"id"`
	// Name is that of the club when the tournament was created.
	Name string `json:"name"`
}

// Capacity returns how many people can enter.
func (s *Settings) Capacity() int {
	if s.MaxEntrants > 0 {
		return s.MaxEntrants
	}
	return MaxEntrants
}

// Least returns how many players must have entered at the start.
func (s *Settings) Least() int {
	if s.Format == Tables {
		return match.MinSeats + 1
	}
	return MinEntrants
}

// clean trims the texts.
func (s *Settings) clean() {
	s.Name, s.Description, s.Code = oneLine(s.Name), match.CleanText(s.Description), oneLine(s.Code)
}

// oneLine returns a text as it is shown, on one line.
func oneLine(text string) string { return strings.Join(strings.Fields(match.CleanText(text)), " ") }

// check returns the refusal of settings that are not permitted at a moment, or nil.
func (s *Settings) check(now match.Moment) *match.Refusal {
	for _, check := range []func() *match.Refusal{s.checkTexts, s.checkFormat, s.checkGames, s.checkEntry, func() *match.Refusal { return s.checkTimes(now) }} {
		if r := check(); r != nil {
			return r
		}
	}
	return nil
}

func (s *Settings) checkTexts() *match.Refusal {
	length := utf8.RuneCountInString
	switch {
	case s.Name == "" && s.Season < 2 || length(s.Name) > MaxName:
		return match.Refuse("tournament-name", "a name has 1 to %d characters", MaxName).With("most", MaxName)
	case length(s.Description) > MaxDescription:
		return match.Refuse("tournament-description", "a description has %d characters at most", MaxDescription).With("most", MaxDescription)
	case length(s.Code) > MaxCode:
		return match.Refuse("tournament-code-long", "an entry code has %d characters at most", MaxCode).With("most", MaxCode)
	}
	return nil
}

func (s *Settings) checkFormat() *match.Refusal {
	switch {
	case !slices.Contains(Formats, s.Format):
		return match.Refuse("tournament-format", "there is no format %q", s.Format)
	case s.Pace != ByRounds && s.Pace != AllAtOnce:
		return match.Refuse("tournament-pace", "there is no pace %q", s.Pace)
	case s.Format.oneField() && ((s.Pace == ByRounds) == (s.Format == Arena) || s.Pool != 0 || s.Double):
		return match.Refuse("tournament-format", "this format has no pools, no double games, and rounds unless it is an arena")
	case s.Rounds < 0 || s.Rounds > MaxRounds || s.Rounds > 0 && !slices.Contains([]Format{Swiss, Tables, ClubMatch}, s.Format):
		return match.Refuse("tournament-rounds", "a tournament has 1 to %d rounds", MaxRounds).With("most", MaxRounds)
	case s.Break < 0 || s.Break > MaxBreak || s.Break > 0 && s.Pace != ByRounds:
		return match.Refuse("tournament-break", "a break between rounds lasts at most %d minutes", MaxBreak/match.Minute).With("most", int(MaxBreak/match.Minute))
	case s.Format == ClubMatch && (s.Pool != 0 || s.Double):
		return match.Refuse("tournament-format", "a match between clubs has no pools and no double games")
	case s.AtOnce < 0 || s.AtOnce > MaxAtOnce || s.AtOnce > 0 && s.Pace != AllAtOnce:
		return match.Refuse("tournament-at-once", "a player has 1 to %d games at the same time", MaxAtOnce).With("most", MaxAtOnce)
	case s.Format == League && s.Pool != 0 && s.Pool < MinDivision:
		return match.Refuse("tournament-pool", "divisions have %d to %d players", MinDivision, MaxPool).With("least", MinDivision).With("most", MaxPool)
	case s.Pool != 0 && (s.Pool < MinPool || s.Pool > MaxPool):
		return match.Refuse("tournament-pool", "pools have %d to %d players", MinPool, MaxPool).With("least", MinPool).With("most", MaxPool)
	}
	return nil
}

func (s *Settings) checkGames() *match.Refusal {
	g := &s.Games
	realTime, correspondence := g.Clock.Kind == match.RealTime, g.Clock.Kind == match.Correspondence
	switch {
	case s.Format == Tables && (g.Seats != tableSize || g.Game != "lancelot"):
		return match.Refuse("tournament-seats", "games of this format are for tables of %d", tableSize)
	case s.Format != Tables && g.Seats != 2:
		return match.Refuse("tournament-seats", "games of this format are for two")
	case !realTime && !correspondence:
		return match.Refuse("tournament-clock", "games of tournaments have a clock")
	case realTime && s.Pace == AllAtOnce && s.AtOnce != 1:
		return match.Refuse("tournament-live", "players have one game with a real-time clock at a time")
	case s.Handicap && (g.Rated || g.Game != "wotn" || g.Variant == "chess" || s.Format == Arena):
		return match.Refuse("tournament-handicap", "handicap points are for casual tournaments of Way of the Knight, not for arenas")
	case g.Handicap || len(g.Points) > 0:
		return match.Refuse("tournament-handicap", "games of this format have no handicap")
	case g.Start != "" || g.Takebacks || len(g.Invited) > 0:
		return match.Refuse("tournament-games", "games of tournaments begin as usual and have no takebacks")
	case s.Format == Arena && !realTime:
		return match.Refuse("tournament-clock", "games of an arena have a real-time clock")
	case s.Computer != 0 && (g.Rated || s.Format == League || s.Format == Arena || s.Format == ClubMatch):
		return match.Refuse("tournament-computer", "computer opponents play only in casual tournaments, not in leagues, arenas and matches between clubs")
	case s.Computer != 0 && !engines.ValidLevel(s.Computer):
		return match.Refuse("level", "there is no such level")
	}
	return nil
}

func (s *Settings) checkEntry() *match.Refusal {
	switch {
	case s.Format == ClubMatch && (len(s.Clubs) != 2 || s.Clubs[0].ID == s.Clubs[1].ID):
		return match.Refuse("tournament-opponent", "a match between clubs is for two different clubs")
	case s.Format != ClubMatch && len(s.Clubs) > 1:
		return match.Refuse("tournament-clubs", "a tournament belongs to one club")
	case s.MinRating < 0 || s.MaxRating < 0 || s.MinRating > MaxRating || s.MaxRating > MaxRating || s.MaxRating > 0 && s.MinRating > s.MaxRating:
		return match.Refuse("tournament-ratings", "the limits of ratings are not valid")
	case s.MaxEntrants != 0 && (s.MaxEntrants < MinEntrants || s.MaxEntrants > MaxEntrants):
		return match.Refuse("tournament-entrants", "%d to %d people can enter", MinEntrants, MaxEntrants).With("least", MinEntrants).With("most", MaxEntrants)
	}
	return nil
}

func (s *Settings) checkTimes(now match.Moment) *match.Refusal {
	switch {
	case s.StartsAt < now.After(MinLead) || s.StartsAt > now.After(MaxLead):
		return match.Refuse("tournament-start", "a tournament begins in a minute at the earliest and in %d days at the latest", MaxLead/match.Day).With("days", int(MaxLead/match.Day))
	case s.Format == Arena && (s.EndsAt == 0 || s.EndsAt > s.StartsAt.After(MaxArena)):
		return match.Refuse("tournament-arena", "an arena lasts 10 minutes to %d hours", MaxArena/(60*match.Minute)).With("hours", int(MaxArena/(60*match.Minute)))
	case s.EndsAt != 0 && (s.EndsAt < s.StartsAt.After(MinLength) || s.EndsAt > s.StartsAt.After(MaxLength)):
		return match.Refuse("tournament-end", "a tournament lasts 10 minutes to %d days", MaxLength/match.Day).With("days", int(MaxLength/match.Day))
	}
	return nil
}

// ReminderLead returns how long before the start people are reminded.
func (s *Settings) ReminderLead() match.Millis {
	if s.Games.Clock.Kind == match.Correspondence {
		return match.Day
	}
	return 15 * match.Minute
}

// MatchSettings returns the settings of a game of the tournament with an ID for a number of
// seats. Seat 0 begins.
func (s *Settings) MatchSettings(id string, seats int) match.Settings {
	g := s.Games
	g.First, g.Visibility, g.Tournament, g.Seats = 0, match.Public, id, seats
	g.Berserk = s.Format == Arena
	if seats > 2 {
		g.Timeout = match.Skip
	}
	return g
}
