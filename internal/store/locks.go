package store

import (
	"context"
	"errors"
)

// Locks lets one process at a time do something.
type Locks interface {
	// Exclusively calls do while no other call with the name is running, in any
	// process that uses the database. It returns the error of do, ErrBusy if the
	// other calls take too long, or the error of ctx. Do must not call Exclusively.
	//
	// A process that loses its connection to the database loses the lock, so do must
	// leave nothing invalid if another process does the same at the same time.
	Exclusively(ctx context.Context, name string, do func() error) error
}

// ErrBusy is returned if other calls hold a lock for too long.
var ErrBusy = errors.New("the lock is busy; try again in a moment")
