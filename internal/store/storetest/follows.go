package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// addAccounts stores people with accounts.
func addAccounts(t testing.TB, s store.Store, ids ...string) {
	t.Helper()
	for i, id := range ids {
		if err := s.AddPerson(context.Background(), store.Person{ID: id, Name: "Name of " + id, Registered: true, Since: 1}); err != nil {
			t.Fatal(i, err)
		}
	}
}

// followed returns whom a person follows in short, those who must not be seen in parentheses.
func followed(t *testing.T, s store.Store, person string) string {
	t.Helper()
	list, err := s.Following(context.Background(), person)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, f := range list {
		word := fmt.Sprint(f.Person.Name, " ", f.Since)
		if f.Unseen {
			word = "(" + word + ")"
		}
		words = append(words, word)
		if yes, err := s.IsFollowing(context.Background(), person, f.Person.ID); err != nil || !yes {
			t.Errorf("%s is not following %s, %v", person, f.Person.ID, err)
		}
	}
	return strings.Join(words, ", ")
}

func following(t *testing.T, s store.Store) {
	ctx := context.Background()
	addAccounts(t, s, "a", "b", "c", "d")
	if err := s.AddPerson(ctx, store.Person{ID: "guest", Name: "Guest", Since: 1}); err != nil {
		t.Fatal(err)
	}
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	want := func(person, want string) {
		t.Helper()
		if got := followed(t, s, person); got != want {
			t.Errorf("%s follows %q, want %q", person, got, want)
		}
	}
	ok(s.Follow(ctx, "a", "b", 5, 9))
	ok(s.Follow(ctx, "a", "c", 6, 9))
	ok(s.Follow(ctx, "a", "b", 7, 9)) // again
	ok(s.Follow(ctx, "b", "a", 8, 9))
	ok(s.Follow(ctx, "b", "c", 9, 9))
	want("a", "Name of c 6, Name of b 5")
	want("b", "Name of c 9, Name of a 8")
	want("c", "")
	for _, wrong := range [][2]string{{"a", "guest"}, {"a", "nobody"}, {"guest", "a"}, {"nobody", "a"}} {
		if err := s.Follow(ctx, wrong[0], wrong[1], 9, 9); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s follows %s: %v", wrong[0], wrong[1], err)
		}
	}
	ok(s.SetHidden(ctx, "c", true))
	want("a", "(Name of c 6), Name of b 5")
	ok(s.SetHidden(ctx, "c", false))
	ok(s.Unfollow(ctx, "a", "c"))
	ok(s.Unfollow(ctx, "a", "c"))
	want("a", "Name of b 5")

	// The one who is blocked keeps a list without effect, and may add to it.
	ok(s.Block(ctx, "a", "b", 10))
	ok(s.Block(ctx, "a", "d", 10))
	want("a", "")
	want("b", "Name of c 9, (Name of a 8)")
	ok(s.Follow(ctx, "d", "a", 11, 9))
	want("d", "(Name of a 11)")
	if err := s.Follow(ctx, "a", "b", 11, 9); !errors.Is(err, store.ErrConflict) {
		t.Error(err)
	}
	ok(s.Unblock(ctx, "b", "a", 12)) // there is no such block
	want("b", "Name of c 9, (Name of a 8)")
	ok(s.Unblock(ctx, "a", "b", 12))
	want("b", "Name of a 12, Name of c 9")
	want("d", "(Name of a 11)")

	ok(s.BeginDeletion(ctx, "a", 0, "gone", nil))
	want("b", "Name of c 9")
	if err := s.Follow(ctx, "c", "a", 13, 9); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	ok(s.Follow(ctx, "c", "b", 14, 9))
	ok(s.DeletePerson(ctx, "a", 1))
	ok(s.DeletePerson(ctx, "b", 0))
	for _, person := range []string{"a", "b", "c", "d"} {
		want(person, "")
	}
	addAccounts(t, s, "b") // nothing of the other with this ID is left
	want("b", "")
	want("c", "")
}

func followLimits(t *testing.T, s store.Store) {
	ctx := context.Background()
	ids := []string{"a"}
	for i := range 12 {
		ids = append(ids, fmt.Sprint("x", i))
	}
	addAccounts(t, s, ids...)
	var all sync.WaitGroup
	refused := make(chan error, len(ids))
	for _, other := range ids[1:] {
		all.Go(func() { refused <- s.Follow(ctx, "a", other, 1, 5) })
	}
	all.Wait()
	stored := 0
	for range ids[1:] {
		if err := <-refused; err == nil {
			stored++
		} else if !errors.Is(err, store.ErrTooMany) {
			t.Error(err)
		}
	}
	list, err := s.Following(ctx, "a")
	if err != nil || len(list) != 5 || stored != 5 {
		t.Fatalf("%d stored, %d listed, %v", stored, len(list), err)
	}
	// One of them can be repeated; a new one takes the place of one that ended.
	if err := s.Follow(ctx, "a", list[0].Person.ID, 2, 5); err != nil {
		t.Error(err)
	}
	if err := s.Unfollow(ctx, "a", list[0].Person.ID); err != nil {
		t.Error(err)
	}
	if err := s.Follow(ctx, "a", list[0].Person.ID, 3, 5); err != nil {
		t.Error(err)
	}
}

