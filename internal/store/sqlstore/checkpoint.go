package sqlstore

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// writeAheadLog is the state of checkpoints, which copy the write-ahead log of
// SQLite into the database.
//
// By default SQLite makes a checkpoint within a commit whenever the log has 4 MB.
// With some thousand running matches this happens in almost every commit and
// delays all waiting appends. Here another connection makes the checkpoints, a
// few pages at a time, because commits wait while the disk writes pages. When the
// log is long, the short rest is copied between two commits, and SQLite restarts
// the log.
type writeAheadLog struct {
	// writes counts the transactions since the log was restarted, of about three
	// pages each. fresh counts those since the last checkpoint.
	writes, fresh atomic.Int64
	// due wakes the checkpointing goroutine. long requests a restart of the log.
	due  chan struct{}
	long atomic.Bool
	// maxInLog is the number of writes after which the log is restarted,
	// perCheckpoint the number after which a checkpoint is made.
	maxInLog, perCheckpoint atomic.Int64
	// backup is locked and backupRuns is set during a backup: the log cannot
	// restart.
	backup     sync.Mutex
	backupRuns atomic.Bool
}

const (
	writesInLog         = 5000 // about 64 MB
	writesPerCheckpoint = 2500
	// checkpointEvery is the longest time for which writes are only in the log. It
	// limits what a copy of the database file without its log lacks.
	checkpointEvery = 30 * time.Second
)

// wrote counts committed writes.
func (s *Store) wrote(n int) {
	if s.dialect != sqlite {
		return
	}
	s.log.writes.Add(int64(n))
	if s.log.fresh.Add(int64(n)) < s.log.perCheckpoint.Load() {
		return
	}
	select {
	case s.log.due <- struct{}{}:
	default:
	}
}

// checkpoints makes checkpoints until the store is closed: after enough writes,
// and otherwise every checkpointEvery. Errors do no harm: the log remains, and the
// next checkpoint tries again.
func (s *Store) checkpoints() {
	tick := time.NewTicker(checkpointEvery)
	defer tick.Stop()
	for {
		least := s.log.perCheckpoint.Load()
		select {
		case <-s.closed:
			return
		case <-s.log.due:
		case <-tick.C:
			least = 1
		}
		if s.log.fresh.Load() < least {
			continue
		}
		s.log.fresh.Store(0)
		all, err := s.checkpoint(context.Background())
		if err != nil || !all {
			s.log.fresh.Add(1) // for the next tick
		}
		if err == nil && s.log.writes.Load() >= s.log.maxInLog.Load() {
			s.log.long.Store(true)
		}
	}
}

// checkpoint copies the log into the database, except pages whose previous
// versions are still being read. It reports whether it copied the whole log.
func (s *Store) checkpoint(ctx context.Context) (all bool, err error) {
	var busy, frames, done int
	err = s.read.QueryRowContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &frames, &done)
	return busy == 0 && done == frames, err
}

// finishCheckpoint copies the rest of a long log into the database between two
// commits and restarts the log.
func (s *Store) finishCheckpoint() {
	if !s.log.long.Load() || s.log.backupRuns.Load() {
		return
	}
	if s.restartLog() == nil {
		s.log.writes.Store(0)
		s.log.long.Store(false)
	}
}

// errBusy: a reader uses the log.
var errBusy = errors.New("the log is being read")

// restartLog makes the next commit write to the beginning of the log. It returns
// errBusy if the log is being read: commits must not wait for readers.
func (s *Store) restartLog() (err error) {
	ctx := context.Background()
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "PRAGMA busy_timeout(0)"); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "PRAGMA "+busyTimeout)
	var busy, all, done int
	if err := conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(RESTART)").Scan(&busy, &all, &done); err != nil {
		return err
	}
	if busy != 0 {
		return errBusy // tried again after the next commit
	}
	return nil
}
