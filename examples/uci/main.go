// Command uci is a complete UCI engine for Way of the Knight and chess.
package main

import (
	"log"
	"os"

	"tafelrunde/wotn/net"
	"tafelrunde/wotn/search"
	"tafelrunde/wotn/uci"
)

func main() {
	engine := search.New(net.Config())
	err := uci.Serve(os.Stdin, os.Stdout, uci.Identity{Name: "Example"}, engine)
	if err != nil {
		log.Fatal(err)
	}
}
