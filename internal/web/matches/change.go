package matches

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
)

// NumberedEvent is an event with its number and the change of the view that
// results from it.
type NumberedEvent struct {
	Seq   int64       `json:"seq"`
	Event match.Event `json:"event"`
	EventChange
}

// EventChange is the change of the view that results from an event.
type EventChange struct {
	// More is true if another event of the same command follows.
	More   bool        `json:"more,omitempty" doc:"another event of the same command follows; the change comes with the last one"`
	Change *ViewChange `json:"change,omitempty"`
	You    *int        `json:"you,omitempty" doc:"one's own seat, if it has changed; -1 for none"`
	// Commands and Replaceable are the fields of [OpenCommands].
	Commands    *[]string     `json:"commands,omitempty" doc:"the commands open to oneself, if they have changed"`
	Replaceable *[]int        `json:"replaceable,omitempty" doc:"the seats that take-over may name, if they have changed"`
	Ratings     []*SeatRating `json:"ratings,omitempty" doc:"by seat; missing unless they may have changed"`
	// RatingChanges come with Ratings.
	RatingChanges []*RatingChange `json:"ratingChanges,omitempty" doc:"what the game changed, by seat; missing unless a rated game ends"`
}

// ViewChange is the difference between two views of a match. Fields that are
// missing have not changed.
type ViewChange struct {
	From         int64            `json:"from" doc:"the number of the event after which the change can be applied"`
	Phase        match.Phase      `json:"phase,omitempty"`
	Settings     *match.Settings  `json:"settings,omitempty"`
	Owner        *match.Player    `json:"owner,omitempty"`
	Declined     []string         `json:"declined,omitempty"`
	Seats        map[int]SeatView `json:"seats,omitempty" doc:"the seats that have changed, by number"`
	Game         int              `json:"game,omitempty"`
	Round        *match.Round     `json:"round,omitempty"`
	StartedAt    *match.Moment    `json:"startedAt,omitempty"`
	Start        *string          `json:"start,omitempty"`
	Position     *string          `json:"position,omitempty"`
	KeptMoves    int              `json:"keptMoves" doc:"how many of the previous moves remain; moves follow them"`
	Moves        []MoveView       `json:"moves,omitempty" doc:"the new moves"`
	ToAct        *int             `json:"toAct,omitempty"`
	TurnAt       *match.Moment    `json:"turnAt,omitempty"`
	Deadline     *match.Moment    `json:"deadline,omitempty"`
	Claims       *[]string        `json:"claims,omitempty"`
	DrawOffer    *int             `json:"drawOffer,omitempty"`
	Takeback     *TakebackView    `json:"takeback,omitempty"`
	Rematch      *RematchView     `json:"rematch,omitempty"`
	Replay       *ReplayChange    `json:"replay,omitempty"`
	Gone         []string         `json:"gone,omitempty" enum:"takeback,rematch,replay" doc:"fields that are to be removed from the view"`
	EngineFailed *bool            `json:"engineFailed,omitempty"`
	Assisted     *bool            `json:"assisted,omitempty"`
	Outcome      *match.Outcome   `json:"outcome,omitempty"`
	EndedBy      *int             `json:"endedBy,omitempty"`
	Score        []float64        `json:"score,omitempty"`
}

// ReplayChange is the difference between two replays of a view.
type ReplayChange struct {
	Start     string   `json:"start"`
	KeptMoves int      `json:"keptMoves" doc:"how many of the previous moves of the replay remain; moves follow them"`
	Moves     []string `json:"moves,omitempty" doc:"the new moves"`
}

// replayChange returns the difference between two replays. before may be nil.
func replayChange(before, after *games.Replay) *ReplayChange {
	kept := 0
	if before != nil {
		for kept < min(len(before.Moves), len(after.Moves)) && before.Moves[kept] == after.Moves[kept] {
			kept++
		}
	}
	return &ReplayChange{Start: after.Start, KeptMoves: kept, Moves: after.Moves[kept:]}
}

