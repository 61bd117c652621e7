package web

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/games"
	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

const (
	// lobbySize is how many tables each list of the lobby has, and matchesSize how
	// many ended matches a page of one's own.
	lobbySize   = 100
	matchesSize = 100
)

// SettingsRequest is match.Settings as clients send them: what is left out is
// false, 0 or "".
type SettingsRequest struct {
	Game    string `json:"game" enum:"wotn,lancelot"`
	Variant string `json:"variant" maxLength:"40"`
	Target  int    `json:"target,omitempty"`
	Seats   int    `json:"seats" minimum:"2" maximum:"5"`
	First   *int   `json:"first,omitempty" doc:"the seat that begins; left out or -1 for any"`
	Clock   struct {
		Kind      string `json:"kind" enum:"none,real-time,correspondence"`
		Initial   int64  `json:"initial,omitempty"`
		Increment int64  `json:"increment,omitempty"`
		PerTurn   int64  `json:"perTurn,omitempty"`
	} `json:"clock"`
	Rated         bool     `json:"rated,omitempty"`
	Takebacks     bool     `json:"takebacks,omitempty"`
	Handicap      bool     `json:"handicap,omitempty"`
	Points        []int    `json:"points,omitempty" maxItems:"5"`
	Visibility    string   `json:"visibility" enum:"public,link,private"`
	Invited       []string `json:"invited,omitempty" maxItems:"20"`
	Timeout       string   `json:"timeout,omitempty" enum:"engine,skip,"`
	TakeoverLevel int      `json:"takeoverLevel,omitempty"`
}

func (r *SettingsRequest) settings() match.Settings {
	s := match.Settings{
		Game: r.Game, Variant: r.Variant, Target: r.Target, Seats: r.Seats, First: match.RandomSeat,
		Clock: match.Clock{
			Kind: match.ClockKind(r.Clock.Kind), Initial: match.Millis(r.Clock.Initial),
			Increment: match.Millis(r.Clock.Increment), PerTurn: match.Millis(r.Clock.PerTurn),
		},
		Rated: r.Rated, Takebacks: r.Takebacks, Handicap: r.Handicap, Points: r.Points,
		Visibility: match.Visibility(r.Visibility), Invited: r.Invited,
		Timeout: match.Timeout(r.Timeout), TakeoverLevel: r.TakeoverLevel,
	}
	if r.First != nil {
		s.First = *r.First
	}
	return s
}

// CommandRequest is a command as clients send it; which fields count depends
// on the type.
type CommandRequest struct {
	Type       string             `json:"type" maxLength:"40"`
	Seat       *int               `json:"seat,omitempty"`
	Move       string             `json:"move,omitempty" maxLength:"40"`
	Ply        *int               `json:"ply,omitempty"`
	Lag        int64              `json:"lag,omitempty"`
	Level      int                `json:"level,omitempty"`
	Promotions []promotionRequest `json:"promotions,omitempty" maxItems:"40"`
	Raises     []promotionRequest `json:"raises,omitempty" maxItems:"40" deprecated:"true" doc:"promotions, as older clients name it"`
	Done       bool               `json:"done,omitempty"`
	Reason     string             `json:"reason,omitempty" maxLength:"40"`
	Draw       bool               `json:"draw,omitempty"`
	Text       string             `json:"text,omitempty" maxLength:"4000"`
}

// promotionRequest is a handicap promotion as clients send it. Older ones name
// the kind "into".
type promotionRequest struct {
	Square string `json:"square" maxLength:"40"`
	Kind   string `json:"kind,omitempty" maxLength:"40"`
	Into   string `json:"into,omitempty" maxLength:"40" deprecated:"true" doc:"kind, as older clients name it"`
}

func promotionsOf(list []promotionRequest) []match.HandicapPromotion {
	var promotions []match.HandicapPromotion
	for _, p := range list {
		promotions = append(promotions, match.HandicapPromotion{Square: p.Square, Kind: cmp.Or(p.Kind, p.Into)})
	}
	return promotions
}

