package bots

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// GameEvent is a line of the stream of events about a game of the requester.
type GameEvent struct {
	Type string   `json:"type" enum:"gameStart,gameFinish"`
	Game GameInfo `json:"game"`
}

// GameInfo is a game as the requester, who plays it, sees it.
type GameInfo struct {
	ID          string       `json:"id"`
	GameID      string       `json:"gameId"`
	FullID      string       `json:"fullId"`
	FEN         string       `json:"fen" doc:"the position"`
	Color       string       `json:"color,omitempty" enum:"white,black" doc:"missing for the third to fifth seat of Lancelot"`
	LastMove    string       `json:"lastMove"`
	Source      string       `json:"source" enum:"friend,lobby,ai"`
	Status      GameStatus   `json:"status"`
	Variant     Variant      `json:"variant"`
	Speed       string       `json:"speed" enum:"bullet,blitz,rapid,classical,correspondence"`
	Perf        string       `json:"perf"`
	Rating      int          `json:"rating,omitempty" doc:"missing without a rating in the pool of the game"`
	Rated       bool         `json:"rated"`
	HasMoved    bool         `json:"hasMoved"`
	Opponent    Opponent     `json:"opponent" doc:"the player after the requester"`
	Opponents   []Opponent   `json:"opponents,omitempty" doc:"in games for three to five: all others, in the order of the turns"`
	IsMyTurn    bool         `json:"isMyTurn"`
	SecondsLeft *int         `json:"secondsLeft,omitempty" doc:"the requester's time; missing without a clock"`
	Winner      string       `json:"winner,omitempty" enum:"white,black"`
	Compat      Compat       `json:"compat"`
	CreatedAt   match.Moment `json:"createdAt"`

	Match    string        `json:"match" doc:"the ID of the match"`
	Game     int           `json:"game" doc:"the number of the game in the match, from 1"`
	Seat     int           `json:"seat"`
	Position string        `json:"position"`
	Phase    match.Phase   `json:"phase" doc:"promoting while handicap points are spent"`
	Outcome  match.Outcome `json:"outcome"`
}

// Opponent is an opponent in lichess's form.
type Opponent struct {
	ID       *string `json:"id" nullable:"true" doc:"null for a computer opponent"`
	Username string  `json:"username"`
	Title    string  `json:"title,omitempty" enum:"BOT"`
	Rating   int     `json:"rating,omitempty"`
	AI       int     `json:"ai,omitempty" doc:"the level of a computer opponent"`
}

// Compat is which of lichess's interfaces can be used for a game.
type Compat struct {
	Bot   bool `json:"bot" doc:"whether the requester is a bot"`
	Board bool `json:"board" doc:"false: there is no board API"`
}

func opponentOf(p match.Player, rating *matches.SeatRating) Opponent {
	if p.Engine > 0 {
		return Opponent{Username: engineName(p.Engine), AI: p.Engine}
	}
	id := userID(p)
	o := Opponent{ID: &id, Username: p.Name, Title: titleOf(p)}
	if rating != nil {
		o.Rating = rating.Shown
	}
	return o
}

