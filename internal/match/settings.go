package match

import (
	"slices"
	"strings"
	"unicode/utf8"

	"tafelrunde/internal/engines"
)

// Settings are the settings of a table.
type Settings struct {
	// Game is "wotn" or "lancelot".
	Game string `json:"game" enum:"wotn,lancelot"`
	// Variant is the variant of "wotn" ("wotn", "wotn-alternative",
	// "chess" for orthodox chess, which is never rated) or the expert
	// rules of "lancelot" ("basic", "diagonals", …).
	Variant string `json:"variant"`
	// Target is the number of captured stones that wins a game of Lancelot; 0 is the
	// standard number.
	Target int `json:"target"`
	Seats  int `json:"seats"`
	// First is the seat that begins the first game, or RandomSeat. With a Start it is the
	// seat with White; in Lancelot the position determines the seat.
	First int `json:"first"`
	// Start is the position with which the game begins, in the notation of the game, ""
	// for the usual one. Games of the table are then casual, and all begin with it.
	Start string `json:"start,omitempty"`

	Clock Clock `json:"clock"`
	// Rated games count for ratings; all players must have accounts.
	Rated     bool `json:"rated"`
	Takebacks bool `json:"takebacks"`
	// Handicap applies the rules of handicap to the series. Points are the handicap
	// points at its beginning, by seat, or empty.
	Handicap bool  `json:"handicap,omitempty"`
	Points   []int `json:"points,omitempty"`
	// Pair: the table plays pairs of games. After the first one the second begins by itself,
	// and the other seat begins it.
	Pair       bool       `json:"pair,omitempty"`
	Visibility Visibility `json:"visibility"`
	// Invited are the names that may sit at a private table.
	Invited []string `json:"invited,omitempty"`
	// Timeout applies to a seat of three to five that resigns or whose time is over.
	// With two seats the other one wins.
	Timeout Timeout `json:"timeout,omitempty"`
	// TakeoverLevel is the level of the engine that takes a seat over, a code of
	// package level.
	TakeoverLevel int `json:"takeoverLevel"`
	// Tournament is the ID of the tournament to which the only game of the table belongs, ""
	// for none. The game has no rematch, no takebacks, and players do not abort it. A
	// game that a seat does not begin in time is aborted, as elsewhere: the tournament counts it
	// as lost for [State.EndedBy], and ratings do not change.
	Tournament string `json:"tournament,omitempty"`
	// Berserk: players may halve their time before their first move. It is for games of a
	// tournament in real time.
	Berserk bool `json:"berserk,omitempty"`
}

// Invites reports whether a name may sit at a private table.
func (s *Settings) Invites(name string) bool {
	return slices.ContainsFunc(s.Invited, sameName(name))
}

// Uninvite removes a name from Invited.
func (s *Settings) Uninvite(name string) {
	s.Invited = slices.DeleteFunc(slices.Clone(s.Invited), sameName(name))
}

// sameName returns a function that compares names as those of accounts are
// compared. Unlike strings.EqualFold, it distinguishes ſ from s.
func sameName(name string) func(other string) bool {
	name = strings.ToLower(name)
	return func(other string) bool { return strings.ToLower(other) == name }
}

// RandomSeat is the value of Settings.First for a random seat.
const RandomSeat = -1

// Visibility determines which people may see a table and sit down at it.
type Visibility string

// The kinds of visibility.
const (
	// Public tables are in the lobby. Everybody may watch.
	Public Visibility = "public"
	// ByLink tables are for everybody with the link.
	ByLink Visibility = "link"
	// Private tables are for the names in Settings.Invited.
	Private Visibility = "private"
)

// Timeout decides how a game of three to five seats continues after one of them
// is out.
type Timeout string

// The kinds of timeout.
const (
	// ByEngine: an engine takes over the seat.
	ByEngine Timeout = "engine"
	// Skip: the seat is skipped for the rest of the game.
	Skip Timeout = "skip"
)

// Bounds of settings and texts.
const (
	MinSeats      = 2
	MaxSeats      = 5
	MaxPoints     = 40
	MaxInvited    = 20
	MaxNameLength = 30
	MaxChatLength = 500
	// MaxStartLength is the largest length of Settings.Start.
	MaxStartLength = 400
)

