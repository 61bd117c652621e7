package record_test

import (
	"fmt"

	"tafelrunde/wotn"
	"tafelrunde/wotn/record"
)

func ExampleRead() {
	game, err := record.Read("1.e4 e5 2.Nf3 Nc6 3.d4 Nxd4?! (3...exd4/AD) 4.Nxd4/NW exd4/WfbD *", wotn.Standard)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range game.Line.Moves[5:] {
		fmt.Println(m.SAN, m.Move, m.NAGs, len(m.Variations))
	}
	// Output:
	// Nxd4 c6d4 [6] 1
	// Nxd4/NW f3d4m [] 0
	// exd4/WfbD e5d4s [] 0
}

func ExampleRead_problem() {
	_, err := record.Read("[Variant \"wotn\"] 1.e4 e5 2.Nf3 Nc6 3.d4 exd4", wotn.Standard)
	fmt.Println(err)
	// Output:
	// 3...exd4: the move must name the kind that the piece promotes to: e5d4s, e5d4d (at offset 40)
}

func ExampleGame_String() {
	game, err := record.Read("1.d4 d5 {as before} 2.c4 dxc4/DA!? *", wotn.Standard)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(game.String())
	// Output:
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "?"]
	// [Black "?"]
	// [Result "*"]
	// [Variant "Way of the Knight"]
	//
	// 1.d4 d5 {as before} 2.c4 dxc4/AD!? *
}

func ExampleNew() {
	played := wotn.NewGame(wotn.Start(wotn.Standard))
	for _, text := range []string{"e2e4", "d7d5", "e4d5d"} {
		m, err := played.Position().ParseMove(text)
		if err == nil {
			err = played.Play(m)
		}
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	game, err := record.New(played, []record.Tag{{Name: "White", Value: "Lancelot"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(game.Tag("White"), game.Line.Moves[2].SAN, game.Result)
	// Output:
	// Lancelot exd5/AD *
}
