package sqlstore

import (
	"context"
	"sync/atomic"
)

// writeAheadLog is how SQLite's log gets into the database.
//
// By itself SQLite does that within a commit, whenever the log has 4 MB: with
// some thousand running matches after almost every one, and all who wait for
// theirs wait for it too. Here another connection does it beside the commits,
// and less often, so that a page that has changed many times is written once.
// What came meanwhile, which is little, is put in between two commits; after
// that SQLite begins the log anew.
type writeAheadLog struct {
	// writes are those since the log was begun, of some three pages each.
	writes atomic.Int64
	// due wakes the connection beside the commits; almost tells that it is done.
	due    chan struct{}
	almost atomic.Bool
}

// writesInLog is how many make a log long enough: about 64 MB.
const writesInLog = 5000

// wrote counts writes that have been committed.
func (s *Store) wrote(n int) {
	if s.dialect != sqlite || s.log.writes.Add(int64(n)) < writesInLog {
		return
	}
	select {
	case s.log.due <- struct{}{}:
	default:
	}
}

// checkpoints puts the log into the database, whenever it is long, beside the
// commits. An error is no harm: the log stays, and is tried again.
func (s *Store) checkpoints() {
	for {
		select {
		case <-s.closed:
			return
		case <-s.log.due:
		}
		if _, err := s.read.ExecContext(context.Background(), "PRAGMA wal_checkpoint(PASSIVE)"); err == nil {
			s.log.almost.Store(true)
		}
	}
}

// finishCheckpoint puts the rest of the log into the database, between two
// commits, and lets the next begin it anew.
func (s *Store) finishCheckpoint() {
	if !s.log.almost.Swap(false) {
		return
	}
	if _, err := s.write.ExecContext(context.Background(), "PRAGMA wal_checkpoint(RESTART)"); err == nil {
		s.log.writes.Store(0)
	}
}
