package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"tafelrunde/internal/web"
)

// loadConn is a connection with a minimal HTTP/1.1 client. The client of net/http
// would use more CPU time than the measured server.
type loadConn struct {
	net.Conn
	in   *bufio.Reader
	out  []byte
	body []byte
	host string
}

func (l *load) dial(ctx context.Context) (*loadConn, error) {
	host := strings.TrimPrefix(l.at, "http://")
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", host)
	if err != nil {
		return nil, err
	}
	return &loadConn{Conn: conn, in: bufio.NewReaderSize(conn, 1024), host: host}, nil
}

func (l *load) streamPath(m *loadMatch, seat int) string {
	if l.echo {
		return "/" + m.id + "/" + strconv.Itoa(seat)
	}
	return "/api/matches/" + m.id + "/stream"
}

// movePath returns the path to which the moves of a seat are sent.
func (l *load) movePath(m *loadMatch, seat int) string {
	if l.echo {
		return "/" + m.id + "/" + strconv.Itoa(1-seat)
	}
	return "/api/matches/" + m.id + "/commands"
}

func (c *loadConn) send(method, path, cookie string, body []byte) error {
	b := append(append(append(c.out[:0], method...), ' '), path...)
	b = append(append(b, " HTTP/1.1\r\nHost: "...), c.host...)
	if cookie != "" {
		b = append(append(b, "\r\nCookie: "...), cookie...)
	}
	if body != nil {
		b = strconv.AppendInt(append(b, "\r\nContent-Type: application/json\r\nContent-Length: "...), int64(len(body)), 10)
	}
	c.out = append(append(b, "\r\n\r\n"...), body...)
	_, err := c.Write(c.out)
	return err
}

// get requests a stream, which is then read from c.in.
func (c *loadConn) get(path, cookie string) error {
	if err := c.send("GET", path, cookie, nil); err != nil {
		return err
	}
	status, _, err := c.head()
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("status %d", status)
	}
	return err
}

// post sends a body and reads the response, which is valid until the next call.
func (c *loadConn) post(path, cookie string, body []byte) (status int, response []byte, err error) {
	if err := c.send("POST", path, cookie, body); err != nil {
		return 0, nil, err
	}
	status, length, err := c.head()
	if err != nil {
		return 0, nil, err
	}
	if length < 0 {
		return 0, nil, errors.New("response without Content-Length")
	}
	if cap(c.body) < length {
		c.body = make([]byte, length)
	}
	c.body = c.body[:length]
	_, err = io.ReadFull(c.in, c.body)
	return status, c.body, err
}

// head reads the head of a response; length is -1 if it has no Content-Length.
func (c *loadConn) head() (status, length int, err error) {
	length = -1
	for first := true; ; first = false {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return 0, 0, err
		}
		line = bytes.TrimRight(line, "\r\n")
		switch name, value, _ := bytes.Cut(line, []byte(":")); {
		case first:
			if len(line) < 12 {
				return 0, 0, fmt.Errorf("response starts with %q", line)
			}
			if status, err = strconv.Atoi(string(line[9:12])); err != nil {
				return 0, 0, err
			}
		case len(line) == 0:
			return status, length, nil
		case bytes.EqualFold(name, []byte("Content-Length")):
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return 0, 0, err
			}
		}
	}
}

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
	go web.Serve(ctx, listener, handler)
	return "http://" + listener.Addr().String(), nil
}
