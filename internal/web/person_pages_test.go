package web

import (
	"strings"
	"testing"
)

// TestProfilesHavePreviews: profiles have a head that names the person.
func TestProfilesHavePreviews(t *testing.T) {
	s := serveAPI(t)
	anna := s.member("Anna <3")
	var me struct{ ID string }
	anna.want(200, "GET", "/api/session", nil, &me)
	visitor := s.visitor()
	if text := visitor.body(200, "/people/"+me.ID); !strings.Contains(text, `property="og:title" content="Anna &lt;3"`) {
		t.Error(text)
	}
}
