package studies_test

import (
	"strings"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/study"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/studies"
)

func newStudy(b *webtest.Browser, visibility string, chapter webtest.Object) studies.WholeStudy {
	b.T.Helper()
	var s studies.WholeStudy
	body := webtest.Object{"game": "wotn", "title": " Forks\n", "visibility": visibility}
	if chapter != nil {
		body["chapter"] = chapter
	}
	b.Want(200, "POST", "/api/studies", body, &s)
	return s
}

// TestStudies creates, reads, changes, copies, exports and deletes studies.
func TestStudies(t *testing.T) {
	s := webtest.Serve(t)
	anna, bors, guest, visitor := s.Member("Anna"), s.Member("Bors"), s.Guest("Guest"), s.Visitor()
	one := newStudy(anna, "private", webtest.Object{"title": "First", "text": "[Variant \"Chess\"]\n\n1. e4 {good} (1. d4 d5) e5 *"})
	if one.Title != "Forks" || one.Owner.Name != "Anna" || !one.Yours || one.Version != 1 || one.Count != 1 || len(one.Chapters) != 1 {
		t.Fatalf("%+v", one)
	}
	first := one.Chapters[0]
	if first.Title != "First" || first.Variant != "chess" || first.Nodes != 4 || first.Version != 1 {
		t.Errorf("%+v", first)
	}
	path := "/api/studies/" + one.ID
	chapter := path + "/chapters/" + first.ID
	for _, other := range []*webtest.Browser{bors, guest, visitor} {
		other.Refused(404, "not-found", "GET", path, nil)
		other.Refused(404, "not-found", "GET", chapter, nil)
		other.Refused(404, "not-found", "GET", path+"/record", nil)
	}
	guest.Refused(403, "account-needed", "POST", "/api/studies", webtest.Object{"game": "wotn", "title": "x", "visibility": "private"})
	bors.Refused(404, "not-found", "POST", path+"/clone", nil)

	// A second chapter, and another order.
	var second studies.ChapterView
	anna.Want(200, "POST", path+"/chapters", webtest.Object{"title": "Second", "text": ""}, &second)
	if second.Variant != "wotn" || second.Nodes != 0 || second.Version != 1 {
		t.Errorf("%+v", second)
	}
	change := webtest.Object{"version": 2, "title": "Forks and pins", "visibility": "link", "order": []string{second.ID, first.ID}}
	anna.Want(200, "PUT", path, change, &one)
	if one.Title != "Forks and pins" || one.Visibility != "link" || one.Version != 3 || one.Chapters[0].ID != second.ID {
		t.Errorf("%+v", one)
	}
	anna.Refused(409, "study-changed", "PUT", path, change)
	var seen studies.WholeStudy
	visitor.Want(200, "GET", path, nil, &seen)
	if seen.Yours || len(seen.Chapters) != 2 {
		t.Errorf("%+v", seen)
	}
	bors.Refused(403, "study-owner", "PUT", path, change)
	bors.Refused(403, "study-owner", "DELETE", path, nil)
	bors.Refused(403, "study-owner", "POST", path+"/chapters", webtest.Object{"title": "x", "text": ""})
	bors.Refused(403, "study-owner", "DELETE", chapter+"?version=1", nil)

	// Chapters are replaced if nobody else has changed them.
	edit := webtest.Object{"version": 1, "title": "First", "text": "1. e4 e5 {[%cal Ge2e4] ö} 2. Nf3 *"}
	bors.Refused(403, "study-owner", "PUT", chapter, edit)
	anna.Want(200, "PUT", chapter, edit, &first)
	if first.Version != 2 || first.Nodes != 3 || first.Variant != "wotn" {
		t.Errorf("%+v", first)
	}
	anna.Want(200, "PUT", chapter, edit, &first) // the answer to the first request was lost
	if first.Version != 2 {
		t.Errorf("%+v", first)
	}
	edit["text"] = "1. d4 *"
	anna.Refused(409, "study-changed", "PUT", chapter, edit)
	anna.Refused(409, "study-changed", "DELETE", chapter+"?version=1", nil)
	var read studies.ChapterText
	visitor.Want(200, "GET", chapter, nil, &read)
	if read.Version != 2 || !strings.Contains(read.Text, "{[%cal Ge2e4] ö}") || !strings.Contains(read.Text, `[ChapterName "First"]`) {
		t.Errorf("%+v", read)
	}

	// The export is one file, which the import reads again.
	file := visitor.Body(200, path+"/record")
	games, err := study.Split(study.Wotn, "wotn", file)
	if err != nil || len(games) != 2 || games[0].Title != "Second" || games[1].Title != "First" || len(games[1].Left) > 0 || games[1].Text != read.Text {
		t.Errorf("%s\n%+v, %v", file, games, err)
	}
	var clone studies.WholeStudy
	bors.Want(200, "POST", path+"/clone", nil, &clone)
	if !clone.Yours || clone.Visibility != "private" || clone.ID == one.ID || clone.Title != one.Title || len(clone.Chapters) != 2 || clone.Chapters[1].ID == first.ID {
		t.Errorf("%+v", clone)
	}
	if text := bors.Body(200, "/api/studies/"+clone.ID+"/record"); text != file {
		t.Errorf("the copy is\n%s", text)
	}
	guest.Refused(403, "account-needed", "POST", path+"/clone", nil)

	// The own data has the studies, and they are deleted with the account.
	if data := bors.Body(200, "/api/me/export"); !strings.Contains(data, `"studies":[{"id":"`+clone.ID) || !strings.Contains(data, "Ge2e4") {
		t.Errorf("%s", data)
	}
	anna.Want(204, "DELETE", chapter+"?version=2", nil, nil)
	anna.Refused(404, "not-found", "GET", chapter, nil)
	anna.Want(204, "DELETE", path, nil, nil)
	anna.Refused(404, "not-found", "GET", path, nil)
	bors.Want(204, "POST", "/api/me/delete", webtest.Object{"name": "Bors", "password": "long enough"}, nil)
	if _, err := s.Store.Study(t.Context(), clone.ID); err == nil {
		t.Error("the study of a deleted account exists")
	}
}