// changed returns a pointer to after if the values differ.
func changed[T any](before, after T) *T {
	if reflect.DeepEqual(before, after) {
		return nil
	}
	return &after
}

// changeBetween returns the difference between the views of two states of a
// match.
func changeBetween(before, after *match.State) *ViewChange {
	v, w := viewWithoutMoves(before), viewWithoutMoves(after)
	c := &ViewChange{
		From: before.Seq, KeptMoves: sameMoves(before, after),
		Settings: changed(v.Settings, w.Settings), Owner: changed(v.Owner, w.Owner), Round: changed(v.Round, w.Round),
		ToAct: changed(v.ToAct, w.ToAct), Deadline: changed(v.Deadline, w.Deadline), Claims: changed(v.Claims, w.Claims),
		DrawOffer: changed(v.DrawOffer, w.DrawOffer), EngineFailed: changed(v.EngineFailed, w.EngineFailed),
		Assisted: changed(v.Assisted, w.Assisted),
		Outcome:  changed(v.Outcome, w.Outcome), EndedBy: changed(v.EndedBy, w.EndedBy),
		StartedAt: changed(v.StartedAt, w.StartedAt), Start: changed(v.Start, w.Start), Position: changed(v.Position, w.Position), TurnAt: changed(v.TurnAt, w.TurnAt),
	}
	if v.Phase != w.Phase {
		c.Phase = w.Phase
	}
	if v.Game != w.Game {
		c.Game = w.Game
	}
	if len(v.Declined) != len(w.Declined) {
		c.Declined = w.Declined
	}
	if !reflect.DeepEqual(v.Score, w.Score) {
		c.Score = w.Score
	}
	if !reflect.DeepEqual(v.Rematch, w.Rematch) {
		if c.Rematch = w.Rematch; w.Rematch == nil {
			c.Gone = append(c.Gone, "rematch")
		}
	}
	if !reflect.DeepEqual(v.Takeback, w.Takeback) {
		if c.Takeback = w.Takeback; w.Takeback == nil {
			c.Gone = append(c.Gone, "takeback")
		}
	}
	if !reflect.DeepEqual(v.Replay, w.Replay) {
		if w.Replay == nil {
			c.Gone = append(c.Gone, "replay")
		} else {
			c.Replay = replayChange(v.Replay, w.Replay)
		}
	}
	c.Moves = movesFrom(after, c.KeptMoves)
	for i := range w.Seats {
		if i >= len(v.Seats) || v.Seats[i] != w.Seats[i] {
			if c.Seats == nil {
				c.Seats = make(map[int]SeatView)
			}
			c.Seats[i] = w.Seats[i]
		}
	}
	return c
}

// sameMoves returns the number of leading moves that two states of a match share.
// It is 0 if they are states of different games.
func sameMoves(before, after *match.State) int {
	if before.Game != after.Game {
		return 0
	}
	n := min(len(before.Moves), len(after.Moves))
	for n > 0 && before.Moves[n-1] != after.Moves[n-1] {
		n--
	}
	return n
}

// cachedChange is a change and its JSON encoding.
type cachedChange struct {
	*ViewChange
	json []byte
}

// changeOf returns the change of the view that results from an event. Its
// ViewChange is nil if the states before and after the event are not known, or if
// the event does not change the view.
func (a *Access) changeOf(n *host.NumberedEvent) cachedChange {
	if n.After == nil || n.Event.Type == match.Chatted || n.Event.Type == match.ChatRemoved {
		return cachedChange{}
	}
	c, _ := n.Cached(func() any {
		if endsRatedGame(n) {
			for i := range n.After.Seats {
				a.ForgetRatings(n.After.Seats[i].Player.ID)
			}
		}
		c := cachedChange{ViewChange: changeBetween(n.Before, n.After)}
		var err error
		if c.json, err = json.Marshal(c.ViewChange); err != nil {
			panic("matches: a change of a view cannot be encoded: " + err.Error())
		}
		return c
	}).(cachedChange)
	return c
}

