//go:build !linux

package hugepages

// Advise does nothing on this operating system.
func Advise[T any]([]T) {}
