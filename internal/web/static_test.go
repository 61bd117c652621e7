package web_test

import (
	"bytes"
	stdgzip "compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"tafelrunde/internal/testkit"
	"tafelrunde/internal/web"
)

// builtFiles is a small built front end. The brotli form is not valid brotli: the
// tests do not decompress it, and its bytes show which form was sent.
func builtFiles(t *testing.T) fstest.MapFS {
	t.Helper()
	return fstest.MapFS{
		"index.html":               testkit.File("<!doctype html><title>start</title>"),
		"index.html.br":            testkit.File("brotli of start"),
		"index.html.gz":            testkit.File(string(gzipped(t, "<!doctype html><title>start</title>"))),
		"assets/app-8d3f21.js":     testkit.File("console.log('0123456789')"),
		"assets/app-8d3f21.js.br":  testkit.File("brotli of app"),
		"assets/app-8d3f21.js.gz":  testkit.File(string(gzipped(t, "console.log('0123456789')"))),
		"assets/body-77aa10.woff2": testkit.File("font"),
		"assets/rules-31ac9e.wasm": testkit.File("\x00asm"),
		"sw.js":                    testkit.File("// the service worker"),
		"manifest.webmanifest":     testkit.File("{}"),
		"robots.txt":               testkit.File("User-agent: *"),
	}
}

func gzipped(t *testing.T, content string) []byte {
	t.Helper()
	var packed bytes.Buffer
	w := stdgzip.NewWriter(&packed)
	if _, err := io.WriteString(w, content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes()
}

func newSite(t *testing.T) *web.Site {
	t.Helper()
	site, err := web.NewSite(builtFiles(t))
	if err != nil {
		t.Fatal(err)
	}
	return site
}

func TestCacheControlByName(t *testing.T) {
	site := newSite(t)
	for _, tc := range []struct{ target, cacheControl, contentType string }{
		{"/", "no-cache", "text/html; charset=utf-8"},
		{"/index.html", "no-cache", "text/html; charset=utf-8"},
		{"/sw.js", "no-cache", "text/javascript; charset=utf-8"},
		{"/manifest.webmanifest", "no-cache", "application/manifest+json"},
		{"/robots.txt", "no-cache", "text/plain; charset=utf-8"},
		{"/assets/rules-31ac9e.wasm", "public, max-age=31536000, immutable", "application/wasm"},
		{"/assets/app-8d3f21.js", "public, max-age=31536000, immutable", "text/javascript; charset=utf-8"},
		{"/assets/body-77aa10.woff2", "public, max-age=31536000, immutable", "font/woff2"},
	} {
		resp := testkit.Ask(site, "GET", tc.target)
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", tc.target, resp.StatusCode)
		}
		if got := resp.Header.Get("Cache-Control"); got != tc.cacheControl {
			t.Errorf("%s: Cache-Control %q, want %q", tc.target, got, tc.cacheControl)
		}
		if got := resp.Header.Get("Content-Type"); got != tc.contentType {
			t.Errorf("%s: Content-Type %q, want %q", tc.target, got, tc.contentType)
		}
		if resp.Header.Get("ETag") == "" {
			t.Errorf("%s: no ETag", tc.target)
		}
	}
}

func TestNotModified(t *testing.T) {
	site := newSite(t)
	for _, accept := range []string{"identity", "gzip", "br"} {
		first := testkit.Ask(site, "GET", "/", "Accept-Encoding: "+accept)
		again := testkit.Ask(site, "GET", "/", "Accept-Encoding: "+accept, "If-None-Match: "+first.Header.Get("ETag"))
		if again.StatusCode != http.StatusNotModified {
			t.Errorf("%s: status %d, want 304", accept, again.StatusCode)
		}
		if got := testkit.Body(t, again); got != "" {
			t.Errorf("%s: 304 with content %q", accept, got)
		}
	}
	stale := testkit.Ask(site, "GET", "/", `If-None-Match: "of-another-build"`)
	if stale.StatusCode != http.StatusOK {
		t.Errorf("after a change: status %d, want 200", stale.StatusCode)
	}
}

func TestETagsDifferByEncodingAndContent(t *testing.T) {
	site := newSite(t)
	seen := make(map[string]string)
	for _, target := range []string{"/", "/assets/app-8d3f21.js"} {
		for _, accept := range []string{"identity", "gzip", "br"} {
			etag := testkit.Ask(site, "GET", target, "Accept-Encoding: "+accept).Header.Get("ETag")
			name := target + " as " + accept
			if other, ok := seen[etag]; ok {
				t.Errorf("%s has the ETag of %s: %s", name, other, etag)
			}
			seen[etag] = name
		}
	}
}

