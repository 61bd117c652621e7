package matches

import (
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// SeatView is the current state of a seat.
type SeatView struct {
	Player   match.Player `json:"player"`
	Side     string       `json:"side,omitempty" doc:"the side in positions and moves: w or b, a to e; missing before the first game"`
	Clock    match.Millis `json:"clock"`
	Quota    match.Millis `json:"quota"`
	Credited match.Millis `json:"credited" doc:"server downtime that was credited in this game"`
	Moved    bool         `json:"moved"`
	Out      bool         `json:"out"`
	Engine   int          `json:"engine"`
	Rematch  bool         `json:"rematch"`
	Berserk  bool         `json:"berserk,omitempty" doc:"whether the seat has halved its time"`
}

// MoveView is a move that was played.
type MoveView struct {
	Seat int    `json:"seat"`
	Move string `json:"move"`
}

// TakebackView is a proposal to take back moves.
type TakebackView struct {
	By      int    `json:"by"`
	Ply     int    `json:"ply"`
	Consent []bool `json:"consent"`
}

// RematchView is the latest offer of a rematch after the game.
type RematchView struct {
	By      int            `json:"by" doc:"the seat that offered"`
	End     match.OfferEnd `json:"end,omitempty" enum:"declined,withdrawn,expired" doc:"missing while the offer stands"`
	EndedBy int            `json:"endedBy" doc:"the seat that declined or withdrew; 0 while the offer stands"`
	Reason  string         `json:"reason,omitempty" doc:"the reason that a bot gave; one of those to decline a challenge"`
}

// MatchView is the current state of a match, as a person sees it.
type MatchView struct {
	Match        string         `json:"match"`
	Seq          int64          `json:"seq"`
	Now          match.Moment   `json:"now"`
	Phase        match.Phase    `json:"phase"`
	Settings     match.Settings `json:"settings"`
	Owner        match.Player   `json:"owner"`
	Declined     []string       `json:"declined,omitempty" doc:"the names of the invited people who declined"`
	Seats        []SeatView     `json:"seats"`
	Game         int            `json:"game"`
	Round        match.Round    `json:"round"`
	StartedAt    match.Moment   `json:"startedAt" doc:"when the game began; 0 before"`
	Start        string         `json:"start"`
	Position     string         `json:"position"`
	Moves        []MoveView     `json:"moves"`
	Replay       *games.Replay  `json:"replay,omitempty" doc:"start position and moves that lead to the position by the rules alone; only if a seat is out"`
	ToAct        int            `json:"toAct"`
	TurnAt       match.Moment   `json:"turnAt"`
	Deadline     match.Moment   `json:"deadline" doc:"0 for none; between the games of a pair when the second one begins"`
	Claims       []string       `json:"claims"`
	DrawOffer    int            `json:"drawOffer"`
	Takeback     *TakebackView  `json:"takeback,omitempty"`
	Rematch      *RematchView   `json:"rematch,omitempty" doc:"missing if no rematch was offered after the game"`
	EngineFailed bool           `json:"engineFailed,omitempty" doc:"the engine to move has failed; the game can be aborted"`
	Assisted     bool           `json:"assisted,omitempty" doc:"the game in progress may have hints of an engine: it is casual, against engines only"`
	Outcome      match.Outcome  `json:"outcome"`
	EndedBy      int            `json:"endedBy" doc:"the seat that caused the end, -1 for none"`
	Score        []float64      `json:"score" nullable:"true"`
	You          int            `json:"you"`
	OpenCommands
	Ratings       []*SeatRating   `json:"ratings" doc:"by seat; null for players without a rating in the pool"`
	RatingChanges []*RatingChange `json:"ratingChanges,omitempty" doc:"what the finished game changed, by seat; missing unless it was rated, null for players whose rating before it is not known"`
	Muted         bool            `json:"muted" doc:"whether the requester has muted the chat"`
}

// OpenCommands are the commands that are open to a person.
type OpenCommands struct {
	Commands    []string `json:"commands" doc:"the types of the commands that are open to the requester: with some fields, the state of the match refuses none of them; none in a view of an earlier game"`
	Replaceable []int    `json:"replaceable" doc:"the seats that the command take-over may name, if their players are absent"`
}

// OpenCommandsOf returns the commands of a match that are open to a person.
func OpenCommandsOf(s *match.State, p store.Person) OpenCommands {
	return OpenCommands{s.OpenCommands(core.PlayerOf(p)), s.Replaceable(p.ID)}
}

// ViewOf returns the view of a match for a person at a moment, without ratings.
// The person's ID is "" for an unauthenticated client.
func ViewOf(id string, s *match.State, p store.Person, now match.Moment) MatchView {
	v := GameViewOf(id, s, p.ID, now)
	v.OpenCommands = OpenCommandsOf(s, p)
	return v
}

// GameViewOf returns the view of a game that may be over, for the person with an ID.
// No commands are open.
func GameViewOf(id string, s *match.State, person string, now match.Moment) MatchView {
	v := viewWithoutMoves(s)
	v.Match, v.Now, v.You, v.Moves = id, now, s.SeatOf(person), movesFrom(s, 0)
	v.OpenCommands = OpenCommands{[]string{}, []int{}}
	return v
}

// movesFrom returns the moves of a game from index first on.
func movesFrom(s *match.State, first int) []MoveView {
	moves := make([]MoveView, 0, len(s.Moves)-first)
	for _, m := range s.Moves[first:] {
		moves = append(moves, MoveView{m.Seat, m.Text})
	}
	return moves
}

// viewWithoutMoves returns the part of a view that depends on the state alone,
// without the moves.
func viewWithoutMoves(s *match.State) MatchView {
	v := MatchView{
		Seq: s.Seq, Phase: s.Phase, Settings: s.Settings, Owner: s.Owner, Declined: s.Declined, Game: s.Game, Round: s.Round,
		ToAct: s.ToAct(), StartedAt: s.StartedAt, TurnAt: s.TurnAt, DrawOffer: s.DrawOffer, Outcome: s.Outcome, EndedBy: s.EndedBy, Score: s.Score,
		EngineFailed: s.EngineFailed, Assisted: s.Assisted(), Claims: []string{},
	}
	sides := games.Sides(s)
	for i := range s.Seats {
		c, side := &s.Seats[i], ""
		if sides != nil {
			side = sides[i]
		}
		v.Seats = append(v.Seats, SeatView{c.Player, side, c.Clock, c.Quota, c.Credited, c.Moved, c.Out, c.Engine, c.Rematch, c.Berserk})
	}
	if s.Position != nil {
		v.Start, v.Position = s.Start.Text(), s.Position.Text()
		if s.Phase == match.Playing {
			v.Claims = append(v.Claims, s.Position.Claims()...)
		}
	}
	if s.Phase == match.Finished && s.Start == nil {
		// Aborted before the start: show the position after the handicap promotions made so far.
		if start, refusal := (games.Rules{}).Start(&s.Settings, s.Round); refusal == nil {
			v.Start, v.Position = start.Text(), start.Text()
		}
	}
	if s.Takeback != nil {
		v.Takeback = &TakebackView{s.Takeback.By, s.Takeback.Ply, s.Takeback.Consent}
	}
	if o := s.Rematch; o != nil {
		v.Rematch = &RematchView{o.By, o.End, o.EndedBy, o.Reason}
	}
	v.Deadline, _ = s.Deadline()
	if s.WithinPair() {
		v.Deadline, _ = s.Due()
	}
	v.Replay = games.ReplayOf(s)
	return v
}

// MatchPath is the path parameter of routes about a match.
type MatchPath struct {
	ID string `path:"id" maxLength:"64"`
}
