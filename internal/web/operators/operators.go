// Package operators has the routes for the operators of a server: the health
// check and the metrics.
package operators

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tafelrunde/internal/metrics"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// API implements the routes for operators.
type API struct {
	*core.App
	store Store
	probe probe
	// data is the folder with the database, "" if it is on another machine.
	data string
}

// Register adds the health check. The metrics have the free space of the data folder,
// unless it is "".
func Register(routes huma.API, app *core.App, s Store, data string) *API {
	a := &API{App: app, store: s, data: data}
	a.registerHealth(routes)
	return a
}

func (a *API) registerHealth(routes huma.API) {
	type healthResponse struct {
		Body struct {
			Store string `json:"store"`
		}
	}
	check := func(ctx context.Context, _ *struct{}) (*healthResponse, error) {
		if !a.Host.StoreReadable() {
			return nil, noAnswer
		}
		if err := a.probe.check(ctx, a.test); errors.Is(err, errNoAnswer) {
			return nil, noAnswer
		} else if err != nil {
			return nil, a.ProblemOf(err)
		}
		if !a.Host.StoreWritable() {
			return nil, notWritable
		}
		out := &healthResponse{}
		out.Body.Store = "ok"
		return out, nil
	}
	core.Register(routes, core.Read, huma.Operation{OperationID: "health", Method: http.MethodGet, Path: "/healthz", Summary: "Check that the store can be read and written"}, check)
	core.Register(routes, core.Read, huma.Operation{OperationID: "ready", Method: http.MethodGet, Path: "/readyz", Summary: "Check that the server accepts requests: the store works and the server is not stopping"},
		func(ctx context.Context, in *struct{}) (*healthResponse, error) {
			if a.Stopping.Err() != nil {
				return nil, stopping
			}
			return check(ctx, in)
		})
}

// Problems of a server that cannot serve requests. stopping is that of one that
// finishes its last requests.
var (
	stopping    = core.NewProblem(http.StatusServiceUnavailable, "stopping", "the server is stopping")
	noAnswer    = core.NewProblem(http.StatusServiceUnavailable, "unavailable", "the database does not respond")
	notWritable = core.NewProblem(http.StatusServiceUnavailable, "unavailable", "nothing can be written to the database")
)

// test reads from the store and writes to it. An idle server writes nothing else,
// so only a test shows whether writing works.
func (a *API) test(ctx context.Context) error {
	if _, err := a.store.Overdue(ctx, 0, 1); err != nil {
		return err
	}
	return a.store.Probe(ctx)
}

// probe runs a test of the store, one at a time, and caches its result.
type probe struct {
	mu sync.Mutex
	// running is closed when the running test ends, nil if none runs.
	running chan struct{}
	began   time.Time
	ended   time.Time
	err     error
}

const (
	// probeEvery is how long the result of a probe is valid.
	probeEvery = 2 * time.Second
	// probeTimeout is how long a probe may take before the store counts as not
	// available. A driver may take longer to give up; requests do not wait for it.
	probeTimeout = 2 * time.Second
	// probeWait is how long a request waits for a probe. A disk may be slower: until the
	// probe has ended, the previous result counts.
	probeWait = 200 * time.Millisecond
)

var errNoAnswer = fmt.Errorf("%w: it does not answer within %v", store.ErrUnavailable, probeTimeout)

// check returns the result of the latest test of the store, and runs one if that is not
// recent. Before the first result it returns nil. The error is errNoAnswer if the test
// takes longer than probeTimeout.
func (p *probe) check(ctx context.Context, test func(context.Context) error) error {
	p.mu.Lock()
	if p.running == nil {
		if !p.ended.IsZero() && time.Since(p.ended) < probeEvery {
			defer p.mu.Unlock()
			return p.err
		}
		p.running, p.began = make(chan struct{}), time.Now()
		// Other requests use the result too, so it must not depend on this one's context.
		go p.run(context.WithoutCancel(ctx), p.running, test)
	}
	running := p.running
	p.mu.Unlock()
	late := time.NewTimer(probeWait)
	defer late.Stop()
	select {
	case <-running:
	case <-late.C:
	case <-ctx.Done():
		return ctx.Err()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.running == running && time.Since(p.began) >= probeTimeout {
		return errNoAnswer
	}
	return p.err
}

func (p *probe) run(ctx context.Context, running chan struct{}, test func(context.Context) error) {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	err := test(ctx)
	p.mu.Lock()
	p.running, p.ended, p.err = nil, time.Now(), err
	p.mu.Unlock()
	close(running)
}

// Metrics returns a handler for GET /metrics in Prometheus's text format. It must
// be served at an address that only the operator can reach.
func (a *API) Metrics() http.Handler {
	own := prometheus.NewRegistry()
	own.MustRegister(collector{a})
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(prometheus.Gatherers{metrics.Registry, own}, promhttp.HandlerOpts{}))
	return mux
}

