package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
)

func ids(list []store.Summary) (ids []string) {
	for _, v := range list {
		ids = append(ids, v.Match)
	}
	return ids
}

func listsFollow(t *testing.T, s store.Store) {
	ctx := context.Background()
	lists := func(waiting, playing, mine []string) {
		t.Helper()
		for _, c := range []struct {
			name string
			get  func() ([]store.Summary, error)
			want []string
		}{
			{"waiting", func() ([]store.Summary, error) { return s.Waiting(ctx, 10) }, waiting},
			{"playing", func() ([]store.Summary, error) { return s.Playing(ctx, 10) }, playing},
			{"playing with p1", func() ([]store.Summary, error) { return s.PlayingOf(ctx, []string{"p9", "p1", "p0"}) }, playing},
			{"of p1", func() ([]store.Summary, error) { return s.MatchesOf(ctx, "p1", 10) }, mine},
		} {
			list, err := c.get()
			if err != nil || !slices.Equal(ids(list), c.want) {
				t.Errorf("%s: %v, %v; want %v", c.name, ids(list), err, c.want)
			}
		}
	}
	lists(nil, nil, nil)
	a := Open(t, s, "a", nil)
	b := Open(t, s, "b", func(s *match.Settings) { s.Visibility = match.ByLink })
	lists([]string{"a"}, nil, nil)
	a.Do("p1", match.Sit{Player: Player(1), Seat: 1})
	b.Sit()
	lists(nil, []string{"a"}, []string{"b", "a"})
	a.Play("e2e4")
	v, err := s.Summary(ctx, "a")
	if err != nil || v.Match != "a" || v.Position != a.State.Position.Text() || v.ToAct != 1 || v.Seq != a.State.Seq ||
		v.Seats[1].Name != "Player 1" || v.OpenedAt == 0 || v.Settings.Game != "wotn" || v.Phase != match.Playing {
		t.Errorf("%+v, %v", v, err)
	}
	if _, err := s.Summary(ctx, "none"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("summary of no match: %v", err)
	}
	a.Do("p0", match.Abort{})
	lists(nil, nil, []string{"b", "a"})
	running, err := s.RunningOf(ctx, "p1")
	if err != nil || !slices.Equal(ids(running), []string{"b"}) {
		t.Errorf("running: %v, %v", ids(running), err)
	}
	for skip, want := range [][]string{{"a"}, nil} {
		if ended, err := s.EndedOf(ctx, "p1", skip, 10); err != nil || !slices.Equal(ids(ended), want) {
			t.Errorf("ended: %v, %v; want %v", ids(ended), err, want)
		}
	}
	if all, err := s.MatchesOf(ctx, "p1", store.NoLimit); err != nil || len(all) != 2 {
		t.Errorf("%v, %v", ids(all), err)
	}
	wantOpen := func(person, name string, want ...string) {
		t.Helper()
		if open, err := s.OpenOf(ctx, person, name); err != nil || !slices.Equal(ids(open), want) {
			t.Errorf("open to %s: %v, %v; want %v", name, ids(open), err, want)
		}
	}
	wantOpen("p1", "Player 1", "b")
	a.Do("p0", match.Rematch{})
	for _, person := range []string{"p0", "p1"} {
		if open, err := s.OpenOf(ctx, person, ""); err != nil || !slices.Contains(ids(open), "a") {
			t.Errorf("a rematch is offered, but open to %s are %v, %v", person, ids(open), err)
		}
	}
	if running, err := s.RunningOf(ctx, "p1"); err != nil || slices.Contains(ids(running), "a") {
		t.Errorf("running: %v, %v", ids(running), err)
	}
	if late, err := s.Overdue(ctx, a.Now.After(match.RematchTime), 10); err != nil || slices.Contains(late, "a") {
		t.Errorf("overdue: %v, %v", late, err)
	}
	if late, err := s.Overdue(ctx, a.Now.After(match.RematchTime)+1, 10); err != nil || !slices.Contains(late, "a") {
		t.Errorf("overdue: %v, %v, without the offer of a rematch", late, err)
	}
	if err := s.Rebuild(ctx, games.Rules{}, nil); err != nil {
		t.Fatal(err)
	}
	if open, err := s.OpenOf(ctx, "p1", "Player 1"); err != nil || len(open) != 2 {
		t.Errorf("open after a rebuild: %v, %v", ids(open), err)
	}
	a.Do("p1", match.DeclineRematch{})
	wantOpen("p1", "Player 1", "b")
	if late, err := s.Overdue(ctx, 1<<60, 10); err != nil || slices.Contains(late, "a") {
		t.Errorf("overdue: %v, %v", late, err)
	}
	invites := Open(t, s, "invites", func(s *match.Settings) { s.Visibility, s.Invited = match.Private, []string{"Player 1"} })
	wantOpen("p1", "PLAYER 1", "invites", "b")
	invites.Do("p0", match.Abort{})
	wantOpen("p1", "Player 1", "b")

	c := Open(t, s, "c", nil)
	c.Do("p0", match.Leave{})
	if list, err := s.MatchesOf(ctx, "p0", 10); err != nil || slices.Contains(ids(list), "c") {
		t.Errorf("%v, %v: the player who has left is missing", ids(list), err)
	}
}

