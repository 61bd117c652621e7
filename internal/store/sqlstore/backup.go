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
	"strings"
	"time"
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

// writePages writes the pages of a database in order, as of one moment: a read
// transaction does not see later commits. After each chunk it pauses for pause
// times the duration of reading the chunk.
func writePages(ctx context.Context, db *sql.DB, w io.Writer, pause time.Duration) (err error) {
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
	_, err = w.Write(part)
	return err
}

// BackupInfo describes the content of a database file.
type BackupInfo struct {
	Matches, Events int64
	// Version is the number of migrations applied.
	Version int
}

// CheckBackup reads a whole backup and returns an error that says why it cannot
// be restored. It does not change the file.
func CheckBackup(ctx context.Context, file string) (BackupInfo, error) {
	if err := mustExist(file); err != nil {
		return BackupInfo{}, err
	}
	return checkDatabase(ctx, file, file, immutableAddress(file))
}

// checkDatabase checks the database in file, which error texts call name.
func checkDatabase(ctx context.Context, name, file, address string) (info BackupInfo, err error) {
	if err := checkLength(name, file); err != nil {
		return info, err
	}
	db, err := sql.Open("sqlite", address)
	if err != nil {
		return info, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	broken := func(err error) error { return fmt.Errorf("%s is damaged: %w", name, err) }
	var tables int
	if err := db.QueryRowContext(ctx, `SELECT COUNT(*) FROM sqlite_schema WHERE name IN ('tafelrunde_version', 'events')`).Scan(&tables); err != nil {
		return info, broken(err)
	}
	if tables < 2 {
		return info, fmt.Errorf("%s is not a database of Tafelrunde", name)
	}
	if err := db.QueryRowContext(ctx, `SELECT COALESCE(MAX(version), 0) FROM tafelrunde_version`).Scan(&info.Version); err != nil {
		return info, broken(err)
	}
	if info.Version > len(migrations) {
		return info, laterVersion(info.Version)
	}
	var result string
	if err := db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&result); err != nil {
		return info, broken(err)
	}
	if result != "ok" {
		return info, broken(errors.New(strings.ReplaceAll(result, "\n", " ")))
	}
	var invalid int64
	if err := db.QueryRowContext(ctx, `SELECT COUNT(*), COUNT(DISTINCT match), COUNT(*) FILTER (WHERE NOT json_valid(body)) FROM events`).Scan(&info.Events, &info.Matches, &invalid); err != nil {
		return info, broken(err)
	}
	if invalid > 0 {
		return info, broken(fmt.Errorf("%d events cannot be read", invalid))
	}
	return info, nil
}

// ErrExists is the error of Restore if there is a database already.
var ErrExists = errors.New("there is a database already")

// Restore checks a copy of a backup and makes it the database file. The error
// wraps ErrInUse if a process has the database open, and ErrExists if there is a
// database and replace is false. A replaced database is renamed to the file kept,
// which is "" if there was none.
func Restore(ctx context.Context, backup, file string, replace bool) (info BackupInfo, kept string, err error) {
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
	if exists && !replace {
		return info, "", fmt.Errorf("%s: %w", file, ErrExists)
	}
	restored := file + ".restoring"
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
	// A copy of the files of a stopped server may include the log.
	for _, suffix := range []string{"", "-wal"} {
		if err := copyFile(ctx, restored+suffix, backup+suffix); err != nil && (suffix == "" || !errors.Is(err, fs.ErrNotExist)) {
			return info, "", err
		}
	}
	if info, err = checkDatabase(ctx, backup, restored, sqliteAddress(restored)); err != nil {
		return info, "", fmt.Errorf("nothing was restored: %w", err)
	}
	// Closing the database has applied a log that was copied with it.
	if size, err := fileSize(restored + "-wal"); err != nil || size > 0 {
		return info, "", errors.Join(err, fmt.Errorf("%s cannot be restored: its write-ahead log cannot be applied", backup))
	}
	if exists {
		// Rename the log first, so that it is never beside another database. The two
		// files can still be opened together under their new names.
		kept = file + ".replaced-" + time.Now().UTC().Format("20060102-150405.000")
		for _, suffix := range []string{"-wal", "-shm", ""} {
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

// copyFile makes a durable copy of a file with the mode 0600.
func copyFile(ctx context.Context, to, from string) (err error) {
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