// endsRatedGame reports whether an event ends a rated game. The states before and
// after the event must be known.
func endsRatedGame(n *host.NumberedEvent) bool {
	return n.After.Settings.Rated && n.After.Phase == match.Finished && n.Before.Phase != match.Finished
}

// personalChange is the part of a change that depends on the person. The ratings of
// the players are nil unless they may have changed.
type personalChange struct {
	you         *int
	commands    *[]string
	replaceable *[]int
	ratings     []*SeatRating
	changes     []*RatingChange
}

func (a *Access) personalChange(ctx context.Context, n *host.NumberedEvent, p store.Person) (c personalChange) {
	if n.After == nil || n.Event.Type == match.Chatted || n.Event.Type == match.ChatRemoved {
		return c
	}
	before, after := OpenCommandsOf(n.Before, p), OpenCommandsOf(n.After, p)
	c.commands = changedList(before.Commands, after.Commands)
	c.replaceable = changedList(before.Replaceable, after.Replaceable)
	if n.Event.Type == match.Moved {
		return c
	}
	if before := n.Before.SeatOf(p.ID); n.Before.Seq == 0 || before != n.After.SeatOf(p.ID) {
		seat := n.After.SeatOf(p.ID)
		c.you = &seat
	}
	same := n.Before.Game == n.After.Game && len(n.Before.Seats) == len(n.After.Seats) && !endsRatedGame(n)
	for i := 0; same && i < len(n.After.Seats); i++ {
		same = n.Before.Seats[i].Player == n.After.Seats[i].Player
	}
	if !same {
		v := viewWithoutMoves(n.After)
		if a.AddRatings(ctx, &v) == nil {
			c.ratings, c.changes = v.Ratings, v.RatingChanges
		}
	}
	return c
}

// changedList returns a pointer to after if the lists differ.
func changedList[T comparable](before, after []T) *[]T {
	if slices.Equal(before, after) {
		return nil
	}
	return &after
}

// NumberedEventFor returns an event in the form in which a person receives it.
func (a *Access) NumberedEventFor(ctx context.Context, n *host.NumberedEvent, p store.Person) NumberedEvent {
	e := NumberedEvent{Seq: n.Seq, Event: n.Event, EventChange: EventChange{More: n.More, Change: a.changeOf(n).ViewChange}}
	c := a.personalChange(ctx, n, p)
	e.You, e.Commands, e.Replaceable, e.Ratings, e.RatingChanges = c.you, c.commands, c.replaceable, c.ratings, c.changes
	return e
}

// AppendChange appends the fields of [NumberedEvent] that follow Event to an
// unfinished JSON object.
func (a *Access) AppendChange(b []byte, n *host.NumberedEvent, p store.Person) []byte {
	if n.More {
		b = append(b, `,"more":true`...)
	}
	if c := a.changeOf(n); c.ViewChange != nil {
		b = append(append(b, `,"change":`...), c.json...)
	}
	mine := a.personalChange(a.Stopping, n, p)
	if mine.you != nil {
		b = strconv.AppendInt(append(b, `,"you":`...), int64(*mine.you), 10)
	}
	if mine.commands != nil {
		b = appendField(b, "commands", *mine.commands)
	}
	if mine.replaceable != nil {
		b = appendField(b, "replaceable", *mine.replaceable)
	}
	if mine.ratings != nil {
		b = appendField(b, "ratings", mine.ratings)
	}
	if mine.changes != nil {
		b = appendField(b, "ratingChanges", mine.changes)
	}
	return b
}

// appendField appends a field to an unfinished JSON object.
func appendField(b []byte, name string, value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		panic("matches: a change of a view cannot be encoded: " + err.Error())
	}
	return append(append(append(append(b, `,"`...), name...), `":`...), data...)
}

// HiddenEvent is the type of the event that a client receives in place of a chat
// message that is hidden from it. Only the number of the event is meaningful.
const HiddenEvent match.EventType = "hidden"

// HiddenJSON is the JSON encoding of a hidden event.
const HiddenJSON = `{"type":"hidden","at":0,"seat":-1}`
