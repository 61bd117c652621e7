package games_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/lancelot"
	"tafelrunde/wotn"
)

var catalogue games.Rules

func person(i int) match.Player {
	return match.Player{ID: "p" + strconv.Itoa(i), Name: "Player", Account: true}
}

func open(t *testing.T, s match.Settings) *match.State {
	t.Helper()
	s.Visibility = match.Public
	if s.Clock.Kind == "" {
		s.Clock.Kind = match.NoClock
	}
	state := do(t, match.New(), "p0", match.Open{Settings: s, Owner: person(0)})
	for i := 1; i < s.Seats; i++ {
		state = do(t, state, person(i).ID, match.Sit{Player: person(i), Seat: i})
	}
	return state
}

func do(t *testing.T, s *match.State, by string, a match.Action) *match.State {
	t.Helper()
	_, after, err := match.Decide(catalogue, s, match.Command{At: 1000, By: by, Do: a})
	if err != nil {
		t.Fatalf("%s %#v: %v", by, a, err)
	}
	return after
}

func refusal(t *testing.T, s *match.State, by string, a match.Action) *match.Refusal {
	t.Helper()
	_, _, err := match.Decide(catalogue, s, match.Command{At: 1000, By: by, Do: a})
	var r *match.Refusal
	if !errors.As(err, &r) {
		t.Fatalf("%s %#v: no refusal but %v", by, a, err)
	}
	return r
}

func move(t *testing.T, s *match.State, texts ...string) *match.State {
	t.Helper()
	for _, text := range texts {
		s = do(t, s, person(s.ToAct()).ID, match.Move{Text: text, Ply: match.AnyPly})
	}
	return s
}

func TestMateInWayOfTheKnight(t *testing.T) {
	s := open(t, match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, First: 1})
	if r := refusal(t, s, "p1", match.Move{Text: "e2e5", Ply: match.AnyPly}); r.Code != string(wotn.MoveCannotReach) {
		t.Errorf("%+v", r)
	}
	s = move(t, s, "f2f3", "e7e5", "g2g4", "d8h4")
	if !s.Outcome.Over || s.Outcome.Reason != "checkmate" || !slices.Equal(s.Outcome.Winners, []int{0}) {
		t.Errorf("%+v: Black, in seat 0, has given mate", s.Outcome)
	}
}

func TestRepetitionIsKnown(t *testing.T) {
	s := open(t, match.Settings{Game: "wotn", Variant: "wotn-alternative", Seats: 2, Takebacks: true})
	s = move(t, s, "e2e3", "e7e6")
	shuffle := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	s = move(t, s, shuffle...)
	if claims := s.Position.Claims(); len(claims) != 0 {
		t.Fatalf("claims %v", claims)
	}
	s = move(t, s, shuffle...)
	if claims := s.Position.Claims(); !slices.Equal(claims, []string{"threefold"}) {
		t.Fatalf("claims %v after the third time", claims)
	}
	back := do(t, s, "p1", match.OfferTakeback{})
	back = do(t, back, "p0", match.OfferTakeback{})
	if claims := back.Position.Claims(); len(claims) != 0 || back.ToAct() != 1 {
		t.Errorf("claims %v of seat %d after a takeback", claims, back.ToAct())
	}
	s = move(t, move(t, s, shuffle...), shuffle...)
	if s.Outcome.Reason != "fivefold" {
		t.Errorf("%+v after the fifth time", s.Outcome)
	}
}

