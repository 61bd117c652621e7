package tables_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"testing/fstest"

	"tafelrunde/internal/match"
	"tafelrunde/internal/testkit"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
	"tafelrunde/internal/web/core"
)

// lagServer is a server that knows the connections of requests, as the program does.
func lagServer(t *testing.T, o web.APIOptions) *webtest.Server {
	t.Helper()
	o.UnlimitedLoopback = true
	s := webtest.ServeWith(t, o)
	site, err := web.NewSite(fstest.MapFS{"index.html": testkit.File("<html><head></head></html>")})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(web.Handler(site, s.API))
	server.Config.ConnContext = core.ConnContext
	server.Start()
	t.Cleanup(func() { s.Stop(); server.Close() })
	s.URL = server.URL
	return s
}

// lagAfter lets the player to move spend at least a time, and returns the compensation of
// a move that reports lag.
func lagAfter(b *webtest.Browser, id, move string, spent, lag match.Millis, header http.Header) match.Millis {
	b.T.Helper()
	from := b.API.App.Now()
	testkit.Until(b.T, func() error {
		if b.API.App.Now().Since(from) < spent {
			return errors.New("thinking")
		}
		return nil
	})
	before := b.Client.Transport
	b.Client.Transport = withHeader{header}
	defer func() { b.Client.Transport = before }()
	return b.Do(id, webtest.Object{"type": "move", "move": move, "lag": lag})[0].Event.Lag
}

// withHeader sends requests with additional headers.
type withHeader struct{ http.Header }

func (w withHeader) RoundTrip(r *http.Request) (*http.Response, error) {
	for name, values := range w.Header {
		r.Header[name] = values
	}
	return http.DefaultTransport.RoundTrip(r)
}

// TestLagIsBoundedByWhatTheServerSees reports more network delay than there can be.
func TestLagIsBoundedByWhatTheServerSees(t *testing.T) {
	const claimed, spent = 600, 650
	header := func(name, value string) http.Header {
		h := make(http.Header)
		h.Set(name, value)
		return h
	}
	started := func(s *webtest.Server) (anna, ben *webtest.Browser, id string) {
		anna, ben = s.Guest("Anna"), s.Guest("Ben")
		id = anna.Open(webtest.WotnTable(nil))
		ben.Do(id, webtest.Object{"type": "sit"})
		anna.Do(id, webtest.Object{"type": "move", "move": "e2e4"})
		ben.Do(id, webtest.Object{"type": "move", "move": "e7e5"})
		return anna, ben, id
	}
	t.Run("Connection", func(t *testing.T) {
		anna, ben, id := started(lagServer(t, web.APIOptions{}))
		// The kernel knows that the client is on this machine.
		if lag := lagAfter(anna, id, "g1f3", spent, claimed, nil); lag < 50 || lag > 200 {
			t.Errorf("%d ms are compensated on one machine", lag)
		}
		// Only proxies send the header.
		if lag := lagAfter(ben, id, "b8c6", spent, claimed, header("X-Client-RTT", "500000")); lag > 200 {
			t.Errorf("%d ms are compensated because the client says so", lag)
		}
		// A small delay is compensated as before.
		if lag := lagAfter(anna, id, "b1c3", 100, 20, nil); lag != 20 {
			t.Errorf("%d ms of 20 are compensated", lag)
		}
	})
	t.Run("Proxy", func(t *testing.T) {
		anna, ben, id := started(lagServer(t, web.APIOptions{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}))
		if lag := lagAfter(anna, id, "g1f3", spent, claimed, header("X-Client-RTT", "300500")); lag != 350 {
			t.Errorf("%d ms are compensated with a round trip of 300 ms", lag)
		}
		// A proxy that does not measure.
		if lag := lagAfter(ben, id, "b8c6", spent, claimed, nil); lag != 150 {
			t.Errorf("%d ms are compensated with an unknown round trip", lag)
		}
	})
	t.Run("LostConnection", func(t *testing.T) {
		anna, ben, id := started(lagServer(t, web.APIOptions{}))
		reconnect := func(b *webtest.Browser) {
			_, stop := b.Listen("/api/stream?match=" + id + ":0")
			t.Cleanup(stop)
			testkit.Until(t, func() error {
				if b.API.App.RunningStreams() == 0 {
					return errors.New("the stream is not open")
				}
				return nil
			})
		}
		from := anna.API.App.Now()
		testkit.Until(t, func() error {
			if anna.API.App.Now().Since(from) < spent {
				return errors.New("no connection")
			}
			return nil
		})
		reconnect(anna)
		if lag := lagAfter(anna, id, "g1f3", 0, claimed, nil); lag != claimed {
			t.Errorf("%d ms of a lost connection are compensated, want %d", lag, claimed)
		}
		// Not in every turn.
		ben.Do(id, webtest.Object{"type": "move", "move": "b8c6"})
		reconnect(anna)
		if lag := lagAfter(anna, id, "b1c3", spent, claimed, nil); lag > 200 {
			t.Errorf("%d ms are compensated for another lost connection", lag)
		}
	})
}
