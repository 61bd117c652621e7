//go:build unix

package sqlstore

import (
	"errors"
	"os"
	"syscall"
)

// flock locks a file for this process. The operating system releases the lock
// when the process ends.
func flock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrInUse
	}
	return err
}
