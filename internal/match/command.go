package match

// Command is what somebody wants to happen.
type Command struct {
	// At is when it reached the program.
	At Moment
	// By is the person's ID; "" for what the program does itself (the clock and
	// the engines).
	By string
	Do Action
}

// Action is what is wanted: one of the types below.
type Action interface{ action() }

type (
	// Open opens a table. Owner opens it and takes seat OwnerSeat, or a free one
	// if it is RandomSeat, or none if it is NoSeat. Engines are the levels of
	// engines by seat, 0 where there is none; it may be shorter than the seats.
	Open struct {
		Settings  Settings
		Owner     Player
		OwnerSeat int
		Engines   []int
		Seed      uint64
	}
	// Sit takes a seat, or a free one if Seat is RandomSeat. When the last seat is
	// taken the game begins.
	Sit struct {
		Player Player
		Seat   int
		Seed   uint64
	}
	// Leave gives a seat back before the first game.
	Leave struct{}
	// Start begins the game with engines of a level in all free seats. It is the
	// owner's.
	Start struct {
		Level int
		Seed  uint64
	}
	// Promote says how the handicap points are to be spent, as far as it has been
	// decided: all improvements so far, in order. Done begins the game.
	Promote struct {
		Promotions []HandicapPromotion
		Done       bool
	}
	// Move plays a move. Lag is the delay of the line as the client measures it;
	// Ply is the number of moves played before it, or AnyPly. Game is the number
	// of the game it is meant for, 0 for any. OfferDraw offers a draw with the
	// move, or accepts the other's offer, unless the move ends the game: either both
	// happen or nothing.
	Move struct {
		Seat int
		Text string
		Lag  Millis
		Ply  int
		Game int

		OfferDraw bool
	}
	// Resign gives the game up.
	Resign struct{}
	// OfferDraw offers a draw, or accepts the offer of the other.
	OfferDraw struct{}
	// DeclineDraw declines the other's offer.
	DeclineDraw struct{}
	// ClaimDraw claims a draw that the rules offer.
	ClaimDraw struct{ Reason string }
	// OfferTakeback asks to go back to before one's last move, or consents to
	// another's wish.
	OfferTakeback struct{}
	// DeclineTakeback declines, or takes one's own wish back.
	DeclineTakeback struct{}
	// Rematch asks for the next game, or consents to it.
	Rematch struct{ Seed uint64 }
	// DeclineRematch declines, or takes one's own wish back.
	DeclineRematch struct{}
	// Flag says that time is over.
	Flag struct{}
	// Abort gives the game up before it has begun in earnest, or closes a table
	// that waits for players.
	Abort struct{}
	// TakeOver lets an engine play for a seat: one's own, or another's that has
	// been absent since Since, as the program knows.
	TakeOver struct {
		Seat  int
		Level int
		Since Moment
	}
	// Return plays on for one's own seat.
	Return struct{}
	// ClaimAbsence ends a game for two whose other player has been absent since
	// Since: as a win, or as a draw.
	ClaimAbsence struct {
		Since Moment
		Draw  bool
	}
	// FailEngine says that the engine of a seat cannot move, in the position after
	// Ply moves of a game.
	FailEngine struct {
		Seat int
		Ply  int
		Game int
	}
	// Rename makes a person, who sits at the table or has opened it, another:
	// the program lets a guest become somebody with an account, and somebody who
	// goes for good a nobody without a name. Name, if not "", was his and is
	// invited no longer.
	Rename struct {
		Player Player
		Name   string
	}
	// Downtime gives the seat to act the time back in which the program could store
	// nothing, from From until Until: its own time, not the player's.
	Downtime struct{ From, Until Moment }
	// Chat says something. Name is the speaker's, Guest that he has no account.
	Chat struct {
		Name  string
		Guest bool
		Text  string
	}
)

// NoSeat as Open.OwnerSeat takes none.
const NoSeat = -2

// AnyPly as Move.Ply does not ask how many moves were played.
const AnyPly = -1

// AbsentAfter is how long a player must have been away before others may act on
// it.
const AbsentAfter = 1 * Minute

// MinDowntime is how long the program must have been away in a turn for the time
// to be given back. What is less is for the account of the line; see [Lag].
const MinDowntime = 2 * Second

func (Open) action()            {}
func (Sit) action()             {}
func (Leave) action()           {}
func (Start) action()           {}
func (Promote) action()         {}
func (Move) action()            {}
func (Resign) action()          {}
func (OfferDraw) action()       {}
func (DeclineDraw) action()     {}
func (ClaimDraw) action()       {}
func (OfferTakeback) action()   {}
func (DeclineTakeback) action() {}
func (Rematch) action()         {}
func (DeclineRematch) action()  {}
func (Flag) action()            {}
func (Abort) action()           {}
func (TakeOver) action()        {}
func (Return) action()          {}
func (ClaimAbsence) action()    {}
func (FailEngine) action()      {}
func (Rename) action()          {}
func (Downtime) action()        {}
func (Chat) action()            {}