// gameInfo returns a game of a match as one of its players sees it; s is its current
// or final state.
func (a *API) gameInfo(ctx context.Context, id string, s *match.State, p store.Person) (GameInfo, error) {
	seat := s.SeatOf(p.ID)
	perf, _ := perfOf(&s.Settings)
	of := gameID(id, s.Game)
	g := GameInfo{
		ID: of, GameID: of, FullID: of, Color: colorOf(s, seat), Source: "friend", Status: statusOf(s), Variant: variantOf(&s.Settings),
		Speed: speedOf(s.Settings.Clock), Perf: perf, Rated: s.Settings.Rated, IsMyTurn: seat >= 0 && s.ToAct() == seat, Winner: winnerOf(s),
		Compat: Compat{Bot: p.Bot}, CreatedAt: s.StartedAt,
		Match: id, Game: s.Game, Seat: seat, Phase: s.Phase, Outcome: s.Outcome,
	}
	if s.Position != nil {
		g.Position = s.Position.Text()
		g.FEN = g.Position
	}
	if n := len(s.Moves); n > 0 {
		g.LastMove = s.Moves[n-1].Text
	}
	if s.Settings.Visibility == match.Public {
		g.Source = "lobby"
	}
	var people []string
	players := make([]match.Player, len(s.Seats))
	for i := range s.Seats {
		if players[i] = s.Seats[i].Player; players[i].Account {
			people = append(people, players[i].ID)
		}
		if players[i].Engine > 0 {
			g.Source = "ai"
		}
	}
	all, err := a.RatingsOf(ctx, people)
	if err != nil {
		return g, err
	}
	ratings := matches.SeatRatings(all, &s.Settings, players)
	if seat >= 0 {
		g.HasMoved = s.Seats[seat].Moved
		if r := ratings[seat]; r != nil {
			g.Rating = r.Shown
		}
		if s.Settings.Clock.Kind != match.NoClock {
			seconds := int(timeLeft(s, seat, a.Now()) / match.Second)
			g.SecondsLeft = &seconds
		}
	}
	for i := 1; i < len(s.Seats); i++ {
		other := (max(seat, 0) + i) % len(s.Seats)
		g.Opponents = append(g.Opponents, opponentOf(players[other], ratings[other]))
	}
	g.Opponent = g.Opponents[0]
	if len(s.Seats) == 2 {
		g.Opponents = nil
	}
	return g, nil
}

// eventsEvery is the shortest interval between two looks at a person's games and
// challenges.
const eventsEvery = 100 * time.Millisecond

func (a *API) registerEvents(routes huma.API) {
	core.Register(routes, core.Streaming, core.StreamOperation("botEventStream", "/api/stream/event", "The starts and ends of the requester's games, and challenges", ndjson),
		func(ctx context.Context, _ *struct{}) (*huma.StreamResponse, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			return a.StreamResponse(ndjson, a.eventStream(p, a.SiteFor(core.HostOf(ctx)))), nil
		})
	type playingRequest struct {
		Count int `query:"nb" minimum:"1" maximum:"50" default:"9" doc:"how many games at most"`
	}
	type playingResponse struct {
		Body struct {
			NowPlaying []GameInfo `json:"nowPlaying"`
		}
	}
	core.Register(routes, core.Read, botOperation("getPlaying", http.MethodGet, "/api/account/playing", "The requester's games in progress"),
		func(ctx context.Context, in *playingRequest) (*playingResponse, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			list, err := a.store.RunningOf(ctx, p.ID)
			if err != nil {
				return nil, a.problem(err)
			}
			out := &playingResponse{}
			out.Body.NowPlaying = []GameInfo{}
			for i := range list {
				if !isPlayed(&list[i]) || len(out.Body.NowPlaying) == in.Count {
					continue
				}
				s, err := a.Host.State(ctx, list[i].Match)
				if err != nil {
					return nil, a.problem(err)
				}
				info, err := a.gameInfo(ctx, list[i].Match, s, p)
				if err != nil {
					return nil, a.problem(err)
				}
				out.Body.NowPlaying = append(out.Body.NowPlaying, info)
			}
			return out, nil
		})
}

func isPlayed(m *store.Summary) bool { return m.Phase == match.Playing || m.Phase == match.Promoting }

// eventStream is a stream of events about a person's games and challenges. It looks at the
// matches of the person that have changed; the lists in the store are read at the beginning
// and, in case that a change was missed, once a minute.
type eventStream struct {
	api    *API
	person store.Person
	site   string
	watch  *core.TablesWatch
	since  match.Moment
	listed match.Moment

	// mu protects the fields below and the set of keys of known, which only the stream
	// itself changes.
	mu sync.Mutex
	// changed are the matches that have changed since the last look; all is true if any
	// match may have changed.
	changed []string
	all     bool
	// known has what was sent about matches, as long as it may be sent again.
	known map[string]*sentEvents
}

// sentEvents are the events that were sent about a match.
type sentEvents struct {
	// challenge is the pending challenge that was sent, nil if there is none. Offer is
	// the number of its event, see [challengeIn], or of the latest one before.
	challenge *Challenge
	offer     int64
	// game is the number of the latest game of which the beginning was sent. Over is
	// true if the end was sent too.
	game int
	over bool
	// at is the time of the latest change of the game.
	at match.Moment
}

