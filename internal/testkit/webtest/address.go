package webtest

import (
	"bytes"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"tafelrunde/internal/web/core"
)

// Networks parses networks, as the option for trusted proxies does.
func Networks(t testing.TB, texts ...string) (list []netip.Prefix) {
	t.Helper()
	for _, text := range texts {
		p, err := core.ParseProxy(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// From sends a request as a proxy does for a client.
func (s *Server) From(client, method, path, body string, cookies ...*http.Cookie) *http.Response {
	s.T.Helper()
	r, err := http.NewRequest(method, s.URL+path, strings.NewReader(body))
	if err != nil {
		s.T.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Forwarded-For", client)
	for _, c := range cookies {
		r.AddCookie(c)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		s.T.Fatal(err)
	}
	resp.Body = io.NopCloser(bytes.NewReader(data))
	return resp
}
