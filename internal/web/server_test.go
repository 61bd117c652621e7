package web

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"
	"time"
)

func listen(t *testing.T) net.Listener {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return listener
}

func TestServeFinishesResponsesInProgress(t *testing.T) {
	asked, answer := make(chan struct{}), make(chan struct{})
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(asked)
		<-answer
		io.WriteString(w, "done")
	})
	listener := listen(t)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	served := make(chan error, 1)
	go func() { served <- Serve(ctx, listener, slow) }()

	type result struct {
		content string
		err     error
	}
	got := make(chan result, 1)
	go func() {
		resp, err := http.Get("http://" + listener.Addr().String())
		if err != nil {
			got <- result{err: err}
			return
		}
		defer resp.Body.Close()
		content, err := io.ReadAll(resp.Body)
		got <- result{string(content), err}
	}()

	<-asked
	stop()
	select {
	case err := <-served:
		t.Fatalf("stopped with a response in progress: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	close(answer)
	if r := <-got; r.err != nil || r.content != "done" {
		t.Errorf("the response in progress: %q, %v", r.content, r.err)
	}
	if err := <-served; err != nil {
		t.Errorf("Serve: %v", err)
	}
	if _, err := net.Dial("tcp", listener.Addr().String()); err == nil {
		t.Error("the listener is still open")
	}
}

func TestServeReportsAListenerThatFails(t *testing.T) {
	listener := listen(t)
	listener.Close()
	if err := Serve(context.Background(), listener, http.NotFoundHandler()); err == nil {
		t.Error("no error from a closed listener")
	}
}