func TestHandicapSeries(t *testing.T) {
	s := open(t, match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, Handicap: true})
	mate := []string{"f2f3", "e7e5", "g2g4", "d8h4"}
	s = move(t, s, mate...) // seat 0 is White and loses
	s = do(t, do(t, s, "p0", match.Rematch{}), "p1", match.Rematch{})
	if s.Phase != match.Promoting || s.Round.First != 0 || !slices.Equal(s.Round.Points, []int{1, 0}) {
		t.Fatalf("%s %+v: the loser has a point and is White", s.Phase, s.Round)
	}
	for square, code := range map[string]string{"e1": "handicap-king", "e5": "handicap-no-piece", "z9": "square"} {
		if r := refusal(t, s, "p0", match.Promote{Promotions: []match.HandicapPromotion{{Square: square, Kind: "N"}}, Done: true}); r.Code != code {
			t.Errorf("%s: %+v, want %s", square, r, code)
		}
	}
	s = do(t, s, "p0", match.Promote{Promotions: []match.HandicapPromotion{{Square: "d2", Kind: "D"}}, Done: true})
	if p, err := wotn.ParsePosition(wotn.Standard, s.Position.Text()); err != nil || p.At(wotn.NewSquare(3, 1)).Kind != wotn.Priest {
		t.Fatalf("%s, %v", s.Position.Text(), err)
	}
	s = do(t, move(t, s, "e2e4", "e7e5"), "p1", match.Resign{})
	s = do(t, do(t, s, "p0", match.Rematch{}), "p1", match.Rematch{})
	if s.Phase != match.Playing || s.Round.First != 1 || !slices.Equal(s.Round.Points, []int{0, 0}) || s.Game != 3 {
		t.Errorf("%s %+v: even again, the other is White", s.Phase, s.Round)
	}
}

// TestAnEngineSpendsAllItsPoints chooses handicap promotions for every number of
// points: all are spent, and the game can begin.
func TestAnEngineSpendsAllItsPoints(t *testing.T) {
	for _, variant := range []string{"wotn", "wotn-alternative"} {
		s := match.Settings{Game: "wotn", Variant: variant, Seats: 2, Handicap: true}
		for points := 1; points <= match.MaxPoints; points++ {
			for seat := range 2 {
				r := match.Round{First: seat, Points: make([]int, 2)}
				r.Points[seat] = points
				r.Promotions = catalogue.ChoosePromotions(&s, r)
				if len(r.Promotions) != points {
					t.Fatalf("%s: %d of %d points are spent", variant, len(r.Promotions), points)
				}
				if refusal := catalogue.CheckPromotions(&s, r); refusal != nil {
					t.Fatalf("%s, %d points: %v", variant, points, refusal)
				}
				p, refusal := catalogue.Start(&s, r)
				if refusal != nil || p.ToAct() != seat || p.Outcome().Over {
					t.Fatalf("%s, %d points: %v", variant, points, refusal)
				}
			}
		}
		one := catalogue.ChoosePromotions(&s, match.Round{Points: []int{1, 0}})
		if want := (match.HandicapPromotion{Square: "d2", Kind: "D"}); one[0] != want {
			t.Errorf("%s: %+v", variant, one)
		}
	}
	if r := catalogue.ChoosePromotions(&match.Settings{Game: "lancelot", Seats: 2}, match.Round{}); r != nil {
		t.Errorf("%+v in Lancelot", r)
	}
}

