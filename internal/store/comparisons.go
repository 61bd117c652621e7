package store

import (
	"context"

	"tafelrunde/internal/match"
)

// MaxComparisons is how many comparisons can wait at the same time.
const MaxComparisons = 50

// Comparisons stores comparisons of people's games with the engine, which moderators
// request; see internal/jobs. A person has at most one.
type Comparisons interface {
	// RequestComparison queues a comparison of a person's games and deletes an earlier
	// result. It returns ErrConflict if one of the person waits or runs, ErrTooMany if
	// MaxComparisons do, and ErrNotFound if there is no such person.
	RequestComparison(ctx context.Context, person string, at match.Moment, e Entry) error
	// Comparison returns the comparison of a person's games, or ErrNotFound.
	Comparison(ctx context.Context, person string) (Comparison, error)
	// FinishedComparisons returns the comparisons that are finished.
	FinishedComparisons(ctx context.Context) ([]Comparison, error)
	// LeaseComparison leases the oldest comparison that is not finished or leased, or
	// returns ErrNotFound.
	LeaseComparison(ctx context.Context, now, until match.Moment) (Comparison, error)
	// KeepComparison stores result, end and lease of a comparison. It returns
	// ErrNotFound if the person has none that was requested at the same time and leased
	// as often.
	KeepComparison(ctx context.Context, c Comparison) error
	// ReleaseComparison ends the lease of a comparison that is not finished. The
	// comparison is due again at a moment. The attempt counts only if it failed. It
	// returns ErrNotFound as KeepComparison does.
	ReleaseComparison(ctx context.Context, c Comparison, due match.Moment, failed bool) error
}

// Comparison is a comparison of a person's games with the engine.
type Comparison struct {
	Person      string
	RequestedAt match.Moment
	// FinishedAt is 0 while it waits or runs.
	FinishedAt match.Moment
	Lease
	// Failed: it was given up.
	Failed bool
	// Result is a JSON object, "" before the first game was compared. The store does
	// not interpret it.
	Result string
}
