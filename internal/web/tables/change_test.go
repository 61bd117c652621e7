package tables_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"testing"

	"tafelrunde/internal/store"
	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/matches"
)

// apply applies a change to a view in JSON as a page does.
func apply(view, event webtest.Object) {
	view["seq"] = event["seq"]
	for _, name := range []string{"you", "commands", "replaceable", "ratings"} {
		if value, ok := event[name]; ok {
			view[name] = value
		}
	}
	if _, ok := event["ratings"]; ok {
		delete(view, "ratingChanges")
		if value, ok := event["ratingChanges"]; ok {
			view["ratingChanges"] = value
		}
	}
	change, _ := event["change"].(webtest.Object)
	seats, _ := view["seats"].([]any)
	if changed, ok := change["seats"].(webtest.Object); ok {
		seats = slices.Clone(seats)
		for number, seat := range changed {
			seats[number[0]-'0'] = seat
		}
	}
	moves, _ := view["moves"].([]any)
	added, _ := change["moves"].([]any)
	if kept, ok := change["keptMoves"].(float64); ok {
		moves = append(slices.Clone(moves[:int(kept)]), added...)
	}
	change = maps.Clone(change)
	gone, _ := change["gone"].([]any)
	for _, name := range gone {
		delete(view, name.(string))
	}
	if replay, ok := change["replay"].(webtest.Object); ok {
		before, _ := view["replay"].(webtest.Object)
		moves, _ := before["moves"].([]any)
		added, _ := replay["moves"].([]any)
		view["replay"] = webtest.Object{"start": replay["start"], "moves": append(slices.Clone(moves[:int(replay["keptMoves"].(float64))]), added...)}
	}
	for _, name := range []string{"from", "replay", "seats", "moves", "keptMoves", "gone"} {
		delete(change, name)
	}
	maps.Copy(view, change)
	view["seats"], view["moves"] = seats, moves
}

// followChanges returns a function that gives a command as one of several people.
// It applies the changes in the response and in the streams of all people to their
// initial views, which must always equal the views of the server.
func followChanges(t *testing.T, id string, people ...*webtest.Browser) func(who int, command webtest.Object) {
	view := func(b *webtest.Browser) (v webtest.Object) {
		t.Helper()
		b.Want(200, "GET", "/api/matches/"+id, nil, &v)
		return v
	}
	views := make([]webtest.Object, len(people))
	streams := make([]<-chan webtest.Event, len(people))
	for i, b := range people {
		views[i] = view(b)
		streams[i], _ = b.Listen("/api/stream?match=" + id + ":2")
		for e := range streams[i] {
			if e.Name == "beat" { // later events are new
				break
			}
		}
	}
	return func(who int, command webtest.Object) {
		t.Helper()
		var answer struct{ Events []webtest.Object }
		people[who].Want(200, "POST", "/api/matches/"+id+"/commands", command, &answer)
		mine := maps.Clone(views[who])
		for _, e := range answer.Events {
			if e["more"] != true {
				apply(mine, e)
			}
		}
		last := answer.Events[len(answer.Events)-1]["seq"].(float64)
		for i := range people {
			for views[i]["seq"].(float64) < last {
				e := <-streams[i]
				if e.Name != "match" {
					continue
				}
				var event webtest.Object
				if err := json.Unmarshal([]byte(e.Data), &event); err != nil {
					t.Fatal(err)
				}
				if change, ok := event["change"].(webtest.Object); ok && change["from"].(float64) > views[i]["seq"].(float64) {
					t.Fatalf("%v: a change from %v at %v", command, change["from"], views[i]["seq"])
				}
				if event["more"] != true {
					apply(views[i], event)
				}
			}
		}
		for i, b := range people {
			got := []webtest.Object{views[i]}
			if i == who {
				got = append(got, mine)
			}
			want := view(b)
			for _, v := range got {
				v["now"] = want["now"]
				if !reflect.DeepEqual(v, want) {
					for name := range want {
						if !reflect.DeepEqual(v[name], want[name]) {
							t.Errorf("%v: person %d has %s %v, want %v", command, i, name, v[name], want[name])
						}
					}
					t.FailNow()
				}
			}
		}
	}
}

// TestChangesEqualView plays a series with every type of command.
func TestChangesEqualView(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben, cat := s.Member("Ann"), s.Member("Ben"), s.Guest("Cat")
	do := followChanges(t, ann.Open(webtest.WotnTable(nil)), ann, ben, cat)
	move := func(who int, text string) { t.Helper(); do(who, webtest.Object{"type": "move", "move": text}) }
	do(1, webtest.Object{"type": "sit"})
	move(0, "e2e4")
	do(2, webtest.Object{"type": "chat", "text": "Good move"})
	move(1, "e7e5")
	do(0, webtest.Object{"type": "takeback"})
	do(1, webtest.Object{"type": "decline-takeback"})
	do(0, webtest.Object{"type": "takeback"})
	do(1, webtest.Object{"type": "takeback"})
	move(0, "d2d4")
	do(0, webtest.Object{"type": "draw"})
	do(1, webtest.Object{"type": "chat", "text": "No"})
	do(1, webtest.Object{"type": "decline-draw"})
	do(1, webtest.Object{"type": "resign"})
	do(0, webtest.Object{"type": "rematch"})
	do(1, webtest.Object{"type": "decline-rematch"})
	do(0, webtest.Object{"type": "rematch"})
	do(1, webtest.Object{"type": "rematch"})
	do(1, webtest.Object{"type": "abort"})
}

