package bots

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/games"
	"tafelrunde/internal/host"
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

// declineReasons are the reasons for declining a challenge, with their sentences.
var declineReasons = []struct{ key, text string }{
	{"generic", "The challenge was declined."},
	{"later", "This is not a good time; please challenge again later."},
	{"tooFast", "This time control is too fast; please challenge again with a slower one."},
	{"tooSlow", "This time control is too slow; please challenge again with a faster one."},
	{"timeControl", "Challenges with this time control are not accepted."},
	{"rated", "Only rated challenges are accepted."},
	{"casual", "Only casual challenges are accepted."},
	{"standard", "Only challenges to orthodox chess are accepted."},
	{"variant", "Challenges to this variant are not accepted."},
	{"noBot", "Challenges from bots are not accepted."},
	{"onlyBot", "Only challenges from bots are accepted."},
}

// declineReason returns the key of a reason, ignoring case, or "generic".
func declineReason(text string) string {
	for _, r := range declineReasons {
		if strings.EqualFold(r.key, text) {
			return r.key
		}
	}
	return declineReasons[0].key
}

// decline sets the status and the reason.
func (c *Challenge) decline(reason string) {
	c.Status, c.DeclineReasonKey = declined, strings.ToLower(declineReason(reason))
	for _, r := range declineReasons {
		if strings.EqualFold(r.key, c.DeclineReasonKey) {
			c.DeclineReason = r.text
		}
	}
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
	if s.Settings.Game == games.Lancelot && first != match.RandomSeat {
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

// declineOf returns the reason with which the challenged person has declined; ok is
// false if the person has not.
func (a *API) declineOf(ctx context.Context, id string) (reason string, ok bool, err error) {
	events, err := a.store.Events(ctx, id, 0)
	if err != nil {
		return "", false, err
	}
	for i := range events {
		if events[i].Type == match.Declined {
			return cmp.Or(events[i].Reason, declineReasons[0].key), true, nil
		}
	}
	return "", false, nil
}

// NewChallenge are the fields of a new challenge.
type NewChallenge struct {
	Rated           bool   `json:"rated,omitempty" doc:"false if a bot takes part, and for orthodox chess"`
	Limit           int    `json:"clock.limit,omitempty" minimum:"60" maximum:"3600" doc:"seconds; with clock.increment, for a real-time clock"`
	Increment       int    `json:"clock.increment,omitempty" minimum:"0" maximum:"180" doc:"seconds"`
	Days            int    `json:"days,omitempty" minimum:"1" maximum:"14" doc:"days per turn, for correspondence; without clock and days there is no limit"`
	Color           string `json:"color,omitempty" enum:"white,black,random" doc:"the colour of the challenger"`
	Variant         string `json:"variant,omitempty" enum:"standard,wotn,wotnAlternative,lancelot,lancelotDiagonals,lancelotExcalibur,lancelotDiagonalsExcalibur" doc:"missing for standard"`
	FEN             string `json:"fen,omitempty" doc:"refused unless it is startpos: games begin from the start position"`
	KeepAliveStream bool   `json:"keepAliveStream,omitempty" doc:"respond with a stream that ends when the challenge is answered; if the client disconnects before, the challenge is cancelled"`
	Rules           string `json:"rules,omitempty" doc:"ignored"`
	Handicap        bool   `json:"handicap,omitempty" doc:"Way of the Knight: use the rules of handicap in the series"`
	Takebacks       bool   `json:"takebacks,omitempty" doc:"missing: true, unless rated"`
}

// DeclineRequest are the fields of a declined challenge.
type DeclineRequest struct {
	Reason string `json:"reason,omitempty" enum:"generic,later,tooFast,tooSlow,timeControl,rated,casual,standard,variant,noBot,onlyBot"`
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
	if fen := f["fen"]; fen != "" && fen != "startpos" {
		return s, core.NewProblem(http.StatusBadRequest, "fen", "games begin from the start position only")
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

func (a *API) registerChallenges(routes huma.API) {
	type challengeRequest struct {
		User string `path:"user" maxLength:"200" doc:"the name of a person with an account"`
		Form
	}
	schema := routes.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[Challenge](), true, "")
	create := botOperation("createChallenge", http.MethodPost, "/api/challenge/{user}", "Challenge a person to a game")
	create.Responses = map[string]*huma.Response{"200": {Description: "The challenge; with keepAliveStream, a stream of it and of {\"done\": \"accepted\"} (or declined, canceled)", Content: map[string]*huma.MediaType{
		jsonType: {Schema: schema}, ndjson: {Schema: &huma.Schema{Type: huma.TypeString}},
	}}}
	huma.Register(routes, create,
		func(ctx context.Context, in *challengeRequest) (*huma.StreamResponse, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			f, err := in.fields()
			if err != nil {
				return nil, err
			}
			settings, err := f.settings()
			if err != nil {
				return nil, err
			}
			keep, err := f.flag("keepAliveStream")
			if err != nil {
				return nil, err
			}
			other, err := a.memberCalled(ctx, in.User)
			if err != nil {
				return nil, a.problem(err)
			}
			id, err := a.matches.OpenChallenge(ctx, p, other, settings)
			if err != nil {
				return nil, a.problem(err)
			}
			s, err := a.Host.State(ctx, id)
			if err != nil {
				return nil, a.problem(err)
			}
			c, err := a.challengeOf(ctx, id, s, p, a.SiteFor(core.HostOf(ctx)))
			if err != nil {
				return nil, a.problem(err)
			}
			if keep {
				stream, err := a.keepAlive(ctx, p, c)
				if err != nil {
					return nil, a.problem(err)
				}
				return a.StreamResponse(ndjson, stream), nil
			}
			return &huma.StreamResponse{Body: func(ctx huma.Context) {
				ctx.SetHeader("Content-Type", jsonType)
				json.NewEncoder(ctx.BodyWriter()).Encode(c)
			}}, nil
		})

	type declineRequest struct {
		ChallengePath
		Form
	}
	answer := func(ctx context.Context, id string, action func(p store.Person) match.Action) (*done, error) {
		p, err := core.RequirePerson(ctx)
		if err != nil {
			return nil, err
		}
		s, err := a.matches.VisibleMatch(ctx, id, p)
		if errors.Is(err, host.ErrNoMatch) || err == nil && !wasChallenge(s) {
			return nil, notFound
		} else if err != nil {
			return nil, a.problem(err)
		}
		do := action(p)
		if _, cancel := do.(match.Abort); cancel && s.Owner.ID != p.ID {
			return nil, notFound
		}
		_, err = a.matches.Command(ctx, id, p, do)
		return ok(), a.problem(err)
	}
	huma.Register(routes, botOperation("acceptChallenge", http.MethodPost, "/api/challenge/{id}/accept", "Accept a challenge"),
		func(ctx context.Context, in *ChallengePath) (*done, error) {
			return answer(ctx, in.ID, func(p store.Person) match.Action {
				return match.Sit{Player: core.PlayerOf(p), Seat: match.RandomSeat, Seed: rand.Uint64()}
			})
		})
	huma.Register(routes, botOperation("declineChallenge", http.MethodPost, "/api/challenge/{id}/decline", "Decline a challenge"),
		func(ctx context.Context, in *declineRequest) (*done, error) {
			f, err := in.fields()
			if err != nil {
				return nil, err
			}
			return answer(ctx, in.ID, func(p store.Person) match.Action {
				return match.Decline{Player: core.PlayerOf(p), Reason: declineReason(f["reason"])}
			})
		})
	huma.Register(routes, botOperation("cancelChallenge", http.MethodPost, "/api/challenge/{id}/cancel", "Cancel a challenge, or abort its game before all have moved"),
		func(ctx context.Context, in *ChallengePath) (*done, error) {
			return answer(ctx, in.ID, func(store.Person) match.Action { return match.Abort{} })
		})

	type challengeResponse struct{ Body Challenge }
	huma.Register(routes, botOperation("getChallenge", http.MethodGet, "/api/challenge/{id}/show", "A challenge"),
		func(ctx context.Context, in *ChallengePath) (*challengeResponse, error) {
			p := core.Requester(ctx)
			s, err := a.matches.VisibleMatch(ctx, in.ID, p)
			if errors.Is(err, host.ErrNoMatch) || err == nil && !wasChallenge(s) {
				return nil, notFound
			} else if err != nil {
				return nil, a.problem(err)
			}
			c, err := a.challengeOf(ctx, in.ID, s, p, a.SiteFor(core.HostOf(ctx)))
			return &challengeResponse{c}, a.problem(err)
		})
	type bothChallengesResponse struct {
		Body struct {
			In  []Challenge `json:"in"`
			Out []Challenge `json:"out"`
		}
	}
	huma.Register(routes, botOperation("getChallenges", http.MethodGet, "/api/challenge", "The challenges to and by the requester that wait for an answer"),
		func(ctx context.Context, _ *struct{}) (*bothChallengesResponse, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			list, err := a.store.RunningOf(ctx, p.ID)
			if err != nil {
				return nil, a.problem(err)
			}
			ids, err := a.pendingChallenges(ctx, p, list)
			if err != nil {
				return nil, a.problem(err)
			}
			out := &bothChallengesResponse{}
			out.Body.In, out.Body.Out = []Challenge{}, []Challenge{}
			for _, id := range ids {
				s, err := a.Host.State(ctx, id)
				if err != nil {
					return nil, a.problem(err)
				}
				c, err := a.challengeOf(ctx, id, s, p, a.SiteFor(core.HostOf(ctx)))
				if err != nil {
					return nil, a.problem(err)
				}
				if c.Direction == "in" {
					out.Body.In = append(out.Body.In, c)
				} else {
					out.Body.Out = append(out.Body.Out, c)
				}
			}
			return out, nil
		})
}

// ChallengePath is the path parameter of routes about a challenge.
type ChallengePath struct {
	ID string `path:"id" maxLength:"80"`
}

// ChallengeDone is the last line of a stream of a challenge.
type ChallengeDone struct {
	Done string `json:"done" enum:"accepted,declined,canceled"`
}

// keepAlive returns a stream that lasts until a challenge is answered. The challenge
// is cancelled if the client disconnects before.
func (a *API) keepAlive(ctx context.Context, p store.Person, c Challenge) (*core.Stream, error) {
	s := &core.Stream{Every: lineEvery}
	sub, err := a.matches.Follow(ctx, c.ID, p, 0, s.Wake)
	if err != nil {
		return nil, err
	}
	begun, answered := false, false
	s.Next = func(b []byte, beat bool) ([]byte, bool) {
		if !begun {
			begun = true
			sub.Past, sub.State = nil, nil // no longer needed
			b = appendLine(b, c)
		}
		if _, more := sub.Take(); !more {
			return b, false
		}
		now, err := a.Host.State(a.Stopping, c.ID)
		if err != nil {
			return b, false
		}
		status := ""
		if now.Game > 0 {
			status = accepted
		} else if now.Phase == match.TableClosed {
			status = canceled
			if _, ok, err := a.declineOf(a.Stopping, c.ID); err != nil {
				return b, false
			} else if ok {
				status = declined
			}
		}
		if status != "" {
			answered = true
			return appendLine(b, ChallengeDone{status}), false
		}
		if beat {
			b = append(b, '\n')
		}
		return b, true
	}
	s.Done = func() {
		sub.Close()
		if answered || a.Stopping.Err() != nil {
			return
		}
		go a.withdraw(p, c.ID)
	}
	return s, nil
}

// withdraw cancels a challenge of a person unless it was accepted. Only a table that
// waits for players can be left.
func (a *API) withdraw(p store.Person, id string) {
	for _, action := range []match.Action{match.Leave{}, match.Abort{}} {
		_, err := a.Host.Do(a.Stopping, id, match.Command{At: a.Now(), By: p.ID, Do: action})
		var refusal *match.Refusal
		switch {
		case err == nil:
		case errors.As(err, &refusal):
			return
		default:
			if a.Stopping.Err() == nil {
				a.Log.Error("cancelling a challenge failed", "error", err)
			}
			return
		}
	}
}
