//go:build !linux

package sqlstore

import (
	"errors"
	"os"
)

// syncPiece is not to be had: a file is synced as a whole.
func syncPiece(*os.File, int64, int64) error { return errors.ErrUnsupported }
