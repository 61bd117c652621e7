//go:build !unix

package sqlstore

import "os"

// lockFile opens a file. On this system nothing keeps a second program away.
func lockFile(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
}
