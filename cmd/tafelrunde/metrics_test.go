package main

import (
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"tafelrunde/internal/cli"
)

// freeAddress returns an address without a listener.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// get returns the status and the body of a response.
func get(t *testing.T, at string) (int, string) {
	t.Helper()
	resp, err := http.Get(at)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// TestMetricsHaveAnAddressOfTheirOwn: metrics are served at their own address only,
// and nothing else is.
func TestMetricsHaveAnAddressOfTheirOwn(t *testing.T) {
	var address atomic.Pointer[string]
	plain := startServer(t, []string{"TAFELRUNDE_DATA=" + t.TempDir()}, &address)
	defer func() { plain.Process.Kill(); plain.Wait() }()
	if status, text := get(t, *address.Load()+"/metrics"); status != http.StatusNotFound || strings.Contains(text, "tafelrunde_") {
		t.Errorf("status %d: metrics at the public address:\n%s", status, text)
	}
	own := freeAddress(t)
	server := startServer(t, []string{"TAFELRUNDE_DATA=" + t.TempDir()}, &address, "--metrics", own)
	defer func() { server.Process.Kill(); server.Wait() }()
	if status, _ := get(t, *address.Load()+"/metrics"); status != http.StatusNotFound {
		t.Errorf("status %d: metrics at the public address", status)
	}
	if status, text := get(t, "http://"+own+"/metrics"); status != http.StatusOK || !strings.Contains(text, "\ntafelrunde_commands_total 0\n") {
		t.Errorf("status %d: %s", status, text)
	}
	if _, text := get(t, "http://"+own+"/metrics"); !regexp.MustCompile(`(?m)^tafelrunde_disk_free_bytes [1-9]`).MatchString(text) {
		t.Errorf("the free space of the disk is missing: %s", text)
	}
	if status, _ := get(t, "http://"+own+"/api/lobby"); status != http.StatusNotFound {
		t.Errorf("status %d: the site at the address of the metrics", status)
	}
	if out := tafelrunde(t, cli.StatusFailed, "serve", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--metrics", own); !strings.Contains(out, "--metrics") {
		t.Errorf("at an address that is in use: %s", out)
	}
}
