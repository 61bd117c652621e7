package puzzles

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"
)

// TestDailyLaw has the cases that the page is tested with too.
func TestDailyLaw(t *testing.T) {
	var cases []struct {
		List  string
		Dates map[string]string
		Error string
	}
	data, err := os.ReadFile("testdata/daily.json")
	if err != nil || json.Unmarshal(data, &cases) != nil {
		t.Fatal(err)
	}
	for _, tc := range cases {
		list, err := ParseDailyList(tc.List)
		if tc.Error != "" {
			if err == nil || !strings.HasPrefix(err.Error(), tc.Error) {
				t.Errorf("%q: %v, want %q", tc.List, err, tc.Error)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", tc.List, err)
			continue
		}
		for text, want := range tc.Dates {
			date, err := ParseDate(text)
			if got := list.On(date); err != nil || got != want {
				t.Errorf("%q on %s: %q, %v; want %q", tc.List, text, got, err, want)
			}
		}
	}
}

// TestDailyPuzzles looks up all puzzles of both lists.
func TestDailyPuzzles(t *testing.T) {
	lists, err := dailyLists()
	if err != nil {
		t.Fatal(err)
	}
	for game, list := range lists {
		if len(list.ids) == 0 {
			t.Errorf("%s has no daily puzzles", game)
		}
		known := make(map[string]string)
		for i := range list.ids {
			date := list.first.AddDate(0, 0, i)
			p, err := Daily(game, date)
			switch {
			case err != nil:
				t.Fatal(err)
			case p == nil:
				t.Errorf("the puzzle %s of %s is not embedded; name a substitute", list.On(date), date.Format(time.DateOnly))
			case GameOf(p.Rules) != game:
				t.Errorf("%s of %s is of another game", p.ID, game)
			case known[p.ID] != "":
				t.Errorf("%s is that of %s and of %s", p.ID, known[p.ID], date.Format(time.DateOnly))
			default:
				known[p.ID] = date.Format(time.DateOnly)
			}
		}
	}
}

func TestNextDays(t *testing.T) {
	list, err := ParseDailyList("2026-12-01 b\n2026-12-02 c\n!b d\n")
	if err != nil {
		t.Fatal(err)
	}
	all := []Puzzle{
		{ID: "f", Rating: 1500}, {ID: "d", Rating: 1500}, {ID: "e", Rating: 1500, Mate: 2}, {ID: "c", Rating: 1500}, {ID: "b", Rating: 1500},
		{ID: "one", Rating: 1500, Mate: 1}, {ID: "easy", Rating: 600}, {ID: "hard", Rating: 2200},
	}
	got := strings.Join(list.Next(all, time.Time{}), ", ")
	if got != "2026-12-03 e, 2026-12-04 f" {
		t.Error(got)
	}
	first, _ := ParseDate("2027-01-31")
	if got := strings.Join(new(DailyList).Next([]Puzzle{all[0], all[2]}, first), ", "); got != "2027-01-31 e, 2027-02-01 f" {
		t.Error(got)
	}
}
