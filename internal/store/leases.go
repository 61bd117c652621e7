package store

import "tafelrunde/internal/match"

// Lease is the lease of a piece of work: an engine's turn, a review, a comparison or a push.
//
// All are leased in the same way. A piece that is due is given to one worker, and
// is due again when the lease ends. The worker that has leased it last can renew the
// lease, store results and release it; all others get ErrNotFound. Releasing ends the
// lease before its time and says from when on the piece is due again. Each lease counts
// as an attempt, so that workers that die are counted too, unless the piece is released
// without having failed.
type Lease struct {
	// Attempts counts the leases since the work began or last made progress, including
	// this one.
	Attempts int
	// DueAt is from when on a worker may take the work: the end of the lease while it is
	// leased.
	DueAt match.Moment
}
