package store

import "tafelrunde/internal/match"

// IdempotentRequest is the answer to a request that carries a key, so that a client can
// send the request again without its being carried out twice.
type IdempotentRequest struct {
	// ID names the key among those of all clients, Request what was requested.
	// Neither reveals the key.
	ID, Request string
	// Person may be "".
	Person string
	// At is when the request came first.
	At match.Moment
	// Program carries out the request, until Lease; "" for none.
	Program string
	Lease   match.Moment
	// Body is the answer, "" as long as there is none.
	Body string
}

// Bounds of answers.
const (
	RequestsKept = 1 * match.Day
	MaxRequests  = 1000 // of a person
)
