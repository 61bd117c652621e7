package search

// chunks is a list of bounded length. It grows without moving its elements, so
// that no search stops to copy them. Setting used to 0 empties it and keeps its
// memory.
type chunks[T any] struct {
	list  [][]T
	used  int32 // elements in use
	limit int32 // maximum of used, checked by hasRoom
}

const (
	chunkBits = 14
	chunkLen  = 1 << chunkBits
)

// at returns the element with index i.
func (c *chunks[T]) at(i int32) *T { return &c.list[i>>chunkBits][i&(chunkLen-1)] }

// from returns count elements from index first, which were added together.
func (c *chunks[T]) from(first, count int32) []T {
	if count == 0 {
		return nil
	}
	return c.list[first>>chunkBits][first&(chunkLen-1):][:count]
}

// add adds n contiguous elements, at most chunkLen, and returns the index of the
// first. They may contain old values.
func (c *chunks[T]) add(n int) int32 {
	first := c.used
	if first&(chunkLen-1)+int32(n) > chunkLen {
		first = (first | (chunkLen - 1)) + 1
	}
	c.used = first + int32(n)
	for int(c.used) > len(c.list)*chunkLen {
		c.list = append(c.list, make([]T, chunkLen))
	}
	return first
}

// hasRoom reports whether n more elements can be added, wherever a chunk ends.
func (c *chunks[T]) hasRoom(n int) bool { return int(c.used)+2*n <= int(c.limit) }
