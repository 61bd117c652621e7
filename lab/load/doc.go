// Package load measures a server with many guests who play each other.
//
// Each guest does what the page does. It requests the view of its match once, follows
// the match on the shared stream, and sends one request per move. It requests the view
// again only if an event is missing.
package load