// TestStudiesAreChecked: titles and texts that cannot be kept are refused with the
// reason and its place.
func TestStudiesAreChecked(t *testing.T) {
	s := webtest.Serve(t)
	anna := s.Member("Anna")
	one := newStudy(anna, "private", nil)
	chapters := "/api/studies/" + one.ID + "/chapters"
	for _, c := range []struct {
		code string
		body webtest.Object
	}{
		{"study-title", webtest.Object{"title": " ", "text": ""}},
		{"study-title-long", webtest.Object{"title": strings.Repeat("x", 101), "text": ""}},
		{"chapter-text", webtest.Object{"title": "x", "text": "1. e4 e5 2. Ke3 *"}},
		{"chapter-text", webtest.Object{"title": "x", "text": "1. e4 (1. Ke3) *"}},
		{"chapter-nodes", webtest.Object{"title": "x", "text": "1. e4 " + strings.Repeat("(1. d4) ", study.MaxNodes)}},
		{"chapter-characters", webtest.Object{"title": "x", "text": "1. e4 {\x00} *"}},
		{"request", webtest.Object{"title": "x", "text": strings.Repeat(" ", study.MaxText+1)}},
		{"request", webtest.Object{"title": "x"}},
	} {
		anna.Refused(422, c.code, "POST", chapters, c.body)
	}
	anna.Refused(413, "too-large", "POST", chapters, webtest.Object{"title": "x", "text": strings.Repeat("x", studies.MaxBody)})
	// A large chapter fits, also with characters that JSON escapes.
	var c studies.ChapterView
	anna.Want(200, "POST", chapters, webtest.Object{"title": "x", "text": "1. e4 {" + strings.Repeat("\" ", study.MaxText/2-500) + "} *"}, &c)
	for range study.MaxChapters - 1 {
		s.API.App.Limits = core.Limits{}
		anna.Want(200, "POST", chapters, webtest.Object{"title": "x", "text": ""}, nil)
	}
	anna.Refused(409, "study-many", "POST", chapters, webtest.Object{"title": "x", "text": ""})
}

