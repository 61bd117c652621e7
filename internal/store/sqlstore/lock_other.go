//go:build !unix

package sqlstore

import "os"

// flock does nothing: on this system a second program is not kept out.
func flock(*os.File) error { return nil }
