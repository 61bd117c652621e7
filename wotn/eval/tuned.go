package eval

import (
	_ "embed"

	"tafelrunde/wotn"
)

// The weights of each rule set as tuned, see docs/measurements/wotn-tuning.md.
var (
	//go:embed weights/wotn.txt
	standardText string
	//go:embed weights/wotn-alternative.txt
	alternativeText string
	//go:embed weights/chess.txt
	orthodoxText string
)

// weightsOf are the weights of each rule set, tuned the tables made of them.
var weightsOf, tuned = func() (w [wotn.NumVariants]Weights, t [wotn.NumVariants]*tables) {
	for ways, text := range [wotn.NumVariants]string{standardText, alternativeText, orthodoxText} {
		weights, err := ParseWeights(text)
		if err != nil {
			panic(err)
		}
		w[ways], t[ways] = weights, newTables(wotn.Variant(ways), &weights)
	}
	return w, t
}()
