// Package load measures a server with many guests who play each other.
//
// Each guest does what the page does: it requests the view of its match once,
// follows the match on the shared stream, sends one request per move, and requests
// the view again only if an event is missing.
package load
