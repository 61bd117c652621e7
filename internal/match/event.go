package match

// EventType says what has happened.
type EventType string

// The types of events, with the fields of [Event] that belong to each besides
// Type, At and Seat.
const (
	// A table was opened. (Settings, Player the owner)
	Opened EventType = "opened"
	// Somebody took the seat. (Player)
	Sat EventType = "sat"
	// Somebody gave the seat back.
	Left EventType = "left"
	// The next game of the series is to begin; if a seat has handicap points, it
	// now makes its improvements. (Game, Round)
	Arranged EventType = "arranged"
	// The seat has decided on improvements. (Promotions: all so far)
	Promoted EventType = "promoted"
	// The game began. (Position)
	Started EventType = "started"
	// The seat moved. (Move, Spent, Lag, Clock; Position if seats were passed
	// over after it)
	Moved EventType = "moved"
	// The seat offered a draw.
	DrawOffered EventType = "draw-offered"
	// The seat declined a draw.
	DrawDeclined EventType = "draw-declined"
	// The seat asked to go back. (Ply: how many moves would be left)
	TakebackOffered EventType = "takeback-offered"
	// The seat consented, others still have to.
	TakebackAccepted EventType = "takeback-accepted"
	// The seat declined, or took its own wish back.
	TakebackDeclined EventType = "takeback-declined"
	// All have consented, and the game went back. (Ply: how many moves are left)
	TakenBack EventType = "taken-back"
	// The seat is passed over for the rest of the game. (Reason; Position if it
	// was its turn)
	Dropped EventType = "dropped"
	// An engine plays for the seat from now on. (Level, Reason)
	TakenOver EventType = "taken-over"
	// The person plays for the seat again.
	Returned EventType = "returned"
	// The seat to act got the time back in which the program was away: its turn
	// counts as begun so much later. (Lag)
	DowntimeCredited EventType = "downtime-credit"
	// The engine of the seat to act cannot move, and is not tried again. The game
	// stands until somebody aborts it, takes a move back or plays for the seat.
	EngineFailed EventType = "engine-failed"
	// The game ended. Seat is who caused it, or -1. (Outcome)
	Ended EventType = "ended"
	// The seat wants another game.
	RematchOffered EventType = "rematch-offered"
	// The seat declined another game, or took its own wish back.
	RematchDeclined EventType = "rematch-declined"
	// The table was closed before its first game.
	Closed EventType = "closed"
	// A person is another from now on: a guest has become somebody with an
	// account, or has gone for good. (By: the ID he had, Player: who he is now,
	// Name: the name that is invited no longer)
	Renamed EventType = "renamed"
	// Somebody said something; Seat is -1 for spectators. (By, Name, Guest, Text)
	Chatted EventType = "chatted"
)

// EventTypes are all types of events.
var EventTypes = [...]EventType{
	Opened, Sat, Left, Arranged, Promoted, Started, Moved, DrawOffered, DrawDeclined, TakebackOffered,
	TakebackAccepted, TakebackDeclined, TakenBack, Dropped, TakenOver, Returned, DowntimeCredited,
	EngineFailed, Ended, RematchOffered, RematchDeclined, Closed, Renamed, Chatted,
}

// Event is something that has happened. Its fields in JSON are the format in
// which it is stored and sent (docs/formats/match-events.md).
type Event struct {
	Type EventType `json:"type"`
	At   Moment    `json:"at"`
	// Seat is the seat concerned, -1 for none.
	Seat int `json:"seat"`

	Settings   *Settings           `json:"settings,omitempty"`
	Player     *Player             `json:"player,omitempty"`
	Game       int                 `json:"game,omitempty"`
	Round      *Round              `json:"round,omitempty"`
	Promotions []HandicapPromotion `json:"promotions,omitempty"`
	Position   string              `json:"position,omitempty"`
	Move       string              `json:"move,omitempty"`
	// Spent is what the move took off the clock, Lag what the line was
	// compensated with, or the time given back, Clock what is left after the
	// increment.
	Spent   Millis   `json:"spent,omitempty"`
	Lag     Millis   `json:"lag,omitempty"`
	Clock   Millis   `json:"clock,omitempty"`
	Ply     int      `json:"ply,omitempty"`
	Level   int      `json:"level,omitempty"`
	Reason  string   `json:"reason,omitempty"`
	Outcome *Outcome `json:"outcome,omitempty"`
	By      string   `json:"by,omitempty"`
	Name    string   `json:"name,omitempty"`
	Guest   bool     `json:"guest,omitempty"`
	Text    string   `json:"text,omitempty"`
}
