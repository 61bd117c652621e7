package search_test

import (
	"context"
	"fmt"

	"tafelrunde/wotn"
	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/search"
)

func ExampleEngine_Think() {
	// Black's Baron on d4 has seen that 7.Ne2 took the king's last square.
	p, err := wotn.ParsePosition(wotn.Standard, "r1bqkb1r/ppp1pppp/2n5/8/3m1B2/6P1/PPP1N2P/RN1QKB1R b KQkq - 1 7")
	if err != nil {
		fmt.Println(err)
		return
	}
	engine := search.New(search.Options{
		NewEvaluator: func() search.Evaluator { return eval.New() },
	})
	result := engine.Think(context.Background(), search.Task{Position: p}, search.Limits{Mate: 1}, nil)
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

func ExampleScore() {
	fmt.Println(search.Centipawns(35), search.MateIn(3), search.MateIn(-2))
	moves, mate := search.MateIn(3).Mate()
	fmt.Println(moves, mate)
	// Output:
	// +0.35 #3 #-2
	// 3 true
}
