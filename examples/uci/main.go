// Command uci is a complete UCI engine for Way of the Knight and chess.
package main

import (
	"log"
	"os"

	"tafelrunde/wotn/eval"
	"tafelrunde/wotn/search"
	"tafelrunde/wotn/uci"
)

func main() {
	engine := search.New(search.Config{
		NewEvaluator: func() search.Evaluator { return eval.New() },
	})
	err := uci.Serve(os.Stdin, os.Stdout, uci.Identity{Name: "Example"}, engine)
	if err != nil {
		log.Fatal(err)
	}
}
