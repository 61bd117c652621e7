package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/record"
	"tafelrunde/wotn"
	"tafelrunde/wotn/eval"
)

var updateKinds = flag.Bool("kinds", false, "write browser/rules/kinds.gen.ts")

// kindInfo is KindInfo of the contract.
type kindInfo struct {
	Letter                string              `json:"letter"`
	Name                  names               `json:"name"`
	AlternativeName       names               `json:"alternativeName"`
	Betza                 string              `json:"betza"`
	Level                 wotn.Level          `json:"level"`
	Alignment             string              `json:"alignment"`
	Alternative           bool                `json:"alternative"`
	Promotions            map[string][]string `json:"promotions"`
	Leaps                 []string            `json:"leaps"`
	Lines                 [][]string          `json:"lines"`
	PromotesOnCaptureFrom wotn.Level          `json:"promotesOnCaptureFrom"`
	PromotionRank         int                 `json:"promotionRank"`
	Values                map[string]int      `json:"values"`
}

type names struct {
	English string `json:"en"`
	German  string `json:"de"`
}

// evaluator evaluates positions with the tuned weights.
var evaluator = eval.New()

func kindInfoOf(k wotn.Kind) kindInfo {
	info := kindInfo{
		Letter:                k.String(),
		Name:                  names{k.EnglishName(), k.GermanName()},
		AlternativeName:       names{wotn.Alternative.EnglishName(k), wotn.Alternative.GermanName(k)},
		Betza:                 k.Betza(),
		Level:                 k.Level(),
		Alignment:             k.Alignment().String(),
		Alternative:           k.Alternative(),
		Promotions:            map[string][]string{},
		Values:                map[string]int{},
		Leaps:                 []string{},
		Lines:                 [][]string{},
		PromotesOnCaptureFrom: wotn.Standard.PromotesOnCaptureFrom(k),
		PromotionRank:         wotn.Standard.PromotionRank(k),
	}
	for _, variant := range []wotn.Variant{wotn.Standard, wotn.Alternative} {
		letters := []string{}
		for _, next := range variant.Promotions(k) {
			letters = append(letters, next.String())
		}
		info.Promotions[variant.String()] = letters
		if variant.HasKind(k) {
			info.Values[variant.String()] = evaluator.Values(variant)[k]
		}
	}
	d4 := wotn.NewSquare(3, 3)
	for s := range wotn.Leaps(k, d4).Squares() {
		info.Leaps = append(info.Leaps, s.String())
	}
	for _, line := range wotn.Lines(k, d4) {
		squares := []string{}
		for _, s := range line {
			squares = append(squares, s.String())
		}
		info.Lines = append(info.Lines, squares)
	}
	return info
}

// TestKindsAreCurrent compares the table of kinds that the page contains with
// that of the rules. The page contains it so that names and movements need no
// WASM program.
func TestKindsAreCurrent(t *testing.T) {
	const committed = "../../browser/rules/kinds.gen.ts"
	var want bytes.Buffer
	want.WriteString("// Written by make kinds from the table of the rules. Do not edit.\n" +
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
	if *updateKinds {
		if err := os.WriteFile(committed, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if have, err := os.ReadFile(committed); err != nil || !bytes.Equal(have, want.Bytes()) {
		t.Errorf("%s does not agree with the rules: run make kinds", committed)
	}
}
