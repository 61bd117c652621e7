package operators_test

import (
	"bufio"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tafelrunde/internal/testkit"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
)

// metric returns the value of a metric with its labels, "" if there is none.
func metricOf(s *webtest.Server, name string) string {
	s.T.Helper()
	w := httptest.NewRecorder()
	s.API.Metrics().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	lines := bufio.NewScanner(w.Body)
	for lines.Scan() {
		if value, found := strings.CutPrefix(lines.Text(), name+" "); found {
			return value
		}
	}
	return ""
}

func TestRequestsAreLoggedAndCounted(t *testing.T) {
	log := &testkit.LogLines{}
	s := webtest.ServeWith(t, web.APIOptions{AccessLog: slog.New(slog.NewJSONHandler(log, nil)), HSTS: time.Hour})
	request := func(method, path, id string) *http.Response {
		t.Helper()
		r, err := http.NewRequest(method, s.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if id != "" {
			r.Header.Set("X-Request-Id", id)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp
	}
	const counted = `tafelrunde_http_requests_total{method="GET",route="/api/matches/{id}",status="404"}`
	before := metricOf(s, counted)
	resp := request("GET", "/api/matches/nobody?secret=1", "of-a-proxy")
	if id := resp.Header.Get("X-Request-Id"); id != "of-a-proxy" {
		t.Errorf("the ID of the proxy became %q", id)
	}
	if hsts := resp.Header.Get("Strict-Transport-Security"); hsts != "max-age=3600" {
		t.Errorf("Strict-Transport-Security: %q", hsts)
	}
	if after := metricOf(s, counted); after == before || after == "" {
		t.Errorf("%s: %q before, %q after", counted, before, after)
	}
	for _, bad := range []string{"with space", strings.Repeat("x", 65)} {
		if id := request("GET", "/healthz", bad).Header.Get("X-Request-Id"); id == bad || len(id) != 16 {
			t.Errorf("the ID %q became %q", bad, id)
		}
	}
	request("PROPFIND", "/", "")

	var entry struct {
		ID, Method, Path, Route string
		Status, Bytes           int
		MS                      float64
	}
	lines := log.All()
	if len(lines) != 4 {
		t.Fatalf("%d lines: %v", len(lines), lines)
	}
	if err := json.Unmarshal([]byte(lines[0]), &entry); err != nil {
		t.Fatal(err)
	}
	if entry.ID != "of-a-proxy" || entry.Method != "GET" || entry.Path != "/api/matches/nobody" || entry.Route != "/api/matches/{id}" || entry.Status != 404 || entry.Bytes == 0 || entry.MS <= 0 {
		t.Errorf("%+v", entry)
	}
	for _, private := range []string{"secret", "127.0.0.1"} {
		if strings.Contains(strings.Join(lines, ""), private) {
			t.Errorf("the log contains %q: %v", private, lines)
		}
	}
	if !strings.Contains(lines[3], `"method":"other"`) {
		t.Errorf("an unusual method: %s", lines[3])
	}
}

func TestFailedLoginsAreCounted(t *testing.T) {
	s := webtest.Serve(t)
	s.Member("Anna")
	if queue := metricOf(s, "tafelrunde_engine_queue"); queue != "0" {
		t.Errorf("%q turns of engines wait", queue)
	}
	before := metricOf(s, "tafelrunde_failed_logins_total")
	s.Visitor().Refused(403, "login", "POST", "/api/login", webtest.Object{"name": "Anna", "password": "wrong horse"})
	if after := metricOf(s, "tafelrunde_failed_logins_total"); after == before {
		t.Errorf("%q before and after a wrong password", before)
	}
}

// TestReadiness stops the streams of a server, which comes first when it stops.
func TestReadiness(t *testing.T) {
	s := webtest.Serve(t)
	s.Visitor().Want(200, "GET", "/readyz", nil, nil)
	s.Stop()
	s.Visitor().Refused(503, "stopping", "GET", "/readyz", nil)
	s.Visitor().Want(200, "GET", "/healthz", nil, nil)
}
