package games_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafelrunde/internal/match"
	lancelotgame "tafelrunde/lancelot"
)

// oldEvents reads matches as commit 3aed094 stored them.
func oldEvents(t *testing.T, name string) (events []match.Event) {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "events-of-3aed094", name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var e match.Event
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		events = append(events, e)
	}
	return events
}

// TestOldEvents applies matches that contain every type of event as commit 3aed094
// stored it.
func TestOldEvents(t *testing.T) {
	types := make(map[match.EventType]bool)
	for name, check := range map[string]func(s *match.State) bool{
		"wotn": func(s *match.State) bool {
			return s.Game == 2 && s.Phase == match.Finished && s.Outcome.Cause == match.NoPromotions && s.EndedBy == 0
		},
		"lancelot": func(s *match.State) bool {
			return s.Phase == match.Finished && s.Outcome.Reason == match.ByLast && s.Outcome.Winners[0] == 1
		},
		"closed": func(s *match.State) bool { return s.Phase == match.TableClosed },
	} {
		state := match.New()
		for i, e := range oldEvents(t, name) {
			types[e.Type] = true
			var err error
			if state, err = match.Apply(catalogue, state, e); err != nil {
				t.Fatalf("%s, line %d: %v", name, i+1, err)
			}
			switch {
			case e.Player != nil && e.Player.Engine != 0 && (e.Player.Engine != 3 || state.Seats[e.Seat].Engine != 3):
				t.Errorf("%s, line %d: level 3 became %+v", name, i+1, state.Seats[e.Seat])
			case e.Type == match.TakenOver && (e.Level != 4 || state.Seats[e.Seat].Engine != 4):
				t.Errorf("%s, line %d: level 4 became %+v", name, i+1, state.Seats[e.Seat])
			}
			switch e.Type {
			case match.Promoted:
				if len(state.Round.Promotions) != 1 || state.Round.Promotions[0].Kind != "S" {
					t.Errorf("%s, line %d: %+v", name, i+1, state.Round)
				}
			case match.Started:
				if name == "wotn" && !strings.Contains(state.Position.Text(), "PPPPSPPP") {
					t.Errorf("%s, line %d: the piece on e2 was not promoted: %s", name, i+1, state.Position.Text())
				}
			case match.DowntimeCredited:
				if state.TurnAt != 1_700_000_009_000 {
					t.Errorf("%s, line %d: the turn began at %d", name, i+1, state.TurnAt)
				}
			}
		}
		if !check(state) {
			t.Errorf("%s: %+v", name, state)
		}
	}
	// These are newer than the stored events.
	types[match.Declined], types[match.ChatRemoved], types[match.Berserked] = true, true, true
	for _, typ := range match.EventTypes {
		if !types[typ] {
			t.Errorf("no event %q", typ)
		}
	}
}

// TestOldViews reads the other values that commit 3aed094 stored under other names.
func TestOldViews(t *testing.T) {
	var view struct {
		Phase   match.Phase   `json:"phase"`
		Outcome match.Outcome `json:"outcome"`
		Round   match.Round   `json:"round"`
	}
	text := `{"phase": "improving", "outcome": {"over": true},
		"round": {"first": 1, "points": [0, 1], "raises": [{"square": "d2", "into": "S"}]}}`
	if err := json.Unmarshal([]byte(text), &view); err != nil {
		t.Fatal(err)
	}
	if view.Phase != match.Promoting || !view.Outcome.Over || view.Round.First != 1 || len(view.Round.Points) != 2 ||
		len(view.Round.Promotions) != 1 || view.Round.Promotions[0] != (match.HandicapPromotion{Square: "d2", Kind: "S"}) {
		t.Errorf("%+v", view)
	}
}

// TestEventsOfOtherSeatsAreRefused applies rounds and start positions that name more
// seats than the table has.
func TestEventsOfOtherSeatsAreRefused(t *testing.T) {
	open := func(settings match.Settings) []match.Event {
		settings.Seats = 2
		return []match.Event{{Type: match.Opened, Seat: -1, Settings: &settings, Player: &match.Player{ID: "p0"}}}
	}
	wotn, lancelot := match.Settings{Game: "wotn", Variant: "wotn"}, match.Settings{Game: "lancelot", Variant: "basic"}
	five, err := lancelotgame.Options{Seats: 5}.Setup().Position()
	if err != nil {
		t.Fatal(err)
	}
	start := lancelot
	start.Start = five.String()
	arranged := func(r match.Round) match.Event {
		return match.Event{Type: match.Arranged, Seat: -1, Game: 1, Round: &r}
	}
	for name, events := range map[string][]match.Event{
		"first seat":     append(open(wotn), arranged(match.Round{First: 2})),
		"points":         append(open(wotn), arranged(match.Round{Points: []int{0, 0, 1}})),
		"start position": append(open(start), arranged(match.Round{}), match.Event{Type: match.Started, Seat: -1}),
	} {
		state := match.New()
		for i, e := range events {
			next, err := match.Apply(catalogue, state, e)
			if last := i == len(events)-1; (err != nil) != last {
				t.Errorf("%s, event %d: %v", name, i+1, err)
			}
			state = next
		}
	}
}
