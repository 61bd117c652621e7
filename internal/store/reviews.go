package store

import (
	"context"
	"errors"

	"tafelrunde/internal/match"
)

// Errors of RequestReview.
var (
	// ErrReviewsFull is returned if as many reviews wait or run as permitted for everybody together.
	ErrReviewsFull = errors.New("too many reviews wait")
	// ErrReviewsOpen is returned if as many reviews of the person wait or run as permitted.
	ErrReviewsOpen = errors.New("too many reviews of the person wait")
	// ErrReviewsToday is returned if the person has requested as many reviews in the
	// last 24 hours as permitted.
	ErrReviewsToday = errors.New("the person has requested too many reviews")
)

// ErrReviewFinished is the error of CancelReview if the review is finished.
var ErrReviewFinished = errors.New("the review is finished")

// Reviews stores reviews of finished games that people request and workers make; see
// internal/jobs. A game has at most one.
//
// Workers serve people in turn: the next review is one of the person whose last review
// began longest ago. Of each person at most one is running.
type Reviews interface {
	// RequestReview queues a review of a game, and returns it as stored. If the game has
	// one that waits, runs or is finished by the same engine or a newer one, it returns that one; one that
	// failed is queued again and keeps its results if All, Nodes and Engine are the same.
	// Otherwise it returns ErrReviewsFull, ErrReviewsOpen or
	// ErrReviewsToday if a limit is reached, and ErrNotFound without such a match. Of r it
	// uses Match, Game, Person, RequestedAt, All, Nodes and Engine.
	RequestReview(ctx context.Context, r Review, limits ReviewLimits) (Review, error)
	// Review returns the review of a game, or ErrNotFound.
	Review(ctx context.Context, id string, game int) (Review, error)
	// OpenReviews returns the reviews that run or wait, in the order in which they will
	// be made as far as is known.
	OpenReviews(ctx context.Context, now match.Moment) ([]Review, error)
	// ReviewsBy returns the reviews that a person requested, the newest first.
	ReviewsBy(ctx context.Context, person string) ([]Review, error)
	// ReviewResults returns the results stored so far, by place.
	ReviewResults(ctx context.Context, id string, game int) ([]ReviewResult, error)
	// LeaseReview leases the next review until a moment, or returns ErrNotFound.
	LeaseReview(ctx context.Context, now, until match.Moment) (Review, error)
	// KeepReview stores results of a leased review, and of r Attempts, Done, DueAt,
	// Running, Failed, FinishedAt and Engine. With another Engine than stored, the earlier
	// results are deleted. It returns ErrNotFound if the review was cancelled
	// or leased again, also if it was cancelled and then requested again.
	KeepReview(ctx context.Context, r Review, results []ReviewResult) error
	// ReleaseReview ends the lease of a review that is not finished. The review is due
	// again at a moment. The attempt counts only if it failed. It returns ErrNotFound as
	// KeepReview does.
	ReleaseReview(ctx context.Context, r Review, due match.Moment, failed bool) error
	// CancelReview deletes a review that waits or runs, with its results so far. It
	// returns ErrNotFound without a review, and ErrReviewFinished for one that is done or
	// has failed, which stays.
	CancelReview(ctx context.Context, id string, game int, e Entry) error
	// DeleteReview deletes a review in any state with its results, or returns ErrNotFound.
	DeleteReview(ctx context.Context, id string, game int, e Entry) error
}

// ReviewLimits are the limits of requests.
type ReviewLimits struct {
	// All and Open are how many reviews may wait or run at the same time: of everybody,
	// and of one person.
	All, Open int
	// PerDay is how many a person may request in 24 hours.
	PerDay int
}

// Review is a review of a finished game.
type Review struct {
	Match string
	Game  int
	// Person requested it; "" if the person was deleted.
	Person      string
	RequestedAt match.Moment
	// BeganAt is when it was leased first, 0 before.
	BeganAt    match.Moment
	FinishedAt match.Moment
	Lease
	Running bool
	// Failed: it was given up.
	Failed bool
	// Leases changes with every lease and request.
	Leases int
	// Done of All searches are stored, each of Nodes nodes.
	Done, All, Nodes int
	// Engine is the version of the engine that makes or has made it; see internal/judge.
	Engine int
}

// RunningAt reports whether a worker holds the review at a moment.
func (r *Review) RunningAt(now match.Moment) bool {
	return r.FinishedAt == 0 && r.Running && r.DueAt > now
}

// ReviewResult is the result of one search of a review.
type ReviewResult struct {
	// Place is the number of moves before the position.
	Place int
	// Body is JSON. The store does not interpret it.
	Body string
}
