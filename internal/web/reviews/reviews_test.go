package reviews_test

import (
	"context"
	"io"
	"log/slog"
	"testing"

	"tafelrunde/internal/jobs"
	"tafelrunde/internal/judge"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
	"tafelrunde/internal/web/admin"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/reviews"
)

// reviewer returns a worker that makes the reviews of the server when Next is called.
func reviewerOf(s *webtest.Server) *jobs.ReviewWorker {
	return jobs.NewReviewWorker(s.Store, slog.New(slog.NewTextHandler(io.Discard, nil)), s.API.App.Now, func(context.Context) bool { return true })
}

func reviewPath(id string) string { return "/api/matches/" + id + "/games/1/review" }

// resigned plays a short game that ends by resignation.
func resigned(first, second *webtest.Browser, table webtest.Object) string {
	id := first.Open(table)
	second.Do(id, webtest.Object{"type": "sit", "seat": 1})
	first.Do(id, webtest.Object{"type": "move", "move": "e2e4"})
	second.Do(id, webtest.Object{"type": "resign"})
	return id
}

// TestTheServerReviewsAGame for a person; then everybody sees the result.
func TestTheServerReviewsAGame(t *testing.T) {
	s := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true, ReviewsPerDay: 20})
	anna, bors, guest := s.Member("Anna"), s.Member("Bors"), s.Guest("Guest")
	id := resigned(anna, bors, webtest.WotnTable(nil))
	state := func(b *webtest.Browser, id, want string) (v reviews.GameReview) {
		t.Helper()
		if b.Want(200, "GET", reviewPath(id), nil, &v); v.State != want || !v.Offered {
			t.Errorf("%+v, want %s", v, want)
		}
		return v
	}
	state(s.Visitor(), id, "none")
	s.Visitor().Refused(401, "no-session", "POST", reviewPath(id), nil)
	guest.Refused(403, "account-needed", "POST", reviewPath(id), nil)
	anna.Refused(404, "no-match", "POST", reviewPath("none"), nil)
	anna.Refused(404, "no-game", "POST", "/api/matches/"+id+"/games/2/review", nil)

	var v reviews.GameReview
	anna.Want(200, "POST", reviewPath(id), nil, &v)
	if v.State != "waiting" || v.All != 2 || v.Nodes != judge.WotnNodes || v.Ahead != 0 || v.Positions != nil {
		t.Errorf("%+v", v)
	}
	// Somebody else who wants it waits for the same one.
	bors.Want(200, "POST", reviewPath(id), nil, &v)
	if v.State != "waiting" || v.RequestedAt == 0 {
		t.Errorf("%+v", v)
	}
	other := resigned(bors, anna, webtest.WotnTable(nil))
	bors.Want(200, "POST", reviewPath(other), nil, nil)
	if v := state(guest, other, "waiting"); v.Ahead != 1 {
		t.Errorf("%+v", v)
	}
	worker := reviewerOf(s)
	if !worker.Next(t.Context()) {
		t.Fatal("nothing was done")
	}
	for _, b := range []*webtest.Browser{anna, guest, s.Visitor()} {
		v := state(b, id, "done")
		if v.Done != 2 || v.FinishedAt == 0 || len(v.Positions) != 2 || v.Positions[0].Best == nil || v.Turns != nil {
			t.Errorf("%+v", v)
		}
	}
	if v := state(guest, other, "waiting"); v.Ahead != 0 {
		t.Errorf("%+v", v)
	}
	anna.Want(200, "POST", reviewPath(id), nil, &v)
	if v.State != "done" || len(v.Positions) != 2 {
		t.Errorf("%+v", v)
	}

	// The export of a person lists the reviews that the person requested.
	var exported struct {
		Reviews []struct {
			Match                   string
			Game                    int
			RequestedAt, FinishedAt match.Moment
			Failed                  bool
		}
	}
	for b, want := range map[*webtest.Browser]string{anna: id, bors: other} {
		exported.Reviews = nil
		b.Want(200, "GET", "/api/me/export", nil, &exported)
		if r := exported.Reviews; len(r) != 1 || r[0].Match != want || r[0].Game != 1 || r[0].RequestedAt == 0 || (r[0].FinishedAt > 0) != (b == anna) || r[0].Failed {
			t.Errorf("%+v, want %s", r, want)
		}
	}

	// Only people who may see a table see its review.
	private := resigned(anna, bors, webtest.WotnTable(func(o webtest.Object) { o["visibility"], o["invited"] = "private", []string{"Bors"} }))
	anna.Want(200, "POST", reviewPath(private), nil, nil)
	state(bors, private, "waiting")
	s.Member("Cora").Refused(404, "no-match", "GET", reviewPath(private), nil)
	s.Member("Dora").Refused(404, "no-match", "POST", reviewPath(private), nil)

	// Lancelot.
	lance := anna.Open(webtest.WotnTable(func(o webtest.Object) { o["game"], o["variant"] = "lancelot", "basic" }))
	bors.Do(lance, webtest.Object{"type": "sit", "seat": 1})
	anna.Do(lance, webtest.Object{"type": "move", "move": "d5"})
	bors.Do(lance, webtest.Object{"type": "resign"})
	anna.Want(200, "POST", reviewPath(lance), nil, nil)
	for worker.Next(t.Context()) {
	}
	if v := state(guest, lance, "done"); len(v.Turns) != 1 || v.Turns[0].Played.Turn != "d5" || v.Nodes != judge.LancelotNodes || v.Positions != nil {
		t.Errorf("%+v", v)
	}
}

