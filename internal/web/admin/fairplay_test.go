package admin_test

import (
	"context"
	"io"
	"log/slog"
	"testing"

	"tafelrunde/internal/jobs"
	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/admin"
)

// TestFairPlay compares the games of a person for a moderator.
func TestFairPlay(t *testing.T) {
	s := webtest.Serve(t)
	mod, anna, bors := s.Staff("Mod", store.Moderator), s.Member("Anna"), s.Member("Bors")
	path := "/api/admin/people/" + anna.ID + "/fair-play"
	id := anna.Open(webtest.WotnTable(nil))
	bors.Do(id, webtest.Object{"type": "sit", "seat": 1})
	anna.Do(id, webtest.Object{"type": "move", "move": "e2e4"})
	bors.Do(id, webtest.Object{"type": "resign"})
	private := anna.Open(webtest.WotnTable(func(o webtest.Object) { o["visibility"], o["invited"] = "private", []string{"Bors"} }))
	bors.Do(private, webtest.Object{"type": "sit", "seat": 1})
	anna.Do(private, webtest.Object{"type": "move", "move": "e2e4"})
	bors.Do(private, webtest.Object{"type": "resign"})

	var c admin.Comparison
	if mod.Want(200, "GET", path, nil, &c); c.State != "none" || c.Report != nil {
		t.Errorf("%+v", c)
	}
	mod.Refused(404, "not-found", "GET", "/api/admin/people/x/fair-play", nil)
	mod.Refused(404, "not-found", "POST", "/api/admin/people/x/fair-play", nil)
	anna.Refused(403, "role", "POST", path, nil)
	mod.Want(204, "POST", path, nil, nil)
	mod.Refused(409, "comparing", "POST", path, nil)
	if mod.Want(200, "GET", path, nil, &c); c.State != "waiting" {
		t.Errorf("%+v", c)
	}
	if log := s.Audit(); log[0].Action != "fair-play" || log[0].About != anna.ID || log[0].ByName != "Mod" {
		t.Errorf("%+v", log[0])
	}
	worker := jobs.NewComparisonWorker(s.Store, slog.New(slog.NewTextHandler(io.Discard, nil)), s.API.App.Now, func(context.Context) bool { return true })
	if !worker.Next(t.Context()) {
		t.Fatal("no comparison was made")
	}
	if mod.Want(200, "GET", path, nil, &c); c.State != "done" {
		t.Errorf("the comparison is %s", c.State)
	}
	if c.Report == nil || len(c.Report.Games) != 2 || c.Report.Games[1].Match != id || c.Report.Games[1].Seat != 0 || c.Report.Summary.Moves != 2 {
		t.Errorf("%+v", c)
	}
	// The report has moves of a private table.
	if e := s.Audit()[0]; e.Action != "read-private" || e.ByName != "Mod" || e.Details["match"] != private {
		t.Errorf("%+v", e)
	}
}