// action is the command of a person.
func (r *CommandRequest) action(p store.Person) (match.Action, error) {
	seat := match.RandomSeat
	if r.Seat != nil {
		seat = *r.Seat
	}
	switch r.Type {
	case "sit":
		return match.Sit{Player: playerOf(p), Seat: seat, Seed: rand.Uint64()}, nil
	case "leave":
		return match.Leave{}, nil
	case "start":
		return match.Start{Level: r.Level, Seed: rand.Uint64()}, nil
	case "promote", "improve":
		return match.Promote{Promotions: promotionsOf(append(r.Promotions, r.Raises...)), Done: r.Done}, nil
	case "move":
		ply := match.AnyPly
		if r.Ply != nil {
			ply = max(0, *r.Ply)
		}
		return match.Move{Text: r.Move, Lag: match.Millis(r.Lag), Ply: ply}, nil
	case "resign":
		return match.Resign{}, nil
	case "draw":
		return match.OfferDraw{}, nil
	case "decline-draw":
		return match.DeclineDraw{}, nil
	case "claim-draw":
		return match.ClaimDraw{Reason: r.Reason}, nil
	case "takeback":
		return match.OfferTakeback{}, nil
	case "decline-takeback":
		return match.DeclineTakeback{}, nil
	case "rematch":
		return match.Rematch{Seed: rand.Uint64()}, nil
	case "decline-rematch":
		return match.DeclineRematch{}, nil
	case "abort":
		return match.Abort{}, nil
	case "take-over":
		return match.TakeOver{Seat: seat, Level: r.Level}, nil
	case "return":
		return match.Return{}, nil
	case "claim-absence":
		return match.ClaimAbsence{Draw: r.Draw}, nil
	case "chat":
		return match.Chat{Name: p.Name, Guest: !p.Account(), Text: r.Text}, nil
	}
	return nil, &Problem{
		status: http.StatusUnprocessableEntity, Code: "unknown-command",
		Args: map[string]any{"type": r.Type}, Message: "there is no such command",
	}
}

// NumberedEvent is an event with its number.
type NumberedEvent struct {
	Seq   int64       `json:"seq"`
	Event match.Event `json:"event"`
}

// SeatView is a seat as it now is.
type SeatView struct {
	Player  match.Player `json:"player"`
	Clock   match.Millis `json:"clock"`
	Quota   match.Millis `json:"quota"`
	Moved   bool         `json:"moved"`
	Out     bool         `json:"out"`
	Engine  int          `json:"engine"`
	Rematch bool         `json:"rematch"`
}

// MoveView is a move played.
type MoveView struct {
	Seat int    `json:"seat"`
	Move string `json:"move"`
}

// TakebackView is a wish to go back.
type TakebackView struct {
	By      int    `json:"by"`
	Ply     int    `json:"ply"`
	Consent []bool `json:"consent"`
}

// MatchView is a match as it now is.
type MatchView struct {
	Match     string         `json:"match"`
	Seq       int64          `json:"seq"`
	Now       match.Moment   `json:"now"`
	Phase     match.Phase    `json:"phase"`
	Settings  match.Settings `json:"settings"`
	Owner     match.Player   `json:"owner"`
	Seats     []SeatView     `json:"seats"`
	Game      int            `json:"game"`
	Round     match.Round    `json:"round"`
	Start     string         `json:"start"`
	Position  string         `json:"position"`
	Moves     []MoveView     `json:"moves"`
	ToAct     int            `json:"toAct"`
	TurnAt    match.Moment   `json:"turnAt"`
	Deadline  match.Moment   `json:"deadline" doc:"0 for none"`
	Claims    []string       `json:"claims"`
	DrawOffer int            `json:"drawOffer"`
	Takeback  *TakebackView  `json:"takeback,omitempty"`
	// EngineFailed tells that the engine to move cannot; the game can be aborted.
	EngineFailed bool          `json:"engineFailed,omitempty" doc:"the engine that is to move cannot; the game can be aborted"`
	Outcome      match.Outcome `json:"outcome"`
	EndedBy      int           `json:"endedBy" doc:"the seat that caused the end, -1 for none"`
	Score        []float64     `json:"score"`
	You          int           `json:"you"`
	Ratings      []*SeatRating `json:"ratings" doc:"by seat; null for who has none at such games"`
	Muted        bool          `json:"muted" doc:"whether one hears the talk here"`
}

