package web

import (
	"maps"
	"net/http"
	"strings"
)

// contentSecurityPolicy restricts a page to content of this server. WASM may be
// compiled, but JavaScript cannot be created from text, and inline scripts and
// styles are not executed. Workers may be created from a blob, which needs no
// network. The base of the page's addresses is in the page itself.
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
	"base-uri 'self'",
	"frame-ancestors 'none'",
}, "; ")

// securityHeaders are sent with every response. The two cross-origin policies
// together isolate the page; browsers require this for precise timers and shared
// memory. Responses share the values, which must not be modified.
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

// dataHeaders are the security headers of the API. They omit those that only
// affect pages, because net/http copies the headers of each of several thousand
// responses a second.
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
