package jobs

import (
	"testing"
	"time"
)

// TestReleaseTables: engines keep their tables between searches, but not for ever, and
// a worker keeps a bounded number.
func TestReleaseTables(t *testing.T) {
	w := NewTurnWorker(nil, nil, nil, 2)
	w.searches = map[*search]struct{}{}
	var all []*search
	for range 10 {
		s := &search{engines: &searchers{}, began: time.Now()}
		w.searches[s] = struct{}{}
		w.running.Add(1)
		all = append(all, s)
	}
	for i, s := range all {
		w.releaseTables(time.Now().Add(2 * keepFor))
		if want := min(i, 3); len(w.idle) != want {
			t.Fatalf("%d idle engines during searches, want %d", len(w.idle), want)
		}
		w.end(s)
	}
	w.releaseTables(w.lastEnd.Add(keepFor - 1))
	if len(w.idle) != 3 {
		t.Errorf("%d idle engines after the searches, want 3", len(w.idle))
	}
	w.releaseTables(w.lastEnd.Add(keepFor))
	if len(w.idle) != 0 {
		t.Errorf("%d idle engines after %v, want none", len(w.idle), keepFor)
	}
}
