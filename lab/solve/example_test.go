package solve_test

import (
	"context"
	"fmt"

	"tafelrunde/lab/solve"
	"tafelrunde/lancelot"
)

func ExampleSolver() {
	position, _ := lancelot.Options{Seats: 2, Size: 4, Target: 1, Rules: lancelot.Rules{Diagonals: true}}.Setup().PositionOnAnyBoard()
	solution := new(solve.Solver).Solve(context.Background(), &position, 0)
	fmt.Println("shared:", solution.Drawn)
	// Output:
	// shared: true
}
