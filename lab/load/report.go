package load

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"time"
)

// Write writes a report for people.
func (r *Result) Write(out io.Writer) {
	if r.Lobby != nil {
		r.Lobby.write(out, &r.Options, r.Took)
	}
	if r.Options.Metrics != "" {
		fmt.Fprintf(out, "streams %.0f; memory of the server: %.0f MB; processor time: %.0f %% of a core\n", r.Streams, r.Memory/1e6, 100*r.CPU)
	}
	for _, what := range slices.Sorted(maps.Keys(r.Pushes)) {
		fmt.Fprintf(out, "pushes %s: %.0f\n", what, r.Pushes[what])
	}
	if r.Matches == 0 {
		return
	}
	fmt.Fprintf(out, "matches %d, players %d, spectators %d\n", r.Matches, 2*r.Matches, r.Spectators*r.Matches)
	fmt.Fprintf(out, "moves acknowledged: %d, %.0f per second; failed: %d; not started in time: %d\n",
		len(r.Acknowledged), float64(len(r.Acknowledged))/r.Took.Seconds(), r.Failed, r.Late)
	fmt.Fprintf(out, "sent to acknowledged: %s\n", quantiles(r.Acknowledged))
	fmt.Fprintf(out, "sent to arrived at the opponent: %s\n", quantiles(r.Arrived))
	fmt.Fprintf(out, "requests per move: %.2f; views requested again: %d\n",
		float64(r.Requests)/float64(max(1, len(r.Acknowledged))), r.Refreshed)
	if r.Options.Metrics != "" {
		fmt.Fprintf(out, "memory of the server: %.1f kB per player\n", r.Memory/float64(2*r.Matches)/1000)
	}
}

func sorted(all []time.Duration) []time.Duration {
	all = slices.Clone(all)
	slices.Sort(all)
	return all
}

// quantiles returns the quantiles of sorted times as text.
func quantiles(all []time.Duration) string {
	if len(all) == 0 {
		return "none"
	}
	at := func(q float64) time.Duration {
		return all[min(len(all)-1, int(q*float64(len(all))))].Round(10 * time.Microsecond)
	}
	return fmt.Sprintf("median %v, 90 %% %v, 99 %% %v, maximum %v", at(0.5), at(0.9), at(0.99), at(1))
}
