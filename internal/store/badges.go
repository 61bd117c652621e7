package store

import (
	"context"

	"tafelrunde/internal/badges"
	"tafelrunde/internal/match"
)

// Badges reads a view: the badges of people, as [games.Badges] finds them when a game ends.
// A person has each badge once, of the game that ended first.
type Badges interface {
	// BadgesOf returns the badges of a person, the first earned first. Without private, those
	// of private tables do not name the match.
	BadgesOf(ctx context.Context, person string, private bool) ([]Badge, error)
}

// Badge is a badge of a person.
type Badge struct {
	Code badges.Code `json:"code"`
	// At is when the game ended.
	At match.Moment `json:"at"`
	// Match is "" if it was deleted; Game and Ply are 0 then.
	Match string `json:"match,omitempty" doc:"missing if the match was deleted or the requester may not see it"`
	Game  int    `json:"game,omitempty" doc:"the number of the game in its series, from 1"`
	Ply   int    `json:"ply,omitempty" doc:"the number of moves of all seats after which the person had the badge"`
}