// TestRatingChangesEqualView plays a rated series. What each game changed is in the
// events, in the view until the next game begins, and in the view of the game.
func TestRatingChangesEqualView(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben, cat := s.Member("Ann"), s.Member("Ben"), s.Guest("Cat")
	id := ann.Open(webtest.WotnTable(func(o webtest.Object) {
		o["rated"], o["clock"] = true, webtest.Object{"kind": "real-time", "initial": 300000, "increment": 0}
	}))
	do := followChanges(t, id, ann, ben, cat)
	game := func(first, second int) {
		t.Helper()
		do(first, webtest.Object{"type": "move", "move": "e2e4"})
		do(second, webtest.Object{"type": "move", "move": "e7e5"})
		do(0, webtest.Object{"type": "resign"})
	}
	do(1, webtest.Object{"type": "sit"})
	if v := cat.View(id); v.RatingChanges != nil {
		t.Errorf("before the end of the game it changed %v", v.RatingChanges)
	}
	game(0, 1)
	v := cat.View(id)
	first := v.RatingChanges
	if len(first) != 2 || first[0].Before != 1500 || first[0].After >= 1500 || first[1].Before != 1500 || first[1].After != v.Ratings[1].Shown {
		t.Fatalf("the first game changed %v; ratings %v", first, v.Ratings)
	}
	do(0, webtest.Object{"type": "rematch"})
	do(1, webtest.Object{"type": "rematch"})
	if v := cat.View(id); v.RatingChanges != nil {
		t.Errorf("in the second game the view has the changes of the first one: %v", v.RatingChanges)
	}
	game(1, 0)
	v = cat.View(id)
	if c := v.RatingChanges; len(c) != 2 || c[0].Before != first[0].After || c[1].Before != first[1].After || c[1].After != v.Ratings[1].Shown {
		t.Errorf("the second game changed %v", c)
	}
	var past matches.MatchView
	cat.Want(200, "GET", "/api/matches/"+id+"/games/1", nil, &past)
	if !reflect.DeepEqual(past.RatingChanges, first) {
		t.Errorf("later the first game changed %v, before %v", past.RatingChanges, first)
	}
}

// TestMyMatchesSayWhoHasLeft resigns in a game of three that goes on.
func TestMyMatchesSayWhoHasLeft(t *testing.T) {
	for _, timeout := range []string{"skip", "engine"} {
		s := webtest.Serve(t)
		ann, ben, cat := s.Guest("Ann"), s.Guest("Ben"), s.Guest("Cat")
		id := ann.Open(webtest.Object{"settings": webtest.Object{
			"game": "lancelot", "variant": "basic", "seats": 3, "first": 0, "visibility": "link", "timeout": timeout, "takeoverLevel": 3, "clock": webtest.Object{"kind": "none"},
		}})
		ben.Do(id, webtest.Object{"type": "sit"})
		cat.Do(id, webtest.Object{"type": "sit"})
		left := func() []int {
			t.Helper()
			var list struct{ Matches []store.Summary }
			ann.Want(200, "GET", "/api/me/matches", nil, &list)
			if len(list.Matches) != 1 {
				t.Fatalf("%+v", list)
			}
			return list.Matches[0].Left
		}
		if got := left(); got != nil {
			t.Errorf("%s: %v have left at the beginning", timeout, got)
		}
		ann.Do(id, webtest.Object{"type": "resign"})
		if got := left(); !slices.Equal(got, []int{0}) {
			t.Errorf("%s: after a resignation %v have left", timeout, got)
		}
	}
}

// TestReplayChangesEqualView plays on after a seat has resigned.
func TestReplayChangesEqualView(t *testing.T) {
	s := webtest.Serve(t)
	ann, ben, cat := s.Guest("Ann"), s.Guest("Ben"), s.Guest("Cat")
	do := followChanges(t, ann.Open(webtest.Object{"settings": webtest.Object{
		"game": "lancelot", "variant": "basic", "seats": 3, "first": 0, "visibility": "link", "takebacks": true, "timeout": "skip", "clock": webtest.Object{"kind": "none"},
	}}), ann, ben, cat)
	move := func(who int, text string) { t.Helper(); do(who, webtest.Object{"type": "move", "move": text}) }
	do(1, webtest.Object{"type": "sit"})
	do(2, webtest.Object{"type": "sit"})
	move(0, "c3")
	move(1, "d5")
	move(2, "e7")
	do(0, webtest.Object{"type": "resign"})
	move(1, "g8")
	move(2, "h9")
	do(1, webtest.Object{"type": "takeback"})
	do(2, webtest.Object{"type": "takeback"})
}

// TestHiddenEventsHaveNumbersOnly sends chat that is hidden from one person.
func TestHiddenEventsHaveNumbersOnly(t *testing.T) {
	s := webtest.Serve(t)
	ann, cat := s.Guest("Ann"), s.Guest("Cat")
	id := ann.Open(webtest.WotnTable(nil))
	cat.Do(id, webtest.Object{"type": "chat", "text": "secret"})
	events, _ := ann.Listen("/api/stream?match=" + id + ":2")
	for e := range events {
		if e.Name != "match" {
			continue
		}
		var got matches.NumberedEvent
		if err := json.Unmarshal([]byte(e.Data), &got); err != nil {
			t.Fatal(err)
		}
		if got.Seq != 3 || got.Event.Type != matches.HiddenEvent || got.Event.At != 0 || got.Event.Text != "" || got.Event.Name != "" {
			t.Errorf("%s", e.Data)
		}
		return
	}
}
