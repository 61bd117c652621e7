// Package webtest runs whole servers for the tests of internal/web and its route groups.
//
// A [Server] has a store and a host of its own. A [Browser] is a client with cookies, or a
// program with a token. Each response is compared with the description of the interface.
package webtest
