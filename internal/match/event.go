package match

// EventType is the type of an event.
type EventType string

// The types of events. In parentheses are the fields of [Event] in use besides
// Type, At and Seat.
const (
	// The table was opened. (Settings; Player: the owner)
	Opened EventType = "opened"
	// The player took the seat. (Player)
	Sat EventType = "sat"
	// The player left the seat.
	Left EventType = "left"
	// The next game of the series was prepared. A seat with handicap points has to
	// spend them now. (Game, Round)
	Arranged EventType = "arranged"
	// The seat made handicap promotions. (Promotions: all so far)
	Promoted EventType = "promoted"
	// The game began. (Position)
	Started EventType = "started"
	// The seat moved. (Move, Spent, Lag, Clock; Position if seats were skipped
	// after it)
	Moved EventType = "moved"
	// The seat halved its time before its first move. (Clock: what remains)
	Berserked EventType = "berserk"
	// The seat offered a draw.
	DrawOffered EventType = "draw-offered"
	// The seat declined a draw.
	DrawDeclined EventType = "draw-declined"
	// The seat proposed a takeback. (Ply: how many moves would remain)
	TakebackOffered EventType = "takeback-offered"
	// The seat accepted the takeback. Other seats have not answered yet.
	TakebackAccepted EventType = "takeback-accepted"
	// The seat declined the takeback, or withdrew its proposal.
	TakebackDeclined EventType = "takeback-declined"
	// Moves were taken back. (Ply: how many moves remain)
	TakenBack EventType = "taken-back"
	// The seat is out for the rest of the game. (Reason; Position if it was its
	// turn)
	Dropped EventType = "dropped"
	// An engine took over the seat. (Level, Reason)
	TakenOver EventType = "taken-over"
	// The person plays for the seat again. (Clock, if the person's time was over and moves
	// were taken back)
	Returned EventType = "returned"
	// The seat to act was credited with the downtime of the server: its turn began
	// later by Lag. (Lag)
	DowntimeCredited EventType = "downtime-credit"
	// The engine of the seat to act has failed and does not try again. The game
	// waits until it is aborted, a move is taken back, or a player plays for the seat.
	EngineFailed EventType = "engine-failed"
	// The game ended. Seat is the seat that caused it, or -1. (Outcome)
	Ended EventType = "ended"
	// The seat offered a rematch.
	RematchOffered EventType = "rematch-offered"
	// The seat declined the rematch, or withdrew its offer. (Reason, if given;
	// ByExpiry: the time of the seat's offer was over)
	RematchDeclined EventType = "rematch-declined"
	// The table was closed before its first game.
	Closed EventType = "closed"
	// An invited person declined. (By; Reason, if
	// given; Name: a name to remove from Invited)
	Declined EventType = "declined"
	// A player was replaced by another identity: a guest registered, or a person
	// was deleted. (By: the old ID; Player: the new identity; Name: a name to
	// remove from Invited)
	Renamed EventType = "renamed"
	// A chat message. Seat is -1 for spectators. (By, Name, Guest, Bot,
	// Text)
	Chatted EventType = "chatted"
	// A moderator removed a chat message. (Number: that of its event)
	ChatRemoved EventType = "chat-removed"
)

// EventTypes are all types of events.
var EventTypes = [...]EventType{
	Opened, Sat, Left, Arranged, Promoted, Started, Moved, Berserked, DrawOffered, DrawDeclined, TakebackOffered,
	TakebackAccepted, TakebackDeclined, TakenBack, Dropped, TakenOver, Returned, DowntimeCredited,
	EngineFailed, Ended, RematchOffered, RematchDeclined, Closed, Declined, Renamed, Chatted, ChatRemoved,
}

// Event is a change of a match. Its JSON form is the format in which it is stored
// and sent (docs/formats/match-events.md).
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
	// Spent is the time deducted from the clock for the move. Lag is the lag
	// compensation or the downtime credit. Clock is the remaining time, increment
	// included.
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
	Bot     bool     `json:"bot,omitempty"`
	Text    string   `json:"text,omitempty"`
	Number  int64    `json:"number,omitempty"`
}
