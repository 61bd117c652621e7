package bots

import (
	"context"
	"fmt"
	"slices"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
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

// Challenge is a private table for two that waits for the person who is invited, or an
// offer of a rematch.
type Challenge struct {
	ID               string      `json:"id" doc:"the ID of the game that it offers: for the first one that of the match"`
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
	RematchOf        string      `json:"rematchOf,omitempty" doc:"for the offer of a rematch: the ID of the game before it"`
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

// wasChallenge reports whether a match is or began as a challenge.
func wasChallenge(s *match.State) bool {
	return s.Settings.Visibility == match.Private && len(s.Seats) == 2
}

// challengeIn returns the number of the event that made the challenge which waits in a
// match for a person or for the answer to one: 1 for a private table for two that invites
// somebody, or that of the offer of a rematch. It returns false if there is none.
func challengeIn(s *match.State, p store.Person) (offer int64, waits bool) {
	seat := s.SeatOf(p.ID)
	switch {
	case s.Phase == match.Waiting && wasChallenge(s) && len(s.Settings.Invited) == 1:
		return 1, s.Owner.ID == p.ID || seat < 0 && p.Account() && s.Settings.Invites(p.Name)
	case s.Phase == match.Finished && s.Rematch.Stands() && seat >= 0:
		return s.Rematch.Seq, s.Rematch.By == seat || !s.Seats[seat].Rematch
	}
	return 0, false
}

// challengerOf returns the person whose challenge [challengeIn] reports.
func challengerOf(s *match.State) match.Player {
	if s.Phase == match.Waiting {
		return s.Owner
	}
	return s.Seats[s.Rematch.By].Player
}

// challengesOf returns the challenges to and by a person that wait for an answer, the
// oldest first, without those of people whom the person has blocked.
func (a *API) challengesOf(ctx context.Context, p store.Person, site string) ([]Challenge, error) {
	open, err := a.openTo(ctx, p)
	if err != nil {
		return nil, err
	}
	var list []Challenge
	for i := range open {
		if isPlayed(&open[i]) {
			continue
		}
		id := open[i].Match
		s, err := a.Host.State(ctx, id)
		if err != nil {
			return nil, err
		}
		if _, waits := challengeIn(s, p); !waits {
			continue
		}
		if hidden, err := a.hidesChallenge(ctx, s, p); err != nil {
			return nil, err
		} else if hidden {
			continue
		}
		c, err := a.challengeOf(ctx, id, s, p, site)
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// openTo returns the matches that wait for something that a person can do, the oldest
// first.
func (a *API) openTo(ctx context.Context, p store.Person) ([]store.Summary, error) {
	name := ""
	if p.Account() {
		name = p.Name
	}
	list, err := a.store.OpenOf(ctx, p.ID, name)
	slices.Reverse(list)
	return list, err
}

// hidesChallenge reports whether the challenge in a match comes from somebody whom a
// person has blocked.
func (a *API) hidesChallenge(ctx context.Context, s *match.State, p store.Person) (bool, error) {
	by := challengerOf(s).ID
	if by == p.ID {
		return false, nil
	}
	return a.matches.Blocks(ctx, p, by)
}

// challengeOf returns the challenge in a match as a person sees it: the offer of a rematch
// after a game, otherwise the table.
func (a *API) challengeOf(ctx context.Context, id string, s *match.State, p store.Person, site string) (Challenge, error) {
	if s.Phase == match.Finished && s.Rematch != nil {
		return a.rematchOf(ctx, id, s, p, site)
	}
	return a.tableOf(ctx, id, s, p, site)
}

// newChallenge returns a challenge with the fields that follow from the settings.
func newChallenge(id, site, of string, s *match.Settings) Challenge {
	_, perf := perfOf(s)
	return Challenge{
		ID: id, URL: site + "/match/" + of, Status: created.Name, Variant: variantOf(s), Rated: s.Rated,
		Speed: speedOf(s.Clock), TimeControl: timeControlOf(s.Clock), Perf: Perf{Name: perf}, Direction: "in",
		Color: "random", FinalColor: "random", InitialFEN: "startpos", Handicap: s.Handicap, Takebacks: s.Takebacks,
	}
}

// rematchOf returns the latest offer of a rematch after the game of a state as a challenge
// with the ID of the offered game. The challenged player is the other one, or among more
// than two the requester, and for the challenger the next one.
func (a *API) rematchOf(ctx context.Context, id string, s *match.State, p store.Person, site string) (Challenge, error) {
	o := s.Rematch
	c := newChallenge(gameID(id, s.Game+1), site, id, &s.Settings)
	c.RematchOf = gameID(id, s.Game)
	c.end(o)
	seat := s.SeatOf(p.ID)
	if seat == o.By {
		c.Direction = "out"
	}
	round := s.NextRound(games.Rules{})
	switch o.By {
	case round.First:
		c.Color = white
	case (round.First + 1) % len(s.Seats):
		c.Color = black
	}
	c.FinalColor = c.Color
	if s.Settings.Start != "" || s.Settings.Game == games.Lancelot {
		start, refusal := games.Rules{}.Start(&s.Settings, round)
		if refusal != nil {
			return c, refusal
		}
		c.InitialFEN = start.Text()
	}
	if seat < 0 || seat == o.By || len(s.Seats) == 2 {
		seat = (o.By + 1) % len(s.Seats)
	}
	var err error
	if c.Challenger, err = a.ratedPlayer(ctx, s.Seats[o.By].Player, &s.Settings); err != nil {
		return c, err
	}
	dest, err := a.ratedPlayer(ctx, s.Seats[seat].Player, &s.Settings)
	c.DestUser = &dest
	return c, err
}

// end sets the status to that of an offer of a rematch that was not accepted.
func (c *Challenge) end(o *match.RematchOffer) {
	switch o.End {
	case "":
	case match.OfferDeclined:
		c.decline(o.Reason)
	default:
		c.Status = canceled
	}
}

// rematchAt returns the state of a match with the latest offer of a game from the second
// on; [notFound] if it was never offered. The offer stands in the state if it was accepted.
func (a *API) rematchAt(ctx context.Context, id string, game int) (*match.State, error) {
	events, err := a.store.Events(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	var with *match.State
	now := match.New()
	for _, e := range events {
		if now, err = match.Apply(games.Rules{}, now, e); err != nil {
			return nil, err
		}
		if now.Game >= game {
			break
		}
		if now.Game == game-1 && now.Rematch != nil {
			with = now
		}
	}
	if with == nil {
		return nil, notFound
	}
	return with, nil
}

// tableOf returns the challenge with which a match began, as a person sees it; s is the
// state of the match.
func (a *API) tableOf(ctx context.Context, id string, s *match.State, p store.Person, site string) (Challenge, error) {
	c := newChallenge(id, site, id, &s.Settings)
	if s.Owner.ID == p.ID {
		c.Direction = "out"
	}
	first := s.Settings.First
	if s.Game > 0 {
		c.Status, first = accepted, s.Round.First
	} else if s.Phase == match.TableClosed {
		c.Status = canceled
		if reason, ok, err := a.declineOf(ctx, id, 1); err != nil {
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
