package web

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"testing"

	"tafelrunde/internal/store"
	"tafelrunde/internal/web/matches"
)

// apply applies a change to a view in JSON as a page does.
func apply(view, event object) {
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
	change, _ := event["change"].(object)
	seats, _ := view["seats"].([]any)
	if changed, ok := change["seats"].(object); ok {
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
	if replay, ok := change["replay"].(object); ok {
		before, _ := view["replay"].(object)
		moves, _ := before["moves"].([]any)
		added, _ := replay["moves"].([]any)
		view["replay"] = object{"start": replay["start"], "moves": append(slices.Clone(moves[:int(replay["keptMoves"].(float64))]), added...)}
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
func followChanges(t *testing.T, id string, people ...*browser) func(who int, command object) {
	view := func(b *browser) (v object) {
		t.Helper()
		b.want(200, "GET", "/api/matches/"+id, nil, &v)
		return v
	}
	views := make([]object, len(people))
	streams := make([]<-chan sse, len(people))
	for i, b := range people {
		views[i] = view(b)
		streams[i], _ = b.listen("/api/stream?match=" + id + ":2")
		for e := range streams[i] {
			if e.name == "beat" { // later events are new
				break
			}
		}
	}
	return func(who int, command object) {
		t.Helper()
		var answer struct{ Events []object }
		people[who].want(200, "POST", "/api/matches/"+id+"/commands", command, &answer)
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
				if e.name != "match" {
					continue
				}
				var event object
				if err := json.Unmarshal([]byte(e.data), &event); err != nil {
					t.Fatal(err)
				}
				if change, ok := event["change"].(object); ok && change["from"].(float64) > views[i]["seq"].(float64) {
					t.Fatalf("%v: a change from %v at %v", command, change["from"], views[i]["seq"])
				}
				if event["more"] != true {
					apply(views[i], event)
				}
			}
		}
		for i, b := range people {
			got := []object{views[i]}
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
	s := serveAPI(t)
	ann, ben, cat := s.member("Ann"), s.member("Ben"), s.guest("Cat")
	do := followChanges(t, ann.open(wotnTable(nil)), ann, ben, cat)
	move := func(who int, text string) { t.Helper(); do(who, object{"type": "move", "move": text}) }
	do(1, object{"type": "sit"})
	move(0, "e2e4")
	do(2, object{"type": "chat", "text": "Good move"})
	move(1, "e7e5")
	do(0, object{"type": "takeback"})
	do(1, object{"type": "decline-takeback"})
	do(0, object{"type": "takeback"})
	do(1, object{"type": "takeback"})
	move(0, "d2d4")
	do(0, object{"type": "draw"})
	do(1, object{"type": "chat", "text": "No"})
	do(1, object{"type": "decline-draw"})
	do(1, object{"type": "resign"})
	do(0, object{"type": "rematch"})
	do(1, object{"type": "decline-rematch"})
	do(0, object{"type": "rematch"})
	do(1, object{"type": "rematch"})
	do(1, object{"type": "abort"})
}

// TestRatingChangesEqualView plays a rated series. What each game changed is in the
// events, in the view until the next game begins, and in the view of the game.
func TestRatingChangesEqualView(t *testing.T) {
	s := serveAPI(t)
	ann, ben, cat := s.member("Ann"), s.member("Ben"), s.guest("Cat")
	id := ann.open(wotnTable(func(o object) {
		o["rated"], o["clock"] = true, object{"kind": "real-time", "initial": 300000, "increment": 0}
	}))
	do := followChanges(t, id, ann, ben, cat)
	game := func(first, second int) {
		t.Helper()
		do(first, object{"type": "move", "move": "e2e4"})
		do(second, object{"type": "move", "move": "e7e5"})
		do(0, object{"type": "resign"})
	}
	do(1, object{"type": "sit"})
	if v := cat.view(id); v.RatingChanges != nil {
		t.Errorf("before the end of the game it changed %v", v.RatingChanges)
	}
	game(0, 1)
	v := cat.view(id)
	first := v.RatingChanges
	if len(first) != 2 || first[0].Before != 1500 || first[0].After >= 1500 || first[1].Before != 1500 || first[1].After != v.Ratings[1].Shown {
		t.Fatalf("the first game changed %v; ratings %v", first, v.Ratings)
	}
	do(0, object{"type": "rematch"})
	do(1, object{"type": "rematch"})
	if v := cat.view(id); v.RatingChanges != nil {
		t.Errorf("in the second game the view has the changes of the first one: %v", v.RatingChanges)
	}
	game(1, 0)
	v = cat.view(id)
	if c := v.RatingChanges; len(c) != 2 || c[0].Before != first[0].After || c[1].Before != first[1].After || c[1].After != v.Ratings[1].Shown {
		t.Errorf("the second game changed %v", c)
	}
	var past matches.MatchView
	cat.want(200, "GET", "/api/matches/"+id+"/games/1", nil, &past)
	if !reflect.DeepEqual(past.RatingChanges, first) {
		t.Errorf("later the first game changed %v, before %v", past.RatingChanges, first)
	}
}

// TestMyMatchesSayWhoHasLeft resigns in a game of three that goes on.
func TestMyMatchesSayWhoHasLeft(t *testing.T) {
	for _, timeout := range []string{"skip", "engine"} {
		s := serveAPI(t)
		ann, ben, cat := s.guest("Ann"), s.guest("Ben"), s.guest("Cat")
		id := ann.open(object{"settings": object{
			"game": "lancelot", "variant": "basic", "seats": 3, "first": 0, "visibility": "link", "timeout": timeout, "takeoverLevel": 3, "clock": object{"kind": "none"},
		}})
		ben.do(id, object{"type": "sit"})
		cat.do(id, object{"type": "sit"})
		left := func() []int {
			t.Helper()
			var list struct{ Matches []store.Summary }
			ann.want(200, "GET", "/api/me/matches", nil, &list)
			if len(list.Matches) != 1 {
				t.Fatalf("%+v", list)
			}
			return list.Matches[0].Left
		}
		if got := left(); got != nil {
			t.Errorf("%s: %v have left at the beginning", timeout, got)
		}
		ann.do(id, object{"type": "resign"})
		if got := left(); !slices.Equal(got, []int{0}) {
			t.Errorf("%s: after a resignation %v have left", timeout, got)
		}
	}
}

// TestReplayChangesEqualView plays on after a seat has resigned.
func TestReplayChangesEqualView(t *testing.T) {
	s := serveAPI(t)
	ann, ben, cat := s.guest("Ann"), s.guest("Ben"), s.guest("Cat")
	do := followChanges(t, ann.open(object{"settings": object{
		"game": "lancelot", "variant": "basic", "seats": 3, "first": 0, "visibility": "link", "takebacks": true, "timeout": "skip", "clock": object{"kind": "none"},
	}}), ann, ben, cat)
	move := func(who int, text string) { t.Helper(); do(who, object{"type": "move", "move": text}) }
	do(1, object{"type": "sit"})
	do(2, object{"type": "sit"})
	move(0, "c3")
	move(1, "d5")
	move(2, "e7")
	do(0, object{"type": "resign"})
	move(1, "g8")
	move(2, "h9")
	do(1, object{"type": "takeback"})
	do(2, object{"type": "takeback"})
}

// TestHiddenEventsHaveNumbersOnly sends chat that is hidden from one person.
func TestHiddenEventsHaveNumbersOnly(t *testing.T) {
	s := serveAPI(t)
	ann, cat := s.guest("Ann"), s.guest("Cat")
	id := ann.open(wotnTable(nil))
	cat.do(id, object{"type": "chat", "text": "secret"})
	events, _ := ann.listen("/api/stream?match=" + id + ":2")
	for e := range events {
		if e.name != "match" {
			continue
		}
		var got matches.NumberedEvent
		if err := json.Unmarshal([]byte(e.data), &got); err != nil {
			t.Fatal(err)
		}
		if got.Seq != 3 || got.Event.Type != matches.HiddenEvent || got.Event.At != 0 || got.Event.Text != "" || got.Event.Name != "" {
			t.Errorf("%s", e.data)
		}
		return
	}
}
