package web_test

import (
	"bytes"
	"image/png"
	"strings"
	"testing"
	"time"

	"tafelrunde/internal/puzzles"
	"tafelrunde/internal/testkit/webtest"
)

// TestPuzzlesHavePreviews: pages of puzzles have a head with a picture of the position.
func TestPuzzlesHavePreviews(t *testing.T) {
	s := webtest.Serve(t)
	list, err := puzzles.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	visitor := s.Visitor()
	for _, id := range []string{list[0].ID, list[len(list)-1].ID} {
		picture := "/api/puzzle/" + id + "/preview.png"
		if text := visitor.Body(200, "/puzzles/"+id); !strings.Contains(text, `property="og:image" content="`+picture+`"`) || !strings.Contains(text, ": puzzle · Tafelrunde</title>") {
			t.Error(text)
		}
		if _, err := png.Decode(bytes.NewReader([]byte(visitor.Body(200, picture)))); err != nil {
			t.Error(err)
		}
	}
	if today, err := puzzles.Daily(puzzles.Lancelot, time.Now().UTC().Truncate(24*time.Hour)); err != nil {
		t.Error(err)
	} else if text := visitor.Body(200, "/puzzles/lancelot/daily"); today != nil && !strings.Contains(text, "/api/puzzle/"+today.ID+"/preview.png") {
		t.Error(text)
	}
	// Other pages under the same address, and days that have not come.
	for _, path := range []string{"/puzzles/unknown", "/puzzles/wotn/daily/2999-01-01"} {
		if text := visitor.Body(404, path); strings.Contains(text, "/api/puzzle/") {
			t.Errorf("%s: %s", path, text)
		}
	}
}
