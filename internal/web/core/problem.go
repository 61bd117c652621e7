package core

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/passwords"
	"tafelrunde/internal/store"
)

// Problem is why a request is not carried out.
type Problem struct {
	status int
	// retryAfter is for how long the client should wait, 0 if that is not known.
	retryAfter time.Duration

	Code    string         `json:"code" doc:"names the reason for programs"`
	Args    map[string]any `json:"args,omitempty" doc:"particulars, for translation"`
	Message string         `json:"message" doc:"the reason in English"`
}

func (p *Problem) Error() string { return p.Message }

// GetStatus is the HTTP status.
func (p *Problem) GetStatus() int { return p.status }

// GetHeaders are headers of the answer.
func (p *Problem) GetHeaders() http.Header {
	header := make(http.Header)
	if p.retryAfter > 0 {
		header.Set("Retry-After", strconv.Itoa(Seconds(p.retryAfter)))
	}
	return header
}

// ContentType is that of the answer; problems are plain JSON.
func (p *Problem) ContentType(string) string { return "application/json" }

// with is the problem with a particular, for translation.
func (p *Problem) With(name string, value any) *Problem {
	p.Args = map[string]any{name: value}
	return p
}

// after is the problem with the time after which the client may try again.
func (p *Problem) After(wait time.Duration) *Problem {
	p.retryAfter = wait
	return p
}

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

func NewProblem(status int, code, message string) *Problem {
	return &Problem{status: status, Code: code, Message: message}
}

// seconds are those of a duration, rounded up.
func Seconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }

// problemOf turns an error of the host or the store into an answer. Inner
// errors are logged and not told.
func (a *App) ProblemOf(err error) error {
	var refusal *match.Refusal
	var known *Problem
	switch {
	case err == nil:
		return nil
	case errors.Is(err, passwords.ErrBusy):
		return tooBusy
	case errors.As(err, &known):
		return known
	case errors.As(err, &refusal):
		return &Problem{status: http.StatusConflict, Code: refusal.Code, Args: refusal.Args, Message: refusal.Message}
	case errors.Is(err, host.ErrNoMatch):
		return NewProblem(http.StatusNotFound, "no-match", "there is no such match")
	case errors.Is(err, store.ErrNotFound):
		return NewProblem(http.StatusNotFound, "not-found", "there is no such thing")
	case errors.Is(err, store.ErrTaken):
		return NewProblem(http.StatusConflict, "name-taken", "this name is taken")
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return NewProblem(http.StatusServiceUnavailable, "unavailable", "this cannot be done now; try again")
	case errors.Is(err, store.ErrUnavailable), errors.Is(err, store.ErrConflict):
		if a.Host.StoreReadable() && a.Host.StoreWritable() {
			a.Log.Error("the store is not available", "error", err)
		}
		return NewProblem(http.StatusServiceUnavailable, "unavailable", "this cannot be done now; try again")
	}
	a.Log.Error("a request failed", "error", err)
	return NewProblem(http.StatusInternalServerError, "server", "something went wrong here")
}

func init() {
	// The errors that huma itself finds take the same form.
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		p := &Problem{status: status, Code: statusCode(status), Message: message}
		if len(errs) == 0 || errs[0] == nil {
			return p
		}
		var large *http.MaxBytesError
		if errors.As(errs[0], &large) {
			return NewProblem(http.StatusRequestEntityTooLarge, "too-large", "the request is too large")
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

func WriteProblem(w http.ResponseWriter, p *Problem) {
	maps.Copy(w.Header(), p.GetHeaders())
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(p.status)
	body, err := json.Marshal(p)
	if err == nil {
		w.Write(append(body, '\n'))
	}
}
