package storetest

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// entry returns an entry of the audit log.
func entry(id string, at match.Moment, action, about string) store.Entry {
	return store.Entry{ID: id, At: at, By: "root", ByName: "Root", Action: action, About: about, AboutName: "name of " + about}
}

func roles(t *testing.T, s store.Store) {
	ctx := context.Background()
	ann := store.Person{ID: "a", Name: "Ann", Registered: true, Password: "hash", Since: 5, Role: store.Administrator, PasswordDue: true}
	if err := s.CreateAccount(ctx, ann, entry("1", 10, "create", "a")); err != nil {
		t.Fatal(err)
	}
	if p, err := s.PersonNamed(ctx, "ann"); err != nil || p != ann {
		t.Errorf("%+v, %v", p, err)
	}
	again := store.Person{ID: "b", Name: "ANN", Registered: true}
	if err := s.CreateAccount(ctx, again, entry("2", 11, "create", "b")); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a name twice: %v", err)
	}
	for _, p := range []store.Person{{ID: "g", Name: "Guest"}, {ID: "c", Name: "Cleo", Registered: true, Password: "hash"}} {
		if err := s.AddPerson(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range []string{"g", "x"} {
		if err := s.SetRole(ctx, id, store.Moderator, entry("3", 12, "role", id)); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a role of %s: %v", id, err)
		}
	}
	if err := s.SetRole(ctx, "c", store.Moderator, entry("4", 13, "role", "c")); err != nil {
		t.Fatal(err)
	}
	if staff, err := s.Staff(ctx); err != nil || len(staff) != 2 || staff[0].ID != "a" || staff[1].Role != store.Moderator {
		t.Errorf("%+v, %v", staff, err)
	}
	if err := s.SetPassword(ctx, "a", 0, "own"); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Person(ctx, "a"); err != nil || p.PasswordDue || p.Role != store.Administrator {
		t.Errorf("%+v, %v after the password was changed", p, err)
	}
	if err := s.BeginDeletion(ctx, "c", 0, "gone"); err != nil {
		t.Fatal(err)
	}
	if staff, err := s.Staff(ctx); err != nil || len(staff) != 1 {
		t.Errorf("%+v, %v after a moderator began to be deleted", staff, err)
	}
	// Only what was done is in the log.
	list, err := s.Entries(ctx, "", 0, store.NoLimit)
	if want := []store.Entry{entry("4", 13, "role", "c"), entry("1", 10, "create", "a")}; err != nil || !reflect.DeepEqual(list, want) {
		t.Errorf("%+v, %v", list, err)
	}
}

func resetLinks(t *testing.T, s store.Store) {
	ctx := context.Background()
	for _, p := range []store.Person{{ID: "g", Name: "Guest"}, {ID: "a", Name: "Ann", Registered: true, Password: "hash"}} {
		if err := s.AddPerson(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range []string{"g", "x"} {
		if err := s.AddResetLink(ctx, "hash of "+id, id, 100, entry("0", 1, "reset", id)); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a link for %s: %v", id, err)
		}
	}
	for i, hash := range []string{"first", "second"} {
		if err := s.AddResetLink(ctx, hash, "a", 100, entry(hash, match.Moment(i), "reset", "a")); err != nil {
			t.Fatal(err)
		}
	}
	for hash, now := range map[string]match.Moment{"first": 50, "second": 100, "third": 50} {
		if p, err := s.ResetLinkOwner(ctx, hash, now); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s at %d: %+v, %v", hash, now, p, err)
		}
	}
	if p, err := s.ResetLinkOwner(ctx, "second", 99); err != nil || p.ID != "a" {
		t.Errorf("%+v, %v", p, err)
	}
	if err := s.ReplaceRecoveryCodes(ctx, "a", 0, []string{"code"}, 1); err != nil {
		t.Fatal(err)
	}
	if err := s.AddToken(ctx, "token", "a", 0, store.Token{}, 50); err != nil {
		t.Fatal(err)
	}
	if err := s.UseResetLink(ctx, "second", "a", 1, "new", entry("u1", 3, "reset-used", "a")); !errors.Is(err, store.ErrConflict) {
		t.Errorf("used in another epoch: %v", err)
	}
	if err := s.UseResetLink(ctx, "first", "a", 0, "new", entry("u2", 3, "reset-used", "a")); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a replaced link: %v", err)
	}
	if err := s.UseResetLink(ctx, "second", "a", 0, "new", entry("u3", 3, "reset-used", "a")); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Person(ctx, "a"); err != nil || p.Password != "new" || p.Epoch != 1 {
		t.Errorf("%+v, %v", p, err)
	}
	if left, _, err := s.RecoveryCodes(ctx, "a"); err != nil || left != 0 {
		t.Errorf("%d recovery codes are left, %v", left, err)
	}
	if tokens, err := s.Tokens(ctx, "a", 3); err != nil || len(tokens) != 0 {
		t.Errorf("%+v, %v", tokens, err)
	}
	if err := s.UseResetLink(ctx, "second", "a", 1, "again", entry("u4", 4, "reset-used", "a")); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("used twice: %v", err)
	}
	// A password that its owner sets ends the links.
	if err := s.AddResetLink(ctx, "third", "a", 100, entry("r3", 5, "reset", "a")); err != nil {
		t.Fatal(err)
	}
	if err := s.SetPassword(ctx, "a", 1, "own"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.ResetLinkOwner(ctx, "third", 50); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a link of before the password: %v", err)
	}
	// Expired links are deleted.
	if err := s.AddResetLink(ctx, "fourth", "a", 100, entry("r4", 6, "reset", "a")); err != nil {
		t.Fatal(err)
	}
	if err := s.DeleteExpired(ctx, 200); err != nil {
		t.Fatal(err)
	}
	if _, err := s.ResetLinkOwner(ctx, "fourth", 50); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an expired link: %v", err)
	}
}

func auditLog(t *testing.T, s store.Store) {
	ctx := context.Background()
	first := entry("1", 10, "warn", "a")
	first.Details = map[string]string{"text": "„Bitte“ \"1\"", "match": "m1"}
	for _, e := range []store.Entry{first, entry("2", 20, "mute", "b"), entry("3", 30, "mute", "a")} {
		if err := s.AddEntry(ctx, e); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.AddEntry(ctx, first); !errors.Is(err, store.ErrTaken) {
		t.Errorf("an entry twice: %v", err)
	}
	for _, x := range []struct {
		about       string
		skip, limit int
		ids         string
	}{{"", 0, 10, "321"}, {"", 1, 1, "2"}, {"a", 0, 10, "31"}, {"a", 1, 10, "1"}, {"c", 0, 10, ""}} {
		list, err := s.Entries(ctx, x.about, x.skip, x.limit)
		ids := ""
		for _, e := range list {
			ids += e.ID
		}
		if err != nil || ids != x.ids || list == nil {
			t.Errorf("about %q, %d after %d: %s, %v", x.about, x.limit, x.skip, ids, err)
		}
	}
	if err := s.DeleteEntries(ctx, 20); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Entries(ctx, "", 0, 10); err != nil || len(list) != 2 {
		t.Errorf("%+v, %v", list, err)
	}
	if err := s.AddEntry(ctx, first); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Entries(ctx, "a", 1, 1); err != nil || len(list) != 1 || !reflect.DeepEqual(list[0], first) {
		t.Errorf("%+v, %v", list, err)
	}
}
