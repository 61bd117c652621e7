package store

import (
	"context"

	"tafelrunde/internal/match"
)

// Requests stores the responses to requests with an idempotency key, so that a
// client can repeat a request without its being carried out twice.
type Requests interface {
	// BeginRequest stores a request that is about to be carried out, if it is the
	// first with its ID in RequestLifetime. Otherwise it returns the earlier one,
	// whose ID is not "". It deletes the oldest requests of a person above
	// MaxRequests.
	BeginRequest(ctx context.Context, r IdempotentRequest) (earlier IdempotentRequest, err error)
	// Request returns the request with an ID, or ErrNotFound.
	Request(ctx context.Context, id string, now match.Moment) (IdempotentRequest, error)
	// ResumeRequest leases a request without response to a process. It returns false
	// if the request has changed since it was read.
	ResumeRequest(ctx context.Context, r IdempotentRequest, process string, lease match.Moment) (bool, error)
	// FinishRequest stores the response of a process and ends its lease. The body
	// is "" if it is unknown whether the request was carried out.
	FinishRequest(ctx context.Context, id, process, body string) error
	// DiscardRequest deletes a request that was not carried out.
	DiscardRequest(ctx context.Context, id, process string) error
}

// IdempotentRequest is a request with an idempotency key.
type IdempotentRequest struct {
	// ID identifies the key among those of all clients; Request is a hash of the
	// request. Neither reveals the key.
	ID, Request string
	// Person may be "".
	Person string
	// At is the time of the first request.
	At match.Moment
	// Program identifies the process that carries out the request, until Lease; ""
	// for none.
	Program string
	Lease   match.Moment
	// Body is the response, "" as long as there is none.
	Body string
}

const (
	// RequestLifetime is how long requests are kept.
	RequestLifetime = 1 * match.Day
	// MaxRequests is how many requests of a person are kept, and those that began in
	// the same millisecond as the oldest of these.
	MaxRequests = 1000
)
