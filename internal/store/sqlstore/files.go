package sqlstore

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
)

// sideFiles are the suffixes of the files that SQLite and this package create
// beside a database file.
var sideFiles = []string{"-wal", "-shm", "-journal", ".lock"}

// privateFiles sets the mode of a database file and the files beside it to 0600.
// It creates the database file if it is missing, since SQLite would create it with
// the mode 0644. The log gets the mode of the database file.
func privateFiles(file string) error {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err == nil {
		return errors.Join(adopt(f, filepath.Dir(file)), f.Close())
	}
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	for _, suffix := range append([]string{""}, sideFiles...) {
		info, err := os.Stat(file + suffix)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			err = os.Chmod(file+suffix, 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ErrLogMissing is returned if the database file was separated from its write-ahead
// log and has lost data.
var ErrLogMissing = errors.New("its write-ahead log is missing")

// checkFiles returns an error if a database file and its log do not belong
// together: SQLite would start an empty database, or delete a log that has data.
func checkFiles(ctx context.Context, file string) error {
	size, err := fileSize(file)
	if err != nil {
		return err
	}
	log, err := fileSize(file + "-wal")
	if err != nil {
		return err
	}
	switch {
	case size <= 0 && log > 0:
		return fmt.Errorf("%s is missing or empty, but its write-ahead log %s has %d bytes; put the database back, run \"tafelrunde restore\", or move the log away to start with an empty database", file, filepath.Base(file)+"-wal", log)
	case size <= 0 || log >= 0:
		return nil
	}
	if err := CheckLength(file); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", immutableAddress(file))
	if err != nil {
		return err
	}
	defer db.Close()
	var tables, own int
	if err := db.QueryRowContext(ctx, `SELECT COUNT(*), COUNT(CASE WHEN name IN ('tafelrunde_version', 'events') THEN 1 END) FROM sqlite_schema`).Scan(&tables, &own); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	switch {
	case tables > 0 && own < 2:
		return fmt.Errorf("%s is a database of another program", file)
	case tables == 0:
		return fmt.Errorf("%s has no tables: %w; put it back, run \"tafelrunde restore\", or move the file away to start with an empty database", file, ErrLogMissing)
	}
	return nil
}

// immutableAddress returns the data source name for reading a file without locks
// and without its log. The file must not change meanwhile.
func immutableAddress(file string) string {
	return "file:" + (&url.URL{Path: file}).EscapedPath() + "?immutable=1&mode=ro"
}

// fileSize returns the size of a file in bytes, -1 if it does not exist.
func fileSize(file string) (int64, error) {
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return -1, nil
	} else if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// CheckLength returns an error if a file is not an SQLite database, or is shorter
// than its header says.
func CheckLength(file string) error { return checkLength(file, file) }

// checkLength is CheckLength for a file that error texts call name.
func checkLength(name, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var header [100]byte
	if _, err := io.ReadFull(f, header[:]); err != nil || string(header[:16]) != "SQLite format 3\x00" {
		return fmt.Errorf("%s is not an SQLite database", name)
	}
	pageSize := int64(binary.BigEndian.Uint16(header[16:]))
	if pageSize == 1 {
		pageSize = 65536
	}
	pages := int64(binary.BigEndian.Uint32(header[28:]))
	// The number of pages in the header is valid only if it was written with the
	// last change.
	if binary.BigEndian.Uint32(header[24:]) == binary.BigEndian.Uint32(header[92:]) && info.Size() < pages*pageSize {
		return fmt.Errorf("%s is truncated: it has %d of %d bytes", name, info.Size(), pages*pageSize)
	}
	return nil
}

// SyncFolder makes renames in a folder durable. It ignores systems that cannot
// sync folders.
func SyncFolder(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, fs.ErrInvalid) && !errors.Is(err, fs.ErrPermission) {
		return err
	}
	return nil
}
