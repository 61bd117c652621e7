package search

// chunks is a list of bounded length that grows without moving what it has, so
// that no search stops to copy it, and that is used again from the beginning.
type chunks[T any] struct {
	list  [][]T
	used  int32 // places given out
	limit int32 // that are ever given out
}

const (
	chunkBits = 14
	chunkLen  = 1 << chunkBits
)

// at is the element of that place.
func (c *chunks[T]) at(i int32) *T { return &c.list[i>>chunkBits][i&(chunkLen-1)] }

// from are elements side by side, added together.
func (c *chunks[T]) from(first, count int32) []T {
	if count == 0 {
		return nil
	}
	return c.list[first>>chunkBits][first&(chunkLen-1):][:count]
}

// add gives out n places side by side, of at limit chunkLen, and answers the first.
// They may hold what was there before.
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

// room tells whether n more can be added within the bound, wherever a chunk ends.
func (c *chunks[T]) hasRoom(n int) bool { return int(c.used)+2*n <= int(c.limit) }
