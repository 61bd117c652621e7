//go:build !linux

package search

// askForHugePages does nothing where it is not known how to ask.
func askForHugePages([]uint64) {}