func gamesAndRatings(t *testing.T, s store.Store) {
	ctx := context.Background()
	x := Open(t, s, "m", nil).Sit()
	x.Play(mate...)
	x.Do("p0", match.Rematch{})
	x.Do("p1", match.Rematch{})
	x.Do("p0", match.Abort{})
	list, err := s.Games(ctx, "m")
	if err != nil || len(list) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	if g := list[0]; g.Number != 1 || g.Outcome.Reason != "checkmate" || !slices.Equal(g.Outcome.Winners, []int{1}) || !g.Rated || len(g.Players) != 2 || g.EndedAt == 0 {
		t.Errorf("%+v", g)
	}
	if g := list[1]; g.Number != 2 || g.Outcome.Reason != match.ByAbort || g.Rated {
		t.Errorf("%+v", g)
	}
	for id, better := range map[string]bool{"p0": false, "p1": true} {
		r, err := s.Ratings(ctx, id)
		if err != nil || len(r) != 1 || r[0].Pool != "wotn/2/blitz" || r[0].Games != 1 || (r[0].A > 1500) != better || !r[0].Provisional() {
			t.Errorf("%s: %+v, %v", id, r, err)
		}
	}
	history, err := s.RatingHistory(ctx, "p1")
	if r, _ := s.Ratings(ctx, "p1"); err != nil || len(history) != 1 || history[0] != (store.RatingPoint{Pool: "wotn/2/blitz", Games: 1, Shown: r[0].Shown(), At: r[0].ChangedAt}) {
		t.Errorf("%+v, %v", history, err)
	}
	changes, err := s.RatingChanges(ctx, "wotn/2/blitz", history[0].At, []string{"p0", "p1", "p2"})
	if want := (store.RatingChange{Before: 1500, After: history[0].Shown}); err != nil || len(changes) != 2 || changes["p1"] != want || changes["p0"].After >= 1500 {
		t.Errorf("the first game changed %v, %v", changes, err)
	}
	// A second game adds a point, and a rebuild restores all of them.
	z := Open(t, s, "again", nil).Sit()
	z.Play(mate...)
	history, err = s.RatingHistory(ctx, "p1")
	if err != nil || len(history) != 2 || history[1].Games != 2 || history[1].Shown <= history[0].Shown {
		t.Errorf("%+v, %v", history, err)
	}
	changes, err = s.RatingChanges(ctx, "wotn/2/blitz", history[1].At, []string{"p1"})
	if want := (store.RatingChange{Before: history[0].Shown, After: history[1].Shown}); err != nil || len(changes) != 1 || changes["p1"] != want {
		t.Errorf("the second game changed %v, %v", changes, err)
	}
	if none, err := s.RatingChanges(ctx, "wotn/2/rapid", history[1].At, []string{"p1"}); err != nil || len(none) != 0 {
		t.Errorf("a game of another pool changed %v, %v", none, err)
	}
	if err := s.Rebuild(ctx, games.Rules{}, nil); err != nil {
		t.Fatal(err)
	}
	if again, err := s.RatingHistory(ctx, "p1"); err != nil || !slices.Equal(again, history) {
		t.Errorf("%+v, %v after a rebuild; before %+v", again, err, history)
	}
	y := Open(t, s, "three", func(s *match.Settings) {
		s.Game, s.Variant, s.Seats, s.Timeout = "lancelot", "basic", 3, match.Skip
	}).Sit()
	y.Play("c3", "d5", "e7")
	y.Do("p2", match.Resign{})
	y.Do("p0", match.Resign{})
	r, err := s.Ratings(ctx, "p1")
	if err != nil || len(r) != 2 || r[0].Pool != "lancelot/3-5/blitz" || r[0].A <= 25 {
		t.Errorf("%+v, %v", r, err)
	}
}

