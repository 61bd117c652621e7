package webtest

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// Send sends a request with a body as clients of lichess do: a form, or text of a
// content type.
func (b *Browser) Send(method, path, contentType, body string, header ...string) (status int, text string) {
	b.T.Helper()
	r, err := http.NewRequest(method, b.URL+path, strings.NewReader(body))
	if err != nil {
		b.T.Fatal(err)
	}
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	if b.Token != "" {
		r.Header.Set("Authorization", "Bearer "+b.Token)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := b.Client.Do(r)
	if err != nil {
		b.T.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		b.T.Fatal(err)
	}
	CheckDescribed(b.T, b.API.Spec, method, path, resp.StatusCode, resp.Header.Get("Content-Type"), data)
	return resp.StatusCode, string(data)
}

// Form posts a form and decodes the response, which must have the status.
func (b *Browser) Form(status int, path string, into any, fields ...string) {
	b.T.Helper()
	form := make(url.Values)
	for i := 0; i+1 < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	got, text := b.Send("POST", path, "application/x-www-form-urlencoded", form.Encode())
	if got != status {
		b.T.Fatalf("POST %s: status %d, want %d: %s", path, got, status, text)
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		b.T.Fatalf("POST %s: %v: %s", path, err, text)
	}
}

// Lines reads a stream of JSON lines into a channel, without the empty ones, until
// the stream or the test ends. Each line is compared with the OpenAPI document.
func (b *Browser) Lines(path string) <-chan Object {
	b.T.Helper()
	resp := b.Request("GET", path, nil)
	b.T.Cleanup(func() { resp.Body.Close() })
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "application/x-ndjson" {
		text, _ := io.ReadAll(resp.Body)
		b.T.Fatalf("%s: status %d, %s", path, resp.StatusCode, text)
	}
	out := make(chan Object, 1000)
	go func() {
		defer close(out)
		in := bufio.NewScanner(resp.Body)
		in.Buffer(nil, 1<<20)
		for in.Scan() {
			if in.Text() == "" {
				continue
			}
			CheckLineDescribed(b.T, b.API.Spec, path, json.RawMessage(in.Text()))
			var line Object
			if err := json.Unmarshal(in.Bytes(), &line); err != nil {
				b.T.Errorf("%s: %v: %s", path, err, in.Text())
			}
			out <- line
		}
	}()
	return out
}

// NextLine returns the next line of a type.
func NextLine(t testing.TB, from <-chan Object, kind string) Object {
	t.Helper()
	for late := time.After(10 * time.Second); ; {
		select {
		case line, open := <-from:
			if !open {
				t.Fatalf("the stream ended before %s", kind)
			}
			if line["type"] == kind {
				return line
			}
		case <-late:
			t.Fatalf("no line of type %s", kind)
		}
	}
}

// At returns the value at a path of names in an object, such as "game.status.name".
func At(o Object, path string) any {
	var v any = o
	for _, name := range strings.Split(path, ".") {
		inner, ok := v.(Object)
		if !ok {
			return nil
		}
		v = inner[name]
	}
	return v
}

// WantAt compares values of an object, by their paths as in [At].
func WantAt(t testing.TB, o Object, want Object) {
	t.Helper()
	for path, v := range want {
		if n, ok := v.(int); ok {
			v = float64(n)
		}
		if got := At(o, path); got != v {
			t.Errorf("%s is %v (%T), want %v, in %v", path, got, got, v, o)
		}
	}
}

// Program returns a client with a token of a new bot.
func (s *Server) Program(name string) *Browser {
	s.T.Helper()
	owner := s.Bot(name)
	b := s.Visitor()
	b.ID, b.Token = owner.ID, owner.NewToken()
	return b
}
