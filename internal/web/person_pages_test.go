package web_test

import (
	"strings"
	"testing"

	"tafelrunde/internal/testkit/webtest"
)

// TestProfilesHavePreviews: profiles have a head that names the person.
func TestProfilesHavePreviews(t *testing.T) {
	s := webtest.Serve(t)
	anna := s.Member("Anna <3")
	var me struct{ ID string }
	anna.Want(200, "GET", "/api/session", nil, &me)
	visitor := s.Visitor()
	if text := visitor.Body(200, "/people/"+me.ID); !strings.Contains(text, `property="og:title" content="Anna &lt;3"`) {
		t.Error(text)
	}
}
