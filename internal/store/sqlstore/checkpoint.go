package sqlstore

import (
	"context"
	"sync/atomic"
)

// writeAheadLog is how SQLite's log gets into the database.
//
// By itself SQLite does that within a commit, whenever the log has 4 MB: with
// some thousand running matches after almost every one, and all who wait for
// theirs wait for it too. Here another connection does it beside the commits, a
// little at a time, because commits wait for the disk as long as it is writing
// pages. When the log is long, what came meanwhile, which is little, is put in
// between two commits; after that SQLite begins the log anew.
type writeAheadLog struct {
	// writes are those since the log was begun, of some three pages each; fresh
	// those since it was last put into the database.
	writes, fresh atomic.Int64
	// due wakes the connection beside the commits; long tells that the log is to
	// be begun anew.
	due  chan struct{}
	long atomic.Bool
}

const (
	// writesInLog is how many make a log long enough: about 64 MB.
	writesInLog = 5000
	// writesAtOnce is how many are put into the database at a time.
	writesAtOnce = 2500
)

// wrote counts writes that have been committed.
func (s *Store) wrote(n int) {
	if s.dialect != sqlite {
		return
	}
	s.log.writes.Add(int64(n))
	if s.log.fresh.Add(int64(n)) < writesAtOnce {
		return
	}
	select {
	case s.log.due <- struct{}{}:
	default:
	}
}

// checkpoints puts the log into the database beside the commits. An error is no
// harm: the log stays, and is tried again.
func (s *Store) checkpoints() {
	for {
		select {
		case <-s.closed:
			return
		case <-s.log.due:
		}
		if s.log.fresh.Swap(0) < writesAtOnce {
			continue
		}
		if _, err := s.read.ExecContext(context.Background(), "PRAGMA wal_checkpoint(PASSIVE)"); err == nil && s.log.writes.Load() >= writesInLog {
			s.log.long.Store(true)
		}
	}
}

// finishCheckpoint puts the rest of a long log into the database, between two
// commits, and lets the next begin it anew.
func (s *Store) finishCheckpoint() {
	if !s.log.long.Load() {
		return
	}
	var busy, all, done int
	err := s.write.QueryRowContext(context.Background(), "PRAGMA wal_checkpoint(RESTART)").Scan(&busy, &all, &done)
	if err != nil || busy != 0 {
		return // tried again after the next commit
	}
	s.log.writes.Store(0)
	s.log.long.Store(false)
}
