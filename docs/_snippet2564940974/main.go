package main

import (
	"fmt"
	"log"
	"os"

	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

var (
	_ = fmt.Sprint
	_ = log.Fatal
	_ = os.Exit
	_ lancelot.Position
	_ wotn.Position
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
