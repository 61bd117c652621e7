package wotn_test

import (
	"fmt"
	"strings"

	"tafelrunde/wotn"
)

// Play moves in algebraic notation until checkmate.
func Example() {
	game := wotn.NewGame(wotn.Start(wotn.Standard))
	for _, san := range strings.Fields("e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#") {
		move, err := game.Position().ParseSAN(san)
		if err == nil {
			err = game.Play(move)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	outcome := game.Outcome()
	fmt.Println(outcome.Reason, outcome.Result(), outcome.Wins(wotn.White))
	// Output: checkmate 1-0 true
}

// A refused move has a stable code and the possible alternatives.
func ExamplePosition_ParseMove() {
	p, err := wotn.ParsePosition(wotn.Standard, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
	if err != nil {
		panic(err)
	}
	_, err = p.ParseMove("e4d5")
	refused := err.(*wotn.MoveError)
	fmt.Println(refused.Code, refused.Choices)
	// Output: promotion-missing [e4d5s e4d5d]
}

// A handicap of two points makes a bishop of White's king's pawn.
func ExampleSetup_HandicapPromote() {
	start := wotn.Start(wotn.Standard)
	setup := start.Setup()
	e2, _ := wotn.ParseSquare("e2")
	for _, kind := range []wotn.Kind{wotn.Priest, wotn.Bishop} {
		fmt.Println(setup.HandicapPromotions(e2))
		if err := setup.HandicapPromote(wotn.White, e2, kind); err != nil {
			panic(err)
		}
	}
	fmt.Println(setup.String())
	// Output:
	// [S D]
	// [B]
	// rnbqkbnr/pppppppp/8/8/8/8/PPPPBPPP/RNBQKBNR w KQkq - 0 1
}

func ExampleAttacks() {
	d4, _ := wotn.ParseSquare("d4")
	occupied := wotn.Bitboard(0)
	for s := range wotn.Attacks(wotn.Squire, wotn.White, d4, occupied).Squares() {
		fmt.Print(s, " ")
	}
	// Output: d2 d3 c4 e4 d5 d6
}

func ExamplePerft() {
	start := wotn.Start(wotn.Standard)
	fmt.Println(wotn.Perft(&start, 3))
	// Output: 8916
}

func ExampleBitboard() {
	position := wotn.Start(wotn.Chess)
	knights := position.Pieces(wotn.White, wotn.Knight)
	rooks := position.Pieces(wotn.White, wotn.Rook)
	for square := range knights.Union(rooks).Squares() {
		fmt.Print(square, " ")
	}
	others := position.OccupiedBy(wotn.White).Difference(knights)
	fmt.Println(others.Count(), others.Intersection(rooks).Count())
	// Output:
	// a1 b1 g1 h1 14 2
}
