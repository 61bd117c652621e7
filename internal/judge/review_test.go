package judge

import (
	"math"
	"testing"

	"tafelrunde/lancelot/engine"
	"tafelrunde/lancelot/search"
)

func TestKindOf(t *testing.T) {
	for _, c := range []struct {
		loss float64
		want Kind
	}{
		{0, Good}, {49.9, Good}, {50, Inaccuracy}, {99.5, Inaccuracy}, {100, Mistake}, {149.5, Mistake}, {150, Blunder}, {1000, Blunder},
	} {
		if got := KindOf(c.loss); got != c.want {
			t.Errorf("KindOf(%v) = %s, want %s", c.loss, got, c.want)
		}
	}
	if !Solves(39.9) || Solves(40) {
		t.Error("a loss of less than 40 solves an exercise")
	}
}

// position returns an evaluation with the win share of the player to move.
func position(best string, share, second float64, mate int) Position {
	return Position{Share: share, Second: second, Best: best, Mate: mate}
}

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		name          string
		move          string
		before, after Position
		want          Verdict
	}{
		{"a mistake", "a", position("b", 600, -1, 0), position("c", 520, -1, 0), Verdict{Kind: Mistake, Loss: 120}},
		{"a blunder", "c", position("d", 520, -1, 0), position("e", 780, -1, 0), Verdict{Kind: Blunder, Loss: 300}},
		{"no loss is negative", "e", position("f", 400, -1, 0), position("g", 200, -1, 0), Verdict{Kind: Good}},
		{"the best move loses nothing", "a", position("a", 550, 460, 0), position("x", 600, -1, 0), Verdict{Kind: Good}},
		{"the only move", "a", position("a", 550, 440, 0), position("x", 450, -1, 0), Verdict{Kind: Good, Only: true}},
		{"another move than the only one", "b", position("a", 550, 200, 0), position("x", 600, -1, 0), Verdict{Kind: Blunder, Loss: 150}},
		{"allows a mate", "a", position("b", 500, -1, 0), position("c", 1000, -1, 2), Verdict{Kind: Blunder, Loss: 500, AllowsMate: 2}},
		{"allows a mate in a poor position", "a", position("b", 110, -1, 0), position("c", 1000, -1, 1), Verdict{Kind: Blunder, Loss: 110, AllowsMate: 1}},
		{"allows a mate in a bad position", "a", position("b", 60, -1, 0), position("c", 1000, -1, 1), Verdict{Kind: Mistake, Loss: 60, AllowsMate: 1}},
		{"allows a mate in a lost position", "a", position("b", 20, -1, 0), position("c", 1000, -1, 1), Verdict{Kind: Good, Loss: 20, AllowsMate: 1}},
		{"is mated anyway", "a", position("b", 0, -1, -3), position("c", 1000, -1, 2), Verdict{Kind: Good}},
		{"misses a mate", "a", position("b", 1000, -1, 4), position("c", 300, -1, 0), Verdict{Kind: Blunder, Loss: 300, MissesMate: 4}},
		{"mates later", "a", position("b", 1000, -1, 2), position("c", 0, -1, -5), Verdict{Kind: Good}},
		{"mates otherwise", "b2", position("b", 1000, -1, 1), position("", 0, -1, 0), Verdict{Kind: Good}},
		{"draws instead of mating", "b2", position("b", 1000, -1, 1), position("", 500, -1, 0), Verdict{Kind: Blunder, Loss: 500, MissesMate: 1}},
	} {
		if got := Classify(c.move, c.before, c.after); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestAccuracy(t *testing.T) {
	if got, ok := Accuracy([]float64{0, 220}); !ok || math.Abs(got-50*(1+1/math.E)) > 1e-9 {
		t.Errorf("got %v, %v", got, ok)
	}
	if _, ok := Accuracy(nil); ok {
		t.Error("no moves have an accuracy")
	}
}

// TestClassifyTurn: the better turn of a good one is the turn itself.
func TestClassifyTurn(t *testing.T) {
	for _, c := range []struct {
		loss   engine.Score
		kind   Kind
		better int
	}{{0, Good, 1}, {49, Good, 1}, {50, Inaccuracy, 2}, {150, Blunder, 2}} {
		got := ClassifyTurn(search.Comparison{Played: search.Candidate{Captured: 1}, Best: search.Candidate{Captured: 2}, Loss: c.loss})
		if got.Kind != c.kind || got.Loss != c.loss || got.Played.Captured != 1 || got.Better.Captured != c.better {
			t.Errorf("a loss of %d: %s, better %d", c.loss, got.Kind, got.Better.Captured)
		}
	}
}
