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

// loadConn is a connection that speaks just enough HTTP/1.1: the client of
// package net/http takes more of the processors than the server to be
// measured.
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

// movePath is where a move of a seat is sent.
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

// get asks for a stream, which follows in c.in.
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

// post sends a body and reads the answer, which is good until the next one.
func (c *loadConn) post(path, cookie string, body []byte) (status int, answer []byte, err error) {
	if err := c.send("POST", path, cookie, body); err != nil {
		return 0, nil, err
	}
	status, length, err := c.head()
	if err != nil {
		return 0, nil, err
	}
	if length < 0 {
		return 0, nil, errors.New("an answer without Content-Length")
	}
	if cap(c.body) < length {
		c.body = make([]byte, length)
	}
	c.body = c.body[:length]
	_, err = io.ReadFull(c.in, c.body)
	return status, c.body, err
}

// head reads the head of an answer; length is -1 if it is not told.
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
				return 0, 0, fmt.Errorf("an answer begins with %q", line)
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

// serveEcho serves until ctx is done, with the server that serves the matches,
// streams that are passed on to them what is posted to the same address.
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
