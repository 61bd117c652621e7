package people_test

import (
	"strings"
	"testing"

	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/people"
)

// TestNotes writes private notes on a match, which others and other versions do not see.
func TestNotes(t *testing.T) {
	s := webtest.Serve(t)
	anna, ben := s.Member("Anna"), s.Member("Ben")
	id := anna.Open(webtest.WotnTable(nil))
	ben.Do(id, webtest.Object{"type": "sit"})
	path := "/api/matches/" + id + "/note"
	put := func(text string, version int64) webtest.Object {
		return webtest.Object{"text": text, "version": version}
	}

	var first, note people.NoteView
	anna.Want(200, "PUT", path, put("Plan: Nf3", 0), &first)
	anna.Want(200, "PUT", path, put("Plan: Nf3", 0), &note) // the answer was lost
	if note != first || first.Version == 0 {
		t.Errorf("%+v, then %+v", first, note)
	}
	anna.Refused(409, "note-changed", "PUT", path, put("Plan: d4", 0))
	anna.Want(200, "PUT", path, put(strings.Repeat("♞", 4000), first.Version), &note)
	anna.Refused(422, "request", "PUT", path, put(strings.Repeat("a", 4001), note.Version))
	ben.Want(200, "GET", path, nil, &note)
	if note != (people.NoteView{}) {
		t.Errorf("another player reads %+v", note)
	}
	if text := anna.Body(200, "/api/me/export"); strings.Count(text, "♞") != 4000 {
		t.Error("the export has no note")
	}
	if text := ben.Body(200, "/api/me/export"); strings.Contains(text, "♞") {
		t.Error("the export of another player has the note")
	}
}