func TestSmallestAcceptedEncoding(t *testing.T) {
	site := newSite(t)
	for _, tc := range []struct{ accept, encoding string }{
		{"", ""},
		{"gzip, deflate, br, zstd", "br"},
		{"gzip, deflate", "gzip"},
		{"x-gzip", "gzip"},
		{"GZIP", "gzip"},
		{"br;q=0.5, gzip", "gzip"},
		{"br;q=0.5, gzip;q=0.5", "br"},
		{"br;q=0, gzip;q=0", ""},
		{"*", "br"},
		{"*;q=0", ""},
		{"br;q=0, *", "gzip"},
		{"identity, br;q=0.2", ""},
		{"br;q=high", ""},
		{"br;level=11", ""},
		{"deflate", ""},
		{"identity;q=0, gzip", "gzip"},
	} {
		var headers []string
		if tc.accept != "" {
			headers = append(headers, "Accept-Encoding: "+tc.accept)
		}
		resp := testkit.Ask(site, "GET", "/assets/app-8d3f21.js", headers...)
		if got := resp.Header.Get("Content-Encoding"); got != tc.encoding {
			t.Errorf("Accept-Encoding %q: Content-Encoding %q, want %q", tc.accept, got, tc.encoding)
		}
		if got := resp.Header.Get("Vary"); got != "Accept-Encoding" {
			t.Errorf("Accept-Encoding %q: Vary %q", tc.accept, got)
		}
	}
}

func TestFileWithoutCompressedVariants(t *testing.T) {
	resp := testkit.Ask(newSite(t), "GET", "/assets/body-77aa10.woff2", "Accept-Encoding: br, gzip")
	if got := resp.Header.Get("Content-Encoding"); got != "" {
		t.Errorf("Content-Encoding %q", got)
	}
	if got := resp.Header.Get("Vary"); got != "" {
		t.Errorf("Vary %q", got)
	}
	if got := testkit.Body(t, resp); got != "font" {
		t.Errorf("content %q", got)
	}
}

func TestCompressedContent(t *testing.T) {
	resp := testkit.Ask(newSite(t), "GET", "/", "Accept-Encoding: gzip")
	unpacked, err := stdgzip.NewReader(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(content), "<!doctype html><title>start</title>"; got != want {
		t.Errorf("content %q, want %q", got, want)
	}
}

// TestContentLength uses a real server, because the recorder does not
// check lengths.
func TestContentLength(t *testing.T) {
	server := httptest.NewServer(newSite(t))
	defer server.Close()
	for _, method := range []string{"GET", "HEAD"} {
		for accept, length := range map[string]int64{"br": int64(len("brotli of app")), "identity": int64(len("console.log('0123456789')"))} {
			r, err := http.NewRequest(method, server.URL+"/assets/app-8d3f21.js", nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Accept-Encoding", accept)
			resp, err := server.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			content := testkit.Body(t, resp)
			resp.Body.Close()
			if resp.ContentLength != length {
				t.Errorf("%s %s: Content-Length %d, want %d", method, accept, resp.ContentLength, length)
			}
			if method == "HEAD" && content != "" {
				t.Errorf("HEAD %s: content %q", accept, content)
			}
			if method == "GET" && int64(len(content)) != length {
				t.Errorf("GET %s: %d bytes, want %d", accept, len(content), length)
			}
		}
	}

	// The response to a failed condition has neither content nor length.
	r, err := http.NewRequest("GET", server.URL+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "br")
	r.Header.Set("If-Match", `"of-another-build"`)
	resp, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusPreconditionFailed || resp.ContentLength > 0 {
		t.Errorf("failed condition: status %d, Content-Length %d", resp.StatusCode, resp.ContentLength)
	}
}

func TestRangeRequests(t *testing.T) {
	site := newSite(t)
	resp := testkit.Ask(site, "GET", "/assets/app-8d3f21.js", "Range: bytes=13-22", "Accept-Encoding: br")
	if resp.StatusCode != http.StatusPartialContent {
		t.Errorf("status %d, want 206", resp.StatusCode)
	}
	if got := testkit.Body(t, resp); got != "0123456789" {
		t.Errorf("content %q", got)
	}
	if got := resp.Header.Get("Content-Range"); got != "bytes 13-22/25" {
		t.Errorf("Content-Range %q", got)
	}
	if got := resp.Header.Get("Content-Encoding"); got != "" {
		t.Errorf("Content-Encoding %q", got)
	}
	if resp := testkit.Ask(site, "GET", "/assets/app-8d3f21.js", "Range: bytes=99-"); resp.StatusCode != http.StatusRequestedRangeNotSatisfiable {
		t.Errorf("range beyond the end: status %d, want 416", resp.StatusCode)
	}
}

func TestNavigationFallback(t *testing.T) {
	site := newSite(t)
	const html = "Accept: text/html,application/xhtml+xml,*/*;q=0.8"
	for _, tc := range []struct {
		name, target string
		headers      []string
		status       int
	}{
		{"a person goes to a view", "/lancelot/new", []string{html, "Sec-Fetch-Mode: navigate"}, 200},
		{"a browser without fetch metadata", "/lancelot", []string{html}, 200},
		{"a page fetches", "/lancelot", []string{html, "Sec-Fetch-Mode: cors"}, 404},
		{"a program asks", "/lancelot", []string{"Accept: */*"}, 404},
		{"nothing said", "/lancelot", nil, 404},
		{"a file that is not there", "/favicon.png", []string{html}, 404},
		{"an asset of an older build", "/assets/app-000000.js", []string{"Accept: */*"}, 404},
		{"an asset's folder", "/assets/", []string{html}, 404},
		{"a compressed form by its own name", "/index.html.br", []string{html}, 404},
		{"a way out", "/../static.go", []string{html}, 404},
	} {
		resp := testkit.Ask(site, "GET", tc.target, tc.headers...)
		if resp.StatusCode != tc.status {
			t.Errorf("%s: status %d, want %d", tc.name, resp.StatusCode, tc.status)
		}
		if tc.status == 200 && !strings.Contains(testkit.Body(t, resp), "start") {
			t.Errorf("%s: not the start page", tc.name)
		}
		if tc.status == 404 && resp.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: a 404 that may be cached", tc.name)
		}
	}
}

func TestOtherMethodsAreRefused(t *testing.T) {
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "PATCH"} {
		resp := testkit.Ask(newSite(t), method, "/")
		if resp.StatusCode != http.StatusMethodNotAllowed || resp.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: status %d, Allow %q", method, resp.StatusCode, resp.Header.Get("Allow"))
		}
	}
}

