package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

var generous = store.StudyLimits{Studies: 10, Chapters: 10, Bytes: 1000}

// newStudy returns a study of the person a.
func newStudy(id string, at match.Moment) store.Study {
	return store.Study{ID: id, Owner: "a", OwnerName: "Learner a", Game: "wotn", Title: "Forks of " + id, Visibility: store.PrivateStudy, Version: 1, CreatedAt: at, ChangedAt: at}
}

func newChapter(id, text string) store.Chapter {
	return store.Chapter{ID: id, Title: "Chapter " + id, Variant: "chess", Nodes: 3, Version: 1, Text: text}
}

// studies are stored with their chapters, listed, changed and deleted.
func studies(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b")
	first, second, third := newStudy("s1", 5), newStudy("s2", 6), newStudy("s3", 7)
	second.Visibility, third.Visibility, third.Game, third.Owner = store.PublicStudy, store.PublicStudy, "lancelot", "b"
	c1, c2 := newChapter("c1", "1. e4 {„ü“} *"), newChapter("c2", "1. d4 *")
	for _, one := range []store.Study{first, second, third} {
		if err := s.AddStudy(ctx, one, []store.Chapter{c1, c2}, generous); err != nil {
			t.Fatal(err)
		}
	}
	first.Chapters, second.Chapters, third.Chapters, third.OwnerName = 2, 2, 2, "Learner b"
	if err := s.AddStudy(ctx, first, nil, generous); !errors.Is(err, store.ErrTaken) {
		t.Errorf("the same ID again: %v", err)
	}
	wantStudy := func(want store.Study) {
		t.Helper()
		if got, err := s.Study(ctx, want.ID); err != nil || got != want {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
	}
	wantChapters := func(study string, want ...store.Chapter) {
		t.Helper()
		if got, err := s.Chapters(ctx, study, true); err != nil || !slices.Equal(got, want) {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
	}
	wantStudy(first)
	wantChapters("s1", c1, c2)
	if got, err := s.Chapters(ctx, "s1", false); err != nil || len(got) != 2 || got[0].Text != "" || got[1].Title != c2.Title {
		t.Errorf("%+v, %v: without texts", got, err)
	}
	if got, err := s.Chapter(ctx, "s1", "c2"); err != nil || got != c2 {
		t.Errorf("%+v, %v", got, err)
	}
	if list, err := s.StudiesOf(ctx, "a"); err != nil || !slices.Equal(list, []store.Study{second, first}) {
		t.Errorf("%+v, %v: own studies", list, err)
	}
	for _, c := range []struct {
		game        string
		skip, limit int
		want        []store.Study
	}{{"", 0, 9, []store.Study{third, second}}, {"", 1, 9, []store.Study{second}}, {"", 0, 1, []store.Study{third}}, {"wotn", 0, 9, []store.Study{second}}} {
		if list, err := s.PublicStudies(ctx, c.game, c.skip, c.limit); err != nil || !slices.Equal(list, c.want) {
			t.Errorf("%+v, %v: %+v", list, err, c)
		}
	}

	// A change of the study: title, visibility and order.
	first.Title, first.Visibility, first.ChangedAt = "Pins", store.LinkedStudy, 10
	if err := s.ChangeStudy(ctx, first, []string{"c2", "c1"}); err != nil {
		t.Error(err)
	}
	first.Version = 2
	wantStudy(first)
	wantChapters("s1", c2, c1)

	// Changes of chapters.
	c3 := newChapter("c3", "*")
	if err := s.AddChapter(ctx, "s1", c3, 11, generous); err != nil {
		t.Error(err)
	}
	first.Version, first.ChangedAt, first.Chapters = 3, 11, 3
	c1.Title, c1.Text, c1.Nodes, c1.Variant = "Another", "1. a3 *", 1, "wotn"
	if err := s.ChangeChapter(ctx, "s1", c1, 12, generous); err != nil {
		t.Error(err)
	}
	c1.Version, first.ChangedAt = 2, 12
	wantStudy(first)
	wantChapters("s1", c2, c1, c3)
	if err := s.DeleteChapter(ctx, "s1", "c2", 1, 13); err != nil {
		t.Error(err)
	}
	first.Version, first.ChangedAt, first.Chapters = 4, 13, 2
	wantStudy(first)
	wantChapters("s1", c1, c3)
	wantChapters("s2", newChapter("c1", "1. e4 {„ü“} *"), newChapter("c2", "1. d4 *"))

	// A moderator removes a study.
	entry := store.Entry{ID: "e", At: 20, Action: "remove-study", About: "a", AboutName: "Learner a"}
	if err := s.RemoveStudy(ctx, "s2", 20, entry); err != nil {
		t.Error(err)
	}
	second.RemovedAt, second.Version = 20, 2
	wantStudy(second)
	if list, err := s.PublicStudies(ctx, "wotn", 0, 9); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v: public studies", list, err)
	}
	if log, err := s.Entries(ctx, "a", 0, 9); err != nil || !reflect.DeepEqual(log, []store.Entry{entry}) {
		t.Errorf("%+v, %v", log, err)
	}
	second.Title, second.ChangedAt, second.Visibility = "Less", 21, store.LinkedStudy
	if err := s.ChangeStudy(ctx, second, []string{"c1", "c2"}); !errors.Is(err, store.ErrConflict) {
		t.Errorf("another visibility of a removed study: %v", err)
	}
	entry.ID, entry.Action = "f", "restore-study"
	if err := s.RemoveStudy(ctx, "s2", 0, entry); err != nil {
		t.Error(err)
	}
	if list, err := s.PublicStudies(ctx, "wotn", 0, 9); err != nil || len(list) != 1 || list[0].Version != 3 {
		t.Errorf("%+v, %v: public studies", list, err)
	}

	if err := s.DeleteStudy(ctx, "s1"); err != nil {
		t.Error(err)
	}
	wantChapters("s1")
	_, gone := s.Study(ctx, "s1")
	_, noChapter := s.Chapter(ctx, "s1", "c1")
	for name, err := range map[string]error{
		"a deleted study": gone, "a deleted chapter": noChapter, "deleting twice": s.DeleteStudy(ctx, "s1"),
		"removing": s.RemoveStudy(ctx, "s1", 30, store.Entry{ID: "g", Action: "remove-study"}), "changing": s.ChangeStudy(ctx, first, nil),
		"adding to it":     s.AddChapter(ctx, "s1", c1, 30, generous),
		"changing in it":   s.ChangeChapter(ctx, "s1", c1, 30, generous),
		"deleting in it":   s.DeleteChapter(ctx, "s1", "c1", 1, 30),
		"no such chapter":  s.ChangeChapter(ctx, "s2", newChapter("c9", ""), 30, generous),
		"no such chapter2": s.DeleteChapter(ctx, "s2", "c9", 1, 30),
	} {
		if !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// studyConflicts: a change that is based on an older version stores nothing, and one of
// several changes at the same time succeeds.
func studyConflicts(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a")
	one := newStudy("s", 5)
	c1, c2 := newChapter("c1", "1. e4 *"), newChapter("c2", "1. d4 *")
	if err := s.AddStudy(ctx, one, []store.Chapter{c1, c2}, generous); err != nil {
		t.Fatal(err)
	}
	late := c1
	late.Version = 2
	other := one
	other.Version = 2
	for name, err := range map[string]error{
		"a chapter":              s.ChangeChapter(ctx, "s", late, 9, generous),
		"deleting":               s.DeleteChapter(ctx, "s", "c1", 2, 9),
		"a study":                s.ChangeStudy(ctx, other, []string{"c1", "c2"}),
		"a missing chapter":      s.ChangeStudy(ctx, one, []string{"c1"}),
		"a chapter twice":        s.ChangeStudy(ctx, one, []string{"c1", "c1"}),
		"an unknown chapter":     s.ChangeStudy(ctx, one, []string{"c1", "c3"}),
		"one chapter three time": s.ChangeStudy(ctx, one, []string{"c1", "c2", "c1"}),
	} {
		if !errors.Is(err, store.ErrConflict) {
			t.Errorf("%s: %v", name, err)
		}
	}
	one.Chapters = 2
	if got, err := s.Study(ctx, "s"); err != nil || got != one {
		t.Errorf("%+v, %v", got, err)
	}
	if list, err := s.Chapters(ctx, "s", true); err != nil || !slices.Equal(list, []store.Chapter{c1, c2}) {
		t.Errorf("%+v, %v", list, err)
	}

	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Go(func() {
			c := c1
			c.Text = fmt.Sprint(i)
			errs[i] = s.ChangeChapter(ctx, "s", c, 9, generous)
		})
	}
	wg.Wait()
	winner := slices.Index(errs, nil)
	for i, err := range errs {
		if i != winner && !errors.Is(err, store.ErrConflict) {
			t.Errorf("%v", errs)
		}
	}
	if got, err := s.Chapter(ctx, "s", "c1"); err != nil || got.Version != 2 || got.Text != fmt.Sprint(winner) {
		t.Errorf("%+v, %v; %d won", got, err, winner)
	}
}

// studyLimits hold for concurrent calls, and what exceeds them is not stored.
func studyLimits(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b")
	if err := s.AddPerson(ctx, store.Person{ID: "g", Name: "Guest", Since: 1}); err != nil {
		t.Fatal(err)
	}
	for _, owner := range []string{"g", "nobody"} {
		one := newStudy("x", 1)
		one.Owner = owner
		if err := s.AddStudy(ctx, one, nil, generous); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a study of %q: %v", owner, err)
		}
	}
	few := store.StudyLimits{Studies: 3, Chapters: 2, Bytes: 20}
	var wg sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		wg.Go(func() {
			errs[i] = s.AddStudy(ctx, newStudy(fmt.Sprint("s", i), 1), []store.Chapter{newChapter("c", "12345")}, few)
		})
	}
	wg.Wait()
	stored := 0
	for _, err := range errs {
		if err == nil {
			stored++
		} else if !errors.Is(err, store.ErrTooMany) {
			t.Error(err)
		}
	}
	list, err := s.StudiesOf(ctx, "a")
	if err != nil || stored != 3 || len(list) != 3 {
		t.Fatalf("%d stored, %+v, %v", stored, list, err)
	}
	id := list[0].ID
	long := newChapter("c", "12345678901")
	for name, err := range map[string]error{
		"bytes of a new chapter": s.AddChapter(ctx, id, newChapter("d", "123456"), 9, few),
		"bytes of a change":      s.ChangeChapter(ctx, id, long, 9, few),
	} {
		if !errors.Is(err, store.ErrTooMany) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.AddChapter(ctx, id, newChapter("d", "12345"), 9, few); err != nil {
		t.Error(err)
	}
	if err := s.AddChapter(ctx, id, newChapter("e", ""), 9, few); !errors.Is(err, store.ErrTooMany) {
		t.Errorf("a third chapter: %v", err)
	}
	if all, err := s.Chapters(ctx, id, true); err != nil || !slices.Equal(all, []store.Chapter{newChapter("c", "12345"), newChapter("d", "12345")}) {
		t.Errorf("%+v, %v", all, err)
	}
	other := newStudy("other", 1)
	other.Owner = "b"
	if err := s.AddStudy(ctx, other, []store.Chapter{newChapter("c", "12345678901234567890")}, few); err != nil {
		t.Errorf("another person's limits: %v", err)
	}
	three := []store.Chapter{newChapter("a", ""), newChapter("b", ""), newChapter("c", "")}
	other.ID = "more"
	if err := s.AddStudy(ctx, other, three, few); !errors.Is(err, store.ErrTooMany) {
		t.Errorf("three chapters: %v", err)
	}
}

// studiesOfDeleted: the studies of a person are deleted when the deletion begins.
func studiesOfDeleted(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b")
	for _, owner := range []string{"a", "b"} {
		one := newStudy("s"+owner, 5)
		one.Owner, one.Visibility = owner, store.PublicStudy
		if err := s.AddStudy(ctx, one, []store.Chapter{newChapter("c", "*")}, generous); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.BeginDeletion(ctx, "a", 0, "", nil); err != nil {
		t.Fatal(err)
	}
	if list, err := s.PublicStudies(ctx, "", 0, 9); err != nil || len(list) != 1 || list[0].ID != "sb" {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := s.Chapters(ctx, "sa", true); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := s.Chapters(ctx, "sb", true); err != nil || len(list) != 1 {
		t.Errorf("%+v, %v", list, err)
	}
}
