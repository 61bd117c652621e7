package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit"
)

// TestAServerWhoseTimeWasSetBack starts a server in a data folder whose last server
// had a time one hour later. The player to act had two seconds left, and does not
// gain an hour.
func TestAServerWhoseTimeWasSetBack(t *testing.T) {
	folder := t.TempDir()
	s, err := sqlstore.OpenSQLite(context.Background(), filepath.Join(folder, databaseName))
	if err != nil {
		t.Fatal(err)
	}
	later := host.Now().After(60 * match.Minute)
	x := &storetest.Table{T: t, Store: s, ID: "m", State: match.New(), Now: later}
	x.Do("p0", match.Open{Owner: storetest.Player(0), Settings: match.Settings{
		Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.Public,
		Clock: match.Clock{Kind: match.RealTime, Initial: match.Minute},
	}})
	x.Sit()
	x.Play("e2e4", "e7e5")
	deadline, _ := x.State.Deadline()
	if _, err := s.Heartbeat(context.Background(), deadline.After(-2*match.Second), 0); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	var address atomic.Pointer[string]
	server := startServer(t, append(os.Environ(), "TAFELRUNDE_DATA="+folder), &address)
	defer func() { server.Process.Kill(); server.Wait() }()
	var v struct {
		Phase       match.Phase
		Now, TurnAt match.Moment
		Outcome     match.Outcome
	}
	testkit.Until(t, func() error {
		resp, err := http.Get(*address.Load() + "/api/matches/m")
		if err != nil {
			t.Fatal(err)
		}
		err = json.NewDecoder(resp.Body).Decode(&v)
		resp.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if v.Now < v.TurnAt {
			t.Fatalf("the server's time is %d s before that of the match", (v.TurnAt-v.Now)/1000)
		}
		if v.Phase != match.Finished {
			return fmt.Errorf("the match is %s, want a loss on time", v.Phase)
		}
		return nil
	})
	if v.Outcome.Reason != match.ByTime {
		t.Errorf("%s %+v, want a loss on time", v.Phase, v.Outcome)
	}
}
