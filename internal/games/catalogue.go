package games

import "tafelrunde/internal/match"

// The names of the games, as match.Settings.Game has them.
const (
	Wotn     = "wotn"
	Lancelot = "lancelot"
)

// Catalogue is all games. The zero value is ready to use.
type Catalogue struct{}

var _ match.Rules = Catalogue{}

// of is the rules of one game, nil if there is no such game.
func of(game string) match.Rules {
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
func (Catalogue) Check(s *match.Settings) *match.Refusal {
	if g := of(s.Game); g != nil {
		return g.Check(s)
	}
	return unknown(s.Game)
}

// FirstRound implements match.Rules; the game must be known.
func (Catalogue) FirstRound(s *match.Settings, seed uint64) match.Round {
	return of(s.Game).FirstRound(s, seed)
}

// NextRound implements match.Rules; the game must be known.
func (Catalogue) NextRound(s *match.Settings, last match.Round, o match.Outcome) match.Round {
	return of(s.Game).NextRound(s, last, o)
}

// CheckPromotions implements match.Rules.
func (Catalogue) CheckPromotions(s *match.Settings, r match.Round) *match.Refusal {
	if g := of(s.Game); g != nil {
		return g.CheckPromotions(s, r)
	}
	return unknown(s.Game)
}

// Improvements implements match.Rules; the game must be known.
func (Catalogue) ChoosePromotions(s *match.Settings, r match.Round) []match.HandicapPromotion {
	return of(s.Game).ChoosePromotions(s, r)
}

// Start implements match.Rules.
func (Catalogue) Start(s *match.Settings, r match.Round) (match.Position, *match.Refusal) {
	if g := of(s.Game); g != nil {
		return g.Start(s, r)
	}
	return nil, unknown(s.Game)
}

// first is the seat that begins a series.
func first(s *match.Settings, seed uint64) int {
	if s.First == match.RandomSeat {
		return int(seed % uint64(s.Seats))
	}
	return s.First
}
