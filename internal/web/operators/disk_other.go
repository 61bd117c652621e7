//go:build !linux && !darwin

package operators

// freeDisk returns false: the free space is unknown.
func freeDisk(string) (int64, bool) { return 0, false }