// TestAReviewOfAnOlderEngineIsMarked and can be made again.
func TestAReviewOfAnOlderEngineIsMarked(t *testing.T) {
	s := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true, ReviewsPerDay: 20})
	anna, bors := s.Member("Anna"), s.Member("Bors")
	id := resigned(anna, bors, webtest.WotnTable(nil))
	limits := store.ReviewLimits{All: 1, Open: 1, PerDay: 1}
	at := s.API.App.Now()
	if _, err := s.Store.RequestReview(t.Context(), store.Review{Match: id, Game: 1, Person: "old", RequestedAt: at, All: 2, Nodes: 1000, Engine: judge.WotnEngine - 1}, limits); err != nil {
		t.Fatal(err)
	}
	r, err := s.Store.LeaseReview(t.Context(), at, at+1000)
	if err != nil {
		t.Fatal(err)
	}
	r.Done, r.Running, r.FinishedAt = 2, false, at
	if err := s.Store.KeepReview(t.Context(), r, []store.ReviewResult{{Place: 0, Body: `{}`}, {Place: 1, Body: `{}`}}); err != nil {
		t.Fatal(err)
	}
	var v reviews.GameReview
	anna.Want(200, "GET", reviewPath(id), nil, &v)
	if v.State != "done" || !v.Older || v.Engine != judge.WotnEngine-1 || len(v.Positions) != 2 {
		t.Errorf("%+v", v)
	}
	v = reviews.GameReview{}
	anna.Want(200, "POST", reviewPath(id), nil, &v)
	if v.State != "waiting" || v.Older || v.Engine != judge.WotnEngine || v.Positions != nil {
		t.Errorf("%+v", v)
	}
	if !reviewerOf(s).Next(t.Context()) {
		t.Fatal("nothing was done")
	}
	bors.Want(200, "POST", reviewPath(id), nil, &v)
	if v.State != "done" || v.Older || v.Positions[0].Best == nil {
		t.Errorf("%+v", v)
	}
}

