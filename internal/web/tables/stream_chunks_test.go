package tables_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"tafelrunde/internal/testkit/webtest"
)

// raw requests a stream over a separate connection with a version of HTTP. It
// returns the head of the response and a reader of the rest.
func rawStream(b *webtest.Browser, path, version string) (head string, rest *bufio.Reader) {
	b.T.Helper()
	at, err := url.Parse(b.URL)
	if err != nil {
		b.T.Fatal(err)
	}
	conn, err := net.Dial("tcp", at.Host)
	if err != nil {
		b.T.Fatal(err)
	}
	b.T.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(20 * time.Second))
	r := fmt.Sprintf("GET %s %s\r\nHost: %s\r\n", path, version, at.Host)
	for _, c := range b.Client.Jar.Cookies(at) {
		r += "Cookie: " + c.Name + "=" + c.Value + "\r\n"
	}
	if _, err := io.WriteString(conn, r+"\r\n"); err != nil {
		b.T.Fatal(err)
	}
	rest = bufio.NewReader(conn)
	for {
		line, err := rest.ReadString('\n')
		if err != nil {
			b.T.Fatalf("%s: %q, %v", path, head, err)
		}
		if line == "\r\n" {
			return head, rest
		}
		head += line
	}
}

// nextChunk reads one chunk and checks its framing. The last chunk is empty.
func nextChunk(t *testing.T, in *bufio.Reader) string {
	t.Helper()
	line, err := in.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	size, err := strconv.ParseUint(strings.TrimSuffix(line, "\r\n"), 16, 32)
	if err != nil || !strings.HasSuffix(line, "\r\n") {
		t.Fatalf("a chunk begins with %q", line)
	}
	content := make([]byte, size+2)
	if _, err := io.ReadFull(in, content); err != nil || !bytes.HasSuffix(content, []byte("\r\n")) {
		t.Fatalf("a chunk of %d ends with %q, %v", size, content, err)
	}
	return string(content[:size])
}

// TestStreamsAreChunked: for HTTP/1.1 every type of stream is sent in chunks of
// complete lines and ends with the empty chunk. Clients that read by size, such
// as Python's requests.iter_lines, would otherwise wait for more data.
func TestStreamsAreChunked(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben := s.Bot("Ann"), s.Guest("Ben")
	id := ann.Open(webtest.WotnTable(nil))
	ben.Do(id, webtest.Object{"type": "sit"})
	var followed []*bufio.Reader
	for _, c := range []struct{ path, first string }{
		{"/api/stream/event", `"gameStart"`},
		{"/api/bot/game/stream/" + id, `"gameFull"`},
		{"/api/matches/" + id + "/stream", "event: match\n"},
		{"/api/stream?lobby=true&match=" + id + ":0", "event: match\n"},
		{"/api/lobby/stream", "event: lobby\n"},
	} {
		head, in := rawStream(ann, c.path, "HTTP/1.1")
		if !strings.Contains(head, "\r\nTransfer-Encoding: chunked\r\n") || strings.Contains(head, "Content-Length") {
			t.Fatalf("%s: %s", c.path, head)
		}
		chunk := nextChunk(t, in)
		if !strings.Contains(chunk, c.first) || !strings.HasSuffix(chunk, "\n") {
			t.Errorf("%s: the first chunk is %q", c.path, chunk)
		}
		followed = append(followed, in)
	}

	// A move is sent immediately, as one chunk.
	ann.Do(id, webtest.Object{"type": "move", "move": "e2e4"})
	for i, want := range []string{1: `"moves":"e2e4"`, 2: `"move":"e2e4"`, 3: `"move":"e2e4"`} {
		for want != "" {
			if chunk := nextChunk(t, followed[i]); strings.Contains(chunk, want) && strings.HasSuffix(chunk, "\n") {
				break
			}
		}
	}

	s.Stop()
	for i, in := range followed {
		for nextChunk(t, in) != "" {
		}
		if _, err := in.ReadByte(); err != io.EOF {
			t.Errorf("stream %d has data after its last chunk: %v", i, err)
		}
	}
}

// TestStreamsToHTTP10Clients: responses to HTTP/1.0 are not
// chunked.
func TestStreamsToHTTP10Clients(t *testing.T) {
	s := webtest.Serve(t)
	head, in := rawStream(s.Guest("Ann"), "/api/lobby/stream", "HTTP/1.0")
	if strings.Contains(head, "Transfer-Encoding") || !strings.Contains(head, "\r\nConnection: close\r\n") {
		t.Errorf("the head is %s", head)
	}
	if line, err := in.ReadString('\n'); err != nil || line != "event: lobby\n" {
		t.Errorf("the first line is %q, %v", line, err)
	}
	s.Stop()
	if rest, err := io.ReadAll(in); err != nil || !strings.HasPrefix(string(rest), "data: ") || strings.HasSuffix(string(rest), "0\r\n\r\n") {
		t.Errorf("the rest is %q, %v", rest, err)
	}
}

// TestGameStartsAreSentImmediately reads the event stream with a client that reads by
// chunk, as reverse proxies and HTTP libraries do, and requires each of six games
// immediately after its start.
func TestGameStartsAreSentImmediately(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben := s.Guest("Ann"), s.Guest("Ben")
	head, in := rawStream(ann, "/api/stream/event", "HTTP/1.1")
	if !strings.Contains(head, "chunked") {
		t.Fatalf("the head is %s", head)
	}
	lines := bufio.NewScanner(httputil.NewChunkedReader(in))
	for n := range 6 {
		id := ann.Open(webtest.WotnTable(nil))
		ben.Do(id, webtest.Object{"type": "sit"})
		from := time.Now()
		for {
			if !lines.Scan() {
				t.Fatalf("game %d: the stream ends: %v", n+1, lines.Err())
			}
			if strings.Contains(lines.Text(), "gameStart") && strings.Contains(lines.Text(), id) {
				break
			}
		}
		if took := time.Since(from); took > 3*time.Second {
			t.Errorf("the start of game %d arrives after %v", n+1, took)
		}
	}
}

// TestNetHTTPReadsStreamsAsChunked reads the head with net/http.
func TestNetHTTPReadsStreamsAsChunked(t *testing.T) {
	s := webtest.Serve(t)
	resp := s.Guest("Ann").Request(http.MethodGet, "/api/stream/event", nil)
	defer resp.Body.Close()
	if len(resp.TransferEncoding) != 1 || resp.TransferEncoding[0] != "chunked" || resp.ContentLength != -1 {
		t.Errorf("transfer encoding %v, length %d", resp.TransferEncoding, resp.ContentLength)
	}
}
