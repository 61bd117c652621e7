package web

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"tafelrunde/internal/web/core"
)

// Site serves a built front end. Create one with [NewSite]. It is immutable and
// safe for concurrent use.
type Site struct {
	files     fs.FS                        // already in memory: contents are not cached
	pages     map[string]*page             // by URL path
	start     *page                        // index.html
	startPage []byte                       // its content
	others    pages                        // the start page for addresses without a description
	robots    []byte                       // content of robots.txt
	parts     parts                        // nil if there is no list of them
	contents  map[string]map[string]string // of prerendered pages, by path and language
}

// buildTag is how the start page contains the name of its build.
var buildTag = regexp.MustCompile(`<meta name="build" content="([^"]+)">`)

// Build returns the name of the build, which changes with every file of the front
// end; "" if the start page does not contain it.
func (s *Site) Build() string {
	if found := buildTag.FindSubmatch(s.startPage); found != nil {
		return string(found[1])
	}
	return ""
}

// page is a file of the site with all its encoded forms.
type page struct {
	contentType  string
	cacheControl string
	etag         string // without quotes and without the form's suffix
	forms        map[coding]form
}

// form is one encoding of a page: a file, or content of its own.
type form struct {
	name    string
	content []byte // if name is ""
	length  int
}

// mediaTypes has the media types of all files that the front end may contain. The
// table of the system is not used, because it differs between machines.
var mediaTypes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/vnd.microsoft.icon",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".mjs":         "text/javascript; charset=utf-8",
	".net":         "application/octet-stream",
	".png":         "image/png",
	".svg":         "image/svg+xml; charset=utf-8",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
	".woff":        "font/woff",
	".woff2":       "font/woff2",
}

// hashedFolder contains the files whose names include a hash of their content.
const hashedFolder = "assets/"

const (
	keepForever   = "public, max-age=31536000, immutable"
	askEveryTime  = "no-cache"
	startPageName = "index.html"
)

// NewSite returns a site with the files of a built front end. Files that end in
// .br and .gz are compressed forms of the file without that extension, and not
// pages.
//
// It returns an error if index.html is missing, if a file has an unknown
// extension, or if the original of a compressed form is missing. The error
// reports all problems.
func NewSite(files fs.FS) (*Site, error) {
	site := &Site{files: files, pages: make(map[string]*page)}
	compressed := make(map[string]int) // their lengths
	var problems []error

	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if _, _, ok := compressedName(name); ok {
			compressed[name] = len(content)
			return nil
		}
		switch name {
		case partsName:
			site.parts, err = parseParts(content)
			return err
		case prerenderedName:
			site.contents, err = parsePrerendered(content)
			return err
		}
		contentType, known := mediaTypes[path.Ext(name)]
		if !known {
			problems = append(problems, fmt.Errorf("%s: unknown media type of %q", name, path.Ext(name)))
			return nil
		}
		p := &page{
			contentType:  contentType,
			cacheControl: askEveryTime,
			etag:         etagOf(content),
			forms:        map[coding]form{identity: {name: name, length: len(content)}},
		}
		switch name {
		case startPageName:
			site.startPage = content
		case "robots.txt":
			site.robots = content
		}
		if strings.HasPrefix(name, hashedFolder) {
			p.cacheControl = keepForever
		}
		site.pages["/"+name] = p
		return nil
	})
	if err != nil {
		return nil, err
	}

	for name, length := range compressed {
		whole, c, _ := compressedName(name)
		p, ok := site.pages["/"+whole]
		if !ok {
			problems = append(problems, fmt.Errorf("%s: the uncompressed file is missing", name))
			continue
		}
		p.forms[c] = form{name: name, length: length}
	}
	site.start = site.pages["/"+startPageName]
	if site.start == nil {
		problems = append(problems, fmt.Errorf("%s is missing", startPageName))
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	site.pages["/"] = site.start
	return site, nil
}

