package search_test

import (
	"context"
	"fmt"
	"time"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
	"tafelrunde/lancelot/search"
)

func ExampleEngine() {
	position, _ := lancelot.ParsePosition("8/4a3/4a3/4b3/8/aab5/8/8 a 0,0 26,28 - basic 2")
	game := lancelot.NewGame(position)
	result := search.New(1).Search(context.Background(), game, engine.Limits{MoveTime: time.Second, Nodes: 10_000}, nil)
	fmt.Println(result.Best, result.Score)
	// Output:
	// h6 1000
}

func ExampleTree_Advise() {
	position, _ := lancelot.ParsePosition("8/4a3/4a3/4b3/8/aab5/8/8 a 0,0 26,28 - basic 2")
	advice := new(search.Tree).Advise(context.Background(), &position, engine.Limits{Nodes: 10_000}, 1)
	best := advice.Candidates[0]
	fmt.Println(best.Turn, len(best.Captures), best.Outcome.Reason, best.WinShares[:2])
	// Output:
	// h6 2 target [1000 0]
}
