package match

// Command requests an action in a match.
type Command struct {
	// At is the time of arrival.
	At Moment
	// By is the ID of the person, "" for the server itself (clocks and engines).
	By string
	Do Action
}

// Action is one of the types below.
type Action interface {
	sender() Sender
}

// Sender is the group of people who may send a command. [Decide] refuses others.
type Sender int

const (
	// FromServer: the server itself, never a client.
	FromServer Sender = iota
	// FromAnyone: a person who may see the table.
	FromAnyone
	// FromOwner: the owner of the table.
	FromOwner
	// FromSeatedOrOwner: a person with a seat, or the owner.
	FromSeatedOrOwner
	// FromSeated: a person with a seat.
	FromSeated
	// FromToMove: the person to move; for an engine, the server.
	FromToMove
	// FromPlayer: a person with a seat in the running game whose seat is not out
	// and not taken over by an engine.
	FromPlayer
	// FromReplaced: a person with a seat in the running game whose seat is taken
	// over by an engine.
	FromReplaced
)

type (
	// Open opens a table. The owner takes OwnerSeat, which may be RandomSeat or
	// NoSeat. Engines has the levels of the engines by seat, 0 for none; it may be
	// shorter than the number of seats.
	//
	// The table of a tournament has Players instead, people or engines for all seats in
	// order, and the game begins at once.
	Open struct {
		Settings  Settings
		Owner     Player
		OwnerSeat int
		Engines   []int
		Players   []Player
		Seed      uint64
	}
	// Sit takes a seat; RandomSeat takes the first free one. The game begins when
	// all seats are taken.
	Sit struct {
		Player Player
		Seat   int
		Seed   uint64
	}
	// Decline declines the invitation to a private table that waits for players. The
	// table is closed if fewer people remain invited than seats are free.
	// Reason may be "".
	Decline struct {
		Player Player
		Reason string
	}
	// Leave frees the seat before the first game.
	Leave struct{}
	// Start fills the free seats with engines of a level and begins the game.
	Start struct {
		Level int
		Seed  uint64
	}
	// Promote sets the handicap promotions: all so far, in order. Done begins the
	// game.
	Promote struct {
		Promotions []HandicapPromotion
		Done       bool
	}
	// Move plays a move.
	Move struct {
		// Seat is the seat of an engine's move; a person's seat is known.
		Seat int
		Text string
		// Lag is the network delay measured by the client.
		Lag Millis
		// Ply is the number of moves before this one, or AnyPly. Game is the number
		// of the game, or 0 for any. If they do not match, the command is refused.
		Ply  int
		Game int
		// OfferDraw also offers a draw, or accepts the opponent's offer, unless the
		// move ends the game. If the offer is refused, the move is not played.
		OfferDraw bool
	}
	// Resign resigns the game.
	Resign struct{}
	// Berserk halves the time of the sender, who has not moved yet, and renounces the increment.
	Berserk struct{}
	// OfferDraw offers a draw, or accepts the opponent's offer.
	OfferDraw struct{}
	// DeclineDraw declines the opponent's offer.
	DeclineDraw struct{}
	// ClaimDraw claims a draw for one of [Position.Claims].
	ClaimDraw struct{ Reason string }
	// OfferTakeback proposes a takeback to before the sender's last move, or
	// accepts a proposal.
	OfferTakeback struct{}
	// DeclineTakeback declines a proposed takeback, or withdraws it.
	DeclineTakeback struct{}
	// Rematch offers the next game of the series, or accepts it. If Accept is not 0,
	// it only accepts the offer with that [RematchOffer.Seq].
	Rematch struct {
		Seed   uint64
		Accept int64
	}
	// DeclineRematch declines another game, or withdraws the offer. Reason may be "".
	// If Offer is not 0, only the offer with that [RematchOffer.Seq] is meant.
	DeclineRematch struct {
		Reason string
		Offer  int64
	}
	// Flag ends the turn of a seat whose time is over, or an offer of a rematch, or begins the second
	// game of a pair.
	Flag struct{}
	// Terminate closes the table before its first game, or aborts the running game.
	Terminate struct{}
	// RemoveChat removes the chat message with an event number from what is shown.
	RemoveChat struct{ Number int64 }
	// Abort ends a game in which not every seat has moved yet, without a result. It
	// closes a table that waits for players.
	Abort struct{}
	// TakeOver lets an engine play for a seat: the sender's own, or one whose player
	// has been absent since Since.
	TakeOver struct {
		Seat  int
		Level int
		Since Moment
	}
	// Return ends the takeover of the sender's seat.
	Return struct{}
	// ClaimAbsence ends a game for two whose other player has been absent since
	// Since, as a win or as a draw.
	ClaimAbsence struct {
		Since Moment
		Draw  bool
	}
	// FailEngine reports that the engine of a seat has no move after Ply moves of a
	// game.
	FailEngine struct {
		Seat int
		Ply  int
		Game int
	}
	// Rename replaces a player's identity, for example when a guest registers or an
	// account is deleted. Name, if not "", is removed from the invited names.
	Rename struct {
		Player Player
		Name   string
	}
	// Downtime credits the clock of the seat to act with the time from From until
	// Until, in which the server could not store moves.
	Downtime struct{ From, Until Moment }
	// Chat sends a message. Name is the sender's name; Guest means without account,
	// Bot that the account is a program's. A message of a player goes to the players,
	// unless ToSpectators is true; one of a spectator always goes to the spectators.
	Chat struct {
		Name         string
		Guest, Bot   bool
		ToSpectators bool
		Text         string
	}
)

// NoSeat as Open.OwnerSeat takes no seat.
const NoSeat = -2

// AnyPly as Move.Ply accepts any number of moves.
const AnyPly = -1

// AbsentAfter is how long a player must be disconnected before opponents may
// take over the seat or claim the game.
const AbsentAfter = 1 * Minute

// MinDowntime is the shortest downtime that is credited. Shorter delays are
// covered by lag compensation.
const MinDowntime = 2 * Second

func (Open) sender() Sender            { return FromAnyone }
func (Sit) sender() Sender             { return FromAnyone }
func (Decline) sender() Sender         { return FromAnyone }
func (Leave) sender() Sender           { return FromSeated }
func (Start) sender() Sender           { return FromOwner }
func (Promote) sender() Sender         { return FromSeated }
func (Move) sender() Sender            { return FromToMove }
func (Resign) sender() Sender          { return FromPlayer }
func (Berserk) sender() Sender         { return FromPlayer }
func (OfferDraw) sender() Sender       { return FromPlayer }
func (DeclineDraw) sender() Sender     { return FromPlayer }
func (ClaimDraw) sender() Sender       { return FromPlayer }
func (OfferTakeback) sender() Sender   { return FromPlayer }
func (DeclineTakeback) sender() Sender { return FromPlayer }
func (Rematch) sender() Sender         { return FromSeated }
func (DeclineRematch) sender() Sender  { return FromSeated }
func (Flag) sender() Sender            { return FromServer }
func (Terminate) sender() Sender       { return FromServer }
func (RemoveChat) sender() Sender      { return FromServer }
func (Abort) sender() Sender           { return FromSeatedOrOwner }
func (TakeOver) sender() Sender        { return FromPlayer }
func (Return) sender() Sender          { return FromReplaced }
func (ClaimAbsence) sender() Sender    { return FromPlayer }
func (FailEngine) sender() Sender      { return FromServer }
func (Rename) sender() Sender          { return FromServer }
func (Downtime) sender() Sender        { return FromServer }
func (Chat) sender() Sender            { return FromAnyone }
