package sqlstore

import (
	"os"
	"syscall"
)

// syncPiece gives what was written to a part of a file to the disk, and waits
// for it.
func syncPiece(file *os.File, at, length int64) error {
	const all = 1 | 2 | 4 // SYNC_FILE_RANGE_WAIT_BEFORE, _WRITE, _WAIT_AFTER
	return syscall.SyncFileRange(int(file.Fd()), at, length, all)
}
