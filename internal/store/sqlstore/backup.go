package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"tafelrunde/internal/match"
)

// ErrNoBackup is the error of Backup with PostgreSQL, which has its own tools.
var ErrNoBackup = errors.New("PostgreSQL has its own tools for consistent backups of a running server: use pg_dump and pg_restore")

// ErrBackupRuns is the error of Backup while another backup is running. While
// there is a backup, the write-ahead log cannot restart.
var ErrBackupRuns = errors.New("another backup is being made")

const (
	// backupChunk is how many bytes are read between two pauses.
	backupChunk = 256 << 10
	// backupPause is the length of a pause as a multiple of the reading time before
	// it: a backup uses a quarter of one CPU. backupPauseMost is the longest pause.
	backupPause     = 3
	backupPauseMost = 100 * time.Millisecond
)

// Backup writes a consistent copy of an SQLite database to w while others read
// and write. It contains everything that was acknowledged before the call. Backup
// reads slowly, so that writers are hardly delayed.
func (s *Store) Backup(ctx context.Context, w io.Writer) error {
	if s.dialect != sqlite {
		return ErrNoBackup
	}
	if !s.log.backup.TryLock() {
		return ErrBackupRuns
	}
	defer s.log.backup.Unlock()
	// The log cannot restart while its beginning is being read, so commits need not
	// try.
	s.log.backupRuns.Store(true)
	defer s.log.backupRuns.Store(false)
	return writePages(ctx, s.read, w, backupPause)
}

// BackupFile writes a copy of a database file that no process has open to w. It
// does not run migrations. The error wraps ErrInUse if a process has the file
// open.
func BackupFile(ctx context.Context, file string, w io.Writer) (err error) {
	if err := mustExist(file); err != nil {
		return err
	}
	lock, err := lockFile(file + ".lock")
	if err != nil {
		return fmt.Errorf("the database %s cannot be opened: %w", file, err)
	}
	defer func() { err = errors.Join(err, lock.remove()) }()
	if err := checkFiles(ctx, file); err != nil {
		return err
	}
	if err := privateFiles(file); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", sqliteAddress(file))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	return writePages(ctx, db, w, 0)
}

// writePages writes the pages of a database in order, as of one moment, and their
// checksum: a read transaction does not see later commits. After each chunk it pauses
// for pause times the duration of reading the chunk.
func writePages(ctx context.Context, db *sql.DB, to io.Writer, pause time.Duration) (err error) {
	w := newSumWriter(to)
	conn, err := db.Conn(ctx)
	if err != nil {
		return unavailable(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "BEGIN DEFERRED"); err != nil {
		return unavailable(err)
	}
	defer func() {
		_, endErr := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		err = errors.Join(err, endErr)
	}()
	rows, err := conn.QueryContext(ctx, "SELECT data FROM sqlite_dbpage('main') ORDER BY pgno")
	if err != nil {
		return unavailable(err)
	}
	defer rows.Close()
	from, part := time.Now(), make([]byte, 0, backupChunk)
	for rows.Next() {
		var page sql.RawBytes
		if err := rows.Scan(&page); err != nil {
			return err
		}
		if part = append(part, page...); len(part) < backupChunk {
			continue
		}
		if _, err := w.Write(part); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if pause > 0 {
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(min(backupPauseMost, pause*time.Since(from))):
			}
		}
		from, part = time.Now(), part[:0]
	}
	if err := rows.Err(); err != nil {
		return unavailable(err)
	}
	if _, err := w.Write(part); err != nil {
		return err
	}
	return w.end()
}

// ErrExists is the error of Restore if there is a database already.
var ErrExists = errors.New("there is a database already")

// restoring is the suffix of the copy that Restore checks before it replaces a
// database. If it is left, a restore was interrupted.
const restoring = ".restoring"

// RestoreOptions are the options of Restore.
type RestoreOptions struct {
	// Replace permits to replace a database.
	Replace bool
	// Force restores a backup with problems, which the result lists.
	Force bool
}

