package bots

import (
	"cmp"
	"context"
	"strings"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/matches"
)

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
	case s.Settings.Game == games.Wotn && len(s.Round.Promotions) == 0 && s.Settings.Start == "", s.Start == nil:
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
