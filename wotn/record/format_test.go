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
	for _, code := range []wotn.SetupCode{
		wotn.SetupNoKing, wotn.SetupTooManyKings, wotn.SetupTooManyPieces, wotn.SetupUnknownKind, wotn.SetupPawnRank,
		wotn.SetupOpponentInCheck, wotn.SetupCastlingKing, wotn.SetupCastlingCorner, wotn.SetupEnPassant, wotn.SetupCounter,
	} {
		codes = append(codes, string(code))
	}
	for _, code := range []wotn.SyntaxCode{
		wotn.SyntaxFENBoard, wotn.SyntaxFENRankLength, wotn.SyntaxFENRanks, wotn.SyntaxFENTurn, wotn.SyntaxFENCastling, wotn.SyntaxFENEnPassant,
		wotn.SyntaxFENCounter, wotn.SyntaxFENFields, wotn.SyntaxFENEmpty, wotn.SyntaxSAN, wotn.SyntaxSANBetza,
	} {
		codes = append(codes, string(code))
	}
	for _, code := range []wotn.MoveCode{
		wotn.MoveNoPiece, wotn.MoveNotYours, wotn.MoveOwnPiece, wotn.MoveCannotReach, wotn.MoveBlocked, wotn.MovePinned, wotn.MoveCastlingLost, wotn.MovePromotionMissing,
		wotn.MovePromotionWrong, wotn.MovePromotionNone, wotn.MoveAmbiguous, wotn.MoveGameOver, wotn.MoveNotClaimable,
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
		if !strings.Contains(page, "| "+k.String()+" "+k.Name()+" |") {
			t.Errorf("%s is not in the table of letters", k)
		}
		if k.Betza() != "" && !strings.Contains(page, "`"+k.Betza()+"`") {
			t.Errorf("%s is not in the table of spellings", k.Betza())
		}
	}
}
