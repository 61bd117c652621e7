package bots

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/games"
	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// GamePath is the path parameter of routes about a game.
type GamePath struct {
	ID string `path:"id" maxLength:"80" doc:"the ID of a match for its first game, followed by a dot and the number of the game for the others"`
}

// GameState is the state of a game in lichess's form, with further fields.
type GameState struct {
	Type       string       `json:"type" enum:"gameState"`
	Moves      string       `json:"moves" doc:"separated by spaces"`
	WTime      match.Millis `json:"wtime" doc:"time left at the moment when the line was sent; 2147483647 without a clock"`
	BTime      match.Millis `json:"btime"`
	WInc       match.Millis `json:"winc"`
	BInc       match.Millis `json:"binc"`
	Status     string       `json:"status" enum:"created,started,aborted,mate,resign,stalemate,timeout,draw,outoftime,variantEnd" doc:"created while handicap points are spent; variantEnd for ends that only Lancelot has"`
	Winner     string       `json:"winner,omitempty" enum:"white,black"`
	WDraw      bool         `json:"wdraw,omitempty" doc:"whether White offers a draw"`
	BDraw      bool         `json:"bdraw,omitempty"`
	WTakeback  bool         `json:"wtakeback,omitempty" doc:"whether White proposes a takeback"`
	BTakeback  bool         `json:"btakeback,omitempty"`
	Expiration *Expiration  `json:"expiration,omitempty" doc:"present until the first move of the seat to act, in real time"`

	Position  string         `json:"position"`
	ToAct     int            `json:"toAct" doc:"the seat to act, -1 for none"`
	TurnAt    match.Moment   `json:"turnAt"`
	Deadline  match.Moment   `json:"deadline" doc:"of the seat to act, including that for its first move; 0 for none"`
	Clocks    []match.Millis `json:"clocks" doc:"by seat, at the beginning of the turn"`
	Phase     match.Phase    `json:"phase"`
	Outcome   match.Outcome  `json:"outcome"`
	DrawOffer int            `json:"drawOffer"`
	Seq       int64          `json:"seq"`
	// EngineFailed is the field of the view of the match.
	EngineFailed bool `json:"engineFailed,omitempty"`
}

// Expiration is the time for a first move.
type Expiration struct {
	IdleMillis   match.Millis `json:"idleMillis" doc:"since the beginning of the turn"`
	MillisToMove match.Millis `json:"millisToMove" doc:"the time for the first move"`
}

// GameFull is the first line of a stream of a game: the fields of lichess, and the
// view of the match.
type GameFull struct {
	Type        string       `json:"type" enum:"gameFull"`
	ID          string       `json:"id"`
	Variant     Variant      `json:"variant"`
	Clock       *GameClock   `json:"clock,omitempty" doc:"missing without a real-time clock"`
	DaysPerTurn int          `json:"daysPerTurn,omitempty"`
	Speed       string       `json:"speed" enum:"bullet,blitz,rapid,classical,correspondence"`
	Perf        Perf         `json:"perf"`
	Rated       bool         `json:"rated"`
	CreatedAt   match.Moment `json:"createdAt"`
	White       GamePlayer   `json:"white" doc:"the seat that moves first"`
	Black       GamePlayer   `json:"black" doc:"the next seat"`
	InitialFEN  string       `json:"initialFen" doc:"startpos, or the position at the beginning"`
	matches.MatchView
	State GameState `json:"state"`
}

// ChatLine is a chat message in a stream of a game.
type ChatLine struct {
	Type     string `json:"type" enum:"chatLine"`
	Room     string `json:"room" enum:"player,spectator"`
	Username string `json:"username"`
	Text     string `json:"text"`
	Guest    bool   `json:"guest,omitempty"`
	Bot      bool   `json:"bot,omitempty"`
	Seat     int    `json:"seat"`
}

// OpponentGone is a line of a stream of a game: the opponent's connection has
// changed.
type OpponentGone struct {
	Type              string `json:"type" enum:"opponentGone"`
	Gone              bool   `json:"gone"`
	ClaimWinInSeconds *int   `json:"claimWinInSeconds,omitempty" doc:"when claim-victory and claim-draw become possible"`
}

