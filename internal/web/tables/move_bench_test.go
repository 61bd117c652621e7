package tables_test

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"testing"

	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/core"
	"tafelrunde/wotn"
)

// BenchmarkMove sends random moves of two guests who follow their match. It
// measures the time from the request to the events in both streams and the
// response, and the allocations.
func BenchmarkMove(b *testing.B) {
	s := webtest.Serve(b)
	host := strings.TrimPrefix(s.URL, "http://")
	dial := func() (net.Conn, *bufio.Reader) {
		conn, err := net.Dial("tcp", host)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { conn.Close() })
		return conn, bufio.NewReader(conn)
	}
	players := []*webtest.Browser{s.Guest("Ann"), s.Guest("Ben")}
	cookies := make([]string, len(players))
	for i, p := range players {
		r, err := http.NewRequest("GET", s.URL+"/api/session", nil)
		if err != nil {
			b.Fatal(err)
		}
		for _, c := range p.Client.Jar.Cookies(r.URL) {
			cookies[i] = c.Name + "=" + c.Value
		}
	}
	var id string
	var position wotn.Position
	table := func() {
		id, position = players[0].Open(webtest.WotnTable(func(o webtest.Object) { o["first"] = 0 })), wotn.Start(wotn.Standard)
		players[1].Do(id, webtest.Object{"type": "sit"})
		for _, cookie := range cookies {
			conn, in := dial()
			fmt.Fprintf(conn, "GET /api/matches/%s/stream HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\n\r\n", id, host, cookie)
			go io.Copy(io.Discard, in)
		}
	}
	table()
	conn, in := dial()
	random := rand.New(rand.NewPCG(1, 2))
	var legal []wotn.Move
	answer := make([]byte, 4096)
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if position.Outcome().Over() || position.HalfmoveClock() > 90 || n%200 == 199 {
			b.StopTimer()
			table()
			b.StartTimer()
		}
		legal = position.AppendMoves(legal[:0])
		m := legal[random.IntN(len(legal))]
		body := fmt.Sprintf(`{"type":"move","move":"%s"}`, m)
		// Rate limits are not measured.
		s.API.App.Limits = core.Limits{}
		fmt.Fprintf(conn, "POST /api/matches/%s/commands HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
			id, host, cookies[position.ToMove()], len(body), body)
		length := 0
		for first := true; ; first = false {
			line, err := in.ReadSlice('\n')
			if err != nil {
				b.Fatal(err)
			}
			if first && !strings.HasPrefix(string(line), "HTTP/1.1 200") {
				io.ReadAll(io.LimitReader(in, 500))
				b.Fatalf("%s", line)
			}
			if len(line) == 2 {
				break
			}
			fmt.Sscanf(string(line), "Content-Length: %d", &length)
		}
		if _, err := io.ReadFull(in, answer[:length]); err != nil {
			b.Fatal(err)
		}
		position.PlayInto(&position, m)
	}
}
