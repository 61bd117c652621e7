package web

import (
	"bytes"
	stdgzip "compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"

	"tafelrunde/internal/web/documents"
)

// basePaths matches the path of a public URL. It needs no escaping in HTML, cookies
// and URLs.
var basePaths = regexp.MustCompile(`^(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$`)

// ParsePublicURL returns the URL of a site without a slash at the end. Its path is
// the base path: the server may be one of several at a host. It returns an error if
// the text is not such a URL, or if the base path begins like an address of the
// site: behind a proxy that removes the base path, the two could not be told apart.
func ParsePublicURL(text string) (string, error) {
	at, err := url.Parse(text)
	if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Hostname() == "" || at.User != nil || at.RawQuery != "" || at.Fragment != "" {
		return "", fmt.Errorf("%q is not an address such as https://example.org or https://example.org/tafelrunde", text)
	}
	base := strings.TrimRight(at.EscapedPath(), "/")
	if !basePaths.MatchString(base) {
		return "", fmt.Errorf("the path of %q may contain letters, digits and the characters - . _ ~ only", text)
	}
	if first := firstSegment(base); first != "" && isServed(first) {
		return "", fmt.Errorf("the path of %q cannot begin with /%s, which is an address of the site", text, first)
	}
	return at.Scheme + "://" + at.Host + base, nil
}

// basePath returns the path of a public URL, such as "/tafelrunde"; "" if the site
// is at the root of its host or the URL is unknown.
func basePath(publicURL string) string {
	at, err := url.Parse(publicURL)
	if err != nil {
		return ""
	}
	return at.Path
}

func firstSegment(path string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return first
}

// isServed reports whether addresses of the site that are more than the start page
// begin with a segment.
func isServed(segment string) bool {
	for _, paths := range [][]string{apiPaths, matchPaths} {
		for _, path := range paths {
			if firstSegment(path) == segment {
				return true
			}
		}
	}
	for path := range allPages().texts {
		if firstSegment(path) == segment {
			return true
		}
	}
	return segment+"/" == hashedFolder || documents.IsName(segment)
}

// underBase returns a handler that removes the base path from requests. It accepts
// requests without it too: some proxies remove it themselves.
func underBase(base string, next http.Handler) http.Handler {
	if base == "" {
		return next
	}
	stripped := http.StripPrefix(base, next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rest, found := strings.CutPrefix(r.URL.Path, base)
		if !found || rest != "" && rest[0] != '/' {
			rest, found = r.URL.Path, false
		}
		// ServeMux would redirect to an address without the base path.
		if clean := cleanPath(rest); clean != rest {
			to := url.URL{Path: base + clean, RawQuery: r.URL.RawQuery}
			http.Redirect(w, r, to.String(), http.StatusTemporaryRedirect)
			return
		}
		if found {
			stripped.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// cleanPath returns the path that ServeMux redirects to: one with a slash at the
// start, and without "//", "." and "..".
func cleanPath(p string) string {
	clean := path.Clean("/" + p)
	if strings.HasSuffix(p, "/") && clean != "/" {
		clean += "/"
	}
	return clean
}

// baseTag is the element of the start page that its addresses are relative to.
const baseTag = `<base href="/">`

// under returns a site whose files contain the base path. All but these are the
// same at every path.
func (s *Site) under(base string) *Site {
	if base == "" {
		return s
	}
	moved := *s
	moved.pages = maps.Clone(s.pages)
	moved.startPage = bytes.Replace(s.startPage, []byte(baseTag), []byte(`<base href="`+base+`/">`), 1)
	moved.start = s.start.with(moved.startPage)
	moved.pages["/"], moved.pages["/"+startPageName] = moved.start, moved.start
	if robots, ok := s.pages["/robots.txt"]; ok {
		content := bytes.ReplaceAll(s.robots, []byte("Disallow: /"), []byte("Disallow: "+base+"/"))
		moved.pages["/robots.txt"] = robots.with(content)
	}
	return &moved
}

// with returns a page with other content.
func (p *page) with(content []byte) *page {
	changed := *p
	changed.etag = etagOf(content)
	changed.forms = map[coding]form{identity: {content: content, length: len(content)}}
	var packed bytes.Buffer
	w, _ := stdgzip.NewWriterLevel(&packed, stdgzip.BestCompression)
	w.Write(content) // to memory: it cannot fail
	w.Close()
	if packed.Len() < len(content) {
		changed.forms[gzip] = form{content: packed.Bytes(), length: packed.Len()}
	}
	return &changed
}

// etagOf returns the entity tag of a content, without quotes.
func etagOf(content []byte) string {
	sum := sha256.Sum256(content)
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}
