package storetest

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

func siteSettings(t *testing.T, s store.Store) {
	ctx := context.Background()
	want := store.SiteSettings{Registration: store.Open}
	check := func(when string) {
		t.Helper()
		if got, err := s.SiteSettings(ctx); err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", when, got, err, want)
		}
	}
	check("at first")
	closed, invited, yes, no := store.Closed, store.ByInvitation, true, false
	text := store.Announcement{Text: "Restart at 8 p.m.", German: "Neustart um 20 Uhr, „bitte“", Since: 5, Until: 50}
	for i, c := range []store.SiteChange{{Registration: &closed}, {NoGuests: &yes, Announcement: &text}, {Registration: &invited, NoGuests: &no, StaffPasskeys: &yes, NoComputers: &yes}, {Announcement: &store.Announcement{}}} {
		if err := s.ChangeSite(ctx, c, entry(string(rune('a'+i)), match.Moment(i), "site", "")); err != nil {
			t.Fatal(err)
		}
		if c.Registration != nil {
			want.Registration = *c.Registration
		}
		if c.NoGuests != nil {
			want.NoGuests = *c.NoGuests
		}
		if c.StaffPasskeys != nil {
			want.StaffPasskeys = *c.StaffPasskeys
		}
		if c.NoComputers != nil {
			want.NoComputers = *c.NoComputers
		}
		if c.Announcement != nil {
			want.Announcement = *c.Announcement
		}
		check("after " + string(rune('a'+i)))
	}
	if list, err := s.Entries(ctx, "", 0, 10); err != nil || len(list) != 4 {
		t.Errorf("%+v, %v", list, err)
	}
	// An entry that cannot be stored prevents the change.
	if err := s.ChangeSite(ctx, store.SiteChange{Registration: &closed}, entry("a", 9, "site", "")); !errors.Is(err, store.ErrTaken) {
		t.Errorf("%v", err)
	}
	check("without an entry")
}

func invitations(t *testing.T, s store.Store) {
	ctx := context.Background()
	first := store.Invitation{ID: "i1", By: "Root", Note: "for Ann", Since: 1, Until: 100}
	second := store.Invitation{ID: "i2", Since: 2, Until: 200}
	for _, i := range []store.Invitation{first, second} {
		if err := s.AddInvitation(ctx, "hash of "+i.ID, i, entry("add "+i.ID, i.Since, "invite", "")); err != nil {
			t.Fatal(err)
		}
	}
	open := func(now match.Moment) []store.Invitation {
		t.Helper()
		list, err := s.OpenInvitations(ctx, now)
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	if list := open(50); !reflect.DeepEqual(list, []store.Invitation{second, first}) {
		t.Errorf("%+v", list)
	}
	if list := open(100); !reflect.DeepEqual(list, []store.Invitation{second}) {
		t.Errorf("%+v: an expired invitation", list)
	}
	if i, err := s.Invitation(ctx, "hash of i1", 99); err != nil || i != first {
		t.Errorf("%+v, %v", i, err)
	}
	for hash, now := range map[string]match.Moment{"hash of i1": 100, "i1": 50} {
		if i, err := s.Invitation(ctx, hash, now); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s at %d: %+v, %v", hash, now, i, err)
		}
	}
	join := func(id, name, hash string, now match.Moment) error {
		return s.Join(ctx, store.Joining{
			Person: store.Person{ID: id, Name: name, Registered: true, Password: "hash"}, Invitation: hash, Used: entry("join "+id, now, "invitation-used", id),
		})
	}
	if err := s.AddPerson(ctx, store.Person{ID: "t", Name: "Taken", Registered: true}); err != nil {
		t.Fatal(err)
	}
	// A refused account keeps the invitation, and a refused invitation stores no account.
	if err := join("a", "taken", "hash of i1", 50); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a taken name: %v", err)
	}
	for hash, now := range map[string]match.Moment{"x": 50, "hash of i1": 100} {
		if err := join("a", "Ann", hash, now); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("joined with %s at %d: %v", hash, now, err)
		}
	}
	if p, err := s.Person(ctx, "a"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("%+v, %v", p, err)
	}
	if err := join("a", "Ann", "hash of i1", 99); err != nil {
		t.Fatal(err)
	}
	if err := join("b", "Ben", "hash of i1", 99); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("used twice: %v", err)
	}
	if list, err := s.Entries(ctx, "a", 0, 10); err != nil || len(list) != 1 || list[0].Action != "invitation-used" {
		t.Errorf("%+v, %v", list, err)
	}
	if err := s.RevokeInvitation(ctx, "i1", entry("r1", 5, "revoke-invitation", "")); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a used one was revoked: %v", err)
	}
	if err := s.RevokeInvitation(ctx, "i2", entry("r2", 5, "revoke-invitation", "")); err != nil {
		t.Fatal(err)
	}
	third := store.Invitation{ID: "i3", Since: 3, Until: 300}
	if err := s.AddInvitation(ctx, "hash of i3", third, entry("add i3", 3, "invite", "")); err != nil {
		t.Fatal(err)
	}
	if err := s.DeleteExpired(ctx, 301); err != nil {
		t.Fatal(err)
	}
	if list := open(10); len(list) != 0 {
		t.Errorf("%+v", list)
	}
}
