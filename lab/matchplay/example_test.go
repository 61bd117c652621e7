package matchplay_test

import (
	"fmt"

	"tafelrunde/lab/matchplay"
)

// Forty pairs of games and a test whether the first player is better by 50 Elo or
// equal.
func Example() {
	var tally matchplay.Tally
	for range 10 {
		tally.AddPair(1, 1)
		tally.AddPair(1, 0)
		tally.AddPair(1, -1)
		tally.AddPair(0, 0)
	}
	elo, low, high := tally.Elo()
	fmt.Printf("%.0f Elo, between %.0f and %.0f\n", elo, low, high)

	test := matchplay.SPRT{Elo0: 0, Elo1: 50, Alpha: 0.05, Beta: 0.05}
	verdict, ratio := test.Decide(&tally)
	fmt.Printf("%s, %.2f\n", verdict, ratio)
	// Output:
	// 137 Elo, between 86 and 194
	// accept-h1, 5.34
}