// Restore checks a copy of a backup and makes it the database file. The error
// wraps ErrInUse if a process has the database open, and ErrExists if there is a
// database that must not be replaced. A replaced database is renamed to the file kept,
// which is "" if there was none. After any other error the database is as it was before.
func Restore(ctx context.Context, backup, file string, rules match.Rules, o RestoreOptions) (info BackupInfo, kept string, err error) {
	if err := mustExist(backup); err != nil {
		return info, "", err
	}
	lock, err := lockFile(file + ".lock")
	if err != nil {
		return info, "", fmt.Errorf("the database %s cannot be replaced: %w", file, err)
	}
	defer func() { err = errors.Join(err, lock.remove()) }()
	exists := false
	for _, suffix := range []string{"", "-wal"} {
		size, err := fileSize(file + suffix)
		if err != nil {
			return info, "", err
		}
		exists = exists || size >= 0
	}
	if exists && !o.Replace {
		return info, "", fmt.Errorf("%s: %w", file, ErrExists)
	}
	restored := file + restoring
	clear := func() error {
		for _, suffix := range append([]string{""}, sideFiles...) {
			if err := os.Remove(restored + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		return nil
	}
	if err := clear(); err != nil {
		return info, "", err
	}
	defer clear()
	if info, err = copyBackup(ctx, backup, restored, file, rules); err != nil {
		return info, "", fmt.Errorf("nothing was restored: %w", err)
	}
	if len(info.Problems) > 0 && !o.Force {
		return info, "", fmt.Errorf("nothing was restored: %w", info.damaged(backup))
	}
	if exists {
		// The log follows its database, so that it is never beside another one. The two
		// files can still be opened together under their new names.
		kept = file + ".replaced-" + time.Now().UTC().Format("20060102-150405.000")
		for _, suffix := range []string{"", "-wal", "-shm"} {
			if err := os.Rename(file+suffix, kept+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return info, kept, err
			}
		}
	}
	if err := os.Rename(restored, file); err != nil {
		return info, kept, err
	}
	return info, kept, SyncFolder(filepath.Dir(file))
}

// copyBackup copies a backup to a file, which belongs to the owner of the database that
// it replaces, and checks the copy. The copy of a backup that a server has made has
// neither its mark nor its checksum.
func copyBackup(ctx context.Context, backup, to, replaces string, rules match.Rules) (info BackupInfo, err error) {
	if err := copyFile(ctx, to, backup, replaces); err != nil {
		return info, err
	}
	sealed, sumErr := checkSum(to)
	switch {
	case sumErr != nil && !errors.Is(sumErr, errSum):
		return info, sumErr
	case sealed:
		if err := unseal(to); err != nil {
			return info, err
		}
	default:
		// A copy of the files of a stopped server may include the log.
		if err := copyFile(ctx, to+"-wal", backup+"-wal", replaces); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return info, err
		}
	}
	info, err = checkDatabase(ctx, backup, to, sqliteAddress(to), rules)
	if err != nil {
		return info, err
	}
	if info.Sealed = sealed; sumErr != nil {
		info.Problems = append([]string{sumErr.Error()}, info.Problems...)
	}
	// Closing the database has applied a log that was copied with it.
	if size, err := fileSize(to + "-wal"); err != nil || size > 0 {
		return info, errors.Join(err, fmt.Errorf("%s cannot be restored: its write-ahead log cannot be applied", backup))
	}
	return info, nil
}

// InterruptedRestore returns an error that says what a restore into a database file has
// left if it was interrupted, else nil. missing reports whether it had renamed the old
// database.
func InterruptedRestore(file string) (missing bool, err error) {
	left, err := fileSize(file + restoring)
	if err != nil || left < 0 {
		return false, err
	}
	size, err := fileSize(file)
	switch {
	case err != nil:
		return false, err
	case size >= 0:
		return false, fmt.Errorf("a restore was interrupted before it replaced %s; remove %s, or run \"tafelrunde restore\" again", file, file+restoring)
	}
	return true, fmt.Errorf("a restore was interrupted while it replaced %s; run \"tafelrunde restore\" again, or put the old database back, which is %s.replaced-… if there was one", file, file)
}

// copyFile makes a durable copy of a file with the mode 0600 and the owner of another
// file, or else of the folder.
func copyFile(ctx context.Context, to, from, owned string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if err := adopt(out, owned, filepath.Dir(to)); err != nil {
		return err
	}
	for err == nil {
		if err := ctx.Err(); err != nil {
			return err
		}
		_, err = io.CopyN(out, in, 8<<20)
	}
	if !errors.Is(err, io.EOF) {
		return err
	}
	return out.Sync()
}

// mustExist returns an error if there is no such file.
func mustExist(file string) error {
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no file %s", file)
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a file", file)
	}
	return nil
}