// roomOf returns the chat room of a message from a seat.
func roomOf(seat int) string {
	if seat >= 0 {
		return "player"
	}
	return "spectator"
}

func gameState(s *match.State, now match.Moment) GameState {
	g := GameState{
		Type: "gameState", Status: statusOf(s).Name, Winner: winnerOf(s),
		ToAct: s.ToAct(), TurnAt: s.TurnAt, Phase: s.Phase, Outcome: s.Outcome, DrawOffer: s.DrawOffer, Seq: s.Seq, EngineFailed: s.EngineFailed,
	}
	g.WInc, g.BInc = s.Settings.Clock.Increment, s.Settings.Clock.Increment
	g.Deadline, _ = s.Deadline()
	moves := make([]string, len(s.Moves))
	for i, m := range s.Moves {
		moves[i] = m.Text
	}
	g.Moves = strings.Join(moves, " ")
	if s.Position != nil {
		g.Position = s.Position.Text()
	}
	for seat := range s.Seats {
		g.Clocks = append(g.Clocks, s.Seats[seat].Clock)
		draw := s.DrawOffer == seat
		takeback := s.Takeback != nil && s.Takeback.By == seat
		switch colorOf(s, seat) {
		case white:
			g.WTime, g.WDraw, g.WTakeback = timeLeft(s, seat, now), draw, takeback
		case black:
			g.BTime, g.BDraw, g.BTakeback = timeLeft(s, seat, now), draw, takeback
		}
	}
	if seat := s.ToAct(); s.Phase == match.Playing && s.Settings.Clock.Kind == match.RealTime && seat >= 0 && !s.Seats[seat].Moved && s.Seats[seat].Engine == 0 {
		g.Expiration = &Expiration{IdleMillis: now.Since(s.TurnAt), MillisToMove: match.FirstMoveTime}
	}
	return g
}

// initialFEN returns the start position of a game, "startpos" for the usual one of
// chess and Way of the Knight.
func initialFEN(s *match.State) string {
	switch {
	case s.Settings.Game == games.Wotn && len(s.Round.Promotions) == 0, s.Start == nil:
		return "startpos"
	}
	return s.Start.Text()
}

func (a *API) gameFull(ctx context.Context, id string, s *match.State, p store.Person) (GameFull, error) {
	now := a.Now()
	_, perf := perfOf(&s.Settings)
	of, game, err := parseGameID(id)
	if err != nil {
		return GameFull{}, err
	}
	g := GameFull{
		Type: "gameFull", ID: gameID(of, game), Variant: variantOf(&s.Settings), Speed: speedOf(s.Settings.Clock), Perf: Perf{Name: perf},
		Rated: s.Settings.Rated, CreatedAt: cmp.Or(s.StartedAt, s.TurnAt), InitialFEN: initialFEN(s),
		MatchView: matches.GameViewOf(of, s, p.ID, now), State: gameState(s, now),
	}
	if !s.Outcome.Over {
		g.OpenCommands = matches.OpenCommandsOf(s, p)
	}
	if err := a.matches.AddRatings(ctx, &g.MatchView); err != nil {
		return g, err
	}
	switch c := s.Settings.Clock; c.Kind {
	case match.RealTime:
		g.Clock = &GameClock{c.Initial, c.Increment}
	case match.Correspondence:
		g.DaysPerTurn = days(c.PerTurn)
	}
	for seat := range s.Seats {
		player := playerOf(s.Seats[seat].Player, g.Ratings[seat])
		switch colorOf(s, seat) {
		case white:
			g.White = player
		case black:
			g.Black = player
		}
	}
	return g, nil
}

// game returns a game that a person may see, in its final or current state; now is
// the current state of the match.
func (a *API) game(ctx context.Context, id string, p store.Person) (g *matches.SeriesGame, now *match.State, err error) {
	of, number, err := parseGameID(id)
	if err != nil {
		return nil, nil, err
	}
	now, err = a.matches.VisibleMatch(ctx, of, p)
	switch {
	case errors.Is(err, host.ErrNoMatch), err == nil && number > now.Game:
		return nil, nil, notFound
	case err != nil:
		return nil, nil, err
	}
	if g, err = a.matches.GameOf(ctx, of, number); err != nil {
		return nil, nil, err
	}
	return g, now, nil
}