// TestSeriesAgainstAnEngine plays a series in which the engine loses, makes
// handicap promotions, wins, and is even again. The state follows from the events.
func TestSeriesAgainstAnEngine(t *testing.T) {
	var events []match.Event
	state := match.New()
	act := func(by string, a match.Action) {
		t.Helper()
		e, after, err := match.Decide(catalogue, state, match.Command{At: 1000, By: by, Do: a})
		if err != nil {
			t.Fatalf("%s %#v: %v", by, a, err)
		}
		state, events = after, append(events, e...)
	}
	act("p0", match.Open{
		Settings: match.Settings{
			Game: "wotn", Variant: "wotn", Seats: 2, First: 1, Handicap: true, Points: []int{0, 2},
			Visibility: match.Public, Clock: match.Clock{Kind: match.NoClock},
		},
		Owner: person(0), Engines: []int{0, 4},
	})
	// The engine has two points, wins with them, then with one, then has none;
	// after that the person has one.
	for game, c := range []struct {
		points     []int
		promotions int
		first      int
	}{{[]int{0, 2}, 2, 1}, {[]int{0, 1}, 1, 1}, {[]int{0, 0}, 0, 0}, {[]int{1, 0}, 0, 0}} {
		if state.Game != game+1 || state.Round.First != c.first || !slices.Equal(state.Round.Points, c.points) || len(state.Round.Promotions) != c.promotions {
			t.Fatalf("game %d: %+v", game+1, state.Round)
		}
		if c.points[0] > 0 {
			if state.Phase != match.Promoting {
				t.Fatalf("phase %s", state.Phase)
			}
			break
		}
		start, err := wotn.ParsePosition(wotn.Standard, state.Start.Text())
		if err != nil {
			t.Fatal(err)
		}
		for _, promotion := range state.Round.Promotions {
			square, _ := wotn.ParseSquare(promotion.Square)
			if piece := start.At(square); piece.Color != wotn.White || piece.Kind == wotn.Pawn {
				t.Errorf("game %d: %s has %v", game+1, promotion.Square, piece)
			}
		}
		for range 2 {
			by := []string{"p0", ""}[state.ToAct()]
			legal := start.AppendMoves(nil)
			act(by, match.Move{Seat: state.ToAct(), Text: legal[0].String(), Ply: match.AnyPly})
			start.PlayInto(&start, legal[0])
		}
		act("p0", match.Resign{})
		act("p0", match.Rematch{})
	}
	again := match.New()
	for i, e := range events {
		var err error
		if again, err = match.Apply(catalogue, again, e); err != nil {
			t.Fatalf("event %d: %v", i, err)
		}
	}
	if again.Seq != state.Seq || again.Phase != state.Phase || !slices.Equal(again.Score, state.Score) {
		t.Errorf("%+v, want %+v", again, state)
	}
}

func TestSeatsOfLancelotRotateAndAreSkipped(t *testing.T) {
	s := open(t, match.Settings{Game: "lancelot", Variant: "basic", Seats: 3, First: 2, Timeout: match.Skip})
	s = move(t, s, "c3", "d5", "e7")
	if s.ToAct() != 2 {
		t.Fatalf("seat %d to act", s.ToAct())
	}
	s = do(t, s, "p2", match.Resign{})
	if s.ToAct() != 0 {
		t.Fatalf("seat %d to act", s.ToAct())
	}
	s = move(t, s, "l3", "l5")
	if s.ToAct() != 0 {
		t.Fatalf("seat %d to act, though 2 is out", s.ToAct())
	}
	s = do(t, s, "p1", match.Resign{})
	if s.Outcome.Reason != match.ByLast || !slices.Equal(s.Outcome.Winners, []int{0}) {
		t.Fatalf("%+v", s.Outcome)
	}
	for i := range 3 {
		s = do(t, s, person(i).ID, match.Rematch{})
	}
	if s.Round.First != 0 || s.ToAct() != 0 {
		t.Errorf("seat %d begins the next game", s.Round.First)
	}
}

func TestInvalidSettings(t *testing.T) {
	for code, s := range map[string]match.Settings{
		"game":           {Game: "chess", Variant: "chess", Seats: 2},
		"variant":        {Game: "wotn", Variant: "basic", Seats: 2},
		"seats":          {Game: "wotn", Variant: "wotn", Seats: 3, Timeout: match.Skip},
		"target":         {Game: "lancelot", Variant: "basic", Seats: 2, Target: 61},
		"points":         {Game: "wotn", Variant: "wotn", Seats: 2, Points: []int{1, 1}},
		"rated-chess":    {Game: "wotn", Variant: "chess", Seats: 2, Rated: true},
		"handicap-chess": {Game: "wotn", Variant: "chess", Seats: 2, Handicap: true},
	} {
		s.Clock.Kind, s.Visibility = match.NoClock, match.Public
		if r := refusal(t, match.New(), "p0", match.Open{Settings: s, Owner: person(0)}); r.Code != code {
			t.Errorf("%+v, want %s", r, code)
		}
	}
}

