package games_test

import (
	"errors"
	"strings"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	lancelotrecord "tafelrunde/lancelot/record"
	"tafelrunde/wotn"
	wotnrecord "tafelrunde/wotn/record"
)

// TestGamesFromPositions plays from positions of both games, in Way of the Knight with
// Black to move.
func TestGamesFromPositions(t *testing.T) {
	const fen = "4k3/8/8/8/8/2n5/4P3/4K3 b - - 0 30"
	s := open(t, match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, First: 1, Start: fen})
	if s.Start.Text() != fen || s.ToAct() != 0 || s.Round.First != 1 {
		t.Errorf("%s, seat %d is to act, White is seat %d", s.Start.Text(), s.ToAct(), s.Round.First)
	}
	s = move(t, s, "e8d7")
	if s.ToAct() != 1 {
		t.Errorf("White has seat 1, but seat %d is to act", s.ToAct())
	}
	s = do(t, s, "p0", match.Resign{})
	if w := s.Outcome.Winners; len(w) != 1 || w[0] != 1 {
		t.Errorf("winners %v", w)
	}
	text, refusal := games.Record(s, nil, games.Heading{Site: "here"})
	if refusal != nil {
		t.Fatal(refusal)
	}
	g, err := wotnrecord.Read(text, wotn.Standard)
	if err != nil || g.Line.Start.String() != fen || g.Result != wotnrecord.WhiteWins || !strings.Contains(text, `[FEN "`+fen+`"]`) || !strings.Contains(text, `[SetUp "1"]`) {
		t.Errorf("%v\n%s", err, text)
	}
	// A rematch has the same position, with colours swapped.
	s = do(t, do(t, s, "p0", match.Rematch{}), "p1", match.Rematch{})
	if s.Game != 2 || s.Start.Text() != fen || s.Round.First != 0 || s.ToAct() != 1 {
		t.Errorf("a rematch: game %d, %s, White is seat %d, seat %d is to act", s.Game, s.Start.Text(), s.Round.First, s.ToAct())
	}

	const stones = "8/8/8/3ab3/8/8/8/8 b 0,0 29,29 - basic 5"
	s = open(t, match.Settings{Game: "lancelot", Variant: "basic", Seats: 2, First: 0, Target: 5, Start: stones})
	if s.Start.Text() != stones || s.ToAct() != 1 || s.Round.First != 1 {
		t.Errorf("%s, seat %d is to act, %d is first", s.Start.Text(), s.ToAct(), s.Round.First)
	}
	s = do(t, move(t, s, "d5"), "p0", match.Resign{})
	text, refusal = games.Record(s, nil, games.Heading{Site: "here"})
	if refusal != nil {
		t.Fatal(refusal)
	}
	if g, err := lancelotrecord.Read(text); err != nil || g.Start.String() != stones || len(g.Turns) != 1 {
		t.Errorf("%v\n%s", err, text)
	}
	s = do(t, do(t, s, "p0", match.Rematch{}), "p1", match.Rematch{})
	if s.Game != 2 || s.Start.Text() != stones || s.Round.First != 1 || s.ToAct() != 1 {
		t.Errorf("a rematch: game %d, %s, %d is first, seat %d is to act", s.Game, s.Start.Text(), s.Round.First, s.ToAct())
	}
}

func TestRefusedStartPositions(t *testing.T) {
	const lancelot = "8/8/8/3ab3/8/8/8/8 b 0,0 29,29 - basic 5"
	wotnTable := match.Settings{Game: "wotn", Variant: "wotn", Seats: 2}
	stones := match.Settings{Game: "lancelot", Variant: "basic", Seats: 2, Start: lancelot}
	for _, c := range []struct {
		code   string
		table  match.Settings
		change func(*match.Settings)
	}{
		{"start-over", wotnTable, func(s *match.Settings) { s.Start = "4k3/8/8/8/8/8/8/4K3 w - - 0 1" }},
		{"start-rated", wotnTable, func(s *match.Settings) { s.Start, s.Rated = wotn.StartText, true }},
		{"start-handicap", wotnTable, func(s *match.Settings) { s.Start, s.Handicap = wotn.StartText, true }},
		{"start-handicap", wotnTable, func(s *match.Settings) { s.Start, s.Points = wotn.StartText, []int{1, 0} }},
		{"start-long", wotnTable, func(s *match.Settings) { s.Start = strings.Repeat("8", 401) }},
		{"no-king", wotnTable, func(s *match.Settings) { s.Start = "8/8/8/8/8/8/4P3/4K3 w - - 0 1" }},
		{"unknown-kind", wotnTable, func(s *match.Settings) { s.Variant, s.Start = "chess", "4k3/8/8/8/8/8/4S3/4K3 w - - 0 1" }},
		{"start-seats", stones, func(s *match.Settings) { s.Seats, s.Timeout = 3, match.Skip }},
		{"start-rules", stones, func(s *match.Settings) { s.Variant = "diagonals" }},
		{"start-target", stones, func(s *match.Settings) { s.Target = 6 }},
	} {
		s := c.table
		s.Visibility, s.Clock.Kind = match.Public, match.NoClock
		c.change(&s)
		_, _, err := match.Decide(games.Rules{}, match.New(), match.Command{By: "p0", Do: match.Open{Settings: s, Owner: person(0)}})
		var refused *match.Refusal
		if !errors.As(err, &refused) || refused.Code != c.code || refused.Message == "" {
			t.Errorf("%+v: %+v, want %s", s, err, c.code)
		}
	}
}
