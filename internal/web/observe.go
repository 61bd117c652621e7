package web

import (
	"crypto/rand"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"tafelrunde/internal/metrics"
)

// requestIDHeader names a request in the access log and in its response.
const requestIDHeader = "X-Request-Id"

// observe returns a handler that counts and measures the requests for next. It
// gives each request an ID, which it sends in X-Request-Id; an ID that a proxy has
// sent is kept. If access is not nil, each request is logged there when its
// response is written, without address, person, query and body. Names of people in paths are
// replaced.
func observe(next http.Handler, access *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		id := r.Header.Get(requestIDHeader)
		if !isRequestID(id) {
			id = rand.Text()[:16]
		}
		w.Header()[requestIDHeader] = []string{id}
		response := &observedResponse{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			took := time.Since(began)
			route, method := routeOf(r), methodOf(r)
			metrics.Requests.WithLabelValues(route, method, strconv.Itoa(response.status)).Inc()
			metrics.RequestSeconds.WithLabelValues(route).Observe(took.Seconds())
			if access != nil {
				access.LogAttrs(r.Context(), slog.LevelInfo, "request",
					slog.String("id", id), slog.String("method", method), slog.String("path", loggedPath(r.URL.Path, route)), slog.String("route", route),
					slog.Int("status", response.status), slog.Int64("bytes", response.written), slog.Float64("ms", float64(took.Microseconds())/1000))
			}
		}()
		next.ServeHTTP(response, r)
	})
}

// isRequestID reports whether a text of a client may be used as an ID.
func isRequestID(text string) bool {
	return text != "" && len(text) <= 64 && strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") == ""
}

// routeOf returns the path pattern of the route that has served a request, without
// its method. Pages and files of the site share "/".
func routeOf(r *http.Request) string {
	if _, path, found := strings.Cut(r.Pattern, " "); found {
		return path
	}
	if r.Pattern == "" {
		return "none"
	}
	return r.Pattern
}

// named are the parameters of routes that are names of people.
var named = []string{"{name}", "{user}"}

// loggedPath returns the path of a request without names of people. Of an unknown
// address of the API, only the beginning is logged.
func loggedPath(path, route string) string {
	if strings.HasPrefix(path, "/api/") && !strings.HasPrefix(route, "/api/") {
		if parts := strings.SplitN(path, "/", 4); len(parts) == 4 {
			return strings.Join(parts[:3], "/") + "/…"
		}
		return path
	}
	if !slices.ContainsFunc(named, func(parameter string) bool { return strings.Contains(route, parameter) }) {
		return path
	}
	parts, pattern := strings.Split(path, "/"), strings.Split(route, "/")
	for i, part := range pattern {
		if i < len(parts) && slices.Contains(named, part) {
			parts[i] = part
		}
	}
	return strings.Join(parts[:min(len(parts), len(pattern))], "/")
}

// methodOf returns the method of a request, "other" for unusual ones, which clients
// could invent without end.
func methodOf(r *http.Request) string {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return r.Method
	}
	return "other"
}

// observedResponse records the status and the length of a response.
type observedResponse struct {
	http.ResponseWriter
	status  int
	written int64
	begun   bool
}

func (o *observedResponse) WriteHeader(status int) {
	if !o.begun && status >= 200 {
		o.status, o.begun = status, true
	}
	o.ResponseWriter.WriteHeader(status)
}

func (o *observedResponse) Write(data []byte) (int, error) {
	o.begun = true
	n, err := o.ResponseWriter.Write(data)
	o.written += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection, for streams.
func (o *observedResponse) Unwrap() http.ResponseWriter { return o.ResponseWriter }
