package store

import (
	"context"

	"tafelrunde/internal/match"
)

// Heartbeats records when the server could store events, so that downtime can be
// credited to clocks.
type Heartbeats interface {
	// Heartbeat records that the process can store events now, and also could at
	// the moment known, if that is not 0. It returns the latest downtime of
	// MinDowntime or more. If no deadline is within HeartbeatHorizon, it writes at
	// most once a minute.
	Heartbeat(ctx context.Context, now, known match.Moment) (Downtime, error)
	// Clock returns the time of the database server, 0 if there is none, and the
	// latest recorded heartbeat, 0 if there is none.
	Clock(ctx context.Context) (now, recorded match.Moment, err error)
	// Probe checks that the database can be written durably, also if it has to
	// grow.
	Probe(ctx context.Context) error
}

// Downtime is a time in which no process could store events. Both moments are 0
// if there was none.
type Downtime struct{ From, Until match.Moment }

const (
	// MinDowntime is the shortest time without heartbeat that counts as downtime.
	MinDowntime = 3 * match.Second
	// HeartbeatHorizon is how far ahead a deadline makes frequent heartbeats
	// necessary.
	HeartbeatHorizon = 6 * 60 * match.Minute
)
