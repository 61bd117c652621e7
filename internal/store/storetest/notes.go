package storetest

import (
	"context"
	"errors"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// notes tests that no version of a note replaces one that it is not based on.
func notes(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "anna", "ben")
	if err := s.AddPerson(ctx, store.Person{ID: "guest", Name: "guest", Since: 1}); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"m", "n", "o"} {
		Open(t, s, id, nil)
	}
	put := func(person, id string, version int64, at match.Moment, text string, want error) int64 {
		t.Helper()
		version, err := s.PutNote(ctx, person, store.Note{Match: id, Version: version, ChangedAt: at, Text: text}, 2)
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
		return version
	}
	first := put("anna", "m", 0, 100, "a", nil)
	put("anna", "m", 0, 100, "b", store.ErrConflict)
	second := put("anna", "m", first, 100, "c", nil)
	put("anna", "m", first, 101, "d", store.ErrConflict)
	put("guest", "m", 0, 100, "x", store.ErrNotFound)
	put("anna", "nowhere", 0, 100, "x", store.ErrNotFound)
	if n, err := s.Note(ctx, "anna", "m"); err != nil || n != (store.Note{Match: "m", Version: second, ChangedAt: 100, Text: "c"}) {
		t.Errorf("%+v, %v", n, err)
	}
	if n, err := s.Note(ctx, "ben", "m"); err != nil || n.Version != 0 || n.Text != "" {
		t.Errorf("%+v, %v of another person", n, err)
	}
	// A note that was deleted and written again has a version of its own.
	if version := put("anna", "m", second, 200, "", nil); version != 0 {
		t.Errorf("version %d of a deleted note", version)
	}
	put("anna", "m", second, 300, "e", store.ErrConflict)
	if third := put("anna", "m", 0, 300, "f", nil); third <= second {
		t.Errorf("version %d after %d", third, second)
	}
	other := put("anna", "n", 0, 400, "g", nil)
	put("anna", "o", 0, 500, "h", store.ErrTooMany)
	put("anna", "n", other, 500, "i", nil)
	if list, err := s.NotesOf(ctx, "anna"); err != nil || len(list) != 2 || list[0].Text != "i" || list[1].Text != "f" {
		t.Errorf("%+v, %v", list, err)
	}
	put("ben", "n", 0, 500, "j", nil)
	p, err := s.Person(ctx, "anna")
	if err == nil {
		err = s.DeletePerson(ctx, "anna", p.Epoch)
	}
	if err != nil {
		t.Fatal(err)
	}
	if list, err := s.NotesOf(ctx, "anna"); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v of a deleted person", list, err)
	}
	if n, err := s.Note(ctx, "ben", "n"); err != nil || n.Text != "j" {
		t.Errorf("%+v, %v", n, err)
	}
}
