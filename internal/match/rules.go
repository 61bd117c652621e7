package match

// Rules are the games that can be played, as a match sees them: moves and
// positions are text, players are seats. They are pure.
type Rules interface {
	// Check returns the refusal of settings that this game does not permit, or nil.
	Check(s *Settings) *Refusal
	// FirstRound is how the first game of a series begins. The seed decides
	// where the settings leave something to chance.
	FirstRound(s *Settings, seed uint64) Round
	// NextRound is how the game after one that has ended begins.
	NextRound(s *Settings, last Round, o Outcome) Round
	// CheckPromotions tells why the improvements of a round, which may not be all yet,
	// cannot be made.
	CheckPromotions(s *Settings, r Round) *Refusal
	// ChoosePromotions are how an engine spends the points of a round: all of them,
	// so that Start does not refuse, or as many as can be.
	ChoosePromotions(s *Settings, r Round) []HandicapPromotion
	// Start is the position at the beginning of a game, or why there is none.
	Start(s *Settings, r Round) (Position, *Refusal)
}

// Round is how one game of a series begins.
type Round struct {
	// First is the seat that moves first.
	First int `json:"first"`
	// Points are the handicap points by seat; empty without handicap.
	Points []int `json:"points,omitempty"`
	// Promotions are the improvements made with them.
	Promotions []HandicapPromotion `json:"promotions,omitempty"`
}

// HandicapSeat is the seat with handicap points and how many it has; it is -1 if
// there are none.
func (r *Round) HandicapSeat() (seat, points int) {
	for seat, points := range r.Points {
		if points > 0 {
			return seat, points
		}
	}
	return -1, 0
}

// HandicapPromotion is a handicap point spent: the man on the square becomes another.
type HandicapPromotion struct {
	Square string `json:"square"`
	Kind   string `json:"kind"`
}

// Position is a game at one moment. It never changes, and an implementation can
// be compared with ==.
type Position interface {
	// Text is the position as the game writes it.
	Text() string
	// ToAct is the seat to move, -1 when the game is over.
	ToAct() int
	// Play returns the position after a move, given as text, and the move in
	// its canonical form.
	Play(move string) (Position, string, *Refusal)
	// Outcome is how the game stands by the rules.
	Outcome() Outcome
	// Claims are the draws that the seat to act may claim.
	Claims() []string
	// CanWin reports whether the seat could still win; one that cannot does not
	// win by the other's time either.
	CanWin(seat int) bool
	// Skip is the position in which it is the turn of a seat that is not out, or
	// which is over because none of them can act.
	Skip(out []bool) Position
}

// Outcome is how a game stands or has ended.
type Outcome struct {
	Over bool `json:"over"`
	// Reason is a name of the rules' ("checkmate", "target", …) or one of those
	// below.
	Reason string `json:"reason,omitempty"`
	// Winners are the seats that win or share the win; none in a draw.
	Winners []int `json:"winners,omitempty"`
	// Cause is why a game was aborted; "" for other reasons, and if it is not
	// known.
	Cause Cause `json:"cause,omitempty"`
}

// Reasons why a game has ended that are not the rules'.
const (
	ByResignation = "resignation"
	ByAgreement   = "agreement"
	ByTime        = "time"
	// ByTimeDrawn: time was over, but the other seat could not have won.
	ByTimeDrawn = "time-drawn"
	// ByLast: all other seats are out.
	ByLast = "last"
	// ByAbsence: the other seat was gone for too long.
	ByAbsence = "absence"
	// ByAbort: the game was given up before it had begun in earnest, and counts
	// for nothing.
	ByAbort = "abort"
)

// Cause is why a game was aborted.
type Cause string

// Causes of an abort. [State.EndedBy] is the seat.
const (
	// NoFirstMove: the seat did not make its first move in time.
	NoFirstMove Cause = "first-move"
	// NoPromotions: the seat did not spend its handicap points in time.
	NoPromotions Cause = "promotions"
	// ByPlayer: the seat aborted the game.
	ByPlayer Cause = "player"
	// Absent: the seat was away, and the other one ended the game.
	Absent Cause = "absent"
	// ByEngineFailure: the engine of the seat could not move.
	ByEngineFailure Cause = "engine"
)
