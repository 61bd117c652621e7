package sqlstore

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// fileLock is a lock file beside a database, locked by this process.
type fileLock struct {
	file    *os.File
	created bool // by this process
}

// lockFile locks a file, which it creates if it is missing. The error is ErrInUse
// if another process holds the lock.
func lockFile(name string) (*fileLock, error) {
	for {
		lock, err := openLock(name)
		if err != nil {
			return nil, err
		}
		if err := flock(lock.file); err != nil {
			return nil, errors.Join(err, lock.file.Close())
		}
		locked, err := lock.file.Stat()
		if err != nil {
			return nil, errors.Join(err, lock.file.Close())
		}
		if named, err := os.Stat(name); err == nil && os.SameFile(locked, named) {
			return lock, nil
		}
		// Another process removed the file after it was opened here.
		lock.file.Close()
	}
}

// openLock opens a lock file, or creates it if it is missing.
func openLock(name string) (*fileLock, error) {
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err == nil {
		if err := adopt(file, strings.TrimSuffix(name, ".lock"), filepath.Dir(name)); err != nil {
			return nil, errors.Join(err, file.Close())
		}
		return &fileLock{file, true}, nil
	}
	if !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	file, err = os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	return &fileLock{file, false}, err
}

// Close releases the lock and keeps the file.
func (l *fileLock) Close() error { return l.file.Close() }

// remove releases the lock, and removes the file if this process created it.
func (l *fileLock) remove() error {
	if !l.created {
		return l.Close()
	}
	// Remove the file before releasing the lock, so that no other process locks a
	// removed file. Some systems cannot remove open files; there the order is
	// reversed.
	if os.Remove(l.file.Name()) == nil {
		return l.Close()
	}
	return errors.Join(l.Close(), os.Remove(l.file.Name()))
}
