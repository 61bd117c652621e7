package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit"
)

// TestWorkersThinkForAServer plays against an engine that only workers run. When one
// worker is killed the other continues, and a terminated worker stops at once.
func TestWorkersThinkForAServer(t *testing.T) {
	database := storetest.Postgres(t).Database(t)
	var address atomic.Pointer[string]
	server := startServer(t, []string{"TAFELRUNDE_DATABASE=" + database}, &address, "--workers", "0")
	defer func() { server.Process.Kill(); server.Wait() }()
	worker := func() (*exec.Cmd, *bytes.Buffer) {
		command := exec.Command("tafelrunde", "worker", "--database", database, "--threads", "1")
		out := &bytes.Buffer{}
		command.Stdout, command.Stderr = out, out
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { command.Process.Kill(); command.Wait() })
		return command, out
	}

	p := openPair(t, &address, 800)
	var opened struct{ Match string }
	if status, err := p.request(0, "POST", "/api/matches", map[string]any{
		"seat": 0, "engines": []int{0, 1}, "settings": map[string]any{
			"game": "wotn", "variant": "wotn", "seats": 2, "first": 0, "visibility": "link",
			"clock": map[string]any{"kind": "real-time", "initial": 3600000, "increment": 0},
		},
	}, &opened); err != nil || status != http.StatusCreated {
		t.Fatalf("status %d, %v: %v", status, err, p.refused)
	}
	p.id = opened.Match
	// answered moves, and wants the engine's answer.
	answered := func(when string, within time.Duration) {
		t.Helper()
		legal := p.position.AppendMoves(nil)
		if status, err := p.request(0, "POST", "/api/matches/"+p.id+"/commands", map[string]any{"type": "move", "move": legal[0].String(), "ply": len(p.moves)}, nil); err != nil || status != http.StatusOK {
			t.Fatalf("%s: status %d, %v: %v", when, status, err, p.refused)
		}
		p.position.PlayInto(&p.position, legal[0])
		p.moves = append(p.moves, legal[0].String())
		testkit.Within(t, within, func() error {
			n, err := p.compare()
			if err != nil {
				t.Fatalf("%s: %v", when, err)
			}
			if n != 1 {
				return fmt.Errorf("%s: no answer", when)
			}
			return nil
		})
	}

	first, _ := worker()
	answered("with one worker", 20*time.Second)
	second, out := worker()
	answered("with two workers", 20*time.Second)
	first.Process.Kill()
	first.Wait()
	// The lease of the killed worker expires after five seconds.
	answered("after one was killed", 20*time.Second)
	if err := second.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := second.Wait(); err != nil || !strings.Contains(out.String(), "The worker has stopped") {
		t.Errorf("%v\n%s", err, out)
	}
}