const (
	// listEvery is the interval of the looks at all open matches.
	listEvery = match.Minute
	// remembered is how long after a game its events are known. Those that ended earlier
	// are not sent.
	remembered = 2 * listEvery
)

func (a *API) eventStream(p store.Person, site string) *core.Stream {
	s := &core.Stream{Every: lineEvery}
	e := &eventStream{api: a, person: p, site: site, since: a.Now(), all: true, known: make(map[string]*sentEvents)}
	e.watch = a.WatchTables(eventsEvery, e.concerns, s.Wake)
	leave := a.Enter(p, p.Bot)
	s.Done = func() { e.watch.Stop(); leave() }
	s.Next = func(b []byte, beat bool) ([]byte, bool) {
		overdue := beat && a.Now().Since(e.listed) >= listEvery
		if !e.watch.Due() && !overdue {
			if beat {
				b = append(b, '\n')
			}
			return b, true
		}
		b, err := e.look(a.Stopping, b, overdue)
		return append(b, '\n'), err == nil
	}
	return s
}

// concerns reports whether a change of a match concerns the stream, and notes the match.
func (e *eventStream) concerns(c *host.TableChange) bool {
	if c.OnlyNotifications {
		return false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case c.Match == "":
		e.all = true
		return true
	case slices.Contains(c.People, e.person.ID), e.known[c.Match] != nil,
		e.person.Account() && (&match.Settings{Invited: c.Invited}).Invites(e.person.Name):
		if !slices.Contains(e.changed, c.Match) {
			e.changed = append(e.changed, c.Match)
		}
		return true
	}
	return false
}

