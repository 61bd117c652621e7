package search

// prefetch loads a bucket into the processor's cache in the background.
//
//go:noescape
func prefetch(b *bucket)
