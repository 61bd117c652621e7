package sqlstore

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"
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
	// inLog is how many writes make a log long enough, atOnce how many are put
	// into the database at a time.
	inLog, atOnce atomic.Int64
	// backup is locked while a backup is made, and held is set: the log cannot be
	// begun anew.
	backup sync.Mutex
	held   atomic.Bool
}

const (
	writesInLog  = 5000 // about 64 MB
	writesAtOnce = 2500
	// checkpointEvery is how long writes stay in the log alone at most. The time
	// bounds what a copy of the database file without its log lacks.
	checkpointEvery = 30 * time.Second
)

// wrote counts writes that have been committed.
func (s *Store) wrote(n int) {
	if s.dialect != sqlite {
		return
	}
	s.log.writes.Add(int64(n))
	if s.log.fresh.Add(int64(n)) < s.log.atOnce.Load() {
		return
	}
	select {
	case s.log.due <- struct{}{}:
	default:
	}
}

// checkpoints puts the log into the database beside the commits: when enough
// has been written, and otherwise after checkpointEvery. An error is no harm: the
// log stays, and is tried again.
func (s *Store) checkpoints() {
	tick := time.NewTicker(checkpointEvery)
	defer tick.Stop()
	for {
		least := s.log.atOnce.Load()
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
		if err == nil && s.log.writes.Load() >= s.log.inLog.Load() {
			s.log.long.Store(true)
		}
	}
}

// checkpoint puts the log into the database as far as no reader needs the pages
// as they were before. It reports whether this was all of the log.
func (s *Store) checkpoint(ctx context.Context) (all bool, err error) {
	var busy, frames, done int
	err = s.read.QueryRowContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &frames, &done)
	return busy == 0 && done == frames, err
}

// finishCheckpoint puts the rest of a long log into the database, between two
// commits, and lets the next begin it anew.
func (s *Store) finishCheckpoint() {
	if !s.log.long.Load() || s.log.held.Load() {
		return
	}
	if s.restartLog() == nil {
		s.log.writes.Store(0)
		s.log.long.Store(false)
	}
}

// errBusy: somebody reads in the log.
var errBusy = errors.New("the log is being read")

// restartLog lets the next commit begin the log anew, unless somebody reads in
// it just now: commits are not to wait for readers.
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
