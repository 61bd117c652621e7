// Package web implements the HTTP server of Tafelrunde.
//
// A [Site] serves the front end, which is embedded in the program: browser/ is
// built into dist/app, where files that become smaller exist uncompressed,
// compressed with brotli and compressed with gzip. The site selects a form that
// the client accepts, and sets caching and security headers.
//
// An [API] serves pages and programs. Its streams hijack their connections from
// net/http. Each has one goroutine with a small stack, which waits for the client to
// disconnect; another runs only while there is data to send.
package web
