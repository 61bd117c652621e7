package web

import (
	"maps"
	"net/http"
	"strings"
)

// contentSecurityPolicy lets a page use what comes from this program itself
// and nothing else. WASM may be compiled; JavaScript made from text may not
// be run, and neither scripts nor styles may stand in the page. Workers may
// start from a script in the page's memory, so that they need no network.
var contentSecurityPolicy = strings.Join([]string{
	"default-src 'none'",
	"script-src 'self' 'wasm-unsafe-eval'",
	"worker-src 'self' blob:",
	"style-src 'self'",
	"img-src 'self' data:",
	"font-src 'self'",
	"connect-src 'self'",
	"manifest-src 'self'",
	"form-action 'self'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
}, "; ")

// securityHeaders are sent with every answer. The two cross-origin policies
// together isolate the page, which browsers ask for before they give it
// precise timers and memory shared between workers. Answers share the values,
// which must not be changed.
var securityHeaders = map[string][]string{
	"Content-Security-Policy":      {contentSecurityPolicy},
	"Cross-Origin-Embedder-Policy": {"require-corp"},
	"Cross-Origin-Opener-Policy":   {"same-origin"},
	"Cross-Origin-Resource-Policy": {"same-origin"},
	"Permissions-Policy":           {"camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
	"Referrer-Policy":              {"no-referrer"},
	"X-Content-Type-Options":       {"nosniff"},
	"X-Frame-Options":              {"DENY"},
}

// dataHeaders are those of the API, whose answers are no pages: what isolates a
// page, or limits what it may do, means nothing to them. There are some thousand
// answers a second, and net/http copies the headers of each.
var dataHeaders = map[string][]string{
	"Cache-Control":                {"no-store"},
	"Content-Security-Policy":      {"default-src 'none'; frame-ancestors 'none'"},
	"Cross-Origin-Resource-Policy": {"same-origin"},
	"Referrer-Policy":              {"no-referrer"},
	"X-Content-Type-Options":       {"nosniff"},
	"X-Frame-Options":              {"DENY"},
}

func setSecurityHeaders(header http.Header) {
	maps.Copy(header, securityHeaders)
}