// TestReviewsThatAreRefused have a code.
func TestReviewsThatAreRefused(t *testing.T) {
	s := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true, ReviewsPerDay: 6})
	anna, bors := s.Member("Anna"), s.Member("Bors")
	running := anna.Open(webtest.WotnTable(nil))
	anna.Refused(404, "no-game", "POST", reviewPath(running), nil)
	bors.Do(running, webtest.Object{"type": "sit", "seat": 1})
	anna.Do(running, webtest.Object{"type": "move", "move": "e2e4"})
	anna.Refused(404, "no-game", "POST", reviewPath(running), nil)
	anna.Refused(404, "no-game", "GET", reviewPath(running), nil)
	bors.Do(running, webtest.Object{"type": "abort"})
	anna.Refused(409, "review-aborted", "POST", reviewPath(running), nil)
	empty := anna.Open(webtest.WotnTable(nil))
	bors.Do(empty, webtest.Object{"type": "sit", "seat": 1})
	bors.Do(empty, webtest.Object{"type": "resign"})
	anna.Refused(409, "review-no-moves", "POST", reviewPath(empty), nil)

	var games []string
	for range 8 {
		games = append(games, resigned(anna, bors, webtest.WotnTable(nil)))
	}
	for _, id := range games[:5] {
		anna.Want(200, "POST", reviewPath(id), nil, nil)
	}
	anna.Refused(429, "reviews-open", "POST", reviewPath(games[5]), nil)
	reviewerOf(s).Next(t.Context())
	anna.Want(200, "POST", reviewPath(games[5]), nil, nil)
	var p core.Problem
	anna.Want(429, "POST", reviewPath(games[6]), nil, &p)
	if p.Code != "reviews-today" || p.Args["most"] != 6.0 {
		t.Errorf("%+v", p)
	}
	bors.Want(200, "POST", reviewPath(games[6]), nil, nil)

	off := webtest.Serve(t)
	anna, bors = off.Member("Anna"), off.Member("Bors")
	id := resigned(anna, bors, webtest.WotnTable(nil))
	anna.Refused(409, "reviews-off", "POST", reviewPath(id), nil)
	var v reviews.GameReview
	if anna.Want(200, "GET", reviewPath(id), nil, &v); v.Offered || v.State != "none" {
		t.Errorf("%+v", v)
	}
}

// TestModeratorsCancelReviews and see the queue.
func TestModeratorsCancelReviews(t *testing.T) {
	s := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true, ReviewsPerDay: 20})
	mod, anna, bors := s.Staff("Mod", store.Moderator), s.Member("Anna"), s.Member("Bors")
	id := resigned(anna, bors, webtest.WotnTable(nil))
	anna.Want(200, "POST", reviewPath(id), nil, nil)
	var list struct{ Reviews []admin.QueuedReview }
	mod.Want(200, "GET", "/api/admin/reviews", nil, &list)
	if len(list.Reviews) != 1 || list.Reviews[0].Match != id || list.Reviews[0].Name != "Anna" || list.Reviews[0].Running || list.Reviews[0].All != 2 {
		t.Errorf("%+v", list)
	}
	at := "/api/admin/matches/" + id + "/games/1/review"
	anna.Refused(403, "role", "DELETE", at, nil)
	mod.Want(204, "DELETE", at, nil, nil)
	mod.Refused(404, "not-found", "DELETE", at, nil)
	mod.Want(200, "GET", "/api/admin/reviews", nil, &list)
	if len(list.Reviews) != 0 {
		t.Errorf("%+v", list)
	}
	if log := s.Audit(); log[0].Action != "cancel-review" || log[0].About != anna.ID || log[0].Details["match"] != id {
		t.Errorf("%+v", log[0])
	}

	// A review that has just finished is not cancelled.
	anna.Want(200, "POST", reviewPath(id), nil, nil)
	reviewerOf(s).Next(t.Context())
	mod.Refused(409, "review-finished", "DELETE", at, nil)
	var v reviews.GameReview
	if anna.Want(200, "GET", reviewPath(id), nil, &v); v.State != "done" || len(v.Positions) != 2 {
		t.Errorf("%+v", v)
	}
	if log := s.Audit(); len(log) != 2 { // with the role of Mod
		t.Errorf("%+v", log)
	}
	anna.Refused(403, "role", "DELETE", at+"?finished=true", nil)
	mod.Want(204, "DELETE", at+"?finished=true", nil, nil)
	if anna.Want(200, "GET", reviewPath(id), nil, &v); v.State != "none" {
		t.Errorf("%+v", v)
	}
	mod.Refused(404, "not-found", "DELETE", at+"?finished=true", nil)
	if log := s.Audit(); len(log) != 3 || log[0].Action != "delete-review" || log[0].About != anna.ID {
		t.Errorf("%+v", log)
	}
}