// collector reads metrics that other packages count, when Prometheus asks.
type collector struct{ *API }

// Describe describes nothing: the metrics are those of each collection.
func (c collector) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (c collector) Collect(to chan<- prometheus.Metric) {
	counts := c.Host.Counts()
	ctx, cancel := context.WithTimeout(context.Background(), probeTimeout)
	defer cancel()
	// Without the database the metric is missing, which alerts can notice.
	if waiting, err := c.store.WaitingEngineTurns(ctx, c.Now(), false); err == nil {
		to <- prometheus.MustNewConstMetric(prometheus.NewDesc("tafelrunde_engine_queue", "Turns of engines that wait for a search, of all servers of the database.", nil, nil), prometheus.GaugeValue, float64(waiting))
	}
	if open, err := c.store.OpenReviews(ctx, c.Now()); err == nil {
		running, now := 0, c.Now()
		for i := range open {
			if open[i].RunningAt(now) {
				running++
			}
		}
		desc := prometheus.NewDesc("tafelrunde_reviews", "Reviews of games that wait or run, of all servers of the database.", []string{"state"}, nil)
		to <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, float64(len(open)-running), "waiting")
		to <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, float64(running), "running")
	}
	if free, ok := freeDisk(c.data); ok {
		to <- prometheus.MustNewConstMetric(prometheus.NewDesc("tafelrunde_disk_free_bytes", "Space that the server can still write in the data folder.", nil, nil), prometheus.GaugeValue, float64(free))
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	for _, m := range []struct {
		name  string
		kind  prometheus.ValueType
		help  string
		value float64
	}{
		{"tafelrunde_matches_live", prometheus.GaugeValue, "Matches in memory.", float64(counts.Live)},
		{"tafelrunde_subscriptions", prometheus.GaugeValue, "Streams of matches.", float64(counts.Subscriptions)},
		{"tafelrunde_streams", prometheus.GaugeValue, "Streams of all kinds.", float64(c.RunningStreams())},
		{"tafelrunde_commands_total", prometheus.CounterValue, "Commands executed on matches.", float64(counts.Commands)},
		{"tafelrunde_refused_total", prometheus.CounterValue, "Commands that were refused.", float64(counts.Refused)},
		{"tafelrunde_conflicts_total", prometheus.CounterValue, "Commands decided again because another process changed the match.", float64(counts.Conflicts)},
		{"tafelrunde_events_total", prometheus.CounterValue, "Events published.", float64(counts.Events)},
		{"tafelrunde_slow_total", prometheus.CounterValue, "Streams closed because their clients were too slow.", float64(counts.SlowCuts)},
		{"process_resident_memory_bytes", prometheus.GaugeValue, "Resident memory.", float64(residentMemory())},
		{"process_cpu_seconds_total", prometheus.CounterValue, "Processor time of the process.", processorTime()},
		{"tafelrunde_goroutines", prometheus.GaugeValue, "Goroutines.", float64(runtime.NumGoroutine())},
		{"tafelrunde_heap_bytes", prometheus.GaugeValue, "Memory in use on the heap.", float64(memory.HeapAlloc)},
		{"tafelrunde_memory_bytes", prometheus.GaugeValue, "Memory obtained from the system.", float64(memory.Sys)},
	} {
		to <- prometheus.MustNewConstMetric(prometheus.NewDesc(m.name, m.help, nil, nil), m.kind, m.value)
	}
}

// processorTime returns the processor time of the process in seconds, 0 if unknown.
func processorTime() float64 {
	data, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return 0
	}
	// The second field, the name of the program in parentheses, may contain spaces.
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	const perSecond = 100 // in what /proc counts, on all processors
	user, _ := strconv.ParseFloat(fields[11], 64)
	system, _ := strconv.ParseFloat(fields[12], 64)
	return (user + system) / perSecond
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