func gamesOf(t *testing.T, s store.Store) {
	ctx := context.Background()
	for i, visibility := range []match.Visibility{match.Public, match.Private, match.ByLink} {
		x := Open(t, s, fmt.Sprint("m", i), func(s *match.Settings) {
			s.Visibility, s.Clock = visibility, match.Clock{Kind: match.NoClock}
			if visibility == match.Private {
				s.Invited = []string{"Player 1"}
			}
		}).Sit()
		x.Now += match.Moment(i) * 1_000_000
		x.Play(mate...)
		x.Do("p0", match.Rematch{})
		x.Do("p1", match.Rematch{})
		x.Do("p0", match.Abort{})
	}
	list := func(private bool, skip, limit int) (text []string) {
		t.Helper()
		games, err := s.GamesOf(ctx, store.GameQuery{Person: "p1", Private: private, Skip: skip, Limit: limit})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			if g.Settings.Game != "wotn" || len(g.Players) != 2 {
				t.Errorf("%+v", g)
			}
			text = append(text, fmt.Sprint(g.Match, " ", g.Number))
		}
		return text
	}
	if got := list(true, 0, 10); !slices.Equal(got, []string{"m2 2", "m2 1", "m1 2", "m1 1", "m0 2", "m0 1"}) {
		t.Errorf("%v", got)
	}
	if got := list(false, 1, 2); !slices.Equal(got, []string{"m2 1", "m0 2"}) {
		t.Errorf("%v", got)
	}
	moves := len(mate)
	for name, row := range map[string]struct {
		q    store.GameQuery
		want int
	}{
		"all":                 {store.GameQuery{}, 4},
		"variant":             {store.GameQuery{Variant: "wotn"}, 4},
		"other variant":       {store.GameQuery{Variant: "chess"}, 0},
		"won":                 {store.GameQuery{Result: store.GameWon}, 2},
		"lost":                {store.GameQuery{Result: store.GameLost}, 0},
		"drawn":               {store.GameQuery{Result: store.GameDrawn}, 0},
		"aborted":             {store.GameQuery{Result: store.GameAborted}, 2},
		"opponent":            {store.GameQuery{Opponent: "ER 0"}, 4},
		"other opponent":      {store.GameQuery{Opponent: "Player 1"}, 0},
		"wildcards":           {store.GameQuery{Opponent: "P%0"}, 0},
		"against people":      {store.GameQuery{Against: store.AgainstPeople}, 4},
		"against computer":    {store.GameQuery{Against: store.AgainstEngines}, 0},
		"at least so many":    {store.GameQuery{MinMoves: moves}, 2},
		"at least more":       {store.GameQuery{MinMoves: moves + 1}, 0},
		"at most so many":     {store.GameQuery{MaxMoves: moves}, 4},
		"at most fewer":       {store.GameQuery{MaxMoves: moves - 1}, 2},
		"later":               {store.GameQuery{From: 1_500_000 + 1_700_000_000_000}, 2},
		"earlier":             {store.GameQuery{Until: 1_500_000 + 1_700_000_000_000}, 2},
		"several conditions":  {store.GameQuery{Variant: "wotn", Result: store.GameWon, Opponent: "player", MinMoves: 1, From: 1}, 2},
		"contradictory range": {store.GameQuery{MinMoves: 5, MaxMoves: 1}, 0},
	} {
		row.q.Person, row.q.Limit = "p1", 100
		games, err := s.GamesOf(ctx, row.q)
		if err != nil || len(games) != row.want {
			t.Errorf("%s: %d games, want %d, %v", name, len(games), row.want, err)
		}
	}
	ratings, err := s.RatingsOf(ctx, []string{"p0", "p1", "x"})
	if err != nil || len(ratings["p0"]) != 1 || len(ratings["x"]) != 0 || ratings["p1"][0].Games != 3 {
		t.Errorf("%+v, %v", ratings, err)
	}
	if none, err := s.RatingsOf(ctx, nil); err != nil || len(none) != 0 {
		t.Errorf("%+v, %v", none, err)
	}
}

// publicGames checks which games are listed as public.
func publicGames(t *testing.T, s store.Store) {
	ctx := context.Background()
	list := func(from match.Moment, limit int) (names []string) {
		t.Helper()
		games, err := s.PublicGames(ctx, from, limit)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			if g.Settings.Visibility != match.Public || g.EndedAt < from {
				t.Errorf("%+v", g)
			}
			names = append(names, fmt.Sprintf("%s/%d", g.Match, g.Number))
		}
		return names
	}
	x := Open(t, s, "x", nil).Sit()
	x.Play(mate...)
	x.Do("p0", match.Rematch{})
	x.Do("p1", match.Rematch{})
	if got := list(0, 10); !slices.Equal(got, []string{"x/1"}) {
		t.Errorf("while the next game is played: %v", got)
	}
	x.Do("p0", match.Abort{})
	Open(t, s, "link", func(s *match.Settings) { s.Visibility = match.ByLink }).Sit().Play(mate...)
	y := Open(t, s, "y", nil)
	y.Now += 60_000 // the tables have clocks of their own
	y.Sit().Play(mate...)
	if got := list(0, 10); !slices.Equal(got, []string{"y/1", "x/1"}) {
		t.Errorf("%v", got)
	}
	if got := list(0, 1); !slices.Equal(got, []string{"y/1"}) {
		t.Errorf("%v", got)
	}
	games, err := s.PublicGames(ctx, 0, 1)
	if err != nil || len(games) != 1 {
		t.Fatalf("%v, %v", games, err)
	}
	if got := list(games[0].EndedAt+1, 10); len(got) != 0 {
		t.Errorf("%v", got)
	}
}
