package puzzles

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// TestDailyList has the cases that the page is tested with too.
func TestDailyList(t *testing.T) {
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
		known := make(map[string]time.Time)
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
			case !known[p.ID].IsZero() && daysBetween(known[p.ID], date) < 365:
				t.Errorf("%s is that of %s and of %s", p.ID, known[p.ID].Format(time.DateOnly), date.Format(time.DateOnly))
			default:
				known[p.ID] = date
			}
		}
	}
}

func TestNextDays(t *testing.T) {
	const text = "2026-12-01 b\n2026-12-02 c\n!b d\n"
	list, err := ParseDailyList(text)
	if err != nil {
		t.Fatal(err)
	}
	all := []Puzzle{
		{ID: "f", Rating: 1500}, {ID: "d", Rating: 1500}, {ID: "e", Rating: 1500, Mate: 2}, {ID: "c", Rating: 1500}, {ID: "b", Rating: 1500},
		{ID: "one", Rating: 1500, Mate: 1}, {ID: "easy", Rating: 600}, {ID: "hard", Rating: 2200},
	}
	first, _ := ParseDate("2027-01-31")
	for _, c := range []struct {
		list  *DailyList
		all   []Puzzle
		today string
		want  string
	}{
		{list, all, "2026-12-01", "2026-12-03 e, 2026-12-04 f"},
		{list, all, "2026-12-02", "2026-12-03 e, 2026-12-04 f"},
		// The list began again on the third day.
		{list, all, "2026-12-03", "2026-12-03 b, 2026-12-04 e, 2026-12-05 f"},
		{list, all, "2026-12-05", "2026-12-03 b, 2026-12-04 c, 2026-12-05 b, 2026-12-06 e, 2026-12-07 f"},
		{list, all[3:5], "2026-12-05", ""},
		{new(DailyList), []Puzzle{all[0], all[2]}, "2027-03-01", "2027-01-31 e, 2027-02-01 f"},
	} {
		today, err := ParseDate(c.today)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(c.list.Next(c.all, first, today), "\n")
		if want := strings.ReplaceAll(c.want, ", ", "\n"); got != want {
			t.Errorf("on %s:\n%s\nwant\n%s", c.today, got, want)
		}
		if c.list != list {
			continue
		}
		// No day until today has another puzzle then.
		longer, err := ParseDailyList(text + got)
		if err != nil {
			t.Fatal(err)
		}
		for day := list.first; !day.After(today); day = day.AddDate(0, 0, 1) {
			if before, after := list.On(day), longer.On(day); before != after {
				t.Errorf("on %s: %s was shown on %s, then %s", c.today, before, day.Format(time.DateOnly), after)
			}
		}
	}
}

// TestDailyListsGrow: the lines of the lists at some time stay the first ones. Update the numbers and sums to
// protect further lines.
func TestDailyListsGrow(t *testing.T) {
	for game, known := range map[string]struct {
		lines int
		sum   string
	}{
		Wotn:     {1227, "2a510a9f23011f790b60867d334eae4f6d2574a5215a4f6043c620105b7fe5cd"},
		Lancelot: {451, "735fd99f2b665f34dcad97206744a3a0662317d5a895ba6733c38f89166fdf3e"},
	} {
		text, err := dailyFiles.ReadFile("daily/" + game + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.SplitAfter(text, []byte{'\n'})
		if len(lines) <= known.lines {
			t.Errorf("%s has fewer than %d lines", game, known.lines)
			continue
		}
		if sum := fmt.Sprintf("%x", sha256.Sum256(bytes.Join(lines[:known.lines], nil))); sum != known.sum {
			t.Errorf("%s: the first %d lines have changed: %s", game, known.lines, sum)
		}
	}
}
