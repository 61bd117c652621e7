package web

import (
	"context"
	"io"
	"log/slog"
	"testing"

	"tafelrunde/internal/jobs"
	"tafelrunde/internal/judge"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/admin"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/reviews"
)

// reviewer returns a worker that makes the reviews of the server when Next is called.
func (s *testServer) reviewer() *jobs.ReviewWorker {
	return jobs.NewReviewWorker(s.store, slog.New(slog.NewTextHandler(io.Discard, nil)), s.api.App.Now, func(context.Context) bool { return true })
}

func reviewPath(id string) string { return "/api/matches/" + id + "/games/1/review" }

// resigned plays a short game that ends by resignation.
func resigned(first, second *browser, table object) string {
	id := first.open(table)
	second.do(id, object{"type": "sit", "seat": 1})
	first.do(id, object{"type": "move", "move": "e2e4"})
	second.do(id, object{"type": "resign"})
	return id
}

// TestTheServerReviewsAGame for a person; then everybody sees the result.
func TestTheServerReviewsAGame(t *testing.T) {
	s := serveAPIWith(t, APIOptions{UnlimitedLoopback: true, ReviewsPerDay: 20})
	anna, bors, guest := s.member("Anna"), s.member("Bors"), s.guest("Guest")
	id := resigned(anna, bors, wotnTable(nil))
	state := func(b *browser, id, want string) (v reviews.GameReview) {
		t.Helper()
		if b.want(200, "GET", reviewPath(id), nil, &v); v.State != want || !v.Offered {
			t.Errorf("%+v, want %s", v, want)
		}
		return v
	}
	state(s.visitor(), id, "none")
	s.visitor().refused(401, "no-session", "POST", reviewPath(id), nil)
	guest.refused(403, "account-needed", "POST", reviewPath(id), nil)
	anna.refused(404, "no-match", "POST", reviewPath("none"), nil)
	anna.refused(404, "no-game", "POST", "/api/matches/"+id+"/games/2/review", nil)

	var v reviews.GameReview
	anna.want(200, "POST", reviewPath(id), nil, &v)
	if v.State != "waiting" || v.All != 2 || v.Nodes != judge.WotnNodes || v.Ahead != 0 || v.Positions != nil {
		t.Errorf("%+v", v)
	}
	// Somebody else who wants it waits for the same one.
	bors.want(200, "POST", reviewPath(id), nil, &v)
	if v.State != "waiting" || v.RequestedAt == 0 {
		t.Errorf("%+v", v)
	}
	other := resigned(bors, anna, wotnTable(nil))
	bors.want(200, "POST", reviewPath(other), nil, nil)
	if v := state(guest, other, "waiting"); v.Ahead != 1 {
		t.Errorf("%+v", v)
	}
	worker := s.reviewer()
	if !worker.Next(t.Context()) {
		t.Fatal("nothing was done")
	}
	for _, b := range []*browser{anna, guest, s.visitor()} {
		v := state(b, id, "done")
		if v.Done != 2 || v.FinishedAt == 0 || len(v.Positions) != 2 || v.Positions[0].Best == nil || v.Turns != nil {
			t.Errorf("%+v", v)
		}
	}
	if v := state(guest, other, "waiting"); v.Ahead != 0 {
		t.Errorf("%+v", v)
	}
	anna.want(200, "POST", reviewPath(id), nil, &v)
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
	for b, want := range map[*browser]string{anna: id, bors: other} {
		exported.Reviews = nil
		b.want(200, "GET", "/api/me/export", nil, &exported)
		if r := exported.Reviews; len(r) != 1 || r[0].Match != want || r[0].Game != 1 || r[0].RequestedAt == 0 || (r[0].FinishedAt > 0) != (b == anna) || r[0].Failed {
			t.Errorf("%+v, want %s", r, want)
		}
	}

	// Only people who may see a table see its review.
	private := resigned(anna, bors, wotnTable(func(o object) { o["visibility"], o["invited"] = "private", []string{"Bors"} }))
	anna.want(200, "POST", reviewPath(private), nil, nil)
	state(bors, private, "waiting")
	s.member("Cora").refused(404, "no-match", "GET", reviewPath(private), nil)
	s.member("Dora").refused(404, "no-match", "POST", reviewPath(private), nil)

	// Lancelot.
	lance := anna.open(wotnTable(func(o object) { o["game"], o["variant"] = "lancelot", "basic" }))
	bors.do(lance, object{"type": "sit", "seat": 1})
	anna.do(lance, object{"type": "move", "move": "d5"})
	bors.do(lance, object{"type": "resign"})
	anna.want(200, "POST", reviewPath(lance), nil, nil)
	for worker.Next(t.Context()) {
	}
	if v := state(guest, lance, "done"); len(v.Turns) != 1 || v.Turns[0].Played.Turn != "d5" || v.Nodes != judge.LancelotNodes || v.Positions != nil {
		t.Errorf("%+v", v)
	}
}

