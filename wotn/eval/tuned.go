package eval

import (
	_ "embed"

	"tafelrunde/wotn"
)

// The tuned weights of each variant; see docs/lab/wotn-tuning.md.
var (
	//go:embed weights/wotn.txt
	standardText string
	//go:embed weights/wotn-alternative.txt
	alternativeText string
	//go:embed weights/chess.txt
	orthodoxText string
)

// tunedWeights and tunedTables hold the weights of each variant.
var tunedWeights, tunedTables = func() (w [wotn.NumVariants]Weights, t [wotn.NumVariants]*tables) {
	for variant, text := range [wotn.NumVariants]string{standardText, alternativeText, orthodoxText} {
		weights, err := ParseWeights(text)
		if err != nil {
			panic(err)
		}
		w[variant], t[variant] = weights, newTables(wotn.Variant(variant), &weights)
	}
	return w, t
}()
