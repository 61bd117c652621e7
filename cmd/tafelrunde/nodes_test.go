package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit"
)

// goOnWithin is the longest time until matches continue after a failure or a
// recovery.
const goOnWithin = 5 * time.Second

// standStill returns how long a server or the database is stopped:
// TAFELRUNDE_STANDSTILL, or 3 seconds. It is longer than PostgreSQL waits for an
// idle transaction.
func standStill(t *testing.T) time.Duration {
	text := os.Getenv("TAFELRUNDE_STANDSTILL")
	if text == "" {
		return 3 * time.Second
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// pairsOf are pairs that play at the same time.
type pairsOf []*crashPair

// play lets all pairs play for a time, or until requests fail, and returns the
// number of acknowledged moves.
func (pairs pairsOf) play(d time.Duration) int64 {
	stop := make(chan struct{})
	var players sync.WaitGroup
	var acked atomic.Int64
	for _, p := range pairs {
		players.Go(func() { p.playUntil(stop, &acked) })
	}
	time.Sleep(d) // the duration of the load
	close(stop)
	players.Wait()
	return acked.Load()
}

// goOn checks that every pair finds all its moves and plays another within
// goOnWithin. It returns the number of moves that were stored without an
// acknowledgement.
func (pairs pairsOf) goOn(t *testing.T, after string) int {
	t.Helper()
	from := time.Now()
	var players sync.WaitGroup
	var unknown, longest atomic.Int64
	for _, p := range pairs {
		players.Go(func() {
			err := p.movesAgain(from.Add(2*goOnWithin), &unknown)
			took := time.Since(from)
			longest.Store(max(longest.Load(), int64(took)))
			switch {
			case err != nil:
				t.Errorf("after %s, match %s: %v", after, p.id, err)
			case took > goOnWithin:
				t.Errorf("after %s, match %s continued only after %v", after, p.id, took)
			}
		})
	}
	players.Wait()
	t.Logf("after %s, all went on within %v; %d moves were stored whose answer had not arrived", after, time.Duration(longest.Load()).Round(time.Millisecond), unknown.Load())
	if t.Failed() {
		t.FailNow()
	}
	return int(unknown.Load())
}

// movesAgain compares the moves with the server and plays another.
func (p *crashPair) movesAgain(until time.Time, unknown *atomic.Int64) error {
	var other error
	err := testkit.Poll(time.Until(until), func() error {
		n, err := p.compare()
		unknown.Add(int64(n))
		switch {
		case err == nil && (p.ended || len(p.position.AppendMoves(nil)) == 0):
			return nil
		case err == nil:
			before := len(p.moves)
			stop := make(chan struct{})
			timer := time.AfterFunc(50*time.Millisecond, func() { close(stop) })
			p.playUntil(stop, new(atomic.Int64))
			timer.Stop()
			if len(p.moves) > before {
				return nil
			}
		case !errors.Is(err, errNoAnswer):
			other = err
			return nil
		}
		return fmt.Errorf("no move; refused so far: %v; %w", p.refused, err)
	})
	return cmp.Or(err, other)
}

// same checks that every pair finds exactly its moves.
func (pairs pairsOf) same(t *testing.T) {
	t.Helper()
	for _, p := range pairs {
		if n := p.check(t, 0); n != 0 {
			t.Errorf("match %s: %d unknown moves", p.id, n)
		}
	}
}

// TestAnyOfThreeServersMayGo plays through three servers that share a PostgreSQL
// database. One server is killed, another is stopped; their players continue through
// the third within five seconds. When the stopped server resumes, with old requests,
// no acknowledged move is lost and no move is played twice.
func TestAnyOfThreeServersMayGo(t *testing.T) {
	env := []string{"TAFELRUNDE_DATABASE=" + storetest.Postgres(t).Database(t)}
	var addresses [3]atomic.Pointer[string]
	var servers [3]*exec.Cmd
	for i := range servers {
		servers[i] = startServer(t, env, &addresses[i])
		defer func() { servers[i].Process.Kill(); servers[i].Wait() }()
	}
	// Pair i plays through server i%3 and can switch to another.
	pairs := make(pairsOf, 9)
	through := make([]atomic.Pointer[string], len(pairs))
	for i := range pairs {
		through[i].Store(addresses[i%3].Load())
		pairs[i] = openPair(t, &through[i], uint64(100+i))
		for _, c := range pairs[i].clients {
			c.Timeout = 3 * time.Second
		}
	}
	leave := func(server int) {
		for i := range pairs {
			if *through[i].Load() == *addresses[server].Load() {
				through[i].Store(addresses[2].Load())
			}
		}
	}
	if pairs.play(300*time.Millisecond) == 0 {
		t.Fatal("no move was played")
	}

	// After three seconds without an answer a pair switches to another server.
	during := func(what func()) {
		time.AfterFunc(100*time.Millisecond, what)
		pairs.play(300 * time.Millisecond)
	}
	during(func() { servers[0].Process.Kill() })
	leave(0)
	pairs.goOn(t, "a server was killed")

	during(func() { servers[1].Process.Signal(syscall.SIGSTOP) })
	stopped := time.Now()
	leave(1)
	pairs.goOn(t, "a server stood still")
	for time.Since(stopped) < standStill(t) {
		pairs.play(200 * time.Millisecond)
		pairs.goOn(t, "some moves beside a server that stands still")
	}
	if err := servers[1].Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	// The stopped server answers old requests with an old state, and catches up.
	pairs.play(500 * time.Millisecond)
	pairs.goOn(t, "a server woke")
	for i := range pairs {
		through[i].Store(addresses[1].Load())
	}
	for _, p := range pairs {
		testkit.Within(t, goOnWithin, func() error {
			_, err := p.compare()
			return err
		})
	}
	pairs.same(t)
	pairs.goOn(t, "all went to the server that woke")
}

// silence is the time without a heartbeat after which the page shows that the
// connection is lost (browser/server/hub.ts).
const silence = 9 * time.Second

// beats reads a stream of the match, which is reopened when it ends, until the end
// of the test.
func (p *crashPair) beats(t *testing.T) <-chan struct{} {
	beats := make(chan struct{}, 1000)
	follow := func() error {
		r, err := http.NewRequestWithContext(t.Context(), "GET", *p.address.Load()+"/api/stream?match="+p.id+":0", nil)
		if err != nil {
			return err
		}
		client := http.Client{Jar: p.clients[0].Jar}
		resp, err := client.Do(r)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		lines := bufio.NewScanner(resp.Body)
		for lines.Scan() {
			if lines.Text() == "event: beat" {
				beats <- struct{}{}
			}
		}
		return lines.Err()
	}
	go func() {
		for t.Context().Err() == nil {
			follow()
			select {
			case <-t.Context().Done():
			case <-time.After(200 * time.Millisecond): // as a page waits before it connects again
			}
		}
	}()
	select {
	case <-beats:
	case <-time.After(goOnWithin):
		t.Fatalf("no beat within %v", goOnWithin)
	}
	return beats
}

// TestTheDatabaseMayRestart stops PostgreSQL abruptly under load. Moves are rejected
// with a code that asks to retry, streams send no heartbeats, so that pages show a
// lost connection, the log reports it once, and all matches continue after the
// restart.
func TestTheDatabaseMayRestart(t *testing.T) {
	cluster := storetest.PostgresOnDisk(t)
	env := []string{"TAFELRUNDE_DATABASE=" + cluster.Database(t)}
	var address atomic.Pointer[string]
	server := startServer(t, env, &address)
	defer func() { server.Process.Kill(); server.Wait() }()
	pairs := make(pairsOf, 8)
	watched := openPair(t, &address, 399)
	beats := watched.beats(t)
	for i := range pairs {
		pairs[i] = openPair(t, &address, uint64(300+i))
	}
	if pairs.play(300*time.Millisecond) == 0 {
		t.Fatal("no move was played")
	}
	gone := make(chan struct{})
	time.AfterFunc(100*time.Millisecond, func() { defer close(gone); cluster.Stop(t) })
	pairs.play(300 * time.Millisecond)
	<-gone
	stopped := time.Now()

	// Without a database no move is acknowledged, and the code gives the reason.
	for _, p := range pairs {
		before := len(p.moves)
		p.refused = make(map[string]int)
		legal := p.position.AppendMoves(nil)
		if p.ended || len(legal) == 0 {
			continue
		}
		began := time.Now()
		status, err := p.request(int(p.position.ToMove()), "POST", "/api/matches/"+p.id+"/commands", map[string]any{"type": "move", "move": legal[0].String(), "ply": len(p.moves)}, nil)
		if err != nil || status != http.StatusServiceUnavailable || p.refused["unavailable"] != 1 || len(p.moves) != before {
			t.Errorf("match %s without the database: status %d, %v, %v", p.id, status, err, p.refused)
		}
		if took := time.Since(began); took > goOnWithin {
			t.Errorf("match %s: refused only after %v", p.id, took)
		}
	}
	for len(beats) > 0 {
		<-beats
	}
	// Without a database there is no heartbeat for longer than silence.
	time.Sleep(max(standStill(t), silence+time.Second) - 2*time.Second)
	if n := len(beats); n > 0 {
		t.Errorf("%d beats without the database", n)
	}
	cluster.Start(t)
	for _, p := range pairs {
		p.away = time.Since(stopped)
	}
	pairs.goOn(t, "the database was there again")
	select {
	case <-beats:
	case <-time.After(goOnWithin):
		t.Errorf("no heartbeat within %v after the restart of the database", goOnWithin)
	}
	if pairs.play(300*time.Millisecond) == 0 {
		t.Error("no move was played afterwards")
	}
	pairs.same(t)
	for _, p := range pairs {
		delete(p.refused, "unavailable")
		// A move whose answer did not arrive, sent again, is stale.
		delete(p.refused, "stale")
		if p.ended && p.game(t).Outcome().Over() {
			delete(p.refused, "not-playing") // drawn by repetition, for example
		}
		if len(p.refused) > 0 {
			t.Errorf("match %s was refused with %v", p.id, p.refused)
		}
	}
}
