package webtest

import (
	"io"
	"net/http"

	"tafelrunde/internal/web/tables"
)

// Text returns the status and the text of a page.
func (b *Browser) Text(path string) (int, string) {
	b.T.Helper()
	resp := b.Request("GET", path, nil)
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		b.T.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

// Quick is a request for a game of Way of the Knight, or for a game of Lancelot
// for three to five.
func Quick(seats int) Object {
	if seats > 2 {
		return Object{"game": "lancelot", "variant": "basic", "seats": seats, "clock": Object{"kind": "real-time", "initial": 600000, "increment": 5000}}
	}
	return Object{"game": "wotn", "variant": "wotn", "seats": 2, "clock": Object{"kind": "real-time", "initial": 180000, "increment": 2000}}
}

// Pair asks for an opponent.
func (b *Browser) Pair(what Object) (p tables.Pairing) {
	b.T.Helper()
	b.Want(200, "POST", "/api/pair", what, &p)
	return p
}

// Get requests a path of the server under another host name.
func (s *Server) Get(host, path string, header ...string) (*http.Response, string) {
	s.T.Helper()
	r, err := http.NewRequest("GET", s.URL+path, nil)
	if err != nil {
		s.T.Fatal(err)
	}
	r.Host = host
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		s.T.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		s.T.Fatal(err)
	}
	return resp, string(body)
}
