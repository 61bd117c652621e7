//go:build !amd64 && !arm64

package search

func prefetch(*bucket) {}
