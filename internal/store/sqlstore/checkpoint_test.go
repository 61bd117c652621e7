package sqlstore

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// TestLogRestarts writes many times the size of a log while others read: the log
// does not grow beyond its size, and nothing is lost.
func TestLogRestarts(t *testing.T) {
	ctx := context.Background()
	file := filepath.Join(t.TempDir(), "tafelrunde.db")
	s, err := OpenSQLite(ctx, file)
	if err != nil {
		t.Fatal(err)
	}
	s.log.maxInLog.Store(60)
	s.log.perCheckpoint.Store(30)
	stop := make(chan struct{})
	var written atomic.Int64
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				case <-time.After(time.Millisecond):
				}
				before := written.Load()
				if list, err := s.Events(ctx, "m", max(0, before-10)); err != nil || len(list) < min(10, int(before)) {
					t.Errorf("%d events, %v", len(list), err)
				}
			}
		})
	}
	const events = 600
	largest := int64(0)
	for seq := int64(1); seq <= events; seq++ {
		err := s.Append(ctx, store.Append{
			Match:  "m",
			Events: []match.Event{{Type: match.Chatted, Seat: -1, Text: fmt.Sprint(seq)}},
			After:  &match.State{Seq: seq},
		})
		if err != nil {
			t.Fatal(err)
		}
		if seq%20 == 0 {
			info, err := os.Stat(file + "-wal")
			if err != nil {
				t.Fatal(err)
			}
			largest = max(largest, info.Size())
		}
		written.Store(seq)
	}
	close(stop)
	readers.Wait()
	// At least one page per write; without a restart the log would be twice as long.
	if most := int64(3 * 60 * 2 * 4200); largest > most {
		t.Errorf("the log became %d bytes long, want %d at most", largest, most)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = OpenSQLite(ctx, file); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	list, err := s.Events(ctx, "m", 0)
	if err != nil || len(list) != events {
		t.Fatalf("%d events, %v; want %d", len(list), err, events)
	}
	for i, e := range list {
		if e.Text != fmt.Sprint(i+1) {
			t.Fatalf("event %d is %q", i+1, e.Text)
		}
	}
}
