package editor_test

import (
	"reflect"
	"strings"
	"testing"

	"tafelrunde/internal/editor"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

// TestArgs: errors of both games have the particulars that the words of the page name.
func TestArgs(t *testing.T) {
	chess := wotn.Start(wotn.Chess)
	_, syntax := chess.ParseMove(strings.Repeat("é", 40))
	_, move := chess.ParseMove("e2e5")
	setup := chess.Setup()
	handicap := setup.HandicapPromote(wotn.White, wotn.NoSquare, wotn.Baron)
	start, err := lancelot.Start(lancelot.Options{Seats: 2, Rules: lancelot.Rules{Excalibur: true}})
	if err != nil {
		t.Fatal(err)
	}
	_, turn := start.ParseTurn("g8")
	crowded, err := lancelot.ParsePosition("aa6/8/8/8/8/8/8/8 a 0,0 28,30 - basic 7")
	if err != nil {
		t.Fatal(err)
	}
	_, chivalry := crowded.ParseTurn("f11")
	_, number := lancelot.ParseSetup("8/8 a 0,0,0,0,0,0 30,30 - basic 7")
	for _, c := range []struct{ got, want map[string]any }{
		{editor.WotnArgs(syntax), map[string]any{"text": strings.Repeat("é", 30) + "…"}},
		{editor.WotnArgs(move), map[string]any{"move": "e2e5"}},
		{editor.WotnArgs(handicap), map[string]any{"square": "-", "kind": "M"}},
		{editor.WotnSetupArgs(wotn.SetupProblem{Code: wotn.SetupNoKing, Color: wotn.Black, Square: wotn.NoSquare}), map[string]any{"color": "b"}},
		{
			editor.WotnSetupArgs(wotn.SetupProblem{Code: wotn.SetupPawnRank, Square: 0, Kind: wotn.Pawn}),
			map[string]any{"color": "w", "square": "a1", "kind": "P"},
		},
		{editor.LancelotArgs(turn), map[string]any{"turn": "g8", "seat": 1, "letter": "b"}},
		{editor.LancelotArgs(chivalry), map[string]any{
			"turn": "f11", "seat": 0, "letter": "a", "square": "f11", "what": "stone",
			"lines": []any{map[string]any{"kind": "row", "name": "11"}},
		}},
		{editor.LancelotArgs(number), map[string]any{"found": "0"}},
		{
			editor.LancelotSetupArgs(lancelot.SetupProblem{Code: lancelot.SetupTargetReached, Seat: 2, Count: 8, Want: 7}),
			map[string]any{"seat": 2, "letter": "c", "count": 8, "want": 7},
		},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
}
