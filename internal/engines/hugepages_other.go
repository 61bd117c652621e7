//go:build !linux

package engines

// AdviseHugePages does nothing on this operating system.
func AdviseHugePages[T any]([]T) {}
