//go:build linux || darwin

package operators

import "syscall"

// freeDisk returns how many bytes the server can still write in a folder. It returns
// false if that is unknown.
func freeDisk(folder string) (int64, bool) {
	var s syscall.Statfs_t
	if folder == "" || syscall.Statfs(folder, &s) != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
