package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"tafelrunde/internal/testkit"
)

// TestServeFromStartToSignal runs the program: it prints its address, answers there,
// and exits with status 0 after a signal.
func TestServeFromStartToSignal(t *testing.T) {
	for _, tc := range []struct {
		name   string
		args   []string
		signal os.Signal
	}{
		{"serve", []string{"serve", "--addr", "127.0.0.1:0"}, syscall.SIGTERM},
		{"no command", []string{"--addr", "localhost:0"}, syscall.SIGINT},
		{"every interface", []string{"--addr", ":0"}, syscall.SIGTERM},
		{"base path", []string{"--addr", "127.0.0.1:0", "--public-url", "https://club.example/tafelrunde/"}, syscall.SIGTERM},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Setenv("TAFELRUNDE_DATA", t.TempDir())
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

			if based := strings.HasSuffix(address, "/tafelrunde/"); based != (tc.name == "base path") {
				t.Errorf("address %s", address)
			}
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
			// Until the program ends, it says why it refuses requests.
			origin, _, _ := strings.Cut(strings.TrimPrefix(address, "http://"), "/")
			testkit.Within(t, 5*time.Second, func() error {
				resp, err := http.Get("http://" + origin + "/readyz")
				if err != nil {
					return err
				}
				defer resp.Body.Close()
				if resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") == "" {
					return fmt.Errorf("status %d, Retry-After %q", resp.StatusCode, resp.Header.Get("Retry-After"))
				}
				return nil
			})
			rest, err := io.ReadAll(out)
			if err != nil {
				t.Fatal(err)
			}
			if err := command.Wait(); err != nil {
				t.Errorf("after %v: %v", tc.signal, err)
			}
			if got := string(rest); got != "Tafelrunde has stopped\n" {
				t.Errorf("after %v: output %q", tc.signal, got)
			}
		})
	}
}

// TestOpenAsksTheDesktop replaces the program that opens URLs on a Linux desktop.
func TestOpenAsksTheDesktop(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this system opens addresses in another way")
	}
	t.Setenv("TAFELRUNDE_DATA", t.TempDir())
	folder := t.TempDir()
	opened := filepath.Join(folder, "opened")
	if err := syscall.Mkfifo(opened, 0o600); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\necho \"$1\" >\"" + opened + "\"\n"
	if err := os.WriteFile(filepath.Join(folder, "xdg-open"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	program := exec.Command("tafelrunde", "--open", "--addr", "127.0.0.1:0")
	program.Env = append(os.Environ(), "PATH="+folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	var out strings.Builder
	program.Stdout = &out
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { program.Process.Kill() })

	read := make(chan string, 1)
	go func() {
		address, err := os.ReadFile(opened) // waits until it is written
		if err != nil {
			t.Error(err)
		}
		read <- strings.TrimSpace(string(address))
	}()
	var address string
	select {
	case address = <-read:
	case <-time.After(10 * time.Second):
		t.Fatal("nothing was opened")
	}
	if err := program.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := program.Wait(); err != nil {
		t.Error(err)
	}
	if !strings.HasPrefix(address, "http://127.0.0.1:") || !strings.Contains(out.String(), address) {
		t.Errorf("opened %q, but printed %q", address, out.String())
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

// TestEnginesPlay: the server knows whether something plays for engines: itself, as is usual, or
// workers that share its database.
func TestEnginesPlay(t *testing.T) {
	const shared = "postgres://localhost/tafelrunde"
	for _, c := range []struct {
		workers  int
		database string
		want     bool
	}{{-1, "", true}, {2, "", true}, {0, "", false}, {0, shared, true}, {-1, shared, true}} {
		s := &serveCommand{Workers: c.workers}
		s.Database, s.Data = c.database, t.TempDir()
		if got := s.options(nil).Engines; got != c.want {
			t.Errorf("--workers %d with the database %q: %v", c.workers, c.database, got)
		}
	}
}
