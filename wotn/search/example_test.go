package search_test

import (
	"context"
	"fmt"

	"tafelrunde/wotn"
	"tafelrunde/wotn/engine"
	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/search"
)

func ExampleEngine_Search() {
	// 7.Ne2 has blocked the king's last square.
	p, err := wotn.ParsePosition(wotn.Standard, "r1bqkb1r/ppp1pppp/2n5/8/3m1B2/6P1/PPP1N2P/RN1QKB1R b KQkq - 1 7")
	if err != nil {
		fmt.Println(err)
		return
	}
	e := search.New(search.Config{
		NewEvaluator: func() search.Evaluator { return eval.New() },
	})
	result := e.Search(context.Background(), wotn.NewGame(p), engine.Limits{Mate: 1}, nil)
	fmt.Println(p.SAN(result.Best), result.Score)
	// Output: (NW)f3# #1
}

func ExampleParseTechniques() {
	off, err := search.ParseTechniques("null-move, late-move-reductions")
	fmt.Println(off, err)
	_, err = search.ParseTechniques("guessing")
	fmt.Println(err != nil)
	// Output:
	// null-move,late-move-reductions <nil>
	// true
}
