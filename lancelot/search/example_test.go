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
	line := search.New(1).Search(ctx, &position, search.Limits{Nodes: 10_000}, nil)
	fmt.Println(line.Turn(), line.Score)
	// Output:
	// h6 1000
}

func ExampleTree_Advise() {
	position, _ := lancelot.ParsePosition("8/4a3/4a3/4b3/8/aab5/8/8 a 0,0 26,28 - basic 2")
	advice := new(search.Tree).Advise(context.Background(), &position, search.Limits{Nodes: 10_000}, 1)
	fmt.Println(advice.Candidates[0].Sentence(search.English))
	fmt.Println(advice.Candidates[0].Sentence(search.German))
	// Output:
	// H6 takes 2 stones and wins the game.
	// H6 schlägt 2 Steine und gewinnt das Spiel.
}
