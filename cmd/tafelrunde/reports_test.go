package main

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
)

// TestReportsAreListed: a player reports another, and the operator lists the report
// and marks it as done.
func TestReportsAreListed(t *testing.T) {
	data := t.TempDir()
	var address atomic.Pointer[string]
	server := startServer(t, []string{"TAFELRUNDE_DATA=" + data}, &address)
	stop := func() { server.Process.Kill(); server.Wait() }
	defer stop()
	p := openPair(t, &address, 1)
	var other struct{ ID string }
	if status, err := p.request(1, "GET", "/api/session", nil, &other); err != nil || status != 200 {
		t.Fatalf("status %d, %v", status, err)
	}
	if status, err := p.request(0, "POST", "/api/reports", map[string]any{"about": other.ID, "match": p.id, "reason": "talk", "text": "He was rude.\nTwice."}, nil); err != nil || status != 204 {
		t.Fatalf("status %d, %v", status, err)
	}
	stop()
	reports := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("tafelrunde", append([]string{"store", "reports", "--data", data}, args...)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	list := reports()
	id, _, _ := strings.Cut(list, " ")
	for _, want := range []string{`"Player 1 0" (`, `about "Player 1 1" (` + other.ID + "): talk\n", "\n    at /match/" + p.id + "\n    He was rude.\n    Twice.\n"} {
		if !strings.Contains(list, want) {
			t.Errorf("%q is missing in\n%s", want, list)
		}
	}
	if out := reports("--close=" + id); out != "" {
		t.Error(out)
	}
	if out := reports(); out != "" {
		t.Errorf("still to be done:\n%s", out)
	}
	if out := reports("--all"); !strings.Contains(out, ": talk, closed\n") {
		t.Error(out)
	}
}

// TestReportsDoNotSteerTheTerminal: control characters in reports are escaped.
func TestReportsDoNotSteerTheTerminal(t *testing.T) {
	data := t.TempDir()
	text := "\x1b[2J\x1b]0;title\x07red\x1b[31m\r\x9b1m\u009bnext\u202egnol\u2066\u200b\u2028\x7f\x08\nnew\tline ünd \\ 🏰"
	s, err := sqlstore.OpenSQLite(t.Context(), filepath.Join(data, databaseName))
	if err != nil {
		t.Fatal(err)
	}
	// Old reports in a database may contain any characters.
	err = s.AddReport(t.Context(), store.Report{ID: "r", By: "a", ByName: "Ann\x1b[2J", About: "b", AboutName: "Ben", Reason: "talk", Text: text})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("tafelrunde", "store", "reports", "--data", data).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range string(out) {
		if r != '\n' && r != '\t' && !strconv.IsPrint(r) {
			t.Errorf("%U is printed as it is:\n%q", r, out)
		}
	}
	want := `    \x1b[2J\x1b]0;title\ared\x1b[31m\r\x9b1m\u009bnext\u202egnol\u2066\u200b\u2028\x7f\b` + "\n    new\tline ünd \\ 🏰\n"
	if !strings.Contains(string(out), want) {
		t.Errorf("%q is missing in\n%q", want, out)
	}
}