// look appends what has happened since the last call in the matches that have changed, or
// in all of the person.
func (e *eventStream) look(ctx context.Context, b []byte, all bool) ([]byte, error) {
	e.mu.Lock()
	ids := e.changed
	all = all || e.all
	e.changed, e.all = nil, false
	e.mu.Unlock()
	if all {
		open, err := e.api.openTo(ctx, e.person)
		if err != nil {
			return b, err
		}
		e.listed = e.api.Now()
		e.forget()
		for i := range open {
			if id := open[i].Match; !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		for id := range e.known {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	var err error
	for _, id := range ids {
		if b, err = e.lookAt(ctx, b, id); err != nil {
			return b, err
		}
	}
	return b, nil
}

// forget forgets the matches about which nothing can be sent again.
func (e *eventStream) forget() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for id, k := range e.known {
		if k.challenge == nil && (k.game == 0 || k.over) && e.listed.Since(k.at) > remembered {
			delete(e.known, id)
		}
	}
}

// recent reports whether the stream must send what happened at a moment.
func (e *eventStream) recent(at match.Moment) bool {
	return at >= e.since && e.api.Now().Since(at) <= remembered
}

// lookAt appends what has happened in a match.
func (e *eventStream) lookAt(ctx context.Context, b []byte, id string) ([]byte, error) {
	k := e.known[id]
	s, err := e.api.Host.State(ctx, id)
	if errors.Is(err, host.ErrNoMatch) { // deleted
		if k != nil && k.challenge != nil {
			k.challenge.Status = canceled
			b = appendChallenge(b, "challengeCanceled", k.challenge)
		}
		e.mu.Lock()
		delete(e.known, id)
		e.mu.Unlock()
		return b, nil
	} else if err != nil {
		return b, err
	}
	if k == nil {
		k = &sentEvents{}
	}
	if b, err = e.lookAtChallenge(ctx, b, id, s, k); err != nil {
		return b, err
	}
	if b, err = e.lookAtGame(ctx, b, id, s, k); err != nil {
		return b, err
	}
	k.at = s.TurnAt
	e.mu.Lock()
	e.known[id] = k
	e.mu.Unlock()
	return b, nil
}

// lookAtGame appends the beginning and the end of a game.
func (e *eventStream) lookAtGame(ctx context.Context, b []byte, id string, s *match.State, k *sentEvents) (_ []byte, err error) {
	playing := s.Phase == match.Playing || s.Phase == match.Promoting
	if k.game > 0 && !k.over && (s.Game != k.game || !playing) {
		if b, err = e.appendGame(ctx, b, "gameFinish", id, k.game); err != nil {
			return b, err
		}
		k.over = true
	}
	if s.Game == k.game || s.SeatOf(e.person.ID) < 0 {
		return b, nil
	}
	if playing || e.recent(s.TurnAt) {
		if b, err = e.appendGame(ctx, b, "gameStart", id, s.Game); err != nil {
			return b, err
		}
		if !playing { // it ended before the stream could look
			if b, err = e.appendGame(ctx, b, "gameFinish", id, s.Game); err != nil {
				return b, err
			}
		}
	}
	k.game, k.over = s.Game, !playing
	return b, nil
}

// appendGame appends an event about a game of a match.
func (e *eventStream) appendGame(ctx context.Context, b []byte, kind, id string, game int) ([]byte, error) {
	s, err := e.api.Host.State(ctx, id)
	if err != nil {
		return b, err
	}
	if s.Game != game {
		g, err := e.api.matches.GameOf(ctx, id, game)
		if err != nil {
			return b, err
		}
		s = g.State
	}
	info, err := e.api.gameInfo(ctx, id, s, e.person)
	if err != nil {
		return b, err
	}
	return appendLine(b, GameEvent{kind, info}), nil
}

func appendChallenge(b []byte, kind string, c *Challenge) []byte {
	return appendLine(b, ChallengeEvent{kind, *c, Compat{Bot: true}})
}

// lookAtChallenge appends the end of a challenge that was sent, and a new one.
func (e *eventStream) lookAtChallenge(ctx context.Context, b []byte, id string, s *match.State, k *sentEvents) (_ []byte, err error) {
	offer, waits := challengeIn(s, e.person)
	if k.challenge != nil && (!waits || offer != k.offer) {
		c := k.challenge
		k.challenge = nil
		if b, err = e.appendEnd(ctx, b, id, s, c, k.offer); err != nil {
			return b, err
		}
	}
	if waits {
		if offer == k.offer {
			return b, nil
		}
		k.offer = offer
		if hidden, err := e.api.hidesChallenge(ctx, s, e.person); err != nil || hidden {
			return b, err
		}
		c, err := e.api.challengeOf(ctx, id, s, e.person, e.site)
		if err != nil {
			return b, err
		}
		k.challenge = &c
		return appendChallenge(b, "challenge", &c), nil
	}
	// The person's own challenge may have ended before the stream could look.
	switch {
	case s.Phase == match.TableClosed && wasChallenge(s) && s.Owner.ID == e.person.ID && k.offer == 0 && e.recent(s.TurnAt):
		k.offer = 1
	case s.Phase == match.Finished && s.Rematch != nil && s.Rematch.Seq != k.offer && s.Rematch.By == s.SeatOf(e.person.ID) && e.recent(s.Rematch.At):
		k.offer = s.Rematch.Seq
	default:
		return b, nil
	}
	c, err := e.api.challengeOf(ctx, id, s, e.person, e.site)
	if err != nil {
		return b, err
	}
	sent := c
	sent.Status, sent.DeclineReason, sent.DeclineReasonKey = created.Name, "", ""
	b = appendChallenge(b, "challenge", &sent)
	return e.appendEnd(ctx, b, id, s, &c, k.offer)
}

// appendEnd appends the end of a challenge, unless it was accepted. Offer is the number of
// its event.
func (e *eventStream) appendEnd(ctx context.Context, b []byte, id string, s *match.State, c *Challenge, offer int64) ([]byte, error) {
	_, game, err := parseGameID(c.ID)
	if err != nil {
		return b, err
	}
	switch {
	case s.Game >= game:
		return b, nil
	case game > 1 && s.Rematch != nil && s.Rematch.Seq == offer:
		if s.Rematch.Stands() { // accepted, but others have not answered
			return b, nil
		}
		c.end(s.Rematch)
	default:
		reason, ok, err := e.api.declineOf(ctx, id, offer)
		if err != nil {
			return b, err
		}
		if c.Status = canceled; ok {
			c.decline(reason)
		}
	}
	if c.Status == declined {
		return appendChallenge(b, "challengeDeclined", c), nil
	}
	return appendChallenge(b, "challengeCanceled", c), nil
}
