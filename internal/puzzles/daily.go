package puzzles

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

//go:embed daily/*.txt
var dailyFiles embed.FS

// DailyList has a puzzle for each date: a file in the folder daily. Its lines are
// "2026-12-01 id", one for each day in order, and "!id substitute" for each puzzle that was
// withdrawn. Lines are only added at the end, so that the puzzle of a date never changes.
type DailyList struct {
	first       time.Time
	ids         []string
	substitutes map[string]string
}

// ParseDailyList reads a list.
func ParseDailyList(text string) (*DailyList, error) {
	l := &DailyList{substitutes: make(map[string]string)}
	number := 0
	for line := range strings.Lines(text) {
		number++
		if err := l.add(strings.Fields(line)); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	return l, nil
}

// add adds the fields of a line.
func (l *DailyList) add(fields []string) error {
	if len(fields) != 2 {
		return fmt.Errorf("%d words instead of two", len(fields))
	}
	if id, ok := strings.CutPrefix(fields[0], "!"); ok {
		if _, twice := l.substitutes[id]; twice {
			return fmt.Errorf("%s is withdrawn twice", id)
		}
		l.substitutes[id] = fields[1]
		if l.shown(id) == "" {
			return fmt.Errorf("the substitutes of %s go round in a circle", id)
		}
		return nil
	}
	date, err := ParseDate(fields[0])
	switch {
	case err != nil:
		return err
	case len(l.ids) == 0:
		l.first = date
	case daysBetween(l.first, date) != len(l.ids):
		return fmt.Errorf("%s does not follow the day before", fields[0])
	}
	l.ids = append(l.ids, fields[1])
	return nil
}

// shown returns the puzzle that is shown for one of the list, "" if there is no end of
// substitutes.
func (l *DailyList) shown(id string) string {
	for range len(l.substitutes) + 1 {
		substitute, ok := l.substitutes[id]
		if !ok {
			return id
		}
		id = substitute
	}
	return ""
}

// On returns the ID of the puzzle of a date, "" before the first one. After the last date the list
// begins again.
func (l *DailyList) On(date time.Time) string {
	days := daysBetween(l.first, date)
	if len(l.ids) == 0 || days < 0 {
		return ""
	}
	return l.shown(l.ids[days%len(l.ids)])
}

// ParseDate returns the date of a text such as "2026-12-01", as its midnight in UTC.
func ParseDate(text string) (time.Time, error) { return time.Parse(time.DateOnly, text) }

// daysBetween returns the number of days from one midnight to another, negative if to is earlier.
func daysBetween(from, to time.Time) int { return int(to.Sub(from).Hours()) / 24 }

var dailyLists = sync.OnceValues(func() (map[string]*DailyList, error) {
	lists := make(map[string]*DailyList)
	for _, game := range []string{Wotn, Lancelot} {
		name := "daily/" + game + ".txt"
		text, err := dailyFiles.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if lists[game], err = ParseDailyList(string(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return lists, nil
})

// Daily returns the puzzle of a game and a date, nil if there is none.
func Daily(game string, date time.Time) (*Puzzle, error) {
	lists, err := dailyLists()
	if err != nil || lists[game] == nil {
		return nil, err
	}
	return ByID(lists[game].On(date))
}

// Next returns the lines to append: first those of the days until today that the list does not have, with the
// puzzles that were shown on them, then puzzles that the list does not have, in the order of their identifiers,
// which are hashes. first is the date of the first line of an empty list.
func (l *DailyList) Next(all []Puzzle, first, today time.Time) (lines []string) {
	line := func(date time.Time, id string) {
		lines = append(lines, date.Format(time.DateOnly)+" "+id)
	}
	known := make(map[string]bool)
	for _, id := range l.ids {
		known[id] = true
	}
	for _, substitute := range l.substitutes {
		known[substitute] = true
	}
	var ids []string
	for i := range all {
		if p := &all[i]; daily(p) && !known[p.ID] {
			ids = append(ids, p.ID)
		}
	}
	slices.Sort(ids)
	if len(l.ids) > 0 {
		first = l.first.AddDate(0, 0, len(l.ids))
		if len(ids) > 0 {
			for ; !first.After(today); first = first.AddDate(0, 0, 1) {
				line(first, l.ids[daysBetween(l.first, first)%len(l.ids)])
			}
		}
	}
	for i, id := range ids {
		line(first.AddDate(0, 0, i), id)
	}
	return lines
}

// daily reports whether a puzzle is one for everybody: not won by one move, and neither the
// easiest nor the hardest.
func daily(p *Puzzle) bool {
	return p.Mate != 1 && p.Target != 1 && p.Rating >= 700 && p.Rating <= 2100
}
