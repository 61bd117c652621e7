package core

import (
	"context"
	"log/slog"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"testing"
	"testing/synctest"
	"time"
)

func TestProblemKeepsAllArguments(t *testing.T) {
	p := NewProblem(http.StatusUnprocessableEntity, "animation-move", "move 3").With("number", 3).With("move", "e2e4")
	if len(p.Args) != 2 || p.Args["number"] != 3 || p.Args["move"] != "e2e4" {
		t.Errorf("arguments %v", p.Args)
	}
}

func TestGateCountsByOwner(t *testing.T) {
	g := &Gate{Person: 1, Address: 2, All: 3}
	steps := []struct {
		person, address string
		want            bool
	}{{"a", "x", true}, {"a", "x", false}, {"b", "x", true}, {"c", "x", false}, {"c", "y", true}, {"d", "z", false}}
	for _, s := range steps {
		if got := g.enter(s.person, s.address); got != s.want {
			t.Errorf("%s at %s: %v", s.person, s.address, got)
		}
	}
	g.leave("a", "x")
	if !g.enter("a", "x") {
		t.Error("a request that has ended still counts")
	}
}

// TestWorkIsAQuarterOfAProcessor lets one owner use all the time that is permitted.
func TestWorkIsAQuarterOfAProcessor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l Limits
		var used time.Duration
		began := time.Now()
		for time.Since(began) < 10*time.Minute {
			if l.rested(Records, "a") {
				const took = 200 * time.Millisecond
				time.Sleep(took)
				l.charge(Records, "a", took)
				used += took
			} else {
				time.Sleep(50 * time.Millisecond)
			}
		}
		if share := used.Seconds() / time.Since(began).Seconds(); share < 0.2 || share > 0.27 {
			t.Errorf("an owner used %.2f of a processor", share)
		}
	})
}

func TestKeptResponsesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := newResponses()
		add := func(size int) {
			all.keep(NewID(), recentResponse{"", &response{Body: make([]byte, size)}, time.Now().Add(recentFor)})
		}
		add(maxKept + 1)
		if all.recent.Len() != 0 {
			t.Error("a response above the limit is kept")
		}
		for range 3 * maxRecent {
			add(10 << 10)
		}
		if all.bytes > maxRecentBytes || all.recent.Len() > maxRecent || all.recent.Len() < 100 {
			t.Errorf("%d responses, %d bytes", all.recent.Len(), all.bytes)
		}
		time.Sleep(recentFor)
		all.find("none")
		if all.recent.Len() != 0 || all.bytes != 0 {
			t.Errorf("after their time: %d responses, %d bytes", all.recent.Len(), all.bytes)
		}
	})
}

// TestErrorsOfClientsAreNotErrorsOfTheServer checks the statuses of requests that end early.
func TestErrorsOfClientsAreNotErrorsOfTheServer(t *testing.T) {
	a := &App{Stopping: t.Context(), Log: slog.New(slog.DiscardHandler)}
	if p, _ := a.ProblemOf(context.Canceled).(*Problem); p == nil || p.status != statusClientClosed {
		t.Errorf("a client that closes the connection: %v", p)
	}
	if p, _ := a.ProblemOf(context.DeadlineExceeded).(*Problem); p == nil || p.status != 503 || p.retryAfter == 0 {
		t.Errorf("a request above its time: %v", p)
	}
}

// TestSeveralServersShareTheLimits asks four servers in turn: together they allow what one
// does.
func TestSeveralServersShareTheLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		allowed := func(servers int) (atOnce, later int) {
			limits := make([]Limits, servers)
			for i := range limits {
				limits[i].servers = servers
			}
			for i := range 1000 {
				if limits[i%servers].Allow(NewTables, "a") {
					atOnce++
				}
			}
			for began, i := time.Now(), 0; time.Since(began) < 10*time.Minute; i++ {
				time.Sleep(time.Second)
				if limits[i%servers].Allow(NewTables, "a") {
					later++
				}
			}
			return atOnce, later
		}
		one, oneLater := allowed(1)
		four, fourLater := allowed(4)
		if one != 10 || four < one || four > one+3 {
			t.Errorf("at once: one server allows %d, four allow %d", one, four)
		}
		if oneLater < 119 || fourLater < oneLater-4 || fourLater > oneLater+4 {
			t.Errorf("in ten minutes: one server allows %d, four allow %d", oneLater, fourLater)
		}
		l := Limits{servers: 4}
		l.charge(Records, "a", time.Hour) // more than the burst
		if l.rested(Records, "a") {
			t.Error("an hour of work is forgotten")
		}
	})
}

// TestTheProxyPermitsWhatTheServerDoes compares the limits of the site for nginx with those
// of the server, which know people and operations.
func TestTheProxyPermitsWhatTheServerDoes(t *testing.T) {
	site, err := os.ReadFile("../../../deploy/nginx.conf")
	if err != nil {
		t.Fatal(err)
	}
	number := func(pattern string) int {
		found := regexp.MustCompile(pattern).FindSubmatch(site)
		if found == nil {
			t.Fatalf("deploy/nginx.conf has no %s", pattern)
		}
		n, err := strconv.Atoi(string(found[1]))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	rate, burst, connections := number(`rate=(\d+)r/s`), number(`burst=(\d+)`), number(`limit_conn tafelrunde_connections (\d+);`)
	for _, b := range []Bounds{Read, Change, Create, Streaming, Files} {
		if a := b.Addresses; float64(rate) < float64(a.rate) || burst < a.Burst {
			t.Errorf("nginx permits %d, then %d a second; the server %d, then %g (%s)", burst, rate, a.Burst, float64(a.rate), a.name)
		}
	}
	if most := MaxStreamsPerAddress + allGate.Address; connections < most {
		t.Errorf("nginx permits %d requests at once, the server %d", connections, most)
	}
}
