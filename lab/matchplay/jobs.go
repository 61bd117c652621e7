package matchplay

import "context"

// jobs returns a channel of the numbers 0 to n-1, which is closed after the last
// one or when the context is done.
func jobs(ctx context.Context, n int) <-chan int {
	numbers := make(chan int)
	go func() {
		defer close(numbers)
		for number := range n {
			select {
			case numbers <- number:
			case <-ctx.Done():
				return
			}
		}
	}()
	return numbers
}
