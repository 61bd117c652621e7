package calls

import (
	"bytes"
	"encoding/json"
	"testing"

	"tafelrunde/internal/pictures"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/record"
	"tafelrunde/wotn"
	"tafelrunde/wotn/eval"
)

// KindInfo is a kind of pieces of Way of the Knight.
type KindInfo struct {
	Letter wotn.Kind `json:"letter"`
	Name   KindName  `json:"name"`
	// AlternativeName is the name in the alternative variant, in which the Lord is called Duke.
	AlternativeName KindName  `json:"alternativeName"`
	Betza           string    `json:"betza"`
	Level           int       `json:"level"`
	Alignment       Alignment `json:"alignment"`
	// Alternative says that the kind exists in the alternative variant only.
	Alternative bool `json:"alternative"`
	// Promotions are the kinds it can promote to.
	Promotions KindPromotions `json:"promotions"`
	// Leaps and Lines are destinations of a white piece on d4 of an empty board: squares it leaps
	// to, and lines, which pieces can block.
	Leaps []wotn.Square   `json:"leaps"`
	Lines [][]wotn.Square `json:"lines"`
	// PromotesOnCaptureFrom is the lowest level of a captured piece that promotes it; 0 if no
	// capture does.
	PromotesOnCaptureFrom int `json:"promotesOnCaptureFrom"`
	// PromotionRank is 1 to 8 from its own side; 0 if it has none.
	PromotionRank int `json:"promotionRank"`
	// Values are its exchange values for the computer, in hundredths of a pawn of chess, in the
	// variants that have it.
	Values KindValues `json:"values"`
}

// KindName is a name in both languages.
type KindName struct {
	English string `json:"en"`
	German  string `json:"de"`
}

// KindPromotions are promotions by variant.
type KindPromotions struct {
	Standard    []wotn.Kind `json:"wotn"`
	Alternative []wotn.Kind `json:"wotn-alternative"`
}

// KindValues are values by variant.
type KindValues struct {
	Standard    int `json:"wotn,omitempty"`
	Alternative int `json:"wotn-alternative,omitempty"`
}

// Alignment is the alignment of a kind.
type Alignment string

// evaluator evaluates positions with the tuned weights.
var evaluator = eval.New()

func kindInfoOf(k wotn.Kind) KindInfo {
	d4 := wotn.NewSquare(3, 3)
	list := func(kinds []wotn.Kind) []wotn.Kind { return append([]wotn.Kind{}, kinds...) }
	info := KindInfo{
		Letter:                k,
		Name:                  KindName{k.Name(), pictures.GermanName(wotn.Standard, k)},
		AlternativeName:       KindName{wotn.Alternative.Name(k), pictures.GermanName(wotn.Alternative, k)},
		Betza:                 k.Betza(),
		Level:                 int(k.Level()),
		Alignment:             Alignment(k.Alignment().String()),
		Alternative:           k.Alternative(),
		Promotions:            KindPromotions{list(wotn.Standard.Promotions(k)), list(wotn.Alternative.Promotions(k))},
		Leaps:                 wotn.Leaps(k, d4).AppendSquares([]wotn.Square{}),
		Lines:                 append([][]wotn.Square{}, wotn.Lines(k, d4)...),
		PromotesOnCaptureFrom: int(wotn.Standard.PromotesOnCaptureFrom(k)),
		PromotionRank:         wotn.Standard.PromotionRank(k),
		Values:                KindValues{Alternative: evaluator.Values(wotn.Alternative)[k]},
	}
	if wotn.Standard.HasKind(k) {
		info.Values.Standard = evaluator.Values(wotn.Standard)[k]
	}
	return info
}

// TestKindsAreCurrent compares the table of kinds that the page contains with
// that of the rules. The page contains it so that names and movements need no
// WASM program.
func TestKindsAreCurrent(t *testing.T) {
	var want bytes.Buffer
	want.WriteString("// Written by make rules-types from the table of the rules. Do not edit.\n" +
		"import type { KindInfo } from './contract.ts'\n\n/** All kinds of pieces, by level. */\n" +
		"export const kinds: readonly KindInfo[] = [\n")
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		line, err := json.Marshal(kindInfoOf(k))
		if err != nil {
			t.Fatal(err)
		}
		want.WriteString("  " + string(line) + ",\n")
	}
	want.WriteString("]\n\n/** The tags of records of Lancelot with the names of the players, by seat. */\nexport const seatTags = [")
	for seat := range lancelot.MaxSeats {
		if seat > 0 {
			want.WriteString(", ")
		}
		want.WriteString("'" + record.SeatTag(lancelot.Seat(seat)) + "'")
	}
	want.WriteString("] as const\n")
	current(t, "kinds.gen.ts", want.Bytes())
}
