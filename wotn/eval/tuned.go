package eval

import (
	_ "embed"
	"sync"

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

// tuned are the weights of a variant and their tables. They are parsed when the
// variant is first evaluated: most programs need one variant, many none.
type tuned struct {
	once    sync.Once
	weights *Weights
	tables  *tables
}

var tunedVariants [wotn.NumVariants]tuned

// tunedOf returns the tuned weights of a variant, complete.
func tunedOf(variant wotn.Variant) *tuned {
	t := &tunedVariants[variant]
	t.once.Do(func() {
		text := [wotn.NumVariants]string{standardText, alternativeText, orthodoxText}[variant]
		weights, err := ParseWeights(text)
		if err != nil {
			panic(err)
		}
		t.weights, t.tables = &weights, newTables(variant, &weights)
	})
	return t
}