func TestSecurityHeaders(t *testing.T) {
	site := newSite(t)
	for name, resp := range map[string]*http.Response{
		"page":      testkit.Ask(site, "GET", "/"),
		"asset":     testkit.Ask(site, "GET", "/assets/app-8d3f21.js", "Accept-Encoding: br"),
		"not found": testkit.Ask(site, "GET", "/no/such"),
		"refused":   testkit.Ask(site, "POST", "/"),
	} {
		csp := resp.Header.Get("Content-Security-Policy")
		for _, directive := range []string{"default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self' blob:", "frame-ancestors 'none'", "base-uri 'self'"} {
			if !strings.Contains(csp, directive) {
				t.Errorf("%s: Content-Security-Policy without %q", name, directive)
			}
		}
		for _, loose := range []string{"unsafe-inline", "'unsafe-eval'", "*", "http:"} {
			if strings.Contains(csp, loose) {
				t.Errorf("%s: Content-Security-Policy allows %q", name, loose)
			}
		}
		if got := resp.Header.Get("X-Content-Type-Options"); got != "nosniff" {
			t.Errorf("%s: X-Content-Type-Options %q", name, got)
		}
		if got := resp.Header.Get("Referrer-Policy"); got != "no-referrer" {
			t.Errorf("%s: Referrer-Policy %q", name, got)
		}
	}
}

func TestBuildErrors(t *testing.T) {
	_, err := web.NewSite(fstest.MapFS{
		"assets/app-8d3f21.js.br": testkit.File(""),
		"notes.docx":              testkit.File(""),
	})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"app-8d3f21.js.br", "notes.docx", "index.html is missing"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q does not mention %q", err, want)
		}
	}
}

func TestEmbeddedFrontEnd(t *testing.T) {
	files, built := web.FrontEnd()
	site, err := web.NewSite(files)
	if err != nil {
		t.Fatal(err)
	}
	resp := testkit.Ask(site, "GET", "/")
	want, err := fs.ReadFile(files, "index.html")
	if err != nil {
		t.Fatal(err)
	}
	if got := testkit.Body(t, resp); resp.StatusCode != http.StatusOK || got != string(want) {
		t.Errorf("status %d, built %v, content %q", resp.StatusCode, built, got)
	}
}

func TestStartPageBuild(t *testing.T) {
	for page, want := range map[string]string{
		`<html><head><meta name="build" content="x-_9"></head></html>`: "x-_9",
		`<html></html>`: "",
	} {
		site, err := web.NewSite(fstest.MapFS{"index.html": {Data: []byte(page)}})
		if err != nil {
			t.Fatal(err)
		}
		if got := site.Build(); got != want {
			t.Errorf("%s: build %q, want %q", page, got, want)
		}
	}
}
