package main

import (
	"context"
	"net/http"
	"net/http/cookiejar"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestTheExampleBotPlays runs the example bot in examples, which is written in
// JavaScript, for a whole game.
func TestTheExampleBotPlays(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node is not installed")
	}
	var address atomic.Pointer[string]
	server := startServer(t, []string{"TAFELRUNDE_DATA=" + t.TempDir()}, &address)
	defer func() { server.Process.Kill(); server.Wait() }()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := &crashPair{address: &address, clients: [2]*http.Client{{Jar: jar}, nil}}
	var token struct{ Token string }
	if status, err := p.request(0, "POST", "/api/account", map[string]any{"name": "Bot", "password": "long enough"}, nil); err != nil || status != 200 {
		t.Fatalf("status %d, %v", status, err)
	}
	if status, err := p.request(0, "POST", "/api/tokens", nil, &token); err != nil || status != 200 {
		t.Fatalf("status %d, %v", status, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, node, "../../examples/bot/bot.mjs", *address.Load(), token.Token).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "over by ") {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}
