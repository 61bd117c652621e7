package tables_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/pictures"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
)

// TestHostHeaderIsNotUsedInLinks fetches the page of a match with a forged
// Host.
func TestHostHeaderIsNotUsedInLinks(t *testing.T) {
	for _, public := range []string{"", "https://games.example"} {
		s := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true, PublicURL: public})
		anna, ben := s.Guest("Anna"), s.Guest("Ben")
		id := anna.Open(webtest.WotnTable(nil))
		ben.Do(id, webtest.Object{"type": "sit"})
		anna.Do(id, webtest.Object{"type": "resign"})
		for _, page := range []string{"/match/" + id, "/match/" + id + "/1"} {
			_, text := s.Get("evil.example", page)
			if strings.Contains(text, "evil.example") || !strings.Contains(text, `property="og:url" content="`+public+page+`"`) ||
				!strings.Contains(text, `property="og:image" content="`+public+`/api/matches/`) {
				t.Errorf("%q, %s: %s", public, page, text)
			}
		}
		record := "/api/matches/" + id + "/games/1/record"
		want := "http://board.example:8080"
		if public != "" {
			want = public
		}
		if _, text := s.Get("board.example:8080", record); !strings.Contains(text, `[Site "`+want+`/match/`) {
			t.Errorf("%q: %s", public, text)
		}
		if _, text := s.Get("evil!(example)", record); strings.Contains(text, "evil") {
			t.Errorf("%q: %s", public, text)
		}
	}
}

// TestPreviewIsCached requests the picture of a match several times.
func TestPreviewIsCached(t *testing.T) {
	s := webtest.Serve(t)
	var drawn atomic.Int32
	draw := s.API.Tables.Pictures.Draw
	s.API.Tables.Pictures.Draw = func(c pictures.Card) ([]byte, error) {
		drawn.Add(1)
		return draw(c)
	}
	anna, ben := s.Guest("Anna"), s.Guest("Ben")
	id := anna.Open(webtest.WotnTable(nil))
	ben.Do(id, webtest.Object{"type": "sit", "seat": 1})
	path := "/api/matches/" + id + "/preview.png"
	var work sync.WaitGroup
	for i := range 20 {
		work.Go(func() {
			resp, body := s.Get("", fmt.Sprintf("%s?v=%d", path, i))
			if resp.StatusCode != 200 || !strings.HasPrefix(body, "\x89PNG") || resp.Header.Get("ETag") == "" || !strings.Contains(resp.Header.Get("Cache-Control"), "max-age") {
				t.Errorf("status %d, %v", resp.StatusCode, resp.Header)
			}
		})
	}
	work.Wait()
	if n := drawn.Load(); n != 1 {
		t.Errorf("drawn %d times", n)
	}
	resp, _ := s.Get("", path)
	tag := resp.Header.Get("ETag")
	if resp, body := s.Get("", path, "If-None-Match", tag); resp.StatusCode != http.StatusNotModified || body != "" {
		t.Errorf("with its ETag: status %d, %d bytes", resp.StatusCode, len(body))
	}
	anna.Do(id, webtest.Object{"type": "move", "move": "e2e4"})
	if resp, _ := s.Get("", path, "If-None-Match", tag); resp.StatusCode != 200 || resp.Header.Get("ETag") == tag || drawn.Load() != 2 {
		t.Errorf("after a move: status %d, drawn %d times", resp.StatusCode, drawn.Load())
	}
}

// TestInvisibleCharactersAreRemoved sends chat and a report with characters that change the
// writing direction.
func TestInvisibleCharactersAreRemoved(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben := s.Bot("Anna"), s.Guest("Ben")
	id := anna.Open(webtest.WotnTable(nil))
	for path, command := range map[string]webtest.Object{"/api/matches/" + id + "/commands": {"type": "chat"}, "/api/bot/game/" + id + "/chat": {}} {
		command["text"] = "safe\u202e txt.\u2066exe\u200b"
		anna.Want(200, "POST", path, command, nil)
		command["text"] = "\u202e\u3164\u200d"
		status := 409
		if strings.HasPrefix(path, "/api/bot/") {
			status = 400
		}
		anna.Refused(status, "chat-empty", "POST", path, command)
	}
	events, err := s.Store.Events(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if e.Type == match.Chatted && e.Text != "safe txt.exe" {
			t.Errorf("chat %q", e.Text)
		}
	}
	anna.Want(204, "POST", "/api/reports", webtest.Object{"about": ben.ID, "reason": "talk", "text": "\u202espam\u2069"}, nil)
	if list, err := s.Store.Reports(t.Context(), true); err != nil || len(list) != 1 || list[0].Text != "spam" {
		t.Errorf("%+v, %v", list, err)
	}
}

func BenchmarkPreview(b *testing.B) {
	s := webtest.Serve(b)
	id := s.Guest("Anna").Open(webtest.WotnTable(nil))
	for b.Loop() {
		if resp, _ := s.Get("", "/api/matches/"+id+"/preview.png"); resp.StatusCode != 200 {
			b.Fatal(resp.Status)
		}
	}
}
