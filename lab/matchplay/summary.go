package matchplay

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// Summary is a result with the statistics derived from it.
type Summary struct {
	Names [2]string
	Result
	Test *SPRT
}

// Write writes the summary as a table.
func (s *Summary) Write(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	line := func(name, format string, args ...any) {
		fmt.Fprintf(w, "%s\t%s\n", name, fmt.Sprintf(format, args...))
	}
	line("match", "%s against %s", s.Names[0], s.Names[1])
	line("games", "%d: %d won, %d drawn, %d lost", s.Games(), s.Wins, s.Draws, s.Losses)
	if s.Games() > 0 {
		mean, _ := s.Score()
		line("points", "%.1f of %d, %.1f %%", mean*float64(s.Games()), s.Games(), 100*mean)
		elo, low, high := s.Elo()
		line("elo", "%s, 95 %% between %s and %s", eloText(elo), eloText(low), eloText(high))
		line("stronger", "%.1f %% likely", 100*s.Likelihood())
		line("pairs", "%d %d %d %d %d (0, ½, 1, 1½, 2 points)", s.Pairs[0], s.Pairs[1], s.Pairs[2], s.Pairs[3], s.Pairs[4])
		var causes []string
		for _, cause := range slices.Sorted(maps.Keys(s.Causes)) {
			causes = append(causes, fmt.Sprintf("%s %d", cause, s.Causes[cause]))
		}
		line("endings", "%s", strings.Join(causes, ", "))
	}
	for i, failures := range s.Failures {
		if failures > 0 {
			line("failures", "%s lost %d by time, an illegal move or a crash", s.Names[i], failures)
		}
	}
	if s.Test != nil {
		lower, upper := s.Test.Bounds()
		line("test", "%s: log-likelihood ratio %.2f of %.2f to %.2f for %g to %g elo",
			s.Verdict, s.Ratio, lower, upper, s.Test.Elo0, s.Test.Elo1)
	}
	line("time", "%v", s.Elapsed.Round(100*time.Millisecond))
	return w.Flush()
}

func eloText(elo float64) string {
	if math.IsInf(elo, 0) {
		return fmt.Sprintf("%+g", math.Copysign(math.Inf(1), elo))
	}
	return fmt.Sprintf("%+.1f", elo)
}

// MarshalJSON writes the result and the statistics. Numbers that are not finite are
// null.
func (s *Summary) MarshalJSON() ([]byte, error) {
	finite := func(x float64) *float64 {
		if math.IsInf(x, 0) || math.IsNaN(x) {
			return nil
		}
		return &x
	}
	mean, deviation := s.Score()
	elo, low, high := s.Elo()
	type result Result
	return json.Marshal(struct {
		Names [2]string `json:"names"`
		result
		Games      int      `json:"games"`
		Score      *float64 `json:"score"`
		Deviation  *float64 `json:"deviation"`
		Elo        *float64 `json:"elo"`
		EloLow     *float64 `json:"eloLow"`
		EloHigh    *float64 `json:"eloHigh"`
		Likelihood *float64 `json:"likelihood"`
		Test       *SPRT    `json:"test,omitempty"`
		Seconds    float64  `json:"seconds"`
	}{s.Names, result(s.Result), s.Games(), finite(mean), finite(deviation), finite(elo), finite(low), finite(high),
		finite(s.Likelihood()), s.Test, s.Elapsed.Seconds()})
}
