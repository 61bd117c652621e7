package people_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web/people"
)

// TestProgressFollowsTheAccount sends progress from two devices; both get the merged
// progress.
func TestProgressFollowsTheAccount(t *testing.T) {
	s := webtest.Serve(t)
	anna, again := s.Guest("Anna"), s.Visitor()
	var person people.Person
	anna.Want(200, "POST", "/api/account", webtest.Object{"name": "Anna", "password": "long enough"}, &person)
	again.Want(200, "POST", "/api/login", webtest.Object{"name": "Anna", "password": "long enough"}, nil)
	put := func(b *webtest.Browser, body webtest.Object) people.LessonProgress {
		t.Helper()
		var got people.LessonProgress
		body["person"] = person.ID
		b.Want(200, "PUT", "/api/me/lessons", body, &got)
		return got
	}
	want := func(got people.LessonProgress, want string) {
		t.Helper()
		got.Person = ""
		if text, err := json.Marshal(got); err != nil || string(text) != want {
			t.Errorf("%s, %v; want %s", text, err, want)
		}
	}
	var got people.LessonProgress
	anna.Want(200, "GET", "/api/me/lessons", nil, &got)
	want(got, `{"person":"","solved":{}}`)
	put(anna, webtest.Object{"solved": webtest.Object{"s/a": webtest.Object{"moves": 3, "stars": 2, "repetition": webtest.Object{"at": 6, "step": 1}}}, "chess": webtest.Object{"yes": true, "at": 5}, "last": webtest.Object{"place": "s/1", "at": 7}})
	merged := `{"person":"","solved":{"s/a":{"moves":1,"stars":3,"repetition":{"at":6,"step":1}},"s/b":{"moves":2,"stars":3}},"chess":{"yes":true,"at":5},"last":{"place":"s/2","at":9}}`
	want(put(again, webtest.Object{"solved": webtest.Object{"s/a": webtest.Object{"moves": 1, "stars": 3, "repetition": webtest.Object{"at": 5, "step": 3}}, "s/b": webtest.Object{"moves": 2, "stars": 3}}, "chess": webtest.Object{"yes": false, "at": 4}, "last": webtest.Object{"place": "s/2", "at": 9}}), merged)
	anna.Want(200, "GET", "/api/me/lessons", nil, &got)
	want(got, merged)

	// A clock that is fast does not prevent later changes.
	fast := webtest.Object{"s/b": webtest.Object{"moves": 2, "stars": 3, "repetition": webtest.Object{"at": int64(1) << 50, "step": 3}}}
	got = put(anna, webtest.Object{"solved": fast, "last": webtest.Object{"place": "s/3", "at": int64(1) << 50}})
	if now, r := s.API.App.Now(), got.Solved["s/b"].Repetition; got.Last.At > now || got.Last.Place != "s/3" || r.At > now || r.Step != 3 {
		t.Errorf("%+v and %+v at %d", got.Last, r, now)
	}

	// Another tab may still show the progress of somebody else.
	anna.Refused(409, "lessons-person", "PUT", "/api/me/lessons", webtest.Object{"person": "somebody", "solved": webtest.Object{}})
	many := func(from, n int) webtest.Object {
		solved := webtest.Object{}
		for i := range n {
			solved[fmt.Sprint("many/", from+i)] = webtest.Object{"moves": 1, "stars": 1}
		}
		return webtest.Object{"person": person.ID, "solved": solved}
	}
	for i := range 4 {
		anna.Want(200, "PUT", "/api/me/lessons", many(100*i, 100), nil)
	}
	anna.Refused(422, "lessons-many", "PUT", "/api/me/lessons", many(400, 99))
	anna.Want(200, "PUT", "/api/me/lessons", many(400, 98), nil)
	anna.Want(200, "PUT", "/api/me/lessons", many(400, 98), nil)
	for _, name := range []string{"", "s", "s/", "S/a", "s/a/b", "s/ä", "s/" + strings.Repeat("x", 41)} {
		anna.Refused(422, "lessons-name", "PUT", "/api/me/lessons", webtest.Object{"person": person.ID, "solved": webtest.Object{name: webtest.Object{"moves": 1, "stars": 1}}})
	}
	anna.Refused(422, "lessons-name", "PUT", "/api/me/lessons", webtest.Object{"person": person.ID, "solved": webtest.Object{}, "last": webtest.Object{"place": "s", "at": 1}})
	for _, body := range []webtest.Object{
		{"person": person.ID},
		{"person": person.ID, "solved": webtest.Object{"s/a": webtest.Object{"moves": 0, "stars": 1}}},
		{"person": person.ID, "solved": webtest.Object{"s/a": webtest.Object{"moves": 1, "stars": 4}}},
		{"person": person.ID, "solved": webtest.Object{"s/a": nil}},
		{"person": person.ID, "solved": webtest.Object{"s/a": webtest.Object{"moves": 1, "stars": 1, "repetition": webtest.Object{"at": 0, "step": 1}}}},
		{"person": person.ID, "solved": webtest.Object{}, "chess": webtest.Object{"yes": true, "at": 0}},
	} {
		anna.Refused(422, "request", "PUT", "/api/me/lessons", body)
	}

	var exported struct{ Lessons people.LessonProgress }
	anna.Want(200, "GET", "/api/me/export", nil, &exported)
	if len(exported.Lessons.Solved) != people.MaxExercises || exported.Lessons.Last.Place != "s/3" || exported.Lessons.Solved["s/a"].Repetition.At != 6 {
		t.Errorf("%d exercises, %+v, %+v", len(exported.Lessons.Solved), exported.Lessons.Last, exported.Lessons.Solved["s/a"])
	}
}

// TestTheServerKeepsAllLessons sends the results of all exercises of the lessons.
func TestTheServerKeepsAllLessons(t *testing.T) {
	s := webtest.Serve(t)
	anna := s.Guest("Anna")
	var person people.Person
	anna.Want(200, "POST", "/api/account", webtest.Object{"name": "Anna", "password": "long enough"}, &person)
	files, err := filepath.Glob("../../lessons/files/data/*-*.json")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var stage struct{ Exercises []struct{ ID string } }
		if err := json.Unmarshal(text, &stage); err != nil {
			t.Fatal(err)
		}
		solved := webtest.Object{}
		for _, e := range stage.Exercises {
			solved[strings.TrimSuffix(filepath.Base(file), ".json")+"/"+e.ID] = webtest.Object{"moves": 1, "stars": 3}
		}
		n += len(solved)
		anna.Want(200, "PUT", "/api/me/lessons", webtest.Object{"person": person.ID, "solved": solved}, nil)
	}
	if n < 80 || n > people.MaxExercises*4/5 {
		t.Errorf("%d exercises; the server keeps %d", n, people.MaxExercises)
	}
}
