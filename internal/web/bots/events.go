package bots

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

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

// eventStream is a stream of events about a person's games and challenges. It reads
// them whenever the lobby has changed.
type eventStream struct {
	api    *API
	person store.Person
	site   string
	watch  *core.LobbyWatch
	since  match.Moment
	// running has the number of the running game by match, challenges the pending
	// challenges by ID, as they were sent.
	running    map[string]int
	challenges map[string]Challenge
	// sent has what was sent about matches, as far as it may be looked up again.
	sent map[string]sentEvents
}

// sentEvents are the events that were sent about a match.
type sentEvents struct{ challenge, game bool }

// endedLooks is how many of the latest matches of a person are searched for games and
// challenges that began and ended between two looks.
const endedLooks = 10

func (a *API) eventStream(p store.Person, site string) *core.Stream {
	s := &core.Stream{Every: lineEvery}
	e := &eventStream{
		api: a, person: p, site: site, since: a.Now(),
		running: make(map[string]int), challenges: make(map[string]Challenge), sent: make(map[string]sentEvents),
	}
	e.watch = a.WatchLobby(eventsEvery, s.Wake)
	leave := a.Enter(p, p.Bot)
	s.Done = func() { e.watch.Stop(); leave() }
	s.Next = func(b []byte, beat bool) ([]byte, bool) {
		if !e.watch.Due() && !beat {
			return b, true
		}
		b, err := e.look(a.Stopping, b)
		return append(b, '\n'), err == nil
	}
	return s
}

// look appends what has changed since the last call.
func (e *eventStream) look(ctx context.Context, b []byte) ([]byte, error) {
	list, err := e.api.store.RunningOf(ctx, e.person.ID)
	if err != nil {
		return b, err
	}
	slices.Reverse(list) // the oldest first
	if b, err = e.lookAtChallenges(ctx, b, list); err != nil {
		return b, err
	}
	now := make(map[string]int, len(list))
	for i := range list {
		if isPlayed(&list[i]) {
			now[list[i].Match] = list[i].Game
		}
	}
	for id, game := range e.running {
		if now[id] == game {
			continue
		}
		delete(e.running, id)
		if b, err = e.appendGame(ctx, b, "gameFinish", id, game); err != nil {
			return b, err
		}
	}
	for i := range list {
		id := list[i].Match
		if game := now[id]; game > 0 && e.running[id] != game {
			e.running[id] = game
			if b, err = e.appendGame(ctx, b, "gameStart", id, game); err != nil {
				return b, err
			}
		}
	}
	return e.lookAtEnded(ctx, b, list)
}

// lookAtEnded appends the events of games and challenges that began and ended since
// the last look. The list has the running matches of the person.
func (e *eventStream) lookAtEnded(ctx context.Context, b []byte, list []store.Summary) ([]byte, error) {
	ended, err := e.api.store.EndedOf(ctx, e.person.ID, 0, endedLooks)
	if err != nil {
		return b, err
	}
	for i := len(ended) - 1; i >= 0; i-- { // the oldest first
		m := &ended[i]
		if m.OpenedAt < e.since {
			continue
		}
		s, err := e.api.Host.State(ctx, m.Match)
		if err != nil {
			return b, err
		}
		switch sent := e.sent[m.Match]; {
		case s.Game > 0 && !sent.game:
			for _, kind := range []string{"gameStart", "gameFinish"} {
				if b, err = e.appendGame(ctx, b, kind, m.Match, s.Game); err != nil {
					return b, err
				}
			}
		case s.Game == 0 && !sent.challenge && wasChallenge(s) && s.Owner.ID == e.person.ID:
			c, err := e.api.challengeOf(ctx, m.Match, s, e.person, e.site)
			if err != nil {
				return b, err
			}
			e.challenges[m.Match] = c
			if b, err = e.lookAtChallenges(ctx, b, list); err != nil {
				return b, err
			}
		}
	}
	// Games that are neither running nor among the latest are not read again.
	kept := make(map[string]sentEvents, len(list)+len(ended))
	for _, l := range [][]store.Summary{list, ended} {
		for i := range l {
			if sent, ok := e.sent[l[i].Match]; ok {
				kept[l[i].Match] = sent
			}
		}
	}
	e.sent = kept
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
	sent := e.sent[id]
	sent.game = true
	e.sent[id] = sent
	return appendLine(b, GameEvent{kind, info}), nil
}

// lookAtChallenges appends what has changed among the challenges of the person.
func (e *eventStream) lookAtChallenges(ctx context.Context, b []byte, list []store.Summary) ([]byte, error) {
	pending, err := e.api.pendingChallenges(ctx, e.person, list)
	if err != nil {
		return b, err
	}
	open := make(map[string]bool, len(pending))
	for _, id := range pending {
		open[id] = true
		if _, known := e.challenges[id]; known {
			continue
		}
		s, err := e.api.Host.State(ctx, id)
		if err != nil {
			return b, err
		}
		if s.Phase != match.Waiting {
			continue // answered meanwhile
		}
		c, err := e.api.challengeOf(ctx, id, s, e.person, e.site)
		if err != nil {
			return b, err
		}
		e.challenges[id] = c
		b = appendLine(b, ChallengeEvent{"challenge", c, Compat{Bot: true}})
	}
	for id, c := range e.challenges {
		if open[id] {
			continue
		}
		delete(e.challenges, id)
		s, err := e.api.Host.State(ctx, id)
		if err != nil {
			return b, err
		}
		sent := e.sent[id]
		sent.challenge = true
		e.sent[id] = sent
		if s.Game > 0 {
			continue // accepted
		}
		kind := "challengeCanceled"
		c.Status = canceled
		if reason, ok, err := e.api.declineOf(ctx, id); err != nil {
			return b, err
		} else if ok {
			kind = "challengeDeclined"
			c.decline(reason)
		}
		b = appendLine(b, ChallengeEvent{kind, c, Compat{Bot: true}})
	}
	return b, nil
}
