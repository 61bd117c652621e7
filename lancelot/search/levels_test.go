package search

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"tafelrunde/internal/testkit"
	"tafelrunde/lancelot"
	"tafelrunde/lancelot/engine"
)

var writeLevels = flag.Bool("levels", false, "write testdata/levels.txt")

// TestLevelsKeepTheirStrength compares turns of all levels below full strength with
// recorded ones: a level's code must not change its meaning, because stored games
// use it. New weights may change turns; then the levels have to be measured again
// (docs/levels.md) before -levels writes the new turns.
func TestLevelsKeepTheirStrength(t *testing.T) {
	const file = "testdata/levels.txt"
	var got strings.Builder
	for code := MinLevel; code < FirstBeginner+Beginners; code++ {
		if code == MaxLevel {
			continue // Bench is its fingerprint
		}
		fmt.Fprintf(&got, "%d", code)
		for seats := lancelot.MinSeats; seats <= lancelot.MaxSeats; seats++ {
			p := begin(t, lancelot.Options{Seats: seats, Rules: testkit.AllLancelotRules[seats%4]}, 7)
			for seed := uint64(1); seed <= 4; seed++ {
				e := &Engine{Level: code, Seed: seed}
				result := e.Search(context.Background(), lancelot.NewGame(p), engine.Limits{Nodes: 20000}, nil)
				fmt.Fprintf(&got, " %s", result.Best)
			}
		}
		got.WriteString("\n")
	}
	if *writeLevels {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("turns by level:\n%swant\n%s", got.String(), want)
	}
}

// TestWeakestBeginner: over 100 games of two seats, the weakest beginner wins at
// most 30 % against the greedy player and at least 70 % against random turns.
func TestWeakestBeginner(t *testing.T) {
	wins := func(opponent func(seed uint64) positionSearcher) (won float64) {
		for game := range 100 {
			p := begin(t, lancelot.Options{Seats: 2}, uint64(game/2))
			players := []positionSearcher{&Engine{Level: FirstBeginner, Seed: uint64(game)}, opponent(uint64(game))}
			if game%2 == 1 {
				players[0], players[1] = players[1], players[0]
			}
			won += play(t, p, engine.Limits{Nodes: 1}, players).WinShare(lancelot.Seat(game % 2))
		}
		return won
	}
	if n := wins(func(seed uint64) positionSearcher { return &Greedy{Seed: seed} }); n > 30 {
		t.Errorf("%v wins of 100 against the greedy player", n)
	}
	if n := wins(func(seed uint64) positionSearcher { return &Random{Seed: seed} }); n < 70 {
		t.Errorf("%v wins of 100 against random turns", n)
	}
}

// TestBeginnerOption: the option Beginner counts instead of Level until it is 0
// again.
func TestBeginnerOption(t *testing.T) {
	e := New(1)
	for _, step := range []struct {
		name, value string
		level       int
	}{{"Level", "4", 4}, {"Beginner", "2", 12}, {"Level", "5", 12}, {"Beginner", "0", 5}} {
		if err := e.SetOption(step.name, step.value); err != nil || e.Level != step.level {
			t.Errorf("%s %s: level %d, want %d; %v", step.name, step.value, e.Level, step.level, err)
		}
	}
	if err := e.SetOption("Beginner", "8"); err == nil {
		t.Error("there is no beginner 8")
	}
}