// followedTables opens tables of p0, whom a and b follow; b wants pushes.
func followedTables(t *testing.T, s store.Store) {
	ctx := context.Background()
	addAccounts(t, s, "p0", "p1", "a", "b")
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
	want := func(a, b string) {
		t.Helper()
		for person, want := range map[string]string{"a": a, "b": b, "p0": "", "p1": ""} {
			if got := notificationsOf(t, s, person); got != want {
				t.Errorf("%s has %q, want %q", person, got, want)
			}
		}
	}
	early := Open(t, s, "early", nil)
	opened := early.Now // of all tables
	now := opened
	leased := func(want string) {
		t.Helper()
		now += 120_000 // earlier leases have expired
		list, got := leasePushes(t, s, now, 10)
		if got != want {
			t.Errorf("leased %q, want %q", got, want)
		}
		for _, p := range list {
			ok(s.FinishPush(ctx, p, false))
		}
	}
	Device(t, s, "a", "phone", now)
	Device(t, s, "b", "pad", now)
	modes := func(person string, mode store.NotificationMode) {
		t.Helper()
		ok(s.SetNotificationSettings(ctx, person, store.NotificationSettings{Modes: map[store.NotificationKind]store.NotificationMode{store.TableOpened: mode}}))
	}
	ok(s.Follow(ctx, "a", "p0", opened+1, 9))
	want("", "") // the table was opened before
	early.Do("p0", match.Abort{})
	ok(s.Unfollow(ctx, "a", "p0"))
	ok(s.Follow(ctx, "a", "p0", opened-1, 9))
	modes("b", store.ByPush)
	ok(s.Follow(ctx, "b", "p0", opened-1, 9))

	x := Open(t, s, "m", nil)
	want("table m 0", "table m 0")
	leased("pad table m 1")
	anHourPasses := func() {
		t.Helper()
		ok(s.DeleteExpired(ctx, opened.After(store.TablePushPause+1)))
	}
	Open(t, s, "link", func(s *match.Settings) { s.Rated, s.Visibility = false, match.ByLink })
	Open(t, s, "private", func(s *match.Settings) { s.Rated, s.Visibility, s.Invited = false, match.Private, []string{"Nobody"} })
	want("table m 0", "table m 0")
	if changed, err := s.ReadNotifications(ctx, "a", "", opened-1); changed || err != nil {
		t.Error(changed, err)
	}
	for _, first := range []bool{true, false} {
		if changed, err := s.ReadNotifications(ctx, "a", "m", opened); changed != first || err != nil {
			t.Error(changed, err)
		}
		want("(table m 0)", "table m 0")
	}
	y := Open(t, s, "n", nil)
	want("(table m 0), table n 0", "table m 0, table n 0")
	ok(s.Rebuild(ctx, rules, nil)) // queues nothing
	want("(table m 0), table n 0", "table m 0, table n 0")
	x.Sit()
	want("table n 0", "table n 0")
	leased("") // one was pushed shortly before
	if changed, err := s.ReadNotifications(ctx, "a", "n", opened); !changed || err != nil {
		t.Error(changed, err)
	}
	// It stays read while the table waits, and does not crowd out other notifications.
	ok(s.DeleteExpired(ctx, opened.After(store.NotificationLifetime+1)))
	want("(table n 0)", "table n 0")
	report(t, s, "a", "r", opened-1)
	if list, err := s.NotificationsOf(ctx, "a", 1); err != nil || len(list) != 2 || list[1].Kind != store.ReportClosed {
		t.Errorf("%+v, %v", list, err)
	}
	ok(s.DeleteExpired(ctx, opened.After(store.NotificationLifetime)))
	want("(table n 0)", "table n 0")
	Device(t, s, "a", "phone", now)
	Device(t, s, "b", "pad", now)
	y.Do("p0", match.Abort{})
	want("", "")
	anHourPasses()
	Open(t, s, "o", nil).Sit()
	leased("pad table o 1 outdated")

	// Nothing comes from those who hide, or with the kind switched off.
	anHourPasses()
	Open(t, s, "p", nil)
	modes("a", store.Never)
	modes("b", store.OnPage)
	Open(t, s, "q", nil)
	want("", "table p 0, table q 0")
	leased("pad table p 1")
	anHourPasses()
	ok(s.SetHidden(ctx, "p0", true))
	modes("a", store.ByPush)
	Open(t, s, "r", nil)
	want("", "")
	leased("")
	ok(s.SetHidden(ctx, "p0", false))
	want("table p 0, table q 0, table r 0", "table p 0, table q 0, table r 0")
	ok(s.Block(ctx, "p0", "a", 1))
	Open(t, s, "s", nil)
	want("", "table p 0, table q 0, table r 0, table s 0")
	leased("")
	// The tables that were opened during the block are not shown after it.
	ok(s.Unblock(ctx, "p0", "a", opened+1))
	want("", "table p 0, table q 0, table r 0, table s 0")
	ok(s.DeletePerson(ctx, "b", 0))
	want("", "")
}