func viewOf(id string, s *match.State, person string, now match.Moment) MatchView {
	v := MatchView{
		Match: id, Seq: s.Seq, Now: now, Phase: s.Phase, Settings: s.Settings, Owner: s.Owner, Game: s.Game, Round: s.Round,
		ToAct: s.ToAct(), TurnAt: s.TurnAt, DrawOffer: s.DrawOffer, Outcome: s.Outcome, EndedBy: s.EndedBy, Score: s.Score, You: s.SeatOf(person),
		EngineFailed: s.EngineFailed, Moves: []MoveView{}, Claims: []string{},
	}
	for i := range s.Seats {
		c := &s.Seats[i]
		v.Seats = append(v.Seats, SeatView{c.Player, c.Clock, c.Quota, c.Moved, c.Out, c.Engine, c.Rematch})
	}
	for _, m := range s.Moves {
		v.Moves = append(v.Moves, MoveView{m.Seat, m.Text})
	}
	if s.Position != nil {
		v.Start, v.Position = s.Start.Text(), s.Position.Text()
		if s.Phase == match.Playing {
			v.Claims = append(v.Claims, s.Position.Claims()...)
		}
	}
	if s.Phase == match.Finished && s.Start == nil {
		// Aborted before it was set up: the position is that of the improvements made.
		if start, refusal := (games.Rules{}).Start(&s.Settings, s.Round); refusal == nil {
			v.Start, v.Position = start.Text(), start.Text()
		}
	}
	if s.Takeback != nil {
		v.Takeback = &TakebackView{s.Takeback.By, s.Takeback.Ply, s.Takeback.Consent}
	}
	v.Deadline, _ = s.Deadline()
	return v
}

func isPrivate(s *match.State) bool { return s.Settings.Visibility == match.Private }

// mayWatch tells whether a person may see a match.
func mayWatch(s *match.State, p store.Person) bool {
	if !isPrivate(s) {
		return true
	}
	if p.ID == "" {
		return false
	}
	return s.Owner.ID == p.ID || s.SeatOf(p.ID) >= 0 ||
		p.Account() && s.Settings.Invites(p.Name)
}

// watch is the state of a match that a person may see. One that he may not see
// is not there.
func (a *API) watch(ctx context.Context, id string, p store.Person) (*match.State, error) {
	s, err := a.host.State(ctx, id)
	if err == nil && !mayWatch(s, p) {
		err = host.ErrNoMatch
	}
	return s, err
}

// follow subscribes to a match that a person may see. The error is that of watch.
func (a *API) follow(ctx context.Context, id string, p store.Person, after int64, news func()) (*host.Subscription, error) {
	if _, err := a.watch(ctx, id, p); err != nil {
		return nil, err
	}
	sub, err := a.host.Subscribe(ctx, id, p.ID, after, news)
	if err == nil && !mayWatch(sub.State, p) { // since a moment ago
		sub.Close()
		return nil, host.ErrNoMatch
	}
	return sub, err
}

// taken returns the new events of a subscription, and whether others may come.
// Those of a private table are for people who may still see it now, after all
// of these events; gone tells that the person may not.
func (a *API) taken(sub *host.Subscription, id string, private bool, p store.Person) (events []*host.NumberedEvent, more, gone bool) {
	events, more = sub.Take()
	if !private || len(events) == 0 {
		return events, more, false
	}
	if _, err := a.watch(a.stopping, id, p); err != nil {
		return nil, false, errors.Is(err, host.ErrNoMatch)
	}
	return events, more, false
}

// Lobby is the public tables.
type Lobby struct {
	Waiting     []TableView `json:"waiting" doc:"the newest 100 that wait for players"`
	Playing     []TableView `json:"playing" doc:"the newest 100 that are played"`
	MoreWaiting bool        `json:"moreWaiting" doc:"whether there are more"`
	MorePlaying bool        `json:"morePlaying" doc:"whether there are more"`
}