// checkStart returns the refusal of settings that a game from a position does not
// permit, or nil.
func (s *Settings) checkStart() *Refusal {
	switch {
	case s.Start == "":
		return nil
	case len(s.Start) > MaxStartLength:
		return Refuse("start-long", "a position has at most %d characters", MaxStartLength).With("most", MaxStartLength)
	case s.Rated:
		return Refuse("start-rated", "games from a position are casual")
	case s.Handicap || len(s.Points) > 0:
		return Refuse("start-handicap", "games from a position have no handicap")
	}
	return nil
}

// check returns the refusal of settings that no game permits, or nil.
func (s *Settings) check() *Refusal {
	if s.Seats < MinSeats || s.Seats > MaxSeats {
		return Refuse("seats", "a table has 2 to 5 seats, not %d", s.Seats).With("seats", s.Seats)
	}
	if s.First < RandomSeat || s.First >= s.Seats {
		return Refuse("first-seat", "the starting seat %d does not exist", s.First).With("seat", s.First)
	}
	if r := s.Clock.check(); r != nil {
		return r
	}
	if r := s.checkStart(); r != nil {
		return r
	}
	switch s.Visibility {
	case Public, ByLink:
	case Private:
		if len(s.Invited) == 0 || len(s.Invited) > MaxInvited {
			return Refuse("invited", "a private table names 1 to %d players", MaxInvited).With("most", MaxInvited)
		}
	default:
		return Refuse("visibility", "a table is public, by link or private, not %q", s.Visibility).With("visibility", string(s.Visibility))
	}
	if s.Seats > 2 && s.Timeout != ByEngine && s.Timeout != Skip {
		return Refuse("timeout", "a seat whose time is over is taken over by an engine or skipped")
	}
	if s.TakeoverLevel != 0 && !engines.ValidLevel(s.TakeoverLevel) {
		return badLevel()
	}
	if len(s.Points) > 0 {
		if len(s.Points) != s.Seats {
			return Refuse("points", "handicap points are given for each seat or not at all")
		}
		for _, p := range s.Points {
			if p < 0 || p > MaxPoints {
				return Refuse("points", "a player has 0 to %d handicap points", MaxPoints).With("most", MaxPoints)
			}
		}
	}
	if s.Rated && (s.Handicap || len(s.Points) > 0) {
		return Refuse("rated-handicap", "games with handicap are not rated")
	}
	if s.Pair && (s.Seats != 2 || s.Handicap || len(s.Points) > 0 || s.Start != "" || s.Tournament != "") {
		return Refuse("pair", "a pair of games is for two players, from the usual position without handicap, and not for tournaments")
	}
	if s.Tournament != "" && (s.Takebacks || s.Handicap) || s.Berserk && (s.Tournament == "" || s.Clock.Kind != RealTime) {
		return Refuse("tournament", "games of a tournament have no takebacks and no series with handicap, and only their time in real time is halved")
	}
	return nil
}

// Player is the player of a seat: a person or an engine.
type Player struct {
	// ID is the ID of the person, or "" for an engine.
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
	// Account reports whether the person has an account. Others are guests.
	Account bool `json:"account,omitempty"`
	// Bot reports whether a program plays for the account.
	Bot bool `json:"bot,omitempty"`
	// Arms is the coat of arms, "" if the person has not chosen one; see [accounts.ValidArms].
	Arms string `json:"arms,omitempty"`
	// Engine is the level of an engine, a code of package level; 0 for a person.
	Engine int `json:"engine,omitempty"`
}

// DeletedName replaces the name of a deleted person in matches.
const DeletedName = "–"

func (p Player) check() *Refusal {
	switch {
	case p.Engine != 0 && !engines.ValidLevel(p.Engine):
		return badLevel()
	case p.Engine > 0 && p.ID != "":
		return Refuse("player", "a player is a person or an engine, not both")
	case p.Engine == 0 && p.ID == "":
		return Refuse("player", "the player has no identity")
	case p.Engine == 0 && (p.Name == "" || utf8.RuneCountInString(p.Name) > MaxNameLength || !utf8.ValidString(p.Name)):
		return Refuse("name", "a name has 1 to %d characters", MaxNameLength).With("most", MaxNameLength)
	}
	return nil
}
