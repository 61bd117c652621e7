package match_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tafelrunde/internal/match"
)

// forms returns actions of a command that differ in their fields, among them one
// that is accepted if the state allows any.
func forms(c *match.CommandSpec, p match.Player) (all []match.Action) {
	request := func(r match.CommandRequest) {
		r.Type = c.Type
		do, _ := r.Action(p, 1)
		switch a := do.(type) { // as if the other players were absent
		case match.TakeOver:
			a.Since = 1
			do = a
		case match.ClaimAbsence:
			a.Since = 1
			do = a
		}
		all = append(all, do)
	}
	a1 := []match.HandicapPromotion{{Square: "a1", Kind: "x"}}
	request(match.CommandRequest{Move: "1", Reason: "ten", Text: "hello", Promotions: a1, Done: true, Level: 5})
	request(match.CommandRequest{Move: "9", Reason: "nine"})
	for seat := range 5 {
		request(match.CommandRequest{Seat: &seat, Level: 5})
	}
	return all
}

// TestOpenCommands checks in random matches that a command is open to a person if,
// and only if, one of its forms is accepted or nothing but the time refuses it; and
// that the replaceable seats are those that a takeover may name.
func TestOpenCommands(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seats := rapid.IntRange(2, 5).Draw(rt, "seats")
		s := settings(seats)
		s.Timeout = rapid.SampledFrom([]match.Timeout{match.ByEngine, match.Skip}).Draw(rt, "timeout")
		if rapid.IntRange(0, 3).Draw(rt, "correspondence") == 0 {
			s.Clock = match.Clock{Kind: match.Correspondence, PerTurn: match.Day}
		}
		if seats == 2 && rapid.Bool().Draw(rt, "handicap") {
			s.Points = []int{1, 0}
		}
		s.Takebacks = rapid.Bool().Draw(rt, "takebacks")
		s.Rated = s.Points == nil && rapid.IntRange(0, 3).Draw(rt, "rated") == 0
		if s.Rated {
			s.Takebacks, s.Timeout = false, match.Skip
		}
		if rapid.Bool().Draw(rt, "private") {
			s.Visibility = match.Private
			for i := range seats {
				s.Invited = append(s.Invited, person(i).Name)
			}
		}
		x := &table{t: t, state: match.New(), now: 1_000_000}
		x.must("p0", match.Open{Settings: s, Owner: person(0), OwnerSeat: rapid.SampledFrom([]int{match.NoSeat, 0}).Draw(rt, "owner"), Seed: 1})
		for i := range seats {
			if rapid.IntRange(0, 9).Draw(rt, "sits") > 0 {
				x.try("p"+string(rune('0'+i)), match.Sit{Player: person(i), Seat: match.RandomSeat})
			}
		}
		guest, bot := match.Player{ID: "g", Name: "Guest"}, match.Player{ID: "b", Name: "Robot", Account: true, Bot: true}
		viewers := []match.Player{guest, bot, person(0), person(1), person(2), person(4)}
		for range rapid.IntRange(0, 30).Draw(rt, "steps") {
			x.now = x.now.After(match.Millis(rapid.SampledFrom([]int64{0, 10, 3_000, 3_000, 70_000}).Draw(rt, "wait")))
			by, do := anyAction(rt, seats)
			if act := x.state.ToAct(); act >= 0 && x.state.Phase == match.Playing && rapid.Bool().Draw(rt, "moves") {
				by, do = x.state.Seats[act].Player.ID, match.Move{Text: "1", Ply: match.AnyPly, Seat: act}
				if x.state.Seats[act].Engine > 0 {
					by = ""
				}
			}
			x.try(by, do)
			for _, p := range viewers {
				open, replaceable := x.state.OpenCommands(p), x.state.Replaceable(p.ID)
				for i := range match.Commands {
					c := &match.Commands[i]
					accepted, late := false, false
					var codes []string
					for _, form := range forms(c, p) {
						_, _, err := match.Decide(rules, x.state, match.Command{At: x.now, By: p.ID, Do: form})
						var refusal *match.Refusal
						errors.As(err, &refusal)
						if err != nil {
							codes = append(codes, refusal.Code)
							late = late || refusal.Code == "time-over"
						}
						accepted = accepted || err == nil
						if takeOver, ok := form.(match.TakeOver); ok && takeOver.Level > 0 && takeOver.Seat >= 0 && (err == nil) != slices.Contains(replaceable, takeOver.Seat) {
							rt.Fatalf("%s in phase %s: taking over seat %d: %v, replaceable %v", p.Name, x.state.Phase, takeOver.Seat, err, replaceable)
						}
					}
					if is := slices.Contains(open, c.Type); is != (accepted || late) {
						rt.Fatalf("%q in phase %s: %s is open: %t, refused %s", p.Name, x.state.Phase, c.Type, is, strings.Join(codes, ", "))
					}
				}
			}
		}
	})
}

