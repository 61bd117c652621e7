package sqlstore

import (
	"context"
	"errors"
	"os"
	"sync/atomic"
	"time"
)

// writeAheadLog is how SQLite's log gets into the database.
//
// By itself SQLite does that within a commit, whenever the log has 4 MB: with
// some thousand running matches after almost every one, and all who wait for
// theirs wait for it too. Here it goes in three steps:
//
//  1. Another connection puts the log into the database beside the commits. The
//     pages are then in the system's memory; SQLite waits for the disk only when
//     all of the log is in, which is never so while others commit.
//  2. They are given to the disk a little at a time, because commits wait as long
//     as it is writing much else.
//  3. Between two commits what came meanwhile, which is little, is put in and
//     given to the disk, and SQLite begins the log anew.
//
// A power cut does no harm at any time: the log is whole until it is begun anew,
// and until then it counts instead of what is in the database.
type writeAheadLog struct {
	// database is its file, to have it synced. It is closed after SQLite has closed
	// it: before, that would take SQLite's locks away. It is nil for
	// PostgreSQL.
	database *os.File
	// writes are those since the log was begun, of some three pages each; fresh
	// those since it was last put into the database.
	writes, fresh atomic.Int64
	// due wakes the connection beside the commits; long tells that the log is to
	// be begun anew.
	due  chan struct{}
	long atomic.Bool
	// inLog is how many writes make a log long enough, atOnce how many are put
	// into the database at a time.
	inLog, atOnce int64
}

const (
	writesInLog  = 5000 // about 64 MB
	writesAtOnce = 2500
	// restAtMost is how many may be left for the time between two commits.
	restAtMost = 100
	// roundsAtMost is how often it is tried to have no more left.
	roundsAtMost = 4
)

// wrote counts writes that have been committed.
func (s *Store) wrote(n int) {
	if s.dialect != sqlite {
		return
	}
	s.log.writes.Add(int64(n))
	if s.log.fresh.Add(int64(n)) < s.log.atOnce {
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
		if s.log.fresh.Load() < s.log.atOnce {
			continue
		}
		var err error
		for range roundsAtMost {
			s.log.fresh.Store(0)
			if _, err = s.read.ExecContext(context.Background(), "PRAGMA wal_checkpoint(PASSIVE)"); err != nil {
				break
			}
			s.syncGently(s.log.database)
			if s.log.writes.Load() < s.log.inLog || s.log.fresh.Load() < restAtMost {
				break
			}
		}
		if err == nil && s.log.writes.Load() >= s.log.inLog {
			s.log.long.Store(true)
		}
	}
}

const (
	// pieceToSync is how much of a file is given to the disk at a time, and
	// breathe for how long at most the disk is then left to the commits.
	pieceToSync = 1 << 19
	breathe     = 20 * time.Millisecond
)

// syncGently gives what was written to a file to the disk, piece by piece, with
// pauses as long as the disk was busy, so that commits come in between.
func (s *Store) syncGently(file *os.File) {
	info, err := file.Stat()
	if err != nil {
		return
	}
	for at := int64(0); at < info.Size(); at += pieceToSync {
		from := time.Now()
		if syncPiece(file, at, pieceToSync) != nil {
			break // then all at once
		}
		took := time.Since(from)
		if took < time.Millisecond {
			continue // there was nothing to write
		}
		select {
		case <-s.closed:
			return
		case <-time.After(min(took, breathe)):
		}
	}
	file.Sync() // an error is SQLite's to find: it syncs too before the log is begun anew
}

// finishCheckpoint puts the rest of a long log into the database, between two
// commits, and lets the next begin it anew.
func (s *Store) finishCheckpoint() {
	if !s.log.long.Load() {
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