// compressedName splits the name of a compressed form into that of the
// uncompressed file and the coding. It returns false if the name has no such
// extension.
func compressedName(name string) (whole string, c coding, ok bool) {
	if whole, ok = strings.CutSuffix(name, ".br"); ok {
		return whole, brotli, true
	}
	if whole, ok = strings.CutSuffix(name, ".gz"); ok {
		return whole, gzip, true
	}
	return name, identity, false
}

// ServeHTTP serves GET and HEAD requests. A path without a file gets the start
// page if a browser navigates to it, because the front end has its own routes;
// otherwise the status is 404.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	setSecurityHeaders(w.Header())
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD are supported", http.StatusMethodNotAllowed)
		return
	}
	p, ok := s.pages[r.URL.Path]
	if !ok {
		if !isNavigation(r) {
			w.Header().Set("Cache-Control", askEveryTime)
			http.Error(w, "not found", http.StatusNotFound)
			return
		}
		p = s.start
		if s.others != nil {
			w.Header().Set("Vary", "Accept-Language")
			p = s.others[core.Language(r)]()
		}
	}
	s.serve(w, r, p)
}

// ServeStart serves the start page in a language, with a title and additional elements
// in its head.
func (s *Site) ServeStart(w http.ResponseWriter, r *http.Request, language, title, head string) {
	setSecurityHeaders(w.Header())
	w.Header().Set("Content-Type", s.start.contentType)
	w.Header().Set("Cache-Control", askEveryTime)
	content := replaceBetween(string(s.startPage), `<html lang="`, `"`, language)
	content = replaceBetween(content, "<title>", "</title>", html.EscapeString(title))
	content = strings.Replace(content, "</head>", head+"</head>", 1)
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(content))
}

func (s *Site) serve(w http.ResponseWriter, r *http.Request, p *page) {
	c := identity
	if len(p.forms) > 1 {
		w.Header().Add("Vary", "Accept-Encoding")
		// A range applies to the encoded content, but clients want bytes of the
		// original file.
		if r.Header.Get("Range") == "" {
			c = bestCoding(r.Header.Values("Accept-Encoding"), p.forms)
		}
	}
	content, done, err := s.open(p.forms[c])
	if err != nil {
		http.Error(w, "reading the file failed", http.StatusServiceUnavailable)
		return
	}
	defer done()
	etag := p.etag
	if c != identity {
		w.Header().Set("Content-Encoding", string(c))
		etag += "-" + string(c)
		// ServeContent omits the length of encoded content. With If-Match it may send
		// no content.
		if r.Header.Get("If-Match") == "" {
			w.Header().Set("Content-Length", strconv.Itoa(p.forms[c].length))
		}
	}
	w.Header().Set("Content-Type", p.contentType)
	w.Header().Set("Cache-Control", p.cacheControl)
	w.Header().Set("ETag", `"`+etag+`"`)
	http.ServeContent(w, r, "", time.Time{}, content)
}

// open returns the content of a form, and a function to call when it is no longer
// used.
func (s *Site) open(f form) (content io.ReadSeeker, done func() error, err error) {
	if f.name == "" {
		return bytes.NewReader(f.content), func() error { return nil }, nil
	}
	file, err := s.files.Open(f.name)
	if err != nil {
		return nil, nil, err
	}
	if content, ok := file.(io.ReadSeeker); ok { // embedded files are
		return content, file.Close, nil
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	return bytes.NewReader(data), func() error { return nil }, err
}

// isNavigation reports whether a browser navigates to the address, as opposed to
// a page or program that fetches a file.
func isNavigation(r *http.Request) bool {
	if path.Ext(r.URL.Path) != "" || strings.HasPrefix(r.URL.Path, "/"+hashedFolder) {
		return false
	}
	if mode := r.Header.Get("Sec-Fetch-Mode"); mode != "" && mode != "navigate" {
		return false
	}
	for _, accept := range r.Header.Values("Accept") {
		if strings.Contains(accept, "text/html") {
			return true
		}
	}
	return false
}
