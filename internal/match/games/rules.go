package games

import "tafelrunde/internal/match"

// The names of the games in match.Settings.Game.
const (
	Wotn     = "wotn"
	Lancelot = "lancelot"
)

// Rules implements [match.Rules] for all games. The zero value is ready to use.
type Rules struct{}

var _ match.Rules = Rules{}

// rulesOf returns the rules of a game, or nil if there is no such game.
func rulesOf(game string) match.Rules {
	switch game {
	case Wotn:
		return wotnRules{}
	case Lancelot:
		return lancelotRules{}
	}
	return nil
}

func unknown(game string) *match.Refusal {
	return match.Refuse("game", "there is no game %q", game).With("game", game)
}

// Check implements match.Rules.
func (Rules) Check(s *match.Settings) *match.Refusal {
	if g := rulesOf(s.Game); g != nil {
		return g.Check(s)
	}
	return unknown(s.Game)
}

// FirstRound implements match.Rules; the game must be known.
func (Rules) FirstRound(s *match.Settings, seed uint64) match.Round {
	return rulesOf(s.Game).FirstRound(s, seed)
}

// NextRound implements match.Rules; the game must be known.
func (Rules) NextRound(s *match.Settings, last match.Round, o match.Outcome) match.Round {
	return rulesOf(s.Game).NextRound(s, last, o)
}

// CheckPromotions implements match.Rules.
func (Rules) CheckPromotions(s *match.Settings, r match.Round) *match.Refusal {
	if g := rulesOf(s.Game); g != nil {
		return g.CheckPromotions(s, r)
	}
	return unknown(s.Game)
}

// ChoosePromotions implements match.Rules; the game must be known.
func (Rules) ChoosePromotions(s *match.Settings, r match.Round) []match.HandicapPromotion {
	return rulesOf(s.Game).ChoosePromotions(s, r)
}

// Start implements match.Rules.
func (Rules) Start(s *match.Settings, r match.Round) (match.Position, *match.Refusal) {
	if g := rulesOf(s.Game); g != nil {
		return g.Start(s, r)
	}
	return nil, unknown(s.Game)
}

// first returns the seat that begins a series.
func first(s *match.Settings, seed uint64) int {
	if s.First == match.RandomSeat {
		return int(seed % uint64(s.Seats))
	}
	return s.First
}
