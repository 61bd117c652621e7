// Command moves lists the legal moves of a position in both notations. The
// README contains its main function.
package main

import (
	"fmt"
	"log"

	"tafelrunde/wotn"
)

func main() {
	position, err := wotn.ParsePosition(wotn.Standard, "4k3/4r3/8/8/3v4/2R5/8/3VK3 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	for move := range position.Moves() {
		fmt.Println(position.SAN(move), move)
	}
}
