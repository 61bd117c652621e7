package matching_test

import (
	"fmt"

	"tafelrunde/internal/tournament/matching"
)

// Four players in a row: the heaviest pair alone, or two pairs.
func ExampleMaxWeight() {
	edges := []matching.Edge{{A: 0, B: 1, Weight: 5}, {A: 1, B: 2, Weight: 11}, {A: 2, B: 3, Weight: 5}}
	fmt.Println(matching.MaxWeight(4, edges, false))
	fmt.Println(matching.MaxWeight(4, edges, true))
	// Output:
	// [-1 2 1 -1]
	// [1 0 3 2]
}