// TestPublicStudies: the list of public studies, link previews, reports, and removal by
// moderators.
func TestPublicStudies(t *testing.T) {
	s := webtest.Serve(t)
	anna, bors, mod, visitor := s.Member("Anna"), s.Member("Bors"), s.Staff("Mod", store.Moderator), s.Visitor()
	private, linked, public := newStudy(anna, "private", nil), newStudy(anna, "link", nil), newStudy(anna, "public", webtest.Object{"title": "x", "text": ""})
	list := func(b *webtest.Browser, query string) (ids []string) {
		t.Helper()
		var got struct {
			Studies []studies.StudyView
			More    bool
		}
		b.Want(200, "GET", "/api/studies?list="+query, nil, &got)
		for _, one := range got.Studies {
			ids = append(ids, one.ID)
		}
		return ids
	}
	if got := list(visitor, "public"); len(got) != 1 || got[0] != public.ID {
		t.Errorf("%v", got)
	}
	if got := list(visitor, "public&game=lancelot"); len(got) != 0 {
		t.Errorf("%v", got)
	}
	if got := list(anna, "mine"); len(got) != 3 {
		t.Errorf("%v", got)
	}
	if got := list(bors, "mine"); len(got) != 0 {
		t.Errorf("%v", got)
	}

	head := func(id string) string {
		t.Helper()
		text := visitor.Body(200, "/study/"+id)
		return text[:strings.Index(text, "</head>")]
	}
	if h := head(public.ID); !strings.Contains(h, `property="og:title" content="Forks"`) || !strings.Contains(h, "by Anna, with one chapter") || strings.Contains(h, "noindex") {
		t.Errorf("%s", h)
	}
	if h := head(linked.ID); !strings.Contains(h, `content="Forks"`) || !strings.Contains(h, "noindex") {
		t.Errorf("%s", h)
	}
	if status, text := visitor.Text("/study/" + private.ID); status != 404 || strings.Contains(text, "Forks") {
		t.Errorf("%d %s", status, text)
	}

	report := webtest.Object{"about": anna.ID, "study": public.ID, "reason": "else", "text": "spam"}
	bors.Want(204, "POST", "/api/reports", report, nil)
	report["study"] = private.ID
	bors.Refused(404, "not-found", "POST", "/api/reports", report)
	var reports struct{ Reports []store.Report }
	mod.Want(200, "GET", "/api/admin/reports", nil, &reports)
	if len(reports.Reports) != 1 || reports.Reports[0].Study != public.ID {
		t.Errorf("%+v", reports)
	}

	removal := "/api/admin/studies/" + public.ID
	bors.Refused(403, "role", "PUT", removal, webtest.Object{"removed": true})
	mod.Refused(404, "not-found", "PUT", "/api/admin/studies/"+private.ID, webtest.Object{"removed": true})
	mod.Want(204, "PUT", removal, webtest.Object{"removed": true}, nil)
	if log := s.Audit(); log[0].Action != "remove-study" || log[0].About != anna.ID || log[0].Details["study"] != public.ID || log[0].Details["title"] != "Forks" {
		t.Errorf("%+v", log[0])
	}
	bors.Refused(404, "not-found", "GET", "/api/studies/"+public.ID, nil)
	if got := list(visitor, "public"); len(got) != 0 {
		t.Errorf("%v", got)
	}
	var seen studies.WholeStudy
	for _, b := range []*webtest.Browser{anna, mod} {
		if b.Want(200, "GET", "/api/studies/"+public.ID, nil, &seen); !seen.Removed {
			t.Errorf("%+v", seen)
		}
	}
	order := []string{seen.Chapters[0].ID}
	anna.Refused(403, "study-removed", "PUT", "/api/studies/"+public.ID, webtest.Object{"version": 2, "title": "x", "visibility": "link", "order": order})
	anna.Want(200, "PUT", "/api/studies/"+public.ID, webtest.Object{"version": 2, "title": "Better", "visibility": "public", "order": order}, nil)
	mod.Want(204, "PUT", removal, webtest.Object{"removed": false}, nil)
	if got := list(visitor, "public"); len(got) != 1 {
		t.Errorf("%v", got)
	}

	// Muted people do not publish.
	until := s.API.App.Now().After(60 * match.Minute)
	if err := s.Store.ChangeSanctions(t.Context(), anna.ID, store.SanctionChange{MutedUntil: &until}, store.Entry{ID: "e", Action: "mute"}); err != nil {
		t.Fatal(err)
	}
	anna.Refused(403, "study-muted", "PUT", "/api/studies/"+private.ID, webtest.Object{"version": 1, "title": "x", "visibility": "public", "order": []string{}})
	anna.Refused(403, "study-muted", "POST", "/api/studies", webtest.Object{"game": "wotn", "title": "x", "visibility": "link"})
	newStudy(anna, "private", nil)
}
