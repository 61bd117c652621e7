// Package badges finds what is rare in a finished game: badges, each defined in the terms
// of the rules and computed from the moves alone. Only games from the usual start count,
// in Way of the Knight with or without a handicap; orthodox chess has no badges.
package badges

import "slices"

// Game is the game of a badge.
type Game string

// The games.
const (
	Wotn     Game = "wotn"
	Lancelot Game = "lancelot"
)

// Code is the name of a badge in files and the HTTP interface. It is stable.
type Code string

// Badge is a badge that a side can earn in a game.
type Badge struct {
	Code Code
	Game Game
	// Law is what a side has to do, in the terms of the rules.
	Law string
}

// Earned is a badge with the number of moves after which a side has it, at least 1.
type Earned struct {
	Code Code `json:"code"`
	Ply  int  `json:"ply"`
}

// All returns all badges, those of Way of the Knight first.
func All() []Badge {
	var all []Badge
	for _, l := range wotnLaws {
		all = append(all, l.Badge)
	}
	for _, l := range lancelotLaws {
		all = append(all, l.Badge)
	}
	return all
}

// Known reports whether there is a badge with a code.
func Known(code Code) bool {
	return slices.ContainsFunc(All(), func(b Badge) bool { return b.Code == code })
}

// law is a badge with the function that finds it in a game: it returns the number of moves
// after which the side has the badge, or 0 if it has not earned it.
type law[G any] struct {
	Badge
	earned func(G) int
}

// earnedIn returns the badges of laws that a side has earned, in the order of the laws.
func earnedIn[G any](laws []law[G], game G) []Earned {
	var all []Earned
	for _, l := range laws {
		if ply := l.earned(game); ply > 0 {
			all = append(all, Earned{l.Code, ply})
		}
	}
	return all
}
