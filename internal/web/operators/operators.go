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

// API implements the routes for operators.
type API struct {
	*core.App
	probe probe
}

// Register adds the health check.
func Register(routes huma.API, app *core.App) *API {
	a := &API{App: app}
	a.registerHealth(routes)
	return a
}

func (a *API) registerHealth(routes huma.API) {
	type healthResponse struct {
		Body struct {
			Store string `json:"store"`
		}
	}
	huma.Register(routes, huma.Operation{OperationID: "health", Method: http.MethodGet, Path: "/healthz", Summary: "Check that the store can be read and written"},
		func(ctx context.Context, _ *struct{}) (*healthResponse, error) {
			if _, err := a.Store.Overdue(ctx, 0, 1); err != nil {
				return nil, a.ProblemOf(err)
			}
			if !a.Host.StoreWritable() {
				return nil, a.ProblemOf(store.ErrUnavailable)
			}
			if err := a.probe.check(ctx, a.Store); err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &healthResponse{}
			out.Body.Store = "ok"
			return out, nil
		})
}

// probe caches the result of the last test write to the store. An idle server
// writes nothing else, so only a test shows whether writing works.
type probe struct {
	mu  sync.Mutex
	at  time.Time
	err error
}

const (
	// probeEvery is how long the result of a probe is valid.
	probeEvery = 2 * time.Second
	// probeTimeout is how long a probe may take.
	probeTimeout = 3 * time.Second
)

// check writes to the store, unless the last result is recent. It returns the
// error of the write.
func (p *probe) check(ctx context.Context, s store.Heartbeats) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.at.IsZero() && time.Since(p.at) < probeEvery {
		return p.err
	}
	// Other requests use the result too, so it must not depend on this one's context.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), probeTimeout)
	defer cancel()
	p.err = s.Probe(ctx)
	p.at = time.Now()
	return p.err
}

// Metrics returns a handler for GET /metrics in Prometheus's text format. It must
// be served at an address that only the operator can reach.
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
		{"tafelrunde_commands_total", "counter", "Commands executed on matches.", c.Commands},
		{"tafelrunde_refused_total", "counter", "Commands that were refused.", c.Refused},
		{"tafelrunde_conflicts_total", "counter", "Commands decided again because another process changed the match.", c.Conflicts},
		{"tafelrunde_events_total", "counter", "Events published.", c.Events},
		{"tafelrunde_slow_total", "counter", "Streams closed because their clients were too slow.", c.SlowCuts},
		{"process_resident_memory_bytes", "gauge", "Resident memory.", residentMemory()},
		{"tafelrunde_goroutines", "gauge", "Goroutines.", runtime.NumGoroutine()},
		{"tafelrunde_heap_bytes", "gauge", "Memory in use on the heap.", memory.HeapAlloc},
		{"tafelrunde_memory_bytes", "gauge", "Memory obtained from the system.", memory.Sys},
	} {
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n%s %v\n", m.name, m.help, m.name, m.kind, m.name, m.value)
	}
}

// residentMemory returns the resident memory of the process in bytes, 0 if
// unknown.
func residentMemory() int64 {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	var size, resident int64
	fmt.Sscan(string(data), &size, &resident)
	return resident * int64(os.Getpagesize())
}
