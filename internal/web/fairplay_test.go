package web

import (
	"context"
	"io"
	"log/slog"
	"testing"

	"tafelrunde/internal/jobs"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/admin"
)

// TestFairPlay compares the games of a person for a moderator.
func TestFairPlay(t *testing.T) {
	s := serveAPI(t)
	mod, anna, bors := s.staff("Mod", store.Moderator), s.member("Anna"), s.member("Bors")
	path := "/api/admin/people/" + anna.id + "/fair-play"
	id := anna.open(wotnTable(nil))
	bors.do(id, object{"type": "sit", "seat": 1})
	anna.do(id, object{"type": "move", "move": "e2e4"})
	bors.do(id, object{"type": "resign"})

	var c admin.Comparison
	if mod.want(200, "GET", path, nil, &c); c.State != "none" || c.Report != nil {
		t.Errorf("%+v", c)
	}
	mod.refused(404, "not-found", "GET", "/api/admin/people/x/fair-play", nil)
	mod.refused(404, "not-found", "POST", "/api/admin/people/x/fair-play", nil)
	anna.refused(403, "role", "POST", path, nil)
	mod.want(204, "POST", path, nil, nil)
	mod.refused(409, "comparing", "POST", path, nil)
	if mod.want(200, "GET", path, nil, &c); c.State != "waiting" {
		t.Errorf("%+v", c)
	}
	if log := s.audit(); log[0].Action != "fair-play" || log[0].About != anna.id || log[0].ByName != "Mod" {
		t.Errorf("%+v", log[0])
	}
	worker := jobs.NewComparisonWorker(s.store, slog.New(slog.NewTextHandler(io.Discard, nil)), s.api.App.Now, func(context.Context) bool { return true })
	if !worker.Next(t.Context()) {
		t.Fatal("no comparison was made")
	}
	if mod.want(200, "GET", path, nil, &c); c.State != "done" {
		t.Errorf("the comparison is %s", c.State)
	}
	if c.Report == nil || len(c.Report.Games) != 1 || c.Report.Games[0].Match != id || c.Report.Games[0].Seat != 0 || c.Report.Summary.Moves != 1 {
		t.Errorf("%+v", c)
	}
}
