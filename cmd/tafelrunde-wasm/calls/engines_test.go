package calls

import (
	"os"
	"slices"
	"testing"
	"time"

	"tafelrunde/internal/engines"
	"tafelrunde/internal/puzzles"
	"tafelrunde/wotn"
	"tafelrunde/wotn/net"
	wotnsearch "tafelrunde/wotn/search"
)

// TestThinkKeepsToTheClock gives a minute for the move but little time on the clock. The searches
// at full strength would use the whole minute.
func TestThinkKeepsToTheClock(t *testing.T) {
	for game, start := range map[Game]string{Wotn: warmWotn, Lancelot: warmLancelot} {
		t.Run(string(game), func(t *testing.T) {
			const minute, patience = 60_000, 10 * time.Second
			for _, left := range []float64{0, 400} {
				begin := time.Now()
				thought, wrong := think(game, wotn.Standard, start, nil, minute, engines.FullLevel, &Clock{Left: left, Increment: 100})
				if wrong != nil || thought.Move == "" {
					t.Fatalf("%v, %v", thought, wrong)
				}
				if took := time.Since(begin); took > patience {
					t.Errorf("with %v ms left the search took %v", left, took)
				}
			}
		})
	}
}

func TestPuzzleDeviationIsThatOfTheServer(t *testing.T) {
	if puzzleDeviation != puzzles.Deviation {
		t.Errorf("%d, the server has %d", puzzleDeviation, puzzles.Deviation)
	}
}

// TestNetwork: the page gives the network of the engine as a file, which engines that exist already use too.
func TestNetwork(t *testing.T) {
	file, err := os.ReadFile("../../../wotn/net/default.net")
	if err != nil {
		t.Fatal(err)
	}
	defer net.SetDefault(net.Default())
	net.SetDefault((&net.Weights{}).Quantize(net.Origin{})) // for no variant
	// A limit of nodes clears the hash table first, so the scores depend on the evaluation alone.
	scores := func() []int {
		found, wrong := analyseWotn(wotn.Standard, warmWotn, nil, AnalysisLimits{Nodes: 1000, MultiPV: 3}, nil)
		if wrong != nil {
			t.Fatal(wrong)
		}
		list := []int{}
		for _, line := range found.PVs {
			list = append(list, line.Score)
		}
		return list
	}
	strongest := func() *wotnsearch.Engine {
		if _, wrong := think(Wotn, wotn.Standard, warmWotn, nil, 1, engines.FullLevel, nil); wrong != nil {
			t.Fatal(wrong)
		}
		return wotnEngines[engines.FullLevel]
	}
	before, first := scores(), strongest()
	if _, wrong := network(file[:len(file)-1]); len(wrong) != 1 || wrong[0].Code != "network" {
		t.Errorf("a file without its last byte: %v", wrong)
	}
	if after := scores(); !slices.Equal(after, before) || strongest() != first {
		t.Errorf("the refused file has changed the engines; scores %d, %d before", after, before)
	}
	if _, wrong := network(file); wrong != nil {
		t.Error(wrong)
	}
	if after := scores(); slices.Equal(after, before) {
		t.Errorf("the scores are still %d", after)
	}
	if strongest() == first {
		t.Error("the engine of full strength is still the one without the network")
	}
}