// TestOpenCommandsOfAGame follows the commands that are open to two players and
// others through a match. Each command is open at least once.
func TestOpenCommandsOfAGame(t *testing.T) {
	seen := make(map[string]bool)
	x := &table{t: t, state: match.New(), now: 1_000_000}
	want := func(p match.Player, commands string, replaceable ...int) {
		t.Helper()
		open := x.state.OpenCommands(p)
		if got := strings.Join(open, " "); got != commands {
			t.Errorf("%s: %s is open, want %s", p.Name, got, commands)
		}
		if got := x.state.Replaceable(p.ID); !slices.Equal(got, replaceable) {
			t.Errorf("%s: replaceable %v, want %v", p.Name, got, replaceable)
		}
		for _, c := range open {
			seen[c] = true
		}
	}
	stranger := person(5)
	s := settings(2)
	s.Visibility, s.Invited, s.Points = match.Private, []string{person(1).Name}, []int{1, 0}
	want(person(0), "")
	x.must("p0", match.Open{Settings: s, Owner: person(0)})
	want(person(0), "leave start abort chat")
	want(person(1), "sit decline chat")
	want(stranger, "chat")
	want(match.Player{}, "")
	x.must("p1", match.Sit{Player: person(1), Seat: match.RandomSeat})
	want(person(0), "promote abort chat")
	want(person(1), "abort chat")
	x.must("p0", match.Promote{Promotions: []match.HandicapPromotion{{Square: "a1"}}, Done: true})
	want(person(0), "move resign abort take-over claim-absence chat", 0, 1)
	want(person(1), "resign abort take-over claim-absence chat", 0, 1)
	want(stranger, "chat")
	x.play("3", 1, 0)
	x.play("3", 1, 0)
	want(person(0), "move resign draw takeback take-over claim-absence chat", 0, 1)
	x.must("p1", match.OfferDraw{})
	want(person(0), "move resign draw decline-draw takeback take-over claim-absence chat", 0, 1)
	want(person(1), "resign takeback take-over claim-absence chat", 0, 1)
	x.must("p0", match.DeclineDraw{})
	x.must("p1", match.OfferTakeback{})
	want(person(0), "move resign draw takeback decline-takeback take-over claim-absence chat", 0, 1)
	want(person(1), "resign decline-takeback take-over claim-absence chat", 0, 1)
	x.must("p0", match.DeclineTakeback{})
	x.play("3", 1, 0)
	want(person(1), "move resign claim-draw takeback take-over claim-absence chat", 0, 1)
	x.must("p0", match.TakeOver{Seat: 1, Level: 1, Since: x.now - 60_000})
	want(person(0), "resign takeback take-over chat", 0)
	want(person(1), "return chat")
	x.must("p1", match.Return{})
	x.must("p1", match.Resign{})
	want(person(0), "rematch chat")
	x.must("p0", match.Rematch{})
	want(person(0), "decline-rematch chat")
	want(person(1), "rematch decline-rematch chat")

	s = settings(2)
	s.Takebacks, s.Tournament, s.Berserk = false, "t", true
	x = &table{t: t, state: match.New(), now: 1_000_000}
	x.must("", match.Open{Settings: s, Owner: person(0), Players: []match.Player{person(0), person(1)}})
	want(person(0), "move resign berserk claim-absence chat")
	want(person(1), "resign berserk claim-absence chat")
	x.must("p1", match.Berserk{})
	want(person(1), "resign claim-absence chat")
	for i := range match.Commands {
		if c := match.Commands[i].Type; !seen[c] {
			t.Errorf("%s was never open", c)
		}
	}
}
