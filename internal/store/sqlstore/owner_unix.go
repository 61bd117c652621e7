//go:build unix

package sqlstore

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// adopt gives a file that this process has created to the owner of the first path that
// exists. Only root does so: a server that runs as another user must be able to open the
// files of commands that run as root. It ignores that a container may forbid it.
func adopt(file *os.File, paths ...string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			return err
		}
		owner := info.Sys().(*syscall.Stat_t)
		if err := file.Chown(int(owner.Uid), int(owner.Gid)); err != nil && !errors.Is(err, fs.ErrPermission) {
			return err
		}
		return nil
	}
	return nil
}
