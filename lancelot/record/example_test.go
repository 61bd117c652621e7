package record_test

import (
	"fmt"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/record"
)

func ExampleRead() {
	game, err := record.Read(`
[A "Anna"]
[B "Ben"]
[Position "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 1"]

1. g8 g9
3. g7 {Two of three: the next stone in column g captures g9.} k11
5. g4 1-0
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(game.Tag("A"), len(game.Turns), game.Turns[2].Comments[0])
	fmt.Println(game.Result, game.Result.Winners())
	// Output:
	// Anna 5 Two of three: the next stone in column g captures g9.
	// 1-0 [a]
}

func ExampleRead_error() {
	_, err := record.Read(`[Position "8/8/8/8/8/8/8/8 a 0,0 30,30 - basic 7"] 1. g8 k4 3. g8 *`)
	fmt.Println(err)
	// Output:
	// turn 3, offset 63: g8 cannot be played: a stone of seat a stands on g8, found "g8"
}

func ExampleGame_String() {
	start, _ := lancelot.Options{Seats: 3, Rules: lancelot.Rules{Excalibur: true}}.Setup().Position()
	played := lancelot.NewGame(start)
	for _, turn := range []string{"Xg6", "d4", "e9", "k3", "d5,Xh6"} {
		if err := played.PlayText(turn); err != nil {
			fmt.Println(err)
		}
	}
	game := record.New(played, record.Tag{Name: "A", Value: "Anna"})
	game.Turns[0].Comments = []string{"in the middle"}
	fmt.Print(game.String())
	// Output:
	// [A "Anna"]
	// [Position "10/10/10/10/10/10/10/10/10/10 c 0,0,0 30,30,30 abc excalibur 8"]
	// [Result "*"]
	//
	// 1. Xg6 {in the middle} d4 e9
	// 4. k3 d5,Xh6
	// *
}
