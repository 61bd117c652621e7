package games_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	lancelotrecord "tafelrunde/lancelot/record"
	"tafelrunde/wotn"
	wotnrecord "tafelrunde/wotn/record"
)

func TestRecordOfWayOfTheKnight(t *testing.T) {
	s := open(t, match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, First: 1, Clock: match.Clock{Kind: match.RealTime, Initial: 5 * match.Minute, Increment: 3000}})
	s = do(t, move(t, s, "e2e4", "e7e5"), "p1", match.Resign{})
	text, refusal := games.Record(s, []games.MoveTime{{Spent: 1450, Clock: 301_550}, {Spent: 62_000, Clock: 241_000}}, games.Heading{Site: "https://example.org/match/x"})
	if refusal != nil {
		t.Fatal(refusal)
	}
	g, err := wotnrecord.Read(text, wotn.Standard)
	if err != nil || len(g.Line.Moves) != 2 || g.Result != wotnrecord.BlackWins || g.Tag("Site") != "https://example.org/match/x" || g.Tag("TimeControl") != "300+3" || g.Tag("White") != "Player" {
		t.Errorf("%v, %+v\n%s", err, g, text)
	}
	for i, want := range []string{"[%clk 0:05:01.6][%emt 0:00:01.5]", "[%clk 0:04:01][%emt 0:01:02]"} {
		if got := g.Line.Moves[i].After; !slices.Equal(got, []string{want}) {
			t.Errorf("move %d: comments %q, want %q", i, got, want)
		}
	}
	if _, refusal := games.Record(match.New(), nil, games.Heading{}); refusal == nil {
		t.Error("a match without a game has a record")
	}
}

// The name of a guest can also be that of an account.
func TestRecordsMarkGuests(t *testing.T) {
	guest := match.Player{ID: "p9", Name: "Ann"}
	for _, settings := range []match.Settings{
		{Game: "wotn", Variant: "wotn", Seats: 2, First: 1},
		{Game: "lancelot", Variant: "basic", Seats: 2, First: 1},
	} {
		s := open(t, settings)
		s.Seats[1].Player = guest
		s = do(t, s, "p9", match.Resign{})
		text, refusal := games.Record(s, nil, games.Heading{})
		if refusal != nil || !strings.Contains(text, `"Ann (guest)"`) || !strings.Contains(text, `"Player"`) {
			t.Errorf("%s: %v\n%s", settings.Game, refusal, text)
		}
	}
	for want, p := range map[string]match.Player{
		"Computer, strength 8 of 15": {Engine: 3}, match.DeletedName: {ID: "x", Name: match.DeletedName}, "": {},
		"Gast 3734": {ID: "p", Name: "Gast 3734"}, "Gast (guest)": {ID: "p", Name: "Gast"},
	} {
		if got := games.PlayerName(p); got != want {
			t.Errorf("%+v: %q, want %q", p, got, want)
		}
	}
}

// TestRecordsOfLancelotAreRead plays with seats that drop out and finds every
// turn in the records again.
func TestRecordsOfLancelotAreRead(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for game := range 30 {
		settings := match.Settings{Game: "lancelot", Variant: []string{"basic", "diagonals+excalibur"}[game%2], Seats: 2 + game%4, First: game % 2, Timeout: match.Skip}
		if game%3 == 0 {
			settings.Clock = match.Clock{Kind: match.Correspondence, PerTurn: match.Day}
		}
		s := open(t, settings)
		for s.Phase == match.Playing && len(s.Moves) < 40 {
			if settings.Seats > 2 && random.IntN(25) == 0 {
				s = do(t, s, person(s.ToAct()).ID, match.Resign{})
				continue
			}
			s = move(t, s, anyMove(t, random, &settings, s.Position.Text()))
		}
		for i := 0; s.Phase == match.Playing; i++ {
			if !s.Seats[i].Out {
				s = do(t, s, person(i).ID, match.Resign{})
			}
		}
		times := make([]games.MoveTime, len(s.Moves))
		for i := range times {
			times[i].Spent = match.Millis(i) * 1000
		}
		text, refusal := games.Record(s, times, games.Heading{Site: "here"})
		if refusal != nil {
			t.Fatalf("game %d: %v", game, refusal)
		}
		read, err := lancelotrecord.ReadAll(text)
		if err != nil {
			t.Fatalf("game %d: %v\n%s", game, err, text)
		}
		var turns, want []string
		for _, part := range read {
			for _, turn := range part.Turns {
				var comments []string
				if game%3 == 0 {
					comments = []string{fmt.Sprintf("[%%emt 0:00:%02d]", len(turns))}
				}
				if !slices.Equal(turn.Comments, comments) {
					t.Errorf("game %d, turn %d: comments %q, want %q", game, len(turns), turn.Comments, comments)
				}
				turns = append(turns, turn.Turn.String())
			}
		}
		for _, m := range s.Moves {
			want = append(want, m.Text)
		}
		if !slices.Equal(turns, want) || read[len(read)-1].Result.String() == "*" && len(s.Outcome.Winners) > 0 || !strings.Contains(text, `[A "Player"]`) {
			t.Errorf("game %d: %v %v, want %v %v\n%s", game, turns, read[len(read)-1].Result, want, s.Outcome, text)
		}
	}
}
