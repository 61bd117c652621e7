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
	refused, deleted := entry("5", 14, "delete", "c"), entry("6", 15, "delete", "c")
	if err := s.BeginDeletion(ctx, "c", 7, "gone", &refused); !errors.Is(err, store.ErrConflict) {
		t.Errorf("deleted in another epoch: %v", err)
	}
	if err := s.BeginDeletion(ctx, "c", 0, "gone", &deleted); err != nil {
		t.Fatal(err)
	}
	if staff, err := s.Staff(ctx); err != nil || len(staff) != 1 {
		t.Errorf("%+v, %v after a moderator began to be deleted", staff, err)
	}
	// Only what was done is in the log.
	list, err := s.Entries(ctx, "", 0, store.NoLimit)
	if want := []store.Entry{deleted, entry("4", 13, "role", "c"), entry("1", 10, "create", "a")}; err != nil || !reflect.DeepEqual(list, want) {
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

func sanctions(t *testing.T, s store.Store) {
	ctx := context.Background()
	for _, p := range []store.Person{{ID: "g", Name: "Guest"}, {ID: "a", Name: "Ann", Registered: true, Password: "hash"}, {ID: "b", Name: "Ben", Registered: true}} {
		if err := s.AddPerson(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.AddToken(ctx, "token", "a", 0, store.Token{}, 50); err != nil {
		t.Fatal(err)
	}
	if err := s.AddSession(ctx, "session", []byte("data"), store.Login{Person: "a", Until: 1000}); err != nil {
		t.Fatal(err)
	}
	muted := store.Sanctions{MutedUntil: 50, SuspendedUntil: store.Forever, Warning: "Be kind."}
	change := store.SanctionChange{MutedUntil: &muted.MutedUntil, SuspendedUntil: &muted.SuspendedUntil, Warning: &muted.Warning}
	for _, id := range []string{"g", "a"} {
		if err := s.ChangeSanctions(ctx, id, change, entry("mute "+id, 1, "mute", id)); err != nil {
			t.Fatal(err)
		}
		if p, err := s.Person(ctx, id); err != nil || p.Sanctions != muted || p.Epoch != 0 {
			t.Errorf("%+v, %v", p, err)
		}
	}
	if err := s.ChangeSanctions(ctx, "x", change, entry("mute x", 1, "mute", "x")); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("nobody was muted: %v", err)
	}
	if err := s.ConfirmWarning(ctx, "a"); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Person(ctx, "a"); err != nil || p.Warning != "" || p.MutedUntil != 50 {
		t.Errorf("%+v, %v", p, err)
	}
	if err := s.ChangeSanctions(ctx, "a", store.SanctionChange{Banned: new(true)}, entry("ban", 2, "ban", "a")); err != nil {
		t.Fatal(err)
	}
	// A moderator who did not see the ban changes something else.
	if err := s.ChangeSanctions(ctx, "a", store.SanctionChange{MutedUntil: new(match.Moment(60))}, entry("mute again", 2, "mute", "a")); err != nil {
		t.Fatal(err)
	}
	want := store.Sanctions{MutedUntil: 60, SuspendedUntil: store.Forever, Banned: true}
	if p, err := s.Person(ctx, "a"); err != nil || p.Sanctions != want || p.Epoch != 1 {
		t.Errorf("%+v, %v", p, err)
	}
	if list, err := s.Tokens(ctx, "a", 3); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v: tokens of a banned person", list, err)
	}
	if _, err := s.Session(ctx, "session", 3); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a session of a banned person: %v", err)
	}
	if err := s.RenamePerson(ctx, "a", "bEN", entry("r1", 3, "rename", "a")); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a name twice: %v", err)
	}
	for id, name := range map[string]string{"a": "Anna", "g": "Ben"} {
		if err := s.RenamePerson(ctx, id, name, entry("rename "+id, 3, "rename", id)); err != nil {
			t.Fatal(err)
		}
	}
	if p, err := s.PersonNamed(ctx, "ANNA"); err != nil || p.ID != "a" {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := s.Person(ctx, "g"); err != nil || p.Name != "Ben" || p.Account() {
		t.Errorf("%+v, %v", p, err)
	}
}

func addressBans(t *testing.T, s store.Store) {
	ctx := context.Background()
	first := store.AddressBan{Network: "203.0.113.0/24", Until: 100, Since: 1, Reason: "spam"}
	for i, b := range []store.AddressBan{{Network: first.Network, Until: 5}, first, {Network: "2001:db8::/32", Until: store.Forever, Since: 2}} {
		if err := s.BanAddress(ctx, b, entry(b.Network+string(rune('0'+i)), 1, "ban-address", "")); err != nil {
			t.Fatal(err)
		}
	}
	if list, err := s.AddressBans(ctx, 99); err != nil || len(list) != 2 || list[0].Since != 2 || list[1] != first {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := s.AddressBans(ctx, 100); err != nil || len(list) != 1 {
		t.Errorf("%+v, %v: an expired ban", list, err)
	}
	if err := s.UnbanAddress(ctx, "10.0.0.0/8", entry("u1", 1, "unban-address", "")); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("%v", err)
	}
	if err := s.UnbanAddress(ctx, "2001:db8::/32", entry("u2", 1, "unban-address", "")); err != nil {
		t.Fatal(err)
	}
	if list, err := s.AddressBans(ctx, 100); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

func removedChat(t *testing.T, s store.Store) {
	ctx := context.Background()
	x := Open(t, s, "m", nil)
	x.Do("w", match.Chat{Name: "Wanda", Text: "an insult"})
	x.Do("p0", match.RemoveChat{Number: 3})
	for number, want := range map[int64]error{2: store.ErrNotFound, 3: nil, 9: store.ErrNotFound} {
		if err := s.RemoveChat(ctx, "m", number, entry("e"+string(rune('0'+number)), 1, "remove-chat", "w")); !errors.Is(err, want) {
			t.Errorf("event %d: %v", number, err)
		}
	}
	events, err := s.Events(ctx, "m", 0)
	if err != nil || len(events) != 4 {
		t.Fatalf("%+v, %v", events, err)
	}
	for _, e := range events {
		if e.Type == match.Chatted && (e.Text != "" || e.Name != "" || e.By != "w") {
			t.Errorf("%+v", e)
		}
	}
	if last := events[3]; last.Type != match.ChatRemoved || last.Number != 3 {
		t.Errorf("%+v", last)
	}
	if list, err := s.Entries(ctx, "w", 0, 10); err != nil || len(list) != 1 {
		t.Errorf("%+v, %v", list, err)
	}
	// A match that a moderator closed.
	x.Do("", match.Terminate{})
	if err := s.Rebuild(ctx, rules, nil); err != nil {
		t.Fatal(err)
	}
	if v, err := s.Summary(ctx, "m"); err != nil || v.Phase != match.TableClosed {
		t.Errorf("%+v, %v", v, err)
	}
}
