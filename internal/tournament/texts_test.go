package tournament

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"tafelrunde/internal/match"
)

// TestRemovedTexts: a moderator removes what the director wrote; the events without these texts lead to the same state.
func TestRemovedTexts(t *testing.T) {
	set := settings()
	set.Description, set.Code = "Rude words", "grail"
	e := begin(t, set)
	for i := 1; i <= 4; i++ {
		e.do(person(i).ID, Enter{Player: person(i), Rating: 1500, Code: "grail"})
	}
	e.start()
	for _, b := range e.running() {
		e.do("", Record{Match: b.Match, Outcome: stronger(&b)})
	}
	e.do("director", Correct{Board: 1, Points: []Points{0, 0}, Note: "rude"})
	e.do("director", Close{Note: "ruder"})
	e.refused("not-director", "director", RemoveTexts{})
	before := e.s
	events, after, err := Decide(e.s, Command{At: e.now, By: "mod", Moderator: true, Do: RemoveTexts{}})
	if err != nil || len(events) != 1 || events[0].Type != TextsRemoved || events[0].By != "mod" {
		t.Fatalf("%+v, %v", events, err)
	}
	if s := after; s.Settings.Name != "" || s.Settings.Description != "" || s.Reason != "" || s.Boards[0].Result.Note != "" || s.Boards[0].Result.Reason != ByCorrection {
		t.Errorf("%+v", s)
	}
	if after.Settings.Code != "grail" || before.Settings.Name == "" || before.Boards[0].Result.Note != "rude" {
		t.Errorf("%+v, before %+v", after.Settings, before.Settings)
	}
	erased := 0
	s := New()
	for _, one := range append(e.events, events...) {
		if one.EraseTexts() {
			erased++
		}
		if one.EraseTexts() {
			t.Errorf("%s still has texts", one.Type)
		}
		if s, err = Apply(s, one); err != nil {
			t.Fatal(err)
		}
	}
	if erased != 3 || !reflect.DeepEqual(s, after) {
		t.Errorf("%d events were erased and lead to %+v; want %+v", erased, s, after)
	}
	if again, _, err := Decide(after, Command{At: e.now, Moderator: true, Do: RemoveTexts{}}); err != nil || len(again) != 0 {
		t.Errorf("%+v, %v", again, err)
	}
}

// TestRemovedTextsKeepReasons: why the server cancelled a tournament is no text of the director.
func TestRemovedTextsKeepReasons(t *testing.T) {
	e := begin(t, settings())
	e.start()
	_, s, err := Decide(e.s, Command{At: e.now, Moderator: true, Do: RemoveTexts{}})
	if err != nil || s.Reason != ByTooFew || s.Settings.Name != "" {
		t.Errorf("%q, %v", s.Reason, err)
	}
}

// TestSeasonWithoutName: a league whose name was removed goes on without it.
func TestSeasonWithoutName(t *testing.T) {
	set := settings()
	set.Format, set.Pace, set.Name, set.Season = League, AllAtOnce, "", 2
	set.Games.Clock = match.Clock{Kind: match.Correspondence, PerTurn: match.Day}
	begin(t, set)
	set.Season = 1
	if r := (&event{t: t, s: New(), now: start - match.Moment(match.Day)}).try("", Create{Settings: set}); r == nil || r.Code != "tournament-name" {
		t.Error(r)
	}
}

// TestUnopened: the match of a game that was not opened before the end is forgotten.
func TestUnopened(t *testing.T) {
	e := begin(t, settings())
	e.enter(4)
	e.start()
	id := e.s.Boards[0].Match
	seq := e.s.Seq
	if e.do("", Drop{Match: id}); e.s.Seq != seq {
		t.Error("a game of a running tournament is dropped")
	}
	e.refused("not-director", "director", Drop{Match: id})
	e.do("director", Close{Note: "rain"})
	e.do("", Drop{Match: id})
	e.do("", Drop{Match: id})
	if b := e.s.Boards; b[0].Match != "" || b[0].Result != nil || b[1].Match == "" || e.s.Seq != seq+2 {
		t.Errorf("%+v after %d events", b, e.s.Seq-seq)
	}
	e.do("director", Correct{Board: 1, Points: []Points{Full, 0}, Note: "played on paper"})
	if b := e.s.Boards[0]; b.Match != "" || b.Result == nil || b.Result.Points[0] != Full {
		t.Errorf("%+v", b)
	}
}

// TestEventsAreDocumented: docs/formats/tournaments.md has a row for each type of event.
func TestEventsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/formats/tournaments.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, typ := range EventTypes {
		if !strings.Contains(string(page), "\n| `"+string(typ)+"` |") {
			t.Errorf("%s is not documented", typ)
		}
	}
}
