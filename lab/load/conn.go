package load

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
)

// conn is a connection with a minimal HTTP/1.1 client. The client of net/http
// would use more CPU time than the measured server.
type conn struct {
	net.Conn
	in   *bufio.Reader
	line []byte
	out  []byte
	body []byte
	host string
}

// readLine returns the next line with its end, valid until the next call.
func (c *conn) readLine() ([]byte, error) {
	line, err := c.in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	c.line = c.line[:0]
	for errors.Is(err, bufio.ErrBufferFull) {
		c.line = append(c.line, line...)
		line, err = c.in.ReadSlice('\n')
	}
	c.line = append(c.line, line...)
	return c.line, err
}

// dial connects to the server at an address such as http://127.0.0.1:8080.
func dial(ctx context.Context, at string) (*conn, error) {
	host := strings.TrimPrefix(at, "http://")
	c, err := new(net.Dialer).DialContext(ctx, "tcp", host)
	if err != nil {
		return nil, err
	}
	return &conn{Conn: c, in: bufio.NewReaderSize(c, 1024), host: host}, nil
}

func (c *conn) send(method, path, cookie string, body []byte) error {
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
func (c *conn) get(path, cookie string) error {
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
func (c *conn) post(path, cookie string, body []byte) (status int, response []byte, err error) {
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
func (c *conn) head() (status, length int, err error) {
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
