package puzzles_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"tafelrunde/internal/match/rating"
	games "tafelrunde/internal/puzzles"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
	"tafelrunde/internal/testkit/webtest"
)

// TestTwoServersRatePuzzles: an attempt at one server is rated if another server of the same
// database has dealt the puzzle, and people who solve the same puzzle at once at both servers
// change its rating one after the other.
func TestTwoServersRatePuzzles(t *testing.T) {
	address := storetest.Postgres(t).Database(t)
	var servers [2]*webtest.Server
	for i := range servers {
		s, err := sqlstore.OpenPostgres(t.Context(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		servers[i] = webtest.ServeStore(t, s)
	}
	one, two := servers[0], servers[1]
	anna := solver{one.Member("Anna"), t}
	there := solver{anna.At(two), t}
	p := anna.next("game=lancelot").Puzzle.ID
	if again := there.next("game=lancelot").Puzzle.ID; again != p {
		t.Errorf("%s was dealt at the other server, not %s", again, p)
	}
	if out := there.solve(p, 0, true); !out.Rounds[0].Rated {
		t.Errorf("%+v: not rated", out)
	}

	list, err := games.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	puzzle := &list[0]
	people := make([]solver, 8)
	for i := range people {
		people[i] = solver{one.Member(fmt.Sprint("Solver", i)), t}
		deal := store.PuzzleDeal{Key: puzzle.Rules, Puzzle: puzzle.ID, At: one.API.App.Now()}
		if err := one.Store.DealPuzzle(t.Context(), people[i].ID, deal); err != nil {
			t.Fatal(err)
		}
	}
	won := func(i int) bool { return i%3 > 0 }
	after := make([]float64, len(people))
	var all sync.WaitGroup
	for i, s := range people {
		all.Go(func() {
			if out := (solver{s.At(servers[i%2]), t}).solve(puzzle.ID, 0, won(i)); !out.Rounds[0].Rated {
				t.Errorf("%+v: not rated", out)
			}
		})
	}
	all.Wait()
	for i, s := range people {
		own, err := two.Store.PuzzleRatings(t.Context(), s.ID)
		if err != nil || len(own) != 1 {
			t.Fatalf("%+v, %v", own, err)
		}
		after[i] = own[0].Rating
	}
	// Each rating follows from that of the puzzle after the attempt before.
	g := puzzle.Glicko()
	left := []int{0, 1, 2, 3, 4, 5, 6, 7}
	for len(left) > 0 {
		next := slices.IndexFunc(left, func(i int) bool {
			me, _ := games.Rate(rating.NewGlicko(), g, won(i), 0)
			return me.Rating == after[i]
		})
		if next < 0 {
			t.Fatalf("no order leads to %v", after)
		}
		_, g = games.Rate(rating.NewGlicko(), g, won(left[next]), 0)
		left = slices.Delete(left, next, next+1)
	}
	rated, err := one.Store.RatedPuzzles(t.Context(), 0)
	i := slices.IndexFunc(rated, func(r store.RatedPuzzle) bool { return r.ID == puzzle.ID })
	if err != nil || i < 0 || rated[i].Glicko != g || rated[i].Plays != len(people) {
		t.Errorf("%+v, %v; want %+v", rated, err, g)
	}
}
