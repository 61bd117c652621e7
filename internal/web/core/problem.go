package core

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/accounts"
	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/metrics"
	"tafelrunde/internal/store"
)

// Problem is the reason why a request is refused. It is the body of the response.
type Problem struct {
	status int
	// retryAfter is how long the client should wait, 0 if unknown.
	retryAfter time.Duration

	Code    string         `json:"code" doc:"identifies the reason"`
	Args    map[string]any `json:"args,omitempty" doc:"values for a translated message"`
	Message string         `json:"message" doc:"the reason in English"`
	// Text is the message too; MarshalJSON sets it.
	Text string `json:"error" doc:"the message again, where clients of lichess look for it"`
}

// MarshalJSON writes the problem with Text.
func (p *Problem) MarshalJSON() ([]byte, error) {
	type plain Problem
	out := plain(*p)
	out.Text = p.Message
	return json.Marshal(&out)
}

// WithStatus returns a copy of the problem with another HTTP status.
func (p *Problem) WithStatus(status int) *Problem {
	out := *p
	out.status = status
	return &out
}

// Error returns the message.
func (p *Problem) Error() string { return p.Message }

// GetStatus returns the HTTP status.
func (p *Problem) GetStatus() int { return p.status }

// GetHeaders returns additional headers of the response.
func (p *Problem) GetHeaders() http.Header {
	header := make(http.Header)
	if p.retryAfter > 0 {
		header.Set("Retry-After", strconv.Itoa(Seconds(p.retryAfter)))
	}
	return header
}

// ContentType returns the media type of the response, which is plain JSON for all
// problems.
func (p *Problem) ContentType(string) string { return "application/json" }

// With adds a value for a translated message, and returns the problem.
func (p *Problem) With(name string, value any) *Problem {
	if p.Args == nil {
		p.Args = make(map[string]any)
	}
	p.Args[name] = value
	return p
}

// After sets the time after which the client may try again, and returns the
// problem.
func (p *Problem) After(wait time.Duration) *Problem {
	p.retryAfter = wait
	return p
}

// statusCode returns the code for an error that huma reports with a status.
func statusCode(status int) string {
	switch status {
	case http.StatusUnprocessableEntity, http.StatusBadRequest, http.StatusUnsupportedMediaType, http.StatusNotAcceptable:
		return "request"
	case http.StatusRequestEntityTooLarge:
		return "too-large"
	case http.StatusUnauthorized:
		return "no-session"
	}
	return "server"
}

// NewProblem returns a problem with an HTTP status, a code and a message in
// English.
func NewProblem(status int, code, message string) *Problem {
	return &Problem{status: status, Code: code, Message: message}
}

// Seconds returns a duration in seconds, rounded up.
func Seconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }

// ProblemOf converts an error of the host or the store to a [Problem]; nil
// remains nil. Unexpected errors are logged, and the client only receives a
// general message.
func (a *App) ProblemOf(err error) error {
	var refusal *match.Refusal
	var problem *Problem
	switch {
	case err == nil:
		return nil
	case errors.Is(err, accounts.ErrBusy), errors.Is(err, store.ErrBusy):
		metrics.Limited.WithLabelValues("busy").Inc()
		return tooBusy
	case errors.As(err, &problem):
		return problem
	case errors.As(err, &refusal):
		return &Problem{status: http.StatusConflict, Code: refusal.Code, Args: refusal.Args, Message: refusal.Message}
	case errors.Is(err, host.ErrNoMatch):
		return NewProblem(http.StatusNotFound, "no-match", "this match does not exist")
	case errors.Is(err, store.ErrNotFound):
		return NewProblem(http.StatusNotFound, "not-found", "this does not exist")
	case errors.Is(err, store.ErrTaken):
		return NewProblem(http.StatusConflict, "name-taken", "this name is already taken")
	case errors.Is(err, context.Canceled) && a.Stopping.Err() == nil:
		return clientClosed
	case errors.Is(err, context.DeadlineExceeded):
		metrics.Limited.WithLabelValues("time").Inc()
		return tooBusy
	case errors.Is(err, context.Canceled):
		return NewProblem(http.StatusServiceUnavailable, "unavailable", "temporarily unavailable; try again")
	case errors.Is(err, store.ErrUnavailable), errors.Is(err, store.ErrConflict):
		if a.Host.StoreReadable() && a.Host.StoreWritable() {
			a.Log.Error("the store is not available", "error", err)
		}
		return NewProblem(http.StatusServiceUnavailable, "unavailable", "temporarily unavailable; try again")
	}
	a.Log.Error("a request failed", "error", err)
	return NewProblem(http.StatusInternalServerError, "server", "internal server error")
}

// statusClientClosed is the status of a request whose client has closed the connection,
// or its half of it. The number is nginx's.
const statusClientClosed = 499

// NeedsClubRole is the problem of people whose role in a club is too low.
var NeedsClubRole = NewProblem(http.StatusForbidden, "club-role", "your role in the club does not permit this")

var clientClosed = NewProblem(statusClientClosed, "request", "the client has closed the connection")

// unreadable returns the problem of a body that could not be read.
func unreadable(err error) *Problem {
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		return NewProblem(http.StatusRequestTimeout, "request", "the request took too long to arrive")
	}
	return NewProblem(http.StatusBadRequest, "request", "the request is incomplete")
}

func init() {
	// Lists in responses are arrays, also without elements. Exceptions have a tag.
	huma.DefaultArrayNullable = false
	// Errors that huma detects have the same form.
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		p := &Problem{status: status, Code: statusCode(status), Message: message}
		if len(errs) == 0 || errs[0] == nil {
			return p
		}
		var large *http.MaxBytesError
		if errors.As(errs[0], &large) {
			return NewProblem(http.StatusRequestEntityTooLarge, "too-large", "the request is too large")
		}
		if status == http.StatusInternalServerError && message == cannotRead {
			return unreadable(errs[0])
		}
		if detail, ok := errs[0].(huma.ErrorDetailer); ok {
			d := detail.ErrorDetail()
			p.Args = map[string]any{"where": d.Location}
			p.Message += ": " + d.Message + " (" + d.Location + ")"
		} else {
			p.Message += ": " + errs[0].Error()
		}
		return p
	}
}

// cannotRead is huma's message for a body that could not be read.
const cannotRead = "cannot read request body"

// WriteProblem writes a problem as the response.
func WriteProblem(w http.ResponseWriter, p *Problem) {
	maps.Copy(w.Header(), p.GetHeaders())
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(p.status)
	body, err := json.Marshal(p)
	if err == nil {
		w.Write(append(body, '\n'))
	}
}
