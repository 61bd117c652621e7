// Command ugi is a complete engine for Lancelot with the Universal Game Interface.
package main

import (
	"log"
	"os"

	"tafelrunde/lancelot/search"
	"tafelrunde/lancelot/ugi"
)

func main() {
	err := ugi.Serve(os.Stdin, os.Stdout, ugi.Identity{Name: "Example"}, search.New(1))
	if err != nil {
		log.Fatal(err)
	}
}
