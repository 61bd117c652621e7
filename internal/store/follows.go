package store

import (
	"context"

	"tafelrunde/internal/match"
)

// Follows stores which people follow others. People cannot see who follows them.
type Follows interface {
	// Follow lets a person with an account follow another, if the person then follows at most
	// atMost people. It returns ErrTooMany for more, ErrNotFound if one of them has no account,
	// and ErrConflict if the person blocks the other. If the other blocks the person, it stores
	// the same as for others, so that the person does not notice, but without effect.
	Follow(ctx context.Context, person, other string, at match.Moment, atMost int) error
	// Unfollow ends that a person follows another.
	Unfollow(ctx context.Context, person, other string) error
	// IsFollowing reports whether a person follows another.
	IsFollowing(ctx context.Context, person, other string) (bool, error)
	// Following returns the people whom a person follows, the latest first.
	Following(ctx context.Context, person string) ([]Followed, error)
}

// Followed is a person whom another follows.
type Followed struct {
	Person Person
	Since  match.Moment
	// Unseen: the follower must not see when the person is online or playing, because the
	// person hides it or blocks the follower.
	Unseen bool
}
