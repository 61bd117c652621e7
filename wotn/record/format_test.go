package record

import (
	"os"
	"strings"
	"testing"

	"tafelrunde/wotn"
)

// TestFormatPage checks that docs/formats/wotn.md explains every code and that
// its example is read and written unchanged.
func TestFormatPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/formats/wotn.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	var codes []string
	for code := range codeTexts {
		codes = append(codes, string(code))
	}
	for code := wotn.NoKing; code <= wotn.CounterRange; code++ {
		codes = append(codes, code.String())
	}
	for _, code := range []wotn.SyntaxCode{
		wotn.FENBoard, wotn.FENRankLength, wotn.FENRanks, wotn.FENTurn, wotn.FENCastling, wotn.FENEnPassant,
		wotn.FENCounter, wotn.FENFields, wotn.FENEmpty, wotn.SANText, wotn.SANBetza,
	} {
		codes = append(codes, string(code))
	}
	for _, code := range []wotn.MoveCode{
		wotn.NoPiece, wotn.NotYours, wotn.OwnPiece, wotn.CannotReach, wotn.LeavesKing, wotn.NoCastling, wotn.PromotionMissing,
		wotn.PromotionWrong, wotn.PromotionNone, wotn.Ambiguous, wotn.GameOver, wotn.NotClaimable,
	} {
		codes = append(codes, string(code))
	}
	for _, code := range codes {
		if !strings.Contains(page, "| `"+code+"` |") {
			t.Errorf("%s is missing in the document", code)
		}
	}
	begin := strings.Index(page, "[Event \"?\"]")
	example := page[begin : begin+strings.Index(page[begin:], "```")]
	game := mustRead(t, example, wotn.Standard)
	if game.Problems != nil || game.String() != example {
		t.Errorf("problems %v, written\n%s", game.Problems, game.String())
	}
	for k := wotn.Pawn; k < wotn.NumKinds; k++ {
		if !strings.Contains(page, "| "+k.String()+" "+k.EnglishName()+" |") {
			t.Errorf("%s is not in the table of letters", k)
		}
		if k.Betza() != "" && !strings.Contains(page, "`"+k.Betza()+"`") {
			t.Errorf("%s is not in the table of spellings", k.Betza())
		}
	}
}
