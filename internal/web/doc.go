// Package web is what Tafelrunde says over HTTP.
//
// It serves the front end, which is embedded in the program: browser/ is
// built into dist/app, and each file that gains by it is there three times,
// as it is and compressed with brotli and with gzip. A [Site] picks the form
// that a client accepts, says how long it may be kept, and sends the security
// headers with everything.
//
// An [API] answers pages and programs. Its streams leave the HTTP server and
// wait with one small goroutine each: whoever has news for one wakes it, and a
// goroutine sends all that is new and ends.
package web