// TestRandomGamesReplay plays random games to their ends and reads each of them
// back from its events.
func TestRandomGamesReplay(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	for game := range 60 {
		settings := match.Settings{
			Game: "lancelot", Seats: 2 + game%4, First: match.RandomSeat, Visibility: match.Public, Timeout: match.Skip,
			Variant: []string{"basic", "diagonals", "excalibur", "diagonals+excalibur"}[game%4], Clock: match.Clock{Kind: match.NoClock},
		}
		if game%3 == 0 {
			settings.Game, settings.Variant, settings.Seats = "wotn", []string{"wotn", "wotn-alternative"}[game%2], 2
		}
		state := match.New()
		var events []match.Event
		try := func(by string, a match.Action) error {
			now, after, err := match.Decide(catalogue, state, match.Command{At: 5, By: by, Do: a})
			if err == nil {
				state, events = after, append(events, now...)
			}
			return err
		}
		must := func(err error) {
			if err != nil {
				t.Fatalf("game %d: %v", game, err)
			}
		}
		must(try("p0", match.Open{Settings: settings, Owner: person(0)}))
		for i := 1; i < settings.Seats; i++ {
			must(try(person(i).ID, match.Sit{Player: person(i), Seat: match.RandomSeat, Seed: random.Uint64()}))
		}
		for ply := 0; ply < 300 && state.Phase == match.Playing; ply++ {
			if settings.Seats > 2 && random.IntN(20) == 0 {
				must(try(person(state.ToAct()).ID, match.Resign{}))
				continue
			}
			must(try(person(state.ToAct()).ID, match.Move{Text: anyMove(t, random, &settings, state.Position.Text()), Ply: len(state.Moves)}))
		}
		replayed := match.New()
		for _, e := range events {
			text, err := json.Marshal(e)
			must(err)
			var read match.Event
			must(json.Unmarshal(text, &read))
			replayed, err = match.Apply(catalogue, replayed, read)
			must(err)
		}
		if replayed.Position.Text() != state.Position.Text() || replayed.Phase != state.Phase ||
			!slices.Equal(replayed.Outcome.Winners, state.Outcome.Winners) || !slices.Equal(replayed.Moves, state.Moves) {
			t.Fatalf("game %d: %s %s, replayed %s %s", game, state.Phase, state.Position.Text(), replayed.Phase, replayed.Position.Text())
		}
	}
}

func anyMove(t *testing.T, random *rand.Rand, s *match.Settings, text string) string {
	t.Helper()
	if s.Game == "lancelot" {
		p, err := lancelot.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		turns := p.AppendTurns(nil)
		return turns[random.IntN(len(turns))].String()
	}
	w, _ := wotn.ParseVariant(s.Variant)
	p, err := wotn.ParsePosition(w, text)
	if err != nil {
		t.Fatal(err)
	}
	moves := p.AppendMoves(nil)
	return moves[random.IntN(len(moves))].String()
}

func BenchmarkMove(b *testing.B) {
	state := match.New()
	for _, c := range []match.Command{
		{By: "p0", Do: match.Open{Settings: match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.Public, Clock: match.Clock{Kind: match.NoClock}}, Owner: person(0)}},
		{By: "p1", Do: match.Sit{Player: person(1), Seat: 1}},
	} {
		var err error
		if _, state, err = match.Decide(catalogue, state, c); err != nil {
			b.Fatal(err)
		}
	}
	c := match.Command{At: 1, By: "p0", Do: match.Move{Text: "e2e4", Ply: 0}}
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := match.Decide(catalogue, state, c); err != nil {
			b.Fatal(err)
		}
	}
}
