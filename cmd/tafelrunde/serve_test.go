package main

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// TestServeFromStartToSignal runs the real program: it prints an address at
// which it answers, and ends with status 0 when it is told to.
func TestServeFromStartToSignal(t *testing.T) {
	for _, tc := range []struct {
		name   string
		args   []string
		signal os.Signal
	}{
		{"serve", []string{"serve", "--addr", "127.0.0.1:0"}, syscall.SIGTERM},
		{"no command", []string{"--addr", "localhost:0"}, syscall.SIGINT},
		{"every interface", []string{"--addr", ":0"}, syscall.SIGTERM},
	} {
		t.Run(tc.name, func(t *testing.T) {
			command := exec.Command("tafelrunde", tc.args...)
			command.Stderr = os.Stderr
			pipe, err := command.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { command.Process.Kill() })
			out := bufio.NewReader(pipe)
			line, err := out.ReadString('\n')
			if err != nil {
				t.Fatalf("the first line: %v", err)
			}
			_, address, _ := strings.Cut(line, " at ")
			address, _, _ = strings.Cut(address, " ")

			resp, err := http.Get(address)
			if err != nil {
				t.Fatalf("at the address of %q: %v", line, err)
			}
			page, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if err != nil || resp.StatusCode != http.StatusOK || !strings.Contains(string(page), "Tafelrunde") {
				t.Errorf("GET %s: status %d, %v, content %q", address, resp.StatusCode, err, page)
			}

			if err := command.Process.Signal(tc.signal); err != nil {
				t.Fatal(err)
			}
			rest, err := io.ReadAll(out)
			if err != nil {
				t.Fatal(err)
			}
			if err := command.Wait(); err != nil {
				t.Errorf("after %v: %v", tc.signal, err)
			}
			if got := string(rest); got != "Tafelrunde has stopped\n" {
				t.Errorf("after %v it said %q", tc.signal, got)
			}
		})
	}
}

func TestBrowserAddress(t *testing.T) {
	for listening, want := range map[string]string{
		"0.0.0.0:8080":   "http://localhost:8080/",
		"[::]:8080":      "http://localhost:8080/",
		"127.0.0.1:9000": "http://127.0.0.1:9000/",
		"[::1]:80":       "http://[::1]:80/",
	} {
		at, err := net.ResolveTCPAddr("tcp", listening)
		if err != nil {
			t.Fatal(err)
		}
		if got := browserAddress(at); got != want {
			t.Errorf("listening at %s: %q, want %q", listening, got, want)
		}
	}
}