func (a *API) lobby(ctx context.Context) (l Lobby, err error) {
	waiting, err := a.store.Waiting(ctx, lobbySize+1)
	if err != nil {
		return l, err
	}
	playing, err := a.store.Playing(ctx, lobbySize+1)
	if err != nil {
		return l, err
	}
	l.MoreWaiting, l.MorePlaying = len(waiting) > lobbySize, len(playing) > lobbySize
	waiting, playing = waiting[:min(len(waiting), lobbySize)], playing[:min(len(playing), lobbySize)]
	views, err := a.tableViews(ctx, waiting, playing)
	if err != nil {
		return l, err
	}
	l.Waiting, l.Playing = views[0], views[1]
	return l, nil
}

// RatingView is a person's strength in a pool.
type RatingView struct {
	Pool        string  `json:"pool"`
	Rating      float64 `json:"rating"`
	Deviation   float64 `json:"deviation"`
	Games       int     `json:"games"`
	Provisional bool    `json:"provisional"`
}

// MatchPath is the match that an address names.
type MatchPath struct {
	ID string `path:"id" maxLength:"64"`
}

func (a *API) registerTables(routes huma.API) {
	type lobbyAnswer struct{ Body Lobby }
	huma.Register(routes, huma.Operation{OperationID: "getLobby", Method: http.MethodGet, Path: "/api/lobby", Summary: "Public tables"},
		func(ctx context.Context, _ *struct{}) (*lobbyAnswer, error) {
			l, err := a.lobby(ctx)
			return &lobbyAnswer{l}, a.problemOf(err)
		})

	type openRequest struct {
		Body struct {
			Settings SettingsRequest `json:"settings"`
			Seat     *int            `json:"seat,omitempty" doc:"one's own seat; -1 any, -2 none"`
			Engines  []int           `json:"engines,omitempty" maxItems:"5" doc:"levels by seat, 0 for none"`
		}
	}
	type openAnswer struct {
		Body struct {
			Match string `json:"match"`
			Seq   int64  `json:"seq"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "openTable", Method: http.MethodPost, Path: "/api/matches", Summary: "Open a table", DefaultStatus: http.StatusCreated},
		func(ctx context.Context, in *openRequest) (*openAnswer, error) {
			p, err := somebody(ctx)
			if err != nil {
				return nil, err
			}
			settings := in.Body.Settings.settings()
			if settings.Visibility == match.Private {
				if settings.Invited, err = a.invitedNames(ctx, settings.Invited); err != nil {
					return nil, a.problemOf(err)
				}
			}
			id := idFor(ctx)
			seat := match.RandomSeat
			if in.Body.Seat != nil {
				seat = *in.Body.Seat
			}
			events, err := a.do(ctx, id, match.New(), match.Command{At: a.moment(), By: p.ID, Do: match.Open{
				Settings: settings, Owner: playerOf(p), OwnerSeat: seat, Engines: in.Body.Engines, Seed: rand.Uint64(),
			}})
			out := &openAnswer{}
			if err != nil && resumedSince(ctx) > 0 { // perhaps it is open already
				if s, known := a.host.State(ctx, id); known == nil && s.Owner.ID == p.ID {
					out.Body.Match, out.Body.Seq = id, s.Seq
					return out, nil
				}
			}
			if err != nil {
				return nil, a.problemOf(err)
			}
			out.Body.Match, out.Body.Seq = id, events[len(events)-1].Seq
			return out, nil
		})

	type viewAnswer struct{ Body MatchView }
	huma.Register(routes, huma.Operation{OperationID: "getMatch", Method: http.MethodGet, Path: "/api/matches/{id}", Summary: "A match as it now is"},
		func(ctx context.Context, in *MatchPath) (*viewAnswer, error) {
			s, err := a.watch(ctx, in.ID, asker(ctx))
			if err != nil {
				return nil, a.problemOf(err)
			}
			p := asker(ctx)
			out := &viewAnswer{viewOf(in.ID, s, p.ID, a.moment())}
			if err := a.withRatings(ctx, &out.Body); err != nil {
				return nil, a.problemOf(err)
			}
			if p.ID != "" {
				out.Body.Muted, err = a.store.Muted(ctx, p.ID, in.ID)
			}
			return out, a.problemOf(err)
		})

	type gamesAnswer struct {
		Body struct {
			Games []store.Game `json:"games"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "getGames", Method: http.MethodGet, Path: "/api/matches/{id}/games", Summary: "The finished games of a match"},
		func(ctx context.Context, in *MatchPath) (*gamesAnswer, error) {
			if _, err := a.watch(ctx, in.ID, asker(ctx)); err != nil {
				return nil, a.problemOf(err)
			}
			out := &gamesAnswer{}
			var err error
			out.Body.Games, err = a.store.Games(ctx, in.ID)
			return out, a.problemOf(err)
		})

	type commandRequest struct {
		MatchPath
		Body CommandRequest
	}
	type commandAnswer struct {
		Body struct {
			Events []NumberedEvent `json:"events"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "command", Method: http.MethodPost, Path: "/api/matches/{id}/commands", Summary: "Do something at a table"},
		func(ctx context.Context, in *commandRequest) (*commandAnswer, error) {
			p, err := somebody(ctx)
			if err != nil {
				return nil, err
			}
			action, err := in.Body.action(p)
			if err != nil {
				return nil, err
			}
			events, err := a.command(ctx, in.ID, p, action)
			if err != nil {
				return nil, a.problemOf(err)
			}
			out := &commandAnswer{}
			for _, n := range events {
				out.Body.Events = append(out.Body.Events, NumberedEvent{n.Seq, n.Event})
			}
			return out, nil
		})

	type summariesAnswer struct {
		Body struct {
			Matches []TableView `json:"matches"`
			More    bool        `json:"more" doc:"whether there are more that have ended"`
		}
	}
	type matchesRequest struct {
		Skip int `query:"skip" minimum:"0" maximum:"1000000" doc:"how many that have ended to leave out; if it is not 0, those that wait or are played are left out too"`
	}
	huma.Register(routes, huma.Operation{OperationID: "myMatches", Method: http.MethodGet, Path: "/api/me/matches", Summary: "One's matches: all that wait for players or are played, then those that have ended, 100 at a time; the newest of each first"},
		func(ctx context.Context, in *matchesRequest) (*summariesAnswer, error) {
			p, err := somebody(ctx)
			if err != nil {
				return nil, err
			}
			out := &summariesAnswer{}
			var list []store.Summary
			if in.Skip == 0 {
				if list, err = a.store.RunningOf(ctx, p.ID); err != nil {
					return nil, a.problemOf(err)
				}
			}
			ended, err := a.store.EndedOf(ctx, p.ID, in.Skip, matchesSize+1)
			if err != nil {
				return nil, a.problemOf(err)
			}
			out.Body.More = len(ended) > matchesSize
			list = append(list, ended[:min(len(ended), matchesSize)]...)
			views, err := a.tableViews(ctx, list)
			if err != nil {
				return nil, a.problemOf(err)
			}
			out.Body.Matches = views[0]
			return out, nil
		})

	type exportedMatch struct {
		Match  string        `json:"match"`
		Events []match.Event `json:"events"`
	}
	type exportAnswer struct {
		Disposition string `header:"Content-Disposition"`
		Body        struct {
			Person  Person          `json:"person"`
			Since   match.Moment    `json:"since"`
			Ratings []store.Rating  `json:"ratings"`
			Matches []exportedMatch `json:"matches"`
			// Of passkeys and tokens only what is no secret.
			Passkeys []PasskeyView  `json:"passkeys"`
			Tokens   []TokenView    `json:"tokens"`
			Blocked  []Person       `json:"blocked"`
			Reports  []store.Report `json:"reports" doc:"those one has made"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "export", Method: http.MethodGet, Path: "/api/me/export", Summary: "All that is kept of one, as one file"},
		func(ctx context.Context, _ *struct{}) (*exportAnswer, error) {
			p, err := somebody(ctx)
			if err != nil {
				return nil, err
			}
			out := &exportAnswer{Disposition: `attachment; filename="tafelrunde.json"`}
			out.Body.Person, out.Body.Since = personOf(p), p.Since
			if out.Body.Ratings, err = a.store.Ratings(ctx, p.ID); err != nil {
				return nil, a.problemOf(err)
			}
			list, err := a.store.MatchesOf(ctx, p.ID, store.NoLimit)
			if err != nil {
				return nil, a.problemOf(err)
			}
			keys, err := a.store.Passkeys(ctx, p.ID)
			if err != nil {
				return nil, a.problemOf(err)
			}
			out.Body.Passkeys = passkeyViews(keys)
			tokens, err := a.store.Tokens(ctx, p.ID, a.moment())
			if err != nil {
				return nil, a.problemOf(err)
			}
			out.Body.Tokens = tokenViews(tokens)
			blocked, err := a.store.Blocks(ctx, p.ID)
			if err != nil {
				return nil, a.problemOf(err)
			}
			out.Body.Blocked = []Person{}
			for _, other := range blocked {
				out.Body.Blocked = append(out.Body.Blocked, personOf(other))
			}
			if out.Body.Reports, err = a.store.ReportsBy(ctx, p.ID); err != nil {
				return nil, a.problemOf(err)
			}
			mentions, err := a.store.Mentions(ctx, p.ID)
			if err != nil {
				return nil, a.problemOf(err)
			}
			seated := make(map[string]bool, len(list))
			out.Body.Matches = []exportedMatch{}
			for _, m := range list {
				seated[m.Match] = true
				mentions = append(mentions, m.Match)
			}
			slices.Sort(mentions)
			for _, id := range slices.Compact(mentions) {
				events, err := a.store.Events(ctx, id, 0)
				if err != nil {
					return nil, a.problemOf(err)
				}
				events = slices.DeleteFunc(events, func(e match.Event) bool {
					if e.By == p.ID || e.Player != nil && e.Player.ID == p.ID {
						return false
					}
					// Spectators' talk is not for players. Of the matches of others only
					// what one has done there oneself is one's own.
					return !seated[id] || !hears(&e, 0)
				})
				out.Body.Matches = append(out.Body.Matches, exportedMatch{id, events})
			}
			return out, nil
		})

	type ratingsAnswer struct {
		Body struct {
			Ratings []RatingView `json:"ratings"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "getRatings", Method: http.MethodGet, Path: "/api/people/{id}/ratings", Summary: "A person's ratings"},
		func(ctx context.Context, in *struct {
			ID string `path:"id" maxLength:"64"`
		}) (*ratingsAnswer, error) {
			list, err := a.store.Ratings(ctx, in.ID)
			if err != nil {
				return nil, a.problemOf(err)
			}
			out := &ratingsAnswer{}
			out.Body.Ratings = ratingViews(list)
			return out, nil
		})
}

// command carries out what a person wants at a table that he may see.
func (a *API) command(ctx context.Context, id string, p store.Person, action match.Action) ([]host.NumberedEvent, error) {
	at := a.moment()
	s, err := a.watch(ctx, id, p)
	if err != nil {
		return nil, err
	}
	if since := resumedSince(ctx); since > 0 {
		if done, err := a.doneSince(ctx, id, s, p, action, since); err != nil || len(done) > 0 {
			return done, err
		}
	}
	if err := a.checkBlocks(ctx, s, p, action); err != nil {
		return nil, err
	}
	if _, chat := action.(match.Chat); chat && !a.limits.allow(chatLines, p.ID) {
		return nil, tooMuch
	}
	return a.do(ctx, id, s, match.Command{At: at, By: p.ID, Do: action})
}

// doneSince returns the event that has followed from a person's command since a
// moment, if there is one. Only commands that could be carried out twice, or would
// be refused the second time, are looked for; moves say for which place in the
// game they are.
func (a *API) doneSince(ctx context.Context, id string, s *match.State, p store.Person, action match.Action, since match.Moment) ([]host.NumberedEvent, error) {
	var is func(e *match.Event) bool
	switch do := action.(type) {
	case match.Chat:
		is = func(e *match.Event) bool {
			return e.Type == match.Chatted && e.By == p.ID && e.Text == match.CleanText(do.Text)
		}
	case match.Sit:
		is = func(e *match.Event) bool { return e.Type == match.Sat && e.Player != nil && e.Player.ID == p.ID }
	case match.Rematch:
		is = func(e *match.Event) bool { return e.Type == match.RematchOffered && e.Seat == s.SeatOf(p.ID) }
	default:
		return nil, nil
	}
	events, err := a.store.Events(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	for i := len(events) - 1; i >= 0 && events[i].At >= since; i-- {
		if is(&events[i]) {
			return []host.NumberedEvent{{Seq: int64(i + 1), Event: events[i]}}, nil
		}
	}
	return nil, nil
}
