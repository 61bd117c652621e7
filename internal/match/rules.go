package match

// Rules are the rules of the games. Moves and positions are text, players are
// seats. All methods are pure.
type Rules interface {
	// Check returns the refusal of settings that this game does not permit, or nil.
	Check(s *Settings) *Refusal
	// FirstRound returns the round of the first game of a series. The seed decides
	// what the settings leave to chance.
	FirstRound(s *Settings, seed uint64) Round
	// NextRound returns the round of the game after a finished one.
	NextRound(s *Settings, last Round, o Outcome) Round
	// CheckPromotions returns the refusal of the promotions of a round, or nil.
	// Further promotions may follow.
	CheckPromotions(s *Settings, r Round) *Refusal
	// ChoosePromotions returns the handicap promotions that an engine chooses. They
	// use all points, or as many as Start accepts.
	ChoosePromotions(s *Settings, r Round) []HandicapPromotion
	// Start returns the position at the beginning of a game.
	Start(s *Settings, r Round) (Position, *Refusal)
}

// Round describes the beginning of one game of a series.
type Round struct {
	// First is the seat that moves first.
	First int `json:"first"`
	// Points are the handicap points by seat; empty without handicap.
	Points []int `json:"points,omitempty"`
	// Promotions are the promotions made with them.
	Promotions []HandicapPromotion `json:"promotions,omitempty"`
}

// HandicapSeat returns the seat with handicap points and their number; -1 if no
// seat has any.
func (r *Round) HandicapSeat() (seat, points int) {
	for seat, points := range r.Points {
		if points > 0 {
			return seat, points
		}
	}
	return -1, 0
}

// HandicapPromotion is a promotion that costs a handicap point: the piece on the
// square becomes the kind.
type HandicapPromotion struct {
	Square string `json:"square" maxLength:"40"`
	Kind   string `json:"kind" maxLength:"40"`
}

// Position is a position of a game. It is immutable and can be compared with ==.
type Position interface {
	// Text returns the position in the notation of the game.
	Text() string
	// ToAct returns the seat to move, or -1 if the game is over.
	ToAct() int
	// Play returns the position after a move, and the move in canonical form.
	Play(move string) (Position, string, *Refusal)
	// Outcome returns the outcome by the rules.
	Outcome() Outcome
	// Claims returns the draws that the seat to act may claim.
	Claims() []string
	// CanWin reports whether the seat could still win. If not, the game is drawn
	// when the time of the other seat is over.
	CanWin(seat int) bool
	// Skip returns the position in which the next seat that is not out is to act. It is
	// finished if none of these seats has a legal move.
	Skip(out []bool) Position
}

// Outcome is the outcome of a game. It is the zero value while the game is
// running.
type Outcome struct {
	Over bool `json:"over"`
	// Reason is a reason of the rules ("checkmate", "target", …) or one of the
	// constants below.
	Reason string `json:"reason,omitempty"`
	// Winners are the seats that win or share the win. It is empty in a draw.
	Winners []int `json:"winners,omitempty"`
	// Cause is the cause of an abort. It is "" for other reasons, and if it is
	// unknown.
	Cause Cause `json:"cause,omitempty"`
}

// Reasons of outcomes that do not follow from the position.
const (
	ByResignation = "resignation"
	ByAgreement   = "agreement"
	ByTime        = "time"
	// ByTimeDrawn: the time has run out, but the other seat could not have won.
	ByTimeDrawn = "time-drawn"
	// ByLast: all other seats are out.
	ByLast = "last"
	// ByAbsence: the other seat was absent for too long.
	ByAbsence = "absence"
	// ByChoice is the reason of a takeover that the player of the seat wanted.
	ByChoice = "choice"
	// ByAbort: the game was aborted and does not count.
	ByAbort = "abort"
)

// ByExpiry is the reason of a RematchDeclined event for an offer whose time is over.
const ByExpiry = "expired"

// Cause is the cause of an abort.
type Cause string

// The causes of an abort. [State.EndedBy] is the seat.
const (
	// NoFirstMove: the seat did not make its first move in time.
	NoFirstMove Cause = "first-move"
	// NoPromotions: the seat did not spend its handicap points in time.
	NoPromotions Cause = "promotions"
	// ByPlayer: the seat aborted the game.
	ByPlayer Cause = "player"
	// Absent: the seat was absent, and the other one ended the game.
	Absent Cause = "absent"
	// ByEngineFailure: the engine of the seat could not move.
	ByEngineFailure Cause = "engine"
	// ByModerator: a moderator of the site ended the game; no seat has caused it.
	ByModerator Cause = "moderator"
)
