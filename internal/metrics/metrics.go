// Package metrics declares the metrics that a server counts itself, for
// Prometheus. They belong to the process: two servers in one process share them.
package metrics

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// Registry has all metrics of this package.
var Registry = prometheus.NewRegistry()

var factory = promauto.With(Registry)

var (
	// Requests counts HTTP requests by route, method and status. The opening of a
	// stream has the status 200.
	Requests = factory.NewCounterVec(prometheus.CounterOpts{
		Name: "tafelrunde_http_requests_total", Help: "HTTP requests by route, method and status.",
	}, []string{"route", "method", "status"})

	// RequestSeconds measures HTTP requests by route, until the response is written.
	// For a stream, that is its opening.
	RequestSeconds = factory.NewHistogramVec(prometheus.HistogramOpts{
		Name: "tafelrunde_http_request_seconds", Help: "Duration of HTTP requests by route.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
	}, []string{"route"})

	// StoreSeconds measures writing transactions of the store, with their waiting
	// time and repetitions.
	StoreSeconds = factory.NewHistogram(prometheus.HistogramOpts{
		Name: "tafelrunde_store_transaction_seconds", Help: "Duration of writing transactions of the database.",
		Buckets: []float64{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5},
	})

	// EngineWaitSeconds measures how long turns of engines wait for a search, from
	// the move before it.
	EngineWaitSeconds = factory.NewHistogram(prometheus.HistogramOpts{
		Name: "tafelrunde_engine_wait_seconds", Help: "Time from a move to the start of the engine's search for the answer.",
		Buckets: []float64{.01, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60},
	})

	// EngineSearches is the number of engine searches that run in this process.
	EngineSearches = factory.NewGauge(prometheus.GaugeOpts{
		Name: "tafelrunde_engine_searches", Help: "Engine searches that are running.",
	})

	// ReviewWaitSeconds measures how long reviews on the server wait for their beginning,
	// ReviewSeconds how long they take from there to the end.
	ReviewWaitSeconds = factory.NewHistogram(prometheus.HistogramOpts{
		Name: "tafelrunde_review_wait_seconds", Help: "Time from the request of a review to its beginning.",
		Buckets: []float64{1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 14400},
	})
	ReviewSeconds = factory.NewHistogram(prometheus.HistogramOpts{
		Name: "tafelrunde_review_seconds", Help: "Time from the beginning of a review to its end.",
		Buckets: []float64{1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 14400},
	})

	// ReviewsFailed counts reviews that were given up.
	ReviewsFailed = factory.NewCounter(prometheus.CounterOpts{
		Name: "tafelrunde_reviews_failed_total", Help: "Reviews that were given up.",
	})

	// Pushes counts attempts at pushes of notifications: "sent", "retried" for those that are tried
	// again, "dropped" for those given up and for the oldest of too many, "expired" for those that
	// waited too long, "outdated" for notifications that were read before, "gone" for devices that
	// the push service no longer knows, and "prohibited" for addresses that are not public.
	Pushes = factory.NewCounterVec(prometheus.CounterOpts{
		Name: "tafelrunde_pushes_total", Help: "Attempts at pushes of notifications.",
	}, []string{"result"})

	// FailedLogins counts wrong passwords and passkeys: of logins, and of people who
	// confirm an action.
	FailedLogins = factory.NewCounter(prometheus.CounterOpts{
		Name: "tafelrunde_failed_logins_total", Help: "Wrong passwords and passkeys.",
	})

	// RefusedTLS counts TLS handshakes that failed: "name" for a name that the server has
	// no certificate for, "certificate" if none could be obtained, "closed" if the client
	// went away, and "protocol" if it cannot speak TLS as the server does.
	RefusedTLS = factory.NewCounterVec(prometheus.CounterOpts{
		Name: "tafelrunde_tls_refused_total", Help: "TLS handshakes that failed.",
	}, []string{"reason"})

	// Limited counts refusals by limits: "guesses" for wrong passwords, "streams" for
	// too many streams, "engines" for too many games of engines alone, "busy" for load
	// that all clients cause together, otherwise the name of an allowance.
	Limited = factory.NewCounterVec(prometheus.CounterOpts{
		Name: "tafelrunde_limited_total", Help: "Refusals by limits.",
	}, []string{"limit"})
)
