package matchplay

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"tafelrunde/lancelot"
	"tafelrunde/lancelot/record"
)

// TestLancelotMatch: every order of seats is played, the same seed gives the same
// games, and the win shares of all seats add up to the number of games.
func TestLancelotMatch(t *testing.T) {
	var first string
	for range 2 {
		var records bytes.Buffer
		games := 0
		m := LancelotMatch{
			Players: []string{"random", "greedy", "random"}, Rules: lancelot.Rules{Excalibur: true},
			Games: 4, Nodes: 20, Seed: 3, Opening: 1, Concurrency: 1, Records: &records, OnGame: func() { games++ },
		}
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
		result, err := m.Play(t.Context())
		if err != nil || len(result.Failures) > 0 {
			t.Fatal(err, result.Failures)
		}
		if games != 6 || m.GameCount() != 6 || result.games != 6 {
			t.Errorf("%d games, GameCount %d, result %d; three orders of seats make 6", games, m.GameCount(), result.games)
		}
		wins := 0.0
		for _, s := range result.players {
			wins += s.wins
		}
		if wins < 5.999 || wins > 6.001 {
			t.Errorf("%v wins in 6 games", wins)
		}
		if first == "" {
			first = records.String()
		}
		if records.String() != first {
			t.Error("the second match with the same seed has other games")
		}
		if _, err := json.Marshal(result); err != nil {
			t.Error(err)
		}
	}
	if games, err := record.ReadAll(first); err != nil || len(games) != 6 {
		t.Errorf("%d records, %v", len(games), err)
	}
}

// TestLancelotMatchStopsAtWriteError: a record that cannot be written ends the match.
func TestLancelotMatchStopsAtWriteError(t *testing.T) {
	full := errors.New("no space left")
	m := LancelotMatch{Players: []string{"random", "random"}, Games: 100000, Nodes: 1, Concurrency: 2, Records: brokenWriter{full}}
	if _, err := m.Play(t.Context()); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
}

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestWilson(t *testing.T) {
	for _, c := range []struct {
		share     float64
		n         int
		low, high float64
	}{{0.5, 100, 0.4038, 0.5962}, {0, 10, 0, 0.2775}, {1, 10, 0.7225, 1}} {
		low, high := Wilson(c.share, c.n)
		near(t, "low", low, c.low, 1e-3)
		near(t, "high", high, c.high, 1e-3)
	}
}
