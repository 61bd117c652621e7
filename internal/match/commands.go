package match

// CommandSpec declares a command that clients send.
type CommandSpec struct {
	// Type is the value of the field "type".
	Type    string
	Summary string
	// Fields are the other fields, by their names in the JSON of [CommandRequest].
	Fields []CommandField
	// Codes are the codes of its refusals besides those of [Sender.Codes].
	Codes []string
	// RuleCodes reports whether the rules of the game may refuse it with codes of
	// their own.
	RuleCodes bool

	action func(r *CommandRequest, by Player, seed uint64) Action
}

// CommandField is a field of a command.
type CommandField struct {
	Name     string
	Required bool
	Doc      string
}

// Sender returns the group of people who may send the command.
func (c *CommandSpec) Sender() Sender {
	return c.action(&CommandRequest{}, Player{}, 0).sender()
}

// CommandRequest is a command as clients send it. Its fields depend on the type;
// see [Commands].
type CommandRequest struct {
	Type       string              `json:"type" maxLength:"40"`
	Seat       *int                `json:"seat,omitempty"`
	Move       string              `json:"move,omitempty" maxLength:"40"`
	Ply        *int                `json:"ply,omitempty"`
	Lag        int64               `json:"lag,omitempty"`
	Level      int                 `json:"level,omitempty"`
	Promotions []HandicapPromotion `json:"promotions,omitempty" maxItems:"40" nullable:"true"`
	Done       bool                `json:"done,omitempty"`
	Reason     string              `json:"reason,omitempty" maxLength:"40"`
	Draw       bool                `json:"draw,omitempty"`
	Text       string              `json:"text,omitempty" maxLength:"4000"`
}

// Action returns the requested action of a person, or false if there is no command
// of the type. The seed determines random choices.
func (r *CommandRequest) Action(by Player, seed uint64) (Action, bool) {
	c := CommandOf(r.Type)
	if c == nil {
		return nil, false
	}
	return c.action(r, by, seed), true
}

// CommandOf returns the command of a type, or nil.
func CommandOf(name string) *CommandSpec { return commandsByType[name] }

var commandsByType = func() map[string]*CommandSpec {
	all := make(map[string]*CommandSpec)
	for i := range Commands {
		c := &Commands[i]
		all[c.Type] = c
	}
	return all
}()

func (r *CommandRequest) seat() int {
	if r.Seat == nil {
		return RandomSeat
	}
	return *r.Seat
}

func (r *CommandRequest) ply() int {
	if r.Ply == nil {
		return AnyPly
	}
	return max(0, *r.Ply)
}

// simple declares a command whose action has no fields.
func simple[A Action](*CommandRequest, Player, uint64) Action {
	var a A
	return a
}

// Codes returns the codes of refusals to people who may not send the command, and
// of commands in a phase that does not allow the sender. All commands can also be
// refused with "no-table".
func (s Sender) Codes() []string {
	switch s {
	case FromOwner:
		return []string{"not-owner"}
	case FromSeatedOrOwner:
		return []string{"not-owner", "not-seated"}
	case FromSeated:
		return []string{"not-seated"}
	case FromToMove:
		return []string{"not-seated", "not-playing", "not-your-turn", "not-yours"}
	case FromPlayer:
		return []string{"not-seated", "not-playing", "out", "taken-over"}
	case FromReplaced:
		return []string{"not-seated", "not-playing", "out", "not-taken-over"}
	}
	return nil
}

