package lancelot_test

import (
	"errors"
	"fmt"

	"tafelrunde/lancelot"
)

// This example plays a game. The last turn is illegal.
func Example() {
	start, err := lancelot.Options{Seats: 2}.Setup().Position()
	if err != nil {
		fmt.Println(err)
		return
	}
	game := lancelot.NewGame(start)
	for _, text := range []string{"g8", "h8", "g9", "k11", "g10"} {
		if err := game.PlayText(text); err != nil {
			fmt.Println(err)
		}
	}
	now := *game.Position()
	fmt.Println(&now)
	// Output:
	// g10 cannot be played: a stone on g10 would give seat a a lead above two on column g
	// 7b/8/3a4/3ab3/8/8/8/8 a 0,0 28,28 - basic 7
}

func ExampleSetup_Position() {
	setup, err := lancelot.ParseSetup("7/8/8/8/8/8/8/c*a5 a 0,0 29,30 - basic 7")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = setup.Position()
	var refused *lancelot.SetupError
	if errors.As(err, &refused) {
		for _, problem := range refused.Problems {
			fmt.Println(problem.Code, problem)
		}
	}
	// Output:
	// row-length row 1 from the top has 7 squares, not 8
	// stone the stone on d4 belongs to seat c, which does not play
	// excalibur-without-rule Excalibur is on e4, but the rules do not include it
}

func ExampleParseSetup() {
	_, err := lancelot.ParseSetup("8/8/8/8/8/8/8/7x a 0,0 30,30 - basic 7")
	fmt.Println(err)
	// Output:
	// a square is a to e, * or a number of free squares: "x" (at offset 15)
}

// This example prints the turns that capture stones.
func ExamplePosition_Turns() {
	position, _ := lancelot.ParsePosition("8/8/8/3a4/3b4/8/3a4/8 a 0,0 28,29 - basic 7")
	for turn := range position.Turns() {
		after, _ := position.Play(turn)
		if n := after.Captured(0) - position.Captured(0); n > 0 {
			fmt.Println(turn, "captures", n)
		}
	}
	// Output:
	// g4 captures 1
	// g6 captures 1
	// g9 captures 1
	// g10 captures 1
	// g11 captures 1
}

func ExamplePosition_Explain() {
	position, _ := lancelot.ParsePosition("10/8*1/4a5/4b5/10/4a5/2ca1a4/4a5/4c5/4b5 a 0,0,0 25,28,28 abc excalibur 8")
	turn, err := position.ParseTurn("Xg6,g8")
	if err != nil {
		fmt.Println(err)
		return
	}
	step, _ := position.Explain(turn)
	for _, action := range step.Actions {
		for _, line := range action.Lines {
			fmt.Println(action.To, "captures on", position.Line(line))
		}
		for _, captured := range action.Captures {
			fmt.Println("  a stone of", captured.Seat, "on", captured.Square)
		}
	}
	// Output:
	// g6 captures on row 6
	//   a stone of c on e6
	// g8 captures on column g
	//   a stone of b on g3
	//   a stone of c on g4
	//   a stone of b on g9
}

func ExamplePosition_PartialTurn() {
	position, _ := lancelot.ParsePosition("8/8/8/8/8/8/1b6/aab5 a 0,0 28,28 - basic 7")
	partial, _ := position.PartialTurn(lancelot.NoTurn)
	for _, stone := range partial.StonePlacements() {
		if len(stone.Captures) > 0 {
			fmt.Println(stone.Square, "captures", len(stone.Captures))
		}
	}
	// Output:
	// g4 captures 1
	// h4 captures 1
	// i4 captures 1
	// j4 captures 1
	// k4 captures 1
}

func ExamplePosition_Lead() {
	position, _ := lancelot.ParsePosition("8/8/8/8/8/8/8/aab5 a 0,0 28,29 - basic 7")
	for _, line := range position.LinesThrough(lancelot.NewSquare(3, 3)) {
		fmt.Println(position.Line(line), position.Lead(0, line), position.Lead(1, line))
	}
	// Output:
	// row 4 1 -1
	// column d 1 -1
}

func ExamplePosition_Outcome() {
	position, _ := lancelot.ParsePosition("8/8/8/8/8/8/8/aab5 a 0,0 28,29 - basic 1")
	after, _ := position.Play(lancelot.StoneTurn(lancelot.NewSquare(6, 3)))
	outcome := after.Outcome()
	fmt.Println(outcome.Reason, outcome.Winners(), outcome.WinShare(0), outcome.WinShare(1))
	// Output:
	// target [a] 1 0
}

func ExamplePerft() {
	position, _ := lancelot.ParsePosition("1b2abb1/b4bb1/2aa2a1/4a1a1/b1abb3/1a1a2a1/6ba/3bb1b1 a 4,6 13,13 - basic 7")
	for depth := range 4 {
		fmt.Println(depth, lancelot.Perft(&position, depth))
	}
	// Output:
	// 0 1
	// 1 20
	// 2 315
	// 3 5622
}

func ExampleSet() {
	position, _ := lancelot.ParsePosition("8/4a3/4a3/4b3/8/aab5/8/8 a 0,0 26,28 - basic 2")
	stones := position.Stones(0).Union(position.Stones(1))
	row := position.LineSquares(2) // the third row from below
	on := stones.Intersection(row)
	fmt.Println(stones.Count(), on.Count())
	for square := range on.Squares() {
		fmt.Print(square, " ")
	}
	free := row.Difference(stones)
	fmt.Println(free.Count())
	// Output:
	// 6 3
	// d6 e6 f6 5
}
