package search_test

import (
	"context"
	"fmt"
	"time"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/search"
)

func ExampleSearcher() {
	position, _ := lancelot.ParsePosition("8/4a3/4a3/4b3/8/aab5/8/8 a 0,0 26,28 - basic 2")
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	line := search.New(1).Search(ctx, &position, search.Limits{Nodes: 10_000}, func(found search.Line) {
		fmt.Println("depth", found.Depth, found.Turns)
	})
	fmt.Println(line.Turn(), line.Score)
	// Output:
	// depth 1 [h6]
	// h6 1000
}
