package webtest

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"
	"testing/synctest"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/web"
)

// direct sends the requests of clients to a handler without a network, which fake time
// does not permit.
type direct struct{ handler http.Handler }

func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	in := r.Clone(r.Context())
	in.RemoteAddr, in.RequestURI, in.Host = "127.0.0.1:1", r.URL.RequestURI(), r.URL.Host
	if in.Body == nil {
		in.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	d.handler.ServeHTTP(w, in)
	return w.Result(), nil
}

// ServeInBubble is [ServeWith] in the fake time of testing/synctest. Besides the server, the given
// functions run until the end of the test; without [host.Host.Run] nothing ends turns by time.
func ServeInBubble(t *testing.T, o web.APIOptions, background ...func(context.Context, *Server)) *Server {
	t.Helper()
	s := storetest.OpenSQLite(t)
	ctx, cancel := context.WithCancel(context.Background())
	o.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	o.Store, o.UnlimitedLoopback = s, true
	o.Host = host.New(s, games.Rules{}, o.Log)
	api := web.NewAPI(ctx, o)
	site, err := web.NewSite(fstest.MapFS{"index.html": {Data: []byte("<head></head>front end")}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		synctest.Wait()
		s.Close()
	})
	served := &Server{
		T: t, URL: "http://tafelrunde.example", API: api, Store: s, Stop: cancel, Transport: direct{web.Handler(site, api)},
	}
	for _, run := range background {
		go run(ctx, served)
	}
	return served
}
