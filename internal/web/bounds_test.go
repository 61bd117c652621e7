package web_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/core"
)

// TestEveryOperationDeclaresItsBounds looks for operations without bounds or with
// incomplete ones, and for code that adds operations in another way.
func TestEveryOperationDeclaresItsBounds(t *testing.T) {
	s := webtest.Serve(t)
	var rows []string
	for path, item := range s.API.Spec.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op == nil {
				continue
			}
			b, ok := core.BoundsOf(op)
			if !ok || b.Gate == nil || b.Body <= 0 || b.Time <= 0 || b.Person.Burst <= 0 || b.Address.Burst <= 0 || b.Addresses.Burst <= 0 {
				t.Errorf("%s %s has no bounds, or incomplete ones: %+v", op.Method, path, b)
			}
			rows = append(rows, fmt.Sprintf("| `%s %s` | %s |\n", op.Method, path, b.Row()))
			if b.Repeats && op.Method != http.MethodPost {
				t.Errorf("%s %s keeps responses to requests that can be executed again", op.Method, path)
			}
		}
	}
	slices.Sort(rows)
	checkLimits(t, limitsHead+strings.Join(rows, ""))
	err := filepath.WalkDir(".", func(name string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || name == "core/bounds.go" {
			return err
		}
		text, err := os.ReadFile(name)
		for _, way := range []string{"huma.Register(", "huma.Get(", "huma.Post(", "huma.Put(", "huma.Delete("} {
			if strings.Contains(string(text), way) {
				t.Errorf("%s uses %s instead of core.Register", name, way)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// limitsHead begins docs/formats/limits.md.
const limitsHead = `# Limits of each request

A test compares this table with the declarations in the code; ` + "`make api-types`" + ` writes it. The limits are for one
server; ` + "`--servers N`" + ` divides bursts and rates by N. "At once" names the group of requests that share these limits, with the largest numbers in progress: of a person, of an
address and of all clients. "Kept" says
whether a repetition with the same ` + "`Idempotency-Key`" + ` gets the first response. A limit has a burst and a rate per second;
that of a person counts for the address if there is no person. Pages and files of the site: 2,000 by address, then 100 per second.

| request | body | time | at once | kept | limits |
| --- | --- | --- | --- | --- | --- |
`

func checkLimits(t *testing.T, text string) {
	t.Helper()
	const document = "../../docs/formats/limits.md"
	if *updateAPITypes {
		if err := os.WriteFile(document, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if have, err := os.ReadFile(document); err != nil || string(have) != text {
		t.Errorf("%s is not up to date (%v): run make api-types", document, err)
	}
}

// TestAnimationsAreNotKept repeats a request that creates nothing, with the same key.
func TestAnimationsAreNotKept(t *testing.T) {
	s := webtest.Serve(t)
	game := webtest.Object{"game": "wotn", "variant": "wotn", "moves": "e2e4"}
	for _, b := range []*webtest.Browser{s.Visitor(), s.Guest("Anna")} {
		for range 2 {
			status, _, head := b.Keyed("a-key-of-enough-characters", "POST", "/api/animation.gif", game)
			if status != 200 || head.Get("Idempotency-Replayed") != "" {
				t.Errorf("status %d, replayed %q", status, head.Get("Idempotency-Replayed"))
			}
		}
	}
}

// TestIncompleteBodies closes the sending half of a connection within a body.
func TestIncompleteBodies(t *testing.T) {
	s := webtest.Serve(t)
	for _, key := range []string{"", "Idempotency-Key: a-key-of-enough-characters\r\n"} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n%s\r\n{\"name\":", key)
		if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(resp.Body)
		if resp.StatusCode != 400 {
			t.Errorf("with %q: status %d: %s", key, resp.StatusCode, text)
		}
	}
}
