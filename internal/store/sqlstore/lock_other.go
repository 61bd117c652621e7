//go:build !unix

package sqlstore

import "os"

// flock does nothing: on this system a second process is not detected.
func flock(*os.File) error { return nil }
