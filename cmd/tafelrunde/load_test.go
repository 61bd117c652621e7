package main

import (
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
)

// TestLoadMeasuresAServer runs the load command for a second.
func TestLoadMeasuresAServer(t *testing.T) {
	var address atomic.Pointer[string]
	metrics := freeAddress(t)
	server := startServer(t, []string{"TAFELRUNDE_DATA=" + t.TempDir()}, &address, "--metrics", metrics)
	defer func() { server.Process.Kill(); server.Wait() }()
	out, err := exec.Command("tafelrunde", "load", *address.Load(), "--metrics", "http://"+metrics+"/metrics", "--matches", "5", "--rate", "40", "--for", "1s").Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"matches 5, players 10\n", "streams 10; memory", "; failed: 0;", "sent to arrived at the other player: median "} {
		if !strings.Contains(string(out), want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
}