func (a *API) registerGames(routes huma.API) {
	huma.Register(routes, core.StreamOperation("botGameStream", "/api/bot/game/stream/{id}", "A game for a bot: gameFull, then gameState, chatLine and opponentGone until the game ends", ndjson),
		func(ctx context.Context, in *GamePath) (*huma.StreamResponse, error) {
			p, err := requireBot(ctx)
			if err != nil {
				return nil, err
			}
			of, number, err := parseGameID(in.ID)
			if err != nil {
				return nil, err
			}
			state, err := a.matches.VisibleMatch(ctx, of, p)
			if errors.Is(err, host.ErrNoMatch) || err == nil && (state.Game == 0 || number > state.Game) {
				return nil, notFound
			} else if err != nil {
				return nil, a.problem(err)
			}
			filter, err := a.matches.ChatFilterOf(ctx, p, of)
			if err != nil {
				return nil, a.problem(err)
			}
			s := &core.Stream{Every: lineEvery}
			sub, err := a.matches.Follow(ctx, of, p, state.Seq, s.Wake)
			if err != nil {
				return nil, a.problem(err)
			}
			g := &gameStream{api: a, sub: sub, id: of, game: number, person: p, filter: filter, private: matches.IsPrivate(state)}
			s.Next, s.Done = g.next, sub.Close
			return a.StreamResponse(ndjson, s), nil
		})

	act := func(id, path, summary string, action func(s *match.State) match.Action) {
		huma.Register(routes, botOperation(id, http.MethodPost, "/api/bot/game/{id}"+path, summary),
			func(ctx context.Context, in *GamePath) (*done, error) {
				return a.act(ctx, in.ID, action)
			})
	}
	act("botResign", "/resign", "Resign", func(*match.State) match.Action { return match.Resign{} })
	act("botAbort", "/abort", "Abort a game in which not all have moved", func(*match.State) match.Action { return match.Abort{} })
	act("botClaimVictory", "/claim-victory", "Win a game for two whose other player has been away for a minute", func(*match.State) match.Action { return match.ClaimAbsence{} })
	act("botClaimDraw", "/claim-draw", "Draw a game for two whose other player has been away for a minute", func(*match.State) match.Action { return match.ClaimAbsence{Draw: true} })

	type acceptRequest struct {
		GamePath
		Accept string `path:"accept" enum:"yes,no,true,false,1,0"`
	}
	for _, c := range []struct {
		id, path, summary string
		yes               func(s *match.State) match.Action
		no                match.Action
	}{
		{"botDraw", "draw", "Claim, offer, accept or decline a draw", drawAction, match.DeclineDraw{}},
		{"botTakeback", "takeback", "Propose, accept or decline a takeback", func(*match.State) match.Action { return match.OfferTakeback{} }, match.DeclineTakeback{}},
	} {
		huma.Register(routes, botOperation(c.id, http.MethodPost, "/api/bot/game/{id}/"+c.path+"/{accept}", c.summary),
			func(ctx context.Context, in *acceptRequest) (*done, error) {
				return a.act(ctx, in.ID, func(s *match.State) match.Action {
					if slices.Contains([]string{"yes", "true", "1"}, in.Accept) {
						return c.yes(s)
					}
					return c.no
				})
			})
	}

	type moveRequest struct {
		GamePath
		Move         string `path:"move" maxLength:"40"`
		OfferingDraw bool   `query:"offeringDraw" doc:"offer a draw with the move, or accept the opponent's offer; without effect if no draw can be offered now"`
	}
	huma.Register(routes, botOperation("botMove", http.MethodPost, "/api/bot/game/{id}/move/{move}", "Move"),
		func(ctx context.Context, in *moveRequest) (*done, error) {
			_, number, err := parseGameID(in.ID)
			if err != nil {
				return nil, err
			}
			move := match.Move{Text: in.Move, Ply: match.AnyPly, Game: number, OfferDraw: in.OfferingDraw}
			out, err := a.act(ctx, in.ID, func(*match.State) match.Action { return move })
			var refusal *core.Problem
			if move.OfferDraw && errors.As(err, &refusal) && slices.Contains(offerRefusals, refusal.Code) {
				move.OfferDraw = false
				return a.act(ctx, in.ID, func(*match.State) match.Action { return move })
			}
			return out, err
		})
	a.registerChat(routes)
}

