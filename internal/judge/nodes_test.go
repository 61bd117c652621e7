package judge_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"tafelrunde/internal/judge"
)

// TestThePageHasTheSameQuality compares the nodes, the memory and the engines of the page's
// reviews with those of the server.
func TestThePageHasTheSameQuality(t *testing.T) {
	const file = "../../browser/analysis/results.ts"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		fmt.Sprintf("reviewNodes = { wotn: %d, lancelot: %d }", judge.WotnNodes, judge.LancelotNodes),
		fmt.Sprintf("reviewMemory = { wotn: %d, lancelot: %d }", judge.WotnMemory, judge.LancelotMemory),
		fmt.Sprintf("reviewEngine = { wotn: %d, lancelot: %d }", judge.WotnEngine, judge.LancelotEngine),
		fmt.Sprintf("engineWithoutNetwork = %d", judge.WotnEngine-1),
	} {
		if !strings.Contains(strings.ReplaceAll(string(text), "_000", "000"), want) {
			t.Errorf("%s does not contain %q", file, want)
		}
	}
}
