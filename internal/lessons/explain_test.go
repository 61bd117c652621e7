package lessons

import (
	"reflect"
	"testing"
)

// TestFailuresHaveReasons: each failure has a fact, and a cause or a refutation
// where the fact needs one.
func TestFailuresHaveReasons(t *testing.T) {
	const lines = "8/3b4/8/8/1a2b3/8/3a4/8 a 0,0 28,28 - basic 7"
	engine := &Opponent{Level: 11, Nodes: 100, Seed: 1}
	for name, test := range map[string]struct {
		source     Source
		moves      []string
		fact       Fact
		cause      Cause
		refutation []string
	}{
		"a lead is too low": {
			Source{Game: "lancelot", Position: lines, Success: "lead a 7 1 and lead a g 1", Solution: []string{"g7"}},
			[]string{"g6"}, Unmet, Cause{"lead", []string{"a", "7", "1"}, false, 0}, nil,
		},
		"no capture, where the task is one": {
			Source{Game: "lancelot", Position: "8/8/1ab1baa1/8/8/8/8/8 a 0,0 27,28 - basic 7", Success: "captured f9", Solution: []string{"g9"}},
			[]string{"d4"}, CapturesNothing, Cause{}, nil,
		},
		"stones are exposed": {
			Source{Game: "lancelot", Position: "8/2a5/5a2/5b2/2bba3/8/1a3b2/8 a 0,0 26,26 - basic 7", Success: "not exposed a 1", Solution: []string{"i7"}},
			[]string{"i10"}, Unmet, Cause{"exposed", []string{"a", "1"}, true, 1}, []string{"d7"},
		},
		"the stone is on another square": {
			Source{Game: "lancelot", Position: "8/8/8/8/8/8/8/8 b 0,0 30,30 ab excalibur 7", Success: "piece g7 *", Solution: []string{"Xg7"}},
			[]string{"Xd4"}, Unmet, Cause{"piece", []string{"g7", "*"}, false, 0}, nil,
		},
		"no check": {
			Source{Game: "wotn", Position: "8/5k2/8/3p4/4P3/8/8/4K3 w - - 0 1", Success: "check b", Solution: []string{"e4d5d"}},
			[]string{"e4d5s"}, Unmet, Cause{"check", []string{"b"}, false, 0}, nil,
		},
		"the opponent captures and is promoted": {
			Source{Game: "wotn", Position: "3k4/8/8/8/8/3sR3/8/6K1 w - - 0 1", Success: "captured d3", Solution: []string{"e3d3"}},
			[]string{"g1h1"}, Promotes, Cause{}, []string{"d3e3n"},
		},
		"the opponent reaches a promotion rank": {
			Source{Game: "wotn", Position: "4k3/8/8/8/8/R2s4/8/6K1 w - - 0 1", Success: "captured d3", Solution: []string{"a3d3"}},
			[]string{"a3a4"}, Promotes, Cause{}, []string{"d3d2n"},
		},
		"too few moves are left": {
			Source{Game: "wotn", Position: "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", Par: 2, Success: "piece e5 N", Solution: []string{"g1f3", "f3e5"}},
			[]string{"g1h3"}, OffCourse, Cause{}, nil,
		},
		"a mini-game fails by its condition": {
			Source{Game: "wotn", Position: "4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1", Success: "captures w 2", Failure: "captures b 1 or lost", Solution: []string{"e3d4s"}, Engine: engine},
			[]string{"e1f1", "d4e3s"}, Reached, Cause{"captures", []string{"b", "1"}, true, 1}, nil,
		},
		"a mini-game is lost by checkmate": {
			Source{Game: "wotn", Position: "4r2k/8/8/8/8/8/P4PPP/6K1 w - - 0 1", Success: "captures w 2", Failure: "lost", Solution: []string{"a2a3"}, Engine: engine},
			[]string{"a2a3", "e8e1"}, GameOver, Cause{}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			test.source.Par = max(1, test.source.Par)
			e, err := New(test.source)
			if err != nil {
				t.Fatal(err)
			}
			state, err := e.State(test.moves, nil)
			if err != nil {
				t.Fatal(err)
			}
			cause := state.Cause
			if state.Status != Failed || state.Fact != test.fact || !reflect.DeepEqual(state.Refutation, test.refutation) {
				t.Errorf("%s, %q %v, want %q %v", state.Status, state.Fact, state.Refutation, test.fact, test.refutation)
			}
			if !reflect.DeepEqual(cause, test.cause) {
				t.Errorf("%+v, want %+v", cause, test.cause)
			}
		})
	}
}
