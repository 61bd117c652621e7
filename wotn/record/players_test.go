package record

import (
	"slices"
	"strings"
	"testing"

	"tafelrunde/wotn"
)

func TestResultsHaveWinners(t *testing.T) {
	for _, tc := range []struct {
		result  string
		winners []wotn.Color
	}{{WhiteWins, []wotn.Color{wotn.White}}, {BlackWins, []wotn.Color{wotn.Black}}, {Draw, nil}} {
		if winners, finished := WinnersOf(tc.result); !finished || !slices.Equal(winners, tc.winners) {
			t.Errorf("%s: %v, %t", tc.result, winners, finished)
		}
		if got := ResultOf(tc.winners...); got != tc.result {
			t.Errorf("%v: %s", tc.winners, got)
		}
	}
	for _, result := range []string{Unknown, "", "1-1"} {
		if winners, finished := WinnersOf(result); finished || winners != nil {
			t.Errorf("%q: %v, %t", result, winners, finished)
		}
	}
}

func TestPlayerTags(t *testing.T) {
	game, err := New(wotn.NewGame(wotn.Start(wotn.Standard)), PlayerTags("Ann", ""))
	if err != nil {
		t.Fatal(err)
	}
	if text := game.String(); !strings.Contains(text, `[White "Ann"]`) || !strings.Contains(text, `[Black "?"]`) {
		t.Error(text)
	}
}
