package web_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit"
	"tafelrunde/internal/testkit/webtest"
)

// TestTheDatabaseStandsStill stops the processes of PostgreSQL while it is used. Health
// checks answer at once, with the reason, and all requests within the time of their
// operation. Afterwards everything works again.
func TestTheDatabaseStandsStill(t *testing.T) {
	cluster := storetest.Postgres(t)
	matches, err := sqlstore.OpenPostgres(t.Context(), cluster.Database(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { matches.Close() })
	s := webtest.ServeStore(t, matches)
	webtest.Eventually(t, "no notices are received", s.API.App.Host.ReceivesNotices)
	anna, ben := s.Guest("Anna"), s.Guest("Ben")
	id := anna.Open(webtest.WotnTable(nil))
	ben.Do(id, webtest.Object{"type": "sit"})
	anna.Do(id, webtest.Object{"type": "move", "move": "e2e4"})
	if status := anna.Status("GET", "/healthz", nil); status != 200 {
		t.Fatalf("status %d", status)
	}

	thaw := cluster.Freeze(t)
	began := time.Now()
	var requests sync.WaitGroup
	for _, r := range []struct {
		method, path string
		body         any
	}{
		{"GET", "/api/me/matches", nil},
		{"GET", "/api/matches/unknown", nil},
		{"GET", "/api/lobby", nil},
		{"POST", "/api/matches/" + id + "/commands", webtest.Object{"type": "move", "move": "e7e5"}},
		{"POST", "/api/matches", webtest.WotnTable(nil)},
		{"POST", "/api/login", webtest.Object{"name": "Anna", "password": "long enough"}},
	} {
		requests.Go(func() {
			from := time.Now()
			status := ben.Status(r.method, r.path, r.body)
			took := time.Since(from)
			t.Logf("%s %s: status %d after %v", r.method, r.path, status, took.Round(time.Millisecond))
			if status != 503 || took > 20*time.Second {
				t.Errorf("%s %s: status %d after %v", r.method, r.path, status, took)
			}
		})
	}
	// A disk may be slow for a moment, so the state is known a little later.
	longest, known := time.Duration(0), time.Duration(0)
	testkit.Within(t, 2*webtest.Within, func() error {
		from := time.Now()
		status := anna.Status("GET", "/healthz", nil)
		longest = max(longest, time.Since(from))
		switch {
		case status == 503 && known == 0:
			known = time.Since(began)
			anna.Refused(503, "unavailable", "GET", "/readyz", nil)
		case status != 503 && known > 0:
			t.Errorf("status %d after %v", status, time.Since(began))
		}
		if time.Since(began) < 6*time.Second {
			return errors.New("asked again")
		}
		return nil
	})
	t.Logf("the longest check of health took %v; status 503 after %v", longest.Round(time.Millisecond), known.Round(time.Millisecond))
	if longest > time.Second || known == 0 || known > 4*time.Second {
		t.Errorf("the longest check of health took %v; status 503 after %v", longest, known)
	}
	requests.Wait()

	thaw()
	thawed := time.Now()
	testkit.Within(t, webtest.Within, func() error {
		if status := anna.Status("GET", "/healthz", nil); status != 200 {
			return fmt.Errorf("status %d", status)
		}
		return nil
	})
	t.Logf("healthy again after %v", time.Since(thawed).Round(time.Millisecond))
	testkit.Within(t, webtest.Within, func() error {
		// The move may have been stored when the server went on.
		if status := ben.Status("POST", "/api/matches/"+id+"/commands", webtest.Object{"type": "move", "move": "e7e5", "ply": 1}); status != 200 {
			return fmt.Errorf("status %d", status)
		}
		return nil
	})
	if v := anna.View(id); len(v.Moves) != 2 {
		t.Errorf("%d moves", len(v.Moves))
	}
}
