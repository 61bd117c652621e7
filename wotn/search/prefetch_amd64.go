package search

// prefetch asks the processor to fetch a bucket while other work is done: a
// look into the table otherwise waits for memory.
//
//go:noescape
func prefetch(b *bucket)