// Commands are all commands that clients send. The dispatch over HTTP, the
// OpenAPI document and docs/formats/match-events.md follow from this list or are
// tested against it.
var Commands = [...]CommandSpec{
	{
		Type: "sit", Summary: "takes a seat; the game begins when all seats are taken",
		Fields: []CommandField{{"seat", false, "-1 or left out for the first free one"}},
		Codes:  []string{"not-waiting", "name", "seated", "not-invited", "rated-account", "rated-bot", "full", "no-seat", "taken"},
		action: func(r *CommandRequest, by Player, seed uint64) Action {
			return Sit{Player: by, Seat: r.seat(), Seed: seed}
		},
	},
	{
		Type: "decline", Summary: "declines the invitation to a private table, which is closed if too few people remain invited",
		Codes:  []string{"not-waiting", "seated", "not-invited"},
		action: func(_ *CommandRequest, by Player, _ uint64) Action { return Decline{Player: by} },
	},
	{
		Type: "leave", Summary: "frees the seat before the first game",
		Codes: []string{"not-waiting"}, action: simple[Leave],
	},
	{
		Type: "start", Summary: "begins the game with engines in all free seats",
		Fields: []CommandField{{"level", false, "1 to 10, or 11 to 17 for a beginner; needed if seats are free"}},
		Codes:  []string{"not-waiting", "not-full", "level", "rated-account"},
		action: func(r *CommandRequest, _ Player, seed uint64) Action { return Start{Level: r.Level, Seed: seed} },
	},
	{
		Type: "promote", Summary: "spends handicap points before the game",
		Fields: []CommandField{
			{"promotions", false, "[{`square`, `kind`}], all so far, in order"},
			{"done", false, "true begins the game"},
		},
		Codes: []string{"not-promoting", "not-your-points", "points-exceeded", "points-left"}, RuleCodes: true,
		action: func(r *CommandRequest, _ Player, _ uint64) Action {
			return Promote{Promotions: r.Promotions, Done: r.Done}
		},
	},
	{
		Type: "move", Summary: "plays a move",
		Fields: []CommandField{
			{"move", true, ""},
			{"ply", false, "number of moves before it"},
			{"lag", false, "network delay"},
		},
		Codes: []string{"stale", "time-over"}, RuleCodes: true,
		action: func(r *CommandRequest, _ Player, _ uint64) Action {
			return Move{Text: r.Move, Lag: Millis(r.Lag), Ply: r.ply()}
		},
	},
	{Type: "resign", Summary: "resigns the game", action: simple[Resign]},
	{
		Type: "berserk", Summary: "halves the sender's time before the first move and renounces the increment, in an arena",
		Codes: []string{"no-berserk"}, action: simple[Berserk],
	},
	{
		Type: "draw", Summary: "offers a draw, or accepts the opponent's offer",
		Codes:  []string{"two-seats", "draw-offered", "engine-no-draw", "draw-early", "draw-again"},
		action: simple[OfferDraw],
	},
	{
		Type: "decline-draw", Summary: "declines a draw",
		Codes: []string{"no-draw-offer"}, action: simple[DeclineDraw],
	},
	{
		Type: "claim-draw", Summary: "claims a draw that the rules allow",
		Fields: []CommandField{{"reason", true, "one of `claims` of the view"}},
		Codes:  []string{"not-your-turn", "not-claimable", "time-over"},
		action: func(r *CommandRequest, _ Player, _ uint64) Action { return ClaimDraw{Reason: r.Reason} },
	},
	{
		Type: "takeback", Summary: "proposes a takeback to before the sender's last move, or accepts one",
		Codes: []string{"no-takebacks", "takeback-offered", "no-move"}, action: simple[OfferTakeback],
	},
	{
		Type: "decline-takeback", Summary: "declines a takeback, or withdraws it",
		Codes: []string{"no-takeback-offer"}, action: simple[DeclineTakeback],
	},
	{
		Type: "rematch", Summary: "offers the next game, or accepts it",
		Codes:  []string{"not-finished", "rematch-offered", "no-rematch-offer", "tournament"},
		action: func(_ *CommandRequest, _ Player, seed uint64) Action { return Rematch{Seed: seed} },
	},
	{
		Type: "decline-rematch", Summary: "declines the next game, or withdraws the offer",
		Codes: []string{"no-rematch-offer"}, action: simple[DeclineRematch],
	},
	{
		Type: "abort", Summary: "ends a game before every seat has moved, without a result; closes a waiting table, for its owner",
		Codes: []string{"not-playing", "too-late-to-abort", "tournament"}, action: simple[Abort],
	},
	{
		Type: "take-over", Summary: "lets an engine play for a seat: the sender's own, with two seats until the end of the game, or one whose player is absent",
		Fields: []CommandField{{"seat", true, ""}, {"level", true, "1 to 10, or 11 to 17 for a beginner"}},
		Codes:  []string{"no-seat", "level", "rated", "tournament", "engine", "correspondence", "present"},
		action: func(r *CommandRequest, _ Player, _ uint64) Action { return TakeOver{Seat: r.seat(), Level: r.Level} },
	},
	{
		Type: "return", Summary: "ends the takeover of the sender's seat",
		action: simple[Return],
	},
	{
		Type: "claim-absence", Summary: "ends a game for two whose other player is absent",
		Fields: []CommandField{{"draw", false, "true for a draw instead of a win"}},
		Codes:  []string{"two-seats", "engine", "correspondence", "present"},
		action: func(r *CommandRequest, _ Player, _ uint64) Action { return ClaimAbsence{Draw: r.Draw} },
	},
	{
		Type: "chat", Summary: "sends a message to the players, or to the spectators if the sender has no seat",
		Fields: []CommandField{{"text", true, "1 to 500 characters"}},
		Codes:  []string{"player", "chat-text", "chat-empty", "chat-long"},
		action: func(r *CommandRequest, by Player, _ uint64) Action {
			return Chat{Name: by.Name, Guest: !by.Account, Bot: by.Bot, Text: r.Text}
		},
	},
}
