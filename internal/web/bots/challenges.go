package bots

import (
	"context"
	"fmt"

	"tafelrunde/internal/games"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// ChallengeEvent is a line of the stream of events about a challenge.
type ChallengeEvent struct {
	Type      string    `json:"type" enum:"challenge,challengeCanceled,challengeDeclined"`
	Challenge Challenge `json:"challenge"`
	Compat    Compat    `json:"compat"`
}

// Challenge is a private table for two that waits for the person who is invited.
type Challenge struct {
	ID               string      `json:"id" doc:"the ID of the match, and of its first game"`
	URL              string      `json:"url"`
	Status           string      `json:"status" enum:"created,accepted,declined,canceled"`
	Challenger       GamePlayer  `json:"challenger"`
	DestUser         *GamePlayer `json:"destUser,omitempty" doc:"missing if the person was deleted"`
	Variant          Variant     `json:"variant"`
	Rated            bool        `json:"rated"`
	Speed            string      `json:"speed" enum:"bullet,blitz,rapid,classical,correspondence"`
	TimeControl      TimeControl `json:"timeControl"`
	Color            string      `json:"color" enum:"white,black,random" doc:"the colour of the challenger"`
	FinalColor       string      `json:"finalColor" enum:"white,black,random" doc:"random if it is decided when the game begins: only challenges from the page are"`
	Perf             Perf        `json:"perf"`
	Direction        string      `json:"direction" enum:"in,out"`
	InitialFEN       string      `json:"initialFen"`
	DeclineReason    string      `json:"declineReason,omitempty"`
	DeclineReasonKey string      `json:"declineReasonKey,omitempty" enum:"generic,later,toofast,tooslow,timecontrol,rated,casual,standard,variant,nobot,onlybot"`
	Handicap         bool        `json:"handicap,omitempty" doc:"whether the series uses the rules of handicap"`
	Takebacks        bool        `json:"takebacks"`
}

// The statuses of challenges.
const (
	accepted = "accepted"
	declined = "declined"
	canceled = "canceled"
)

// TimeControl is the time control of a challenge, in seconds.
type TimeControl struct {
	Type        string `json:"type" enum:"clock,correspondence,unlimited"`
	Limit       *int   `json:"limit,omitempty"`
	Increment   *int   `json:"increment,omitempty"`
	Show        string `json:"show,omitempty"`
	DaysPerTurn int    `json:"daysPerTurn,omitempty"`
}

func timeControlOf(c match.Clock) TimeControl {
	switch c.Kind {
	case match.RealTime:
		limit, increment := int(c.Initial/match.Second), int(c.Increment/match.Second)
		minutes := fmt.Sprintf("%.3g", float64(limit)/60)
		return TimeControl{Type: "clock", Limit: &limit, Increment: &increment, Show: fmt.Sprintf("%s+%d", minutes, increment)}
	case match.Correspondence:
		return TimeControl{Type: "correspondence", DaysPerTurn: days(c.PerTurn)}
	}
	return TimeControl{Type: "unlimited"}
}

// isChallenge reports whether a waiting table is a challenge of its owner.
func isChallenge(m *store.Summary) bool {
	s := &m.Settings
	return m.Phase == match.Waiting && s.Visibility == match.Private && s.Seats == 2 && len(s.Invited) == 1
}

// wasChallenge reports whether a match is or began as a challenge.
func wasChallenge(s *match.State) bool {
	return s.Settings.Visibility == match.Private && len(s.Seats) == 2
}

// pendingChallenges returns the IDs of the challenges to and by a person, the oldest
// first. The list has the running matches of the person.
func (a *API) pendingChallenges(ctx context.Context, p store.Person, list []store.Summary) (ids []string, err error) {
	incoming, err := a.matches.ChallengesOf(ctx, p)
	if err != nil {
		return nil, err
	}
	for i := len(incoming) - 1; i >= 0; i-- {
		if isChallenge(&incoming[i]) {
			ids = append(ids, incoming[i].Match)
		}
	}
	for i := range list {
		if isChallenge(&list[i]) && list[i].Owner.ID == p.ID {
			ids = append(ids, list[i].Match)
		}
	}
	return ids, nil
}

// challengeOf returns a challenge as a person sees it; s is the state of the match.
func (a *API) challengeOf(ctx context.Context, id string, s *match.State, p store.Person, site string) (Challenge, error) {
	_, perf := perfOf(&s.Settings)
	c := Challenge{
		ID: id, URL: site + "/match/" + id, Status: created.Name, Variant: variantOf(&s.Settings), Rated: s.Settings.Rated,
		Speed: speedOf(s.Settings.Clock), TimeControl: timeControlOf(s.Settings.Clock), Perf: Perf{Name: perf}, Direction: "in",
		Color: "random", FinalColor: "random", InitialFEN: "startpos", Handicap: s.Settings.Handicap, Takebacks: s.Settings.Takebacks,
	}
	if s.Owner.ID == p.ID {
		c.Direction = "out"
	}
	first := s.Settings.First
	if s.Game > 0 {
		c.Status, first = accepted, s.Round.First
	} else if s.Phase == match.TableClosed {
		c.Status = canceled
		if reason, ok, err := a.declineOf(ctx, id); err != nil {
			return c, err
		} else if ok {
			c.decline(reason)
		}
	}
	if first != match.RandomSeat { // the challenger has seat 0
		c.FinalColor = map[bool]string{true: white, false: black}[first == 0]
		c.Color = c.FinalColor
	}
	if s.Settings.Start != "" || s.Settings.Game == games.Lancelot && first != match.RandomSeat {
		text, err := games.StartText(&s.Settings)
		if err != nil {
			return c, err
		}
		c.InitialFEN = text
	}
	var err error
	if c.Challenger, err = a.ratedPlayer(ctx, s.Owner, &s.Settings); err != nil {
		return c, err
	}
	dest := match.Player{}
	switch {
	case len(s.Seats) == 2 && s.Seats[1].Taken:
		dest = s.Seats[1].Player
	default:
		invited, err := a.challenged(ctx, id, s)
		if core.IsNotFound(err) {
			break // deleted
		} else if err != nil {
			return c, err
		}
		dest = core.PlayerOf(invited)
	}
	if dest.ID != "" {
		player, err := a.ratedPlayer(ctx, dest, &s.Settings)
		if err != nil {
			return c, err
		}
		c.DestUser = &player
	}
	return c, nil
}

// challenged returns the person whom a challenge invites or invited; the error is
// [store.ErrNotFound] if there is none. A person who has declined is no longer
// invited.
func (a *API) challenged(ctx context.Context, id string, s *match.State) (store.Person, error) {
	names := s.Settings.Invited
	if len(names) == 0 {
		events, err := a.store.Events(ctx, id, 0)
		if err != nil {
			return store.Person{}, err
		}
		if len(events) > 0 && events[0].Settings != nil {
			names = events[0].Settings.Invited
		}
	}
	if len(names) != 1 {
		return store.Person{}, store.ErrNotFound
	}
	return a.MemberNamed(ctx, names[0])
}

// ratedPlayer returns a player with the rating in the pool of the settings.
func (a *API) ratedPlayer(ctx context.Context, p match.Player, s *match.Settings) (GamePlayer, error) {
	all, err := a.RatingsOf(ctx, []string{p.ID})
	if err != nil {
		return GamePlayer{}, err
	}
	return playerOf(p, matches.SeatRatings(all, s, []match.Player{p})[0]), nil
}