// TestReviewsThatAreRefused have a code.
func TestReviewsThatAreRefused(t *testing.T) {
	s := serveAPIWith(t, APIOptions{UnlimitedLoopback: true, ReviewsPerDay: 6})
	anna, bors := s.member("Anna"), s.member("Bors")
	running := anna.open(wotnTable(nil))
	anna.refused(404, "no-game", "POST", reviewPath(running), nil)
	bors.do(running, object{"type": "sit", "seat": 1})
	anna.do(running, object{"type": "move", "move": "e2e4"})
	anna.refused(404, "no-game", "POST", reviewPath(running), nil)
	anna.refused(404, "no-game", "GET", reviewPath(running), nil)
	bors.do(running, object{"type": "abort"})
	anna.refused(409, "review-aborted", "POST", reviewPath(running), nil)
	empty := anna.open(wotnTable(nil))
	bors.do(empty, object{"type": "sit", "seat": 1})
	bors.do(empty, object{"type": "resign"})
	anna.refused(409, "review-no-moves", "POST", reviewPath(empty), nil)

	var games []string
	for range 8 {
		games = append(games, resigned(anna, bors, wotnTable(nil)))
	}
	for _, id := range games[:5] {
		anna.want(200, "POST", reviewPath(id), nil, nil)
	}
	anna.refused(429, "reviews-open", "POST", reviewPath(games[5]), nil)
	s.reviewer().Next(t.Context())
	anna.want(200, "POST", reviewPath(games[5]), nil, nil)
	var p core.Problem
	anna.want(429, "POST", reviewPath(games[6]), nil, &p)
	if p.Code != "reviews-today" || p.Args["most"] != 6.0 {
		t.Errorf("%+v", p)
	}
	bors.want(200, "POST", reviewPath(games[6]), nil, nil)

	off := serveAPI(t)
	anna, bors = off.member("Anna"), off.member("Bors")
	id := resigned(anna, bors, wotnTable(nil))
	anna.refused(409, "reviews-off", "POST", reviewPath(id), nil)
	var v reviews.GameReview
	if anna.want(200, "GET", reviewPath(id), nil, &v); v.Offered || v.State != "none" {
		t.Errorf("%+v", v)
	}
}

// TestModeratorsCancelReviews and see the queue.
func TestModeratorsCancelReviews(t *testing.T) {
	s := serveAPIWith(t, APIOptions{UnlimitedLoopback: true, ReviewsPerDay: 20})
	mod, anna, bors := s.staff("Mod", store.Moderator), s.member("Anna"), s.member("Bors")
	id := resigned(anna, bors, wotnTable(nil))
	anna.want(200, "POST", reviewPath(id), nil, nil)
	var list struct{ Reviews []admin.QueuedReview }
	mod.want(200, "GET", "/api/admin/reviews", nil, &list)
	if len(list.Reviews) != 1 || list.Reviews[0].Match != id || list.Reviews[0].Name != "Anna" || list.Reviews[0].Running || list.Reviews[0].All != 2 {
		t.Errorf("%+v", list)
	}
	at := "/api/admin/matches/" + id + "/games/1/review"
	anna.refused(403, "role", "DELETE", at, nil)
	mod.want(204, "DELETE", at, nil, nil)
	mod.refused(404, "not-found", "DELETE", at, nil)
	mod.want(200, "GET", "/api/admin/reviews", nil, &list)
	if len(list.Reviews) != 0 {
		t.Errorf("%+v", list)
	}
	if log := s.audit(); log[0].Action != "cancel-review" || log[0].About != anna.id || log[0].Details["match"] != id {
		t.Errorf("%+v", log[0])
	}

	// A review that has just finished is not cancelled.
	anna.want(200, "POST", reviewPath(id), nil, nil)
	s.reviewer().Next(t.Context())
	mod.refused(409, "review-finished", "DELETE", at, nil)
	var v reviews.GameReview
	if anna.want(200, "GET", reviewPath(id), nil, &v); v.State != "done" || len(v.Positions) != 2 {
		t.Errorf("%+v", v)
	}
	if log := s.audit(); len(log) != 2 { // with the role of Mod
		t.Errorf("%+v", log)
	}
	anna.refused(403, "role", "DELETE", at+"?finished=true", nil)
	mod.want(204, "DELETE", at+"?finished=true", nil, nil)
	if anna.want(200, "GET", reviewPath(id), nil, &v); v.State != "none" {
		t.Errorf("%+v", v)
	}
	mod.refused(404, "not-found", "DELETE", at+"?finished=true", nil)
	if log := s.audit(); len(log) != 3 || log[0].Action != "delete-review" || log[0].About != anna.id {
		t.Errorf("%+v", log)
	}
}
