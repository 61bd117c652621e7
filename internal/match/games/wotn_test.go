package games

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/wotn"
)

func TestABareKingCannotWin(t *testing.T) {
	p, err := wotn.ParsePosition(wotn.Standard, "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	at := newWotnPosition(p, 1)
	if !at.CanWin(1) || at.CanWin(0) {
		t.Errorf("White, seat 1, can win: %v; Black's bare king: %v", at.CanWin(1), at.CanWin(0))
	}
}

// TestTheGameStandsAsTheRulesSay plays random games, which repeat positions
// and go without captures for long, beside a Game.
func TestTheGameStandsAsTheRulesSay(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 11))
	over := make(map[string]int)
	for range 60 {
		start, err := wotn.ParsePosition(wotn.Standard, "4k3/8/8/3r4/8/8/8/R3K3 w - - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		game, at := wotn.NewGame(start), match.Position(newWotnPosition(start, 0))
		for {
			outcome := game.Outcome()
			var claims []string
			for _, c := range game.Claims() {
				claims = append(claims, c.String())
			}
			o := at.Outcome()
			if o.Over != (outcome.Over()) || o.Reason != outcome.Reason.String() || !slices.Equal(at.Claims(), claims) || at.Text() != game.Position().String() {
				t.Fatalf("%+v with claims %v in %s, the rules say %v with claims %v in %s", o, at.Claims(), at.Text(), outcome, claims, game.Position())
			}
			if o.Over {
				over[o.Reason]++
				break
			}
			legal := game.Position().AppendMoves(nil)
			m := legal[random.IntN(min(len(legal), 3))]
			if err := game.Play(m); err != nil {
				t.Fatal(err)
			}
			var refusal *match.Refusal
			if at, _, refusal = at.Play(m.String()); refusal != nil {
				t.Fatal(refusal)
			}
		}
	}
	if len(over) < 2 {
		t.Errorf("games ended only by %v", over)
	}
}