// offerRefusals are the codes with which a match refuses draw offers. Lichess
// ignores such offers, and bots rely on that: they offer draws with many moves.
var offerRefusals = []string{"two-seats", "draw-offered", "engine-no-draw", "draw-early", "draw-again"}

// drawAction claims a draw that the rules allow, if there is one, or offers a draw.
func drawAction(s *match.State) match.Action {
	if s.Phase == match.Playing {
		if claims := s.Position.Claims(); len(claims) > 0 {
			return match.ClaimDraw{Reason: claims[0]}
		}
	}
	return match.OfferDraw{}
}

// act executes a command of a bot in a game, which must be the current one of its
// match.
func (a *API) act(ctx context.Context, id string, action func(s *match.State) match.Action) (*done, error) {
	p, err := requireBot(ctx)
	if err != nil {
		return nil, err
	}
	of, number, err := parseGameID(id)
	if err != nil {
		return nil, err
	}
	s, err := a.matches.VisibleMatch(ctx, of, p)
	switch {
	case errors.Is(err, host.ErrNoMatch), err == nil && (s.Game == 0 || number > s.Game):
		return nil, notFound
	case err != nil:
		return nil, a.problem(err)
	case number < s.Game:
		return nil, core.NewProblem(http.StatusBadRequest, "stale", "this game has ended; the current game of the match is "+gameID(of, s.Game)).With("game", gameID(of, s.Game))
	}
	if _, err := a.matches.Command(ctx, of, p, action(s)); err != nil {
		return nil, a.problem(err)
	}
	return ok(), nil
}

func (a *API) registerChat(routes huma.API) {
	type chatRequest struct {
		GamePath
		Form
	}
	huma.Register(routes, botOperation("botChat", http.MethodPost, "/api/bot/game/{id}/chat", "Send a chat message"),
		func(ctx context.Context, in *chatRequest) (*done, error) {
			f, err := in.fields()
			if err != nil {
				return nil, err
			}
			p, err := requireBot(ctx)
			if err != nil {
				return nil, err
			}
			room := cmp.Or(f["room"], "player")
			if room != "player" && room != "spectator" {
				return nil, invalid("there is no chat room %q", room)
			}
			of, _, err := parseGameID(in.ID)
			if err != nil {
				return nil, err
			}
			s, err := a.matches.VisibleMatch(ctx, of, p)
			if errors.Is(err, host.ErrNoMatch) {
				return nil, notFound
			} else if err != nil {
				return nil, a.problem(err)
			}
			if room == "player" && f["room"] != "" && s.SeatOf(p.ID) < 0 {
				return nil, core.NewProblem(http.StatusBadRequest, "not-seated", "only players at the table can write to the players")
			}
			if _, err := a.matches.Command(ctx, of, p, match.Chat{Name: p.Name, Guest: !p.Account(), Bot: p.Bot, ToSpectators: room == "spectator", Text: f["text"]}); err != nil {
				return nil, a.problem(err)
			}
			return ok(), nil
		})

	// The pattern /api/bot/game/{id}/chat would conflict with /api/bot/game/stream/{id}.
	type linesRequest struct {
		GamePath
		What string `path:"what" maxLength:"20"`
	}
	type linesResponse struct{ Body []ChatMessage }
	huma.Register(routes, botOperation("botChatLines", http.MethodGet, chatPattern, "The chat messages that the bot may see"),
		func(ctx context.Context, in *linesRequest) (*linesResponse, error) {
			if in.What != "chat" {
				return nil, notFound
			}
			p, err := requireBot(ctx)
			if err != nil {
				return nil, err
			}
			of, _, err := parseGameID(in.ID)
			if err != nil {
				return nil, err
			}
			list, err := a.chatOf(ctx, of, p)
			if errors.Is(err, host.ErrNoMatch) {
				err = notFound
			}
			return &linesResponse{list}, a.problem(err)
		})
}

const (
	chatPattern = "/api/bot/game/{id}/{what}"
	chatPath    = "/api/bot/game/{id}/chat"
)

// ChatMessage is a chat message in lichess's form.
type ChatMessage struct {
	User string `json:"user"`
	Text string `json:"text"`
	Room string `json:"room" enum:"player,spectator"`
}

