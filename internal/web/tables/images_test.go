package tables_test

import (
	"net/url"
	"strings"
	"testing"

	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/wotn"
)

// TestPositionImages draws positions of both games and refuses others.
func TestPositionImages(t *testing.T) {
	s := webtest.Serve(t)
	visitor := s.Visitor()
	const piece = `width="92" height="92"/>`
	address := func(fields ...string) string {
		values := url.Values{}
		for i := 0; i < len(fields); i += 2 {
			values.Set(fields[i], fields[i+1])
		}
		return "/api/diagram.svg?" + values.Encode()
	}
	for _, c := range []struct {
		address string
		pieces  int
	}{
		{address("game", "wotn", "variant", "wotn-alternative", "position", wotn.StartText, "turned", "true", "board", "slate", "pieces", "framed"), 32},
		{address("game", "lancelot", "variant", "lancelot", "position", "8/8/8/3a1ba1/8/8/8/8 a 0,0 28,29 - basic 7", "marks", "dot h8"), 3},
	} {
		status, text := visitor.Text(c.address)
		if status != 200 || !strings.HasPrefix(text, "<svg ") || strings.Count(text, piece) != c.pieces {
			t.Errorf("%s: %d, %d pieces", c.address, status, strings.Count(text, piece))
		}
	}
	for _, bad := range []string{
		address("game", "wotn", "variant", "wotn", "position", "8/8"),
		address("game", "wotn", "variant", "lancelot", "position", wotn.StartText),
		address("game", "wotn", "variant", "wotn", "position", wotn.StartText, "marks", "dot z9"),
		address("game", "wotn", "variant", "wotn", "position", wotn.StartText, "board", "glass"),
		address("game", "wotn", "variant", "wotn"),
	} {
		visitor.Want(422, "GET", bad, nil, nil)
	}
}
