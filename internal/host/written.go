package host

import (
	"context"

	"tafelrunde/internal/match"
)

type writtenContext struct{}

// clockSkew is more than the clocks of two processes of one store differ by: both
// follow the clock of the database server.
const clockSkew = match.Second

// WithWritten returns a context for a client who may know what any process of the
// store has stored until a moment. What is read with the context contains all of it,
// whether or not notices of it have arrived.
func WithWritten(ctx context.Context, until match.Moment) context.Context {
	return context.WithValue(ctx, writtenContext{}, until)
}

// Written returns the moment given to [WithWritten], 0 for none.
func Written(ctx context.Context) match.Moment {
	until, _ := ctx.Value(writtenContext{}).(match.Moment)
	return until
}

// Outdated reports whether the client of a context may know something that data read
// from the store at a moment lacks.
func Outdated(ctx context.Context, readAt match.Moment) bool {
	until := Written(ctx)
	return until != 0 && readAt < until.After(clockSkew)
}
