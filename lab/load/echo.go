package load

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"

	"tafelrunde/internal/web"
)

// serveEcho serves streams until ctx is done, with the HTTP server of the
// program. A message posted to the path of a stream is forwarded to it.
func serveEcho(ctx context.Context) (at string, err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	var streams sync.Map // path → net.Conn
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				return
			}
			streams.Store(r.URL.Path, conn)
			io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
			return
		}
		body, err := io.ReadAll(r.Body)
		conn, ok := streams.Load(r.URL.Path)
		if err != nil || !ok {
			http.Error(w, "no such stream", http.StatusNotFound)
			return
		}
		conn.(net.Conn).Write(fmt.Appendf(nil, "id: 1\nevent: match\ndata: %s\n\n", body))
		w.Write(body)
	})
	go web.Serve(ctx, listener, handler, slog.New(slog.DiscardHandler))
	return "http://" + listener.Addr().String(), nil
}
