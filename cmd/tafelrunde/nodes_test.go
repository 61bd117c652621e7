package main

import (
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tafelrunde/internal/store/storetest"
)

// TestAnyOfThreeServersMayGo lets pairs play through three servers on one
// PostgreSQL. One server is killed, another stands still; the players whose
// server it was go on through the third within five seconds, and nothing that
// was acknowledged is lost.
func TestAnyOfThreeServersMayGo(t *testing.T) {
	env := []string{"TAFELRUNDE_DATABASE=" + storetest.Postgres(t).Database(t)}
	var addresses [3]atomic.Pointer[string]
	var servers [3]*exec.Cmd
	for i := range servers {
		servers[i] = startServer(t, env, &addresses[i])
		defer func() { servers[i].Process.Kill(); servers[i].Wait() }()
	}
	// Pair i plays through server i%3, which it can exchange.
	pairs := make([]*crashPair, 9)
	through := make([]atomic.Pointer[string], len(pairs))
	for i := range pairs {
		through[i].Store(addresses[i%3].Load())
		pairs[i] = openPair(t, &through[i], uint64(100+i))
		for _, c := range pairs[i].clients {
			c.Timeout = 2 * time.Second
		}
	}
	play := func(d time.Duration) {
		t.Helper()
		stop := make(chan struct{})
		var players sync.WaitGroup
		var acked atomic.Int64
		for _, p := range pairs {
			players.Go(func() { p.playUntil(stop, &acked) })
		}
		time.Sleep(d)
		close(stop)
		players.Wait()
		if acked.Load() == 0 {
			t.Fatal("nobody could move")
		}
	}
	// gone sends the players of a server to the last one, and wants all of them
	// to be there, and to move, within five seconds.
	gone := func(server int) {
		t.Helper()
		from := time.Now()
		for i, p := range pairs {
			if *through[i].Load() == *addresses[server].Load() {
				through[i].Store(addresses[2].Load())
			}
			p.check(t, server)
			for !p.ended {
				before := len(p.moves)
				stop := make(chan struct{})
				time.AfterFunc(100*time.Millisecond, func() { close(stop) })
				p.playUntil(stop, new(atomic.Int64))
				if len(p.moves) > before {
					break
				}
				p.check(t, server)
				p.ended = p.ended || len(p.position.AppendMoves(nil)) == 0
			}
		}
		if took := time.Since(from); took > 5*time.Second {
			t.Errorf("after server %d was gone, players went on after %v", server, took)
		}
	}
	play(300 * time.Millisecond)

	go func() { time.Sleep(100 * time.Millisecond); servers[0].Process.Kill() }()
	play(300 * time.Millisecond)
	gone(0)

	go func() { time.Sleep(100 * time.Millisecond); servers[1].Process.Signal(syscall.SIGSTOP) }()
	play(300 * time.Millisecond)
	gone(1)
	if err := servers[1].Process.Signal(syscall.SIGCONT); err != nil && err != os.ErrProcessDone {
		t.Fatal(err)
	}
	// The server that stood still has heard nothing meanwhile, and catches up.
	play(500 * time.Millisecond)
	for i, p := range pairs {
		through[i].Store(addresses[1].Load())
		p.check(t, 2)
	}
	play(200 * time.Millisecond)
}