// chatOf returns the chat messages at a match that a person may see.
func (a *API) chatOf(ctx context.Context, id string, p store.Person) ([]ChatMessage, error) {
	s, err := a.matches.VisibleMatch(ctx, id, p)
	if err != nil {
		return nil, err
	}
	filter, err := a.matches.ChatFilterOf(ctx, p, id)
	if err != nil {
		return nil, err
	}
	events, err := a.store.Events(ctx, id, 0)
	if err != nil {
		return nil, err
	}
	list := []ChatMessage{}
	seat := s.SeatOf(p.ID)
	for i := range events {
		if e := &events[i]; e.Type == match.Chatted && matches.ChatVisible(e, seat) && !filter.Hides(e) {
			list = append(list, ChatMessage{User: e.Name, Text: e.Text, Room: roomOf(e.Seat)})
		}
	}
	return list, nil
}

// gameStream sends the states of a game to a bot.
type gameStream struct {
	api            *API
	sub            *host.Subscription
	id             string // of the match
	game           int
	person         store.Person
	filter         matches.ChatFilter
	seat           int
	begun, private bool
	// gone is whether the opponent was away at the last heartbeat; watching is false if
	// presence does not matter.
	gone, watching bool
}

func (g *gameStream) next(b []byte, beat bool) ([]byte, bool) {
	ctx := g.api.Stopping
	if !g.begun {
		g.begun, g.seat = true, g.sub.State.SeatOf(g.person.ID)
		s := g.sub.State
		g.sub.Past, g.sub.State = nil, nil // no longer needed
		final, over, err := g.stateOf(ctx, s)
		if err != nil {
			return b, false
		}
		full, err := g.api.gameFull(ctx, gameID(g.id, g.game), final, g.person)
		if err != nil {
			return b, false
		}
		b = appendLine(b, full)
		g.watching = len(s.Seats) == 2 && g.seat >= 0 && s.Settings.Clock.Kind != match.Correspondence && s.Seats[1-g.seat].Player.Engine == 0
		if over {
			return b, false
		}
	}
	events, more, _ := g.api.matches.TakeEvents(g.sub, g.id, g.private, g.person)
	for _, n := range events {
		g.seat = matches.SeatAfter(&n.Event, g.seat, g.person.ID)
		if n.Event.Type == match.Chatted {
			if e := &n.Event; matches.ChatVisible(e, g.seat) && !g.filter.Hides(e) {
				b = appendLine(b, ChatLine{"chatLine", roomOf(e.Seat), e.Name, e.Text, e.Guest, e.Bot, e.Seat})
			}
			continue
		}
		if n.More {
			continue
		}
		s := n.After
		if s == nil {
			var err error
			if s, err = g.api.Host.State(ctx, g.id); err != nil {
				return b, false
			}
		}
		s, over, err := g.stateOf(ctx, s)
		if err != nil {
			return b, false
		}
		b = appendLine(b, gameState(s, g.api.Now()))
		if over {
			return b, false
		}
	}
	if beat {
		b = append(g.appendPresence(b), '\n')
	}
	return b, more
}

// stateOf returns the state of the game of the stream, where s is the current state
// of the match, and whether the game is over.
func (g *gameStream) stateOf(ctx context.Context, s *match.State) (_ *match.State, over bool, err error) {
	if s.Game == g.game {
		return s, s.Outcome.Over, nil
	}
	game, err := g.api.matches.GameOf(ctx, g.id, g.game)
	if err != nil {
		return nil, false, err
	}
	return game.State, true, nil
}

// appendPresence appends a line if the connection of the opponent has changed.
func (g *gameStream) appendPresence(b []byte) []byte {
	present := g.sub.Present()
	if !g.watching || len(present) != 2 {
		return b
	}
	switch gone := !present[1-g.seat]; {
	case gone == g.gone:
	case gone:
		wait := int(match.AbsentAfter / match.Second)
		b = appendLine(b, OpponentGone{Type: "opponentGone", Gone: true, ClaimWinInSeconds: &wait})
	default:
		b = appendLine(b, OpponentGone{Type: "opponentGone"})
	}
	g.gone = !present[1-g.seat]
	return b
}
