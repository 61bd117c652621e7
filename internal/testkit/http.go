package testkit

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

// Ask sends a request to a handler, with headers in the form "Name: value".
func Ask(to http.Handler, method, target string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, target, nil)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Add(name, value)
	}
	w := httptest.NewRecorder()
	to.ServeHTTP(w, r)
	return w.Result()
}

// Body returns the body of a response.
func Body(t testing.TB, resp *http.Response) string {
	t.Helper()
	content, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// File returns a file for [fstest.MapFS].
func File(content string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(content)} }

// LogLines is a log in memory.
type LogLines struct {
	mu    sync.Mutex
	lines []string
}

// Write implements [io.Writer].
func (l *LogLines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, string(line))
	return len(line), nil
}

// All returns the lines written so far.
func (l *LogLines) All() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string(nil), l.lines...)
}
