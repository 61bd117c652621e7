package calls

import (
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"testing"

	"tafelrunde/internal/study"
	"tafelrunde/lancelot"
	lancelotrecord "tafelrunde/lancelot/record"
	"tafelrunde/wotn"
	"tafelrunde/wotn/record"
)

// problemText is the text of a problem in the page's catalogue, with its code.
var problemText = regexp.MustCompile(`(?m)^  'problem\.([a-z-]+)':\s*(['"].*['"]),$`)

// placeholder is a place in a text for an argument, as {count} or {count:stone|stones}.
var placeholder = regexp.MustCompile(`\{(\w+)[:}]`)

// TestTextsHaveTheirArguments: every text of the page for a problem with placeholders
// belongs to a problem that has an argument for each of them.
func TestTextsHaveTheirArguments(t *testing.T) {
	need := map[string][]string{}
	for _, name := range []string{"en", "de"} {
		catalogue, err := os.ReadFile("../../../browser/words/" + name + ".ts")
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range problemText.FindAllStringSubmatch(string(catalogue), -1) {
			for _, p := range placeholder.FindAllStringSubmatch(text[2], -1) {
				need[text[1]] = append(need[text[1]], p[1])
			}
		}
	}
	if len(need) < 45 {
		t.Fatalf("only %d texts with placeholders were found", len(need))
	}
	var all Problems
	of := func(v wotn.Variant, fen string, change func(*wotn.Setup)) {
		setup, err := wotn.ParseSetup(wotn.Standard, fen)
		if err != nil {
			t.Fatal(err)
		}
		setup.Variant = v
		if change != nil {
			change(&setup)
		}
		_, err = setup.Position()
		all = append(append(all, wotnProblems(err)...), setupProblems(setup.Dropped())...)
	}
	of(wotn.Chess, "8/8/8/8/8/PPPPPPPP/PPPPPPPP/K6K w - - 0 1", nil) // no king, two kings, many pieces
	of(wotn.Chess, "4k3/8/8/8/8/8/8/P3K3 w kQ e6 0 1", func(s *wotn.Setup) { s.Board[8] = wotn.Piece{Color: wotn.White, Kind: wotn.Squire} })
	of(wotn.Chess, "4k3/8/8/8/8/8/8/R3RK2 w Q - 0 1", nil) // in check, no king on its square
	_, wrong := wotnHandicap(wotn.Standard, wotn.White, []HandicapPromotion{{Square: "e4", Kind: "Q"}})
	all = append(all, wrong...)
	_, wrong = wotnHandicap(wotn.Standard, wotn.White, []HandicapPromotion{{Square: "a2", Kind: "Q"}})
	all = append(all, wrong...)
	_, wrong = think(Wotn, wotn.Standard, "", nil, 0, -1, nil)
	all = append(all, wrong...)
	// The arguments of these problems depend on their code only.
	for _, code := range []record.Code{record.TagText, record.TagRepaired, record.UnknownVariant, record.MarkText, record.WrongResult, record.StrayText, record.ResultText} {
		all = append(all, recordProblems(&record.Problem{Code: code, Ply: -1, Text: "x"})...)
	}
	for _, code := range []lancelot.SetupCode{
		lancelot.SetupSeats, lancelot.SetupBoardSize, lancelot.SetupRowLength, lancelot.SetupStone, lancelot.SetupToMove, lancelot.SetupAbsent,
		lancelot.SetupInHand, lancelot.SetupTooManyStones, lancelot.SetupCaptured, lancelot.SetupCapturedSum, lancelot.SetupTarget,
		lancelot.SetupTargetReached, lancelot.SetupExcaliburRule, lancelot.SetupExcaliburTurnRule, lancelot.SetupExcaliburTwice,
	} {
		all = append(all, lancelotProblems(&lancelot.SetupError{Problems: []lancelot.SetupProblem{{Code: code}}})...)
	}
	for _, code := range []lancelot.TurnCode{
		lancelot.TurnOffBoard, lancelot.TurnExcaliburFirst, lancelot.TurnNoExcaliburTurn, lancelot.TurnUnmoved, lancelot.TurnOccupied, lancelot.TurnChivalry, lancelot.TurnNoStoneAfter,
	} {
		all = append(all, lancelotProblems(&lancelot.TurnError{Code: code})...)
	}
	start, err := lancelot.Start(lancelot.Options{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range []lancelotrecord.Code{lancelotrecord.AssumedStart, lancelotrecord.BadNumber, lancelotrecord.BadResult} {
		all = append(all, lancelotRecordProblems(&lancelotrecord.Error{Code: code, Found: "x", Want: start.String()})...)
	}
	for _, p := range []study.Problem{{Code: "chapter-text", Err: io.EOF}, {Code: "chapter-large", Most: 1}, {Code: "chapter-nodes", Most: 1}, {Code: "rest-left-out", Count: 2}} {
		all = append(all, leftOut(&p)...)
	}
	have := map[string]Args{}
	for _, p := range all {
		have[p.Code] = p.Args
	}
	for _, code := range slices.Sorted(maps.Keys(need)) {
		for _, name := range need[code] {
			if _, ok := have[code][name]; !ok {
				t.Errorf("the text of %s needs %s; the problem has %v", code, name, have[code])
			}
		}
	}
}

// TestTurnsAfterTheEnd: Lancelot refuses them with the code of the other game, so that the
// page has one text.
func TestTurnsAfterTheEnd(t *testing.T) {
	_, problems := lancelotPlay("8/4a3/4a3/4b3/8/aab5/8/8 a 0,0 26,28 - basic 2", []string{"h6", "d4"})
	if len(problems) != 1 || problems[0].Args["reason"] != string(wotn.MoveGameOver) {
		t.Errorf("%+v", problems)
	}
}
