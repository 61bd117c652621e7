// Package operators has the routes for the operators of a server: the health
// check and the metrics.
package operators

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// API answers requests of the server's operators.
type API struct {
	*core.App
	probe probe
}

// Register adds the route of the health check.
func Register(routes huma.API, app *core.App) *API {
	a := &API{App: app}
	a.registerHealth(routes)
	return a
}

func (a *API) registerHealth(routes huma.API) {
	type healthAnswer struct {
		Body struct {
			Store string `json:"store"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "health", Method: http.MethodGet, Path: "/healthz", Summary: "Whether the store answers, and takes what is to be stored"},
		func(ctx context.Context, _ *struct{}) (*healthAnswer, error) {
			if _, err := a.Store.Overdue(ctx, 0, 1); err != nil {
				return nil, a.ProblemOf(err)
			}
			if !a.Host.StoreWritable() {
				return nil, a.ProblemOf(store.ErrUnavailable)
			}
			if err := a.probe.ask(ctx, a.Store); err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &healthAnswer{}
			out.Body.Store = "ok"
			return out, nil
		})
}

// probe is what is known of whether something can be stored. Where nothing is
// played nothing is stored, and only trying tells.
type probe struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

const (
	// probeEvery is how long the result of a probe holds.
	probeEvery = 2 * time.Second
	// probeWithin is how long a probe may take.
	probeWithin = 3 * time.Second
)

// ask stores something, unless that was tried a moment ago.
func (p *probe) ask(ctx context.Context, s store.Heartbeats) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.at.IsZero() && time.Since(p.at) < probeEvery {
		return p.err
	}
	// The result is also that of others who ask.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), probeWithin)
	defer cancel()
	p.err = s.Probe(ctx)
	p.at = time.Now()
	return p.err
}

// Metrics answers with numbers for Prometheus. They concern the operator alone,
// and have an address of their own.
func (a *API) Metrics() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", a.serveMetrics)
	return mux
}

func (a *API) serveMetrics(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	c := a.Host.Counts()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	for _, m := range []struct {
		name, kind, help string
		value            any
	}{
		{"tafelrunde_matches_live", "gauge", "Matches in memory.", c.Live},
		{"tafelrunde_subscriptions", "gauge", "Streams of matches.", c.Subscriptions},
		{"tafelrunde_streams", "gauge", "Streams of all kinds.", a.RunningStreams()},
		{"tafelrunde_commands_total", "counter", "Commands to matches.", c.Commands},
		{"tafelrunde_refused_total", "counter", "Commands that were refused.", c.Refused},
		{"tafelrunde_conflicts_total", "counter", "Commands decided anew because another program was faster.", c.Conflicts},
		{"tafelrunde_events_total", "counter", "Events told.", c.Events},
		{"tafelrunde_slow_total", "counter", "Streams cut because they were too slow.", c.SlowCuts},
		{"process_resident_memory_bytes", "gauge", "Memory that the system has given.", residentMemory()},
		{"tafelrunde_goroutines", "gauge", "Goroutines.", runtime.NumGoroutine()},
		{"tafelrunde_heap_bytes", "gauge", "Memory in use on the heap.", memory.HeapAlloc},
		{"tafelrunde_memory_bytes", "gauge", "Memory from the system.", memory.Sys},
	} {
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n%s %v\n", m.name, m.help, m.name, m.kind, m.name, m.value)
	}
}

// residentMemory is how many bytes of memory the program has, 0 if the system
// does not tell.
func residentMemory() int64 {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	var size, resident int64
	fmt.Sscan(string(data), &size, &resident)
	return resident * int64(os.Getpagesize())
}
