package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// joinWithPassword gives a guest an account with the hash of a password.
func joinWithPassword(s store.Store, id string, epoch int64, name, password string) error {
	return s.Join(context.Background(), store.Joining{Person: store.Person{ID: id, Epoch: epoch, Name: name, Password: password}, Guest: true})
}

func people(t *testing.T, s store.Store) {
	ctx := context.Background()
	guest := store.Person{ID: "g", Name: "Anna", Since: 5}
	for _, p := range []store.Person{guest, {ID: "h", Name: "Anna"}} {
		if err := s.AddPerson(ctx, p); err != nil {
			t.Fatalf("two guests may have one name: %v", err)
		}
	}
	if p, err := s.Person(ctx, "g"); err != nil || p != guest || p.Account() {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := s.PersonNamed(ctx, "Anna"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a guest has no name of his own: %v", err)
	}
	if err := s.RenameGuest(ctx, "g", "Anne"); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Person(ctx, "g"); err != nil || p.Name != "Anne" || p.Epoch != 0 {
		t.Errorf("%+v, %v", p, err)
	}
	if err := joinWithPassword(s, "g", 1, "Ännchen", "hash"); !errors.Is(err, store.ErrConflict) {
		t.Errorf("registered in another epoch: %v", err)
	}
	if err := joinWithPassword(s, "g", 0, "Ännchen", "hash"); err != nil {
		t.Fatal(err)
	}
	anna := store.Person{ID: "g", Name: "Ännchen", Registered: true, Password: "hash", Since: 5, Epoch: 1}
	if p, err := s.PersonNamed(ctx, "äNNCHEN"); err != nil || p != anna || !p.Account() {
		t.Errorf("%+v, %v", p, err)
	}
	if err := s.AddPerson(ctx, store.Person{ID: "i", Name: "ännchen", Registered: true, Password: "other"}); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a name twice: %v", err)
	}
	if err := joinWithPassword(s, "h", 0, "ÄNNCHEN", "x"); !errors.Is(err, store.ErrTaken) {
		t.Errorf("a name twice: %v", err)
	}
	if err := joinWithPassword(s, "g", 1, "Other", "x"); !errors.Is(err, store.ErrConflict) {
		t.Errorf("an account twice: %v", err)
	}
	for _, id := range []string{"x", "g"} {
		if err := s.RenameGuest(ctx, id, "x"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s renamed as a guest: %v", id, err)
		}
	}
	token := store.Token{ID: "token", Name: "bot", Scopes: "read play", Since: 7, Until: 100}
	other := store.Token{ID: "another token of"[:16], Scopes: "read", Since: 8}
	for _, err := range []error{
		s.AddToken(ctx, "token", "g", 0, token, 50), s.AddToken(ctx, "token", "x", 0, token, 50), s.AddPasskey(ctx, store.Passkey{ID: "k", Person: "g"}, 0, 50),
		s.SetPassword(ctx, "g", 0, "other"), s.ChangeName(ctx, "g", 0, "Other"), s.ChangeName(ctx, "h", 0, "Other"), s.EndSessions(ctx, "g", 0), s.EndSessions(ctx, "x", 0),
		s.BeginDeletion(ctx, "g", 0, "gone", nil), s.BeginDeletion(ctx, "x", 0, "gone", nil), s.DeletePerson(ctx, "g", 0),
	} {
		if !errors.Is(err, store.ErrConflict) {
			t.Errorf("changed after all sessions had ended: %v", err)
		}
	}
	if err := s.AddToken(ctx, "token", "g", 1, token, 50); err != nil {
		t.Fatal(err)
	}
	if err := s.AddToken(ctx, "another token of g", "g", 1, other, 50); err != nil {
		t.Fatal(err)
	}
	if p, got, err := s.TokenOwner(ctx, "token", 99); err != nil || p != anna || got != token {
		t.Errorf("%+v, %+v, %v", p, got, err)
	}
	for hash, now := range map[string]match.Moment{"other": 1, "token": 100} {
		if _, _, err := s.TokenOwner(ctx, hash, now); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s at %d: %v", hash, now, err)
		}
	}
	for _, at := range []match.Moment{20, 10} { // the later one remains
		if err := s.UseToken(ctx, "token", at); err != nil {
			t.Fatal(err)
		}
	}
	token.UsedAt = 20
	if list, err := s.Tokens(ctx, "g", 99); err != nil || !slices.Equal(list, []store.Token{token, other}) {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := s.Tokens(ctx, "g", 100); err != nil || !slices.Equal(list, []store.Token{other}) {
		t.Errorf("%+v, %v: one has expired", list, err)
	}
	if err := s.DeleteExpired(ctx, 101); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Tokens(ctx, "g", 1); err != nil || !slices.Equal(list, []store.Token{other}) {
		t.Errorf("%+v, %v: one has expired", list, err)
	}
	if err := s.DeleteToken(ctx, "h", other.ID); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a token of another person: %v", err)
	}
	if err := s.DeleteToken(ctx, "g", other.ID); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.TokenOwner(ctx, "another token of g", 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a token that was dropped: %v", err)
	}
	for _, hash := range []string{"token", "a third"} {
		if err := s.AddToken(ctx, hash, "g", 1, token, 50); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.DeleteTokens(ctx, "g"); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Tokens(ctx, "g", 1); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v: all were dropped", list, err)
	}
	if err := s.AddToken(ctx, "another token", "g", 1, other, 50); err != nil {
		t.Fatal(err)
	}
	if err := s.EndSessions(ctx, "g", 1); err != nil {
		t.Fatal(err)
	}
	anna.Epoch = 2
	if p, _, err := s.TokenOwner(ctx, "another token", 1); err != nil || p != anna {
		t.Errorf("%+v, %v: tokens are no sessions", p, err)
	}
	if err := s.SetPassword(ctx, "g", 2, "other hash"); err != nil {
		t.Fatal(err)
	}
	anna.Epoch, anna.Password = 3, "other hash"
	if p, err := s.Person(ctx, "g"); err != nil || p != anna {
		t.Errorf("%+v, %v", p, err)
	}
	if _, _, err := s.TokenOwner(ctx, "another token", 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a token outlives the password: %v", err)
	}
	if _, _, err := s.TokenOwner(ctx, "token", 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a token that was dropped: %v", err)
	}
	for _, data := range []string{"one", "two"} {
		if err := s.SetSession(ctx, "cookie", []byte(data), 100); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Session(ctx, "cookie", 99); err != nil || string(got) != data {
			t.Errorf("%q, %v", got, err)
		}
	}
	if _, err := s.Session(ctx, "cookie", 100); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a session that is over: %v", err)
	}
	if err := s.DeleteSession(ctx, "cookie", "g"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Session(ctx, "cookie", 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a session that was dropped: %v", err)
	}
}

func logins(t *testing.T, s store.Store) {
	ctx := context.Background()
	for _, id := range []string{"a", "b"} {
		if err := s.AddPerson(ctx, store.Person{ID: id, Name: "Name of " + id, Registered: true}); err != nil {
			t.Fatal(err)
		}
	}
	token := func(i int) string { return fmt.Sprintf("session %d of somebody", i) }
	login := func(i int, person string, epoch int64) store.Login {
		return store.Login{ID: token(i)[:16], Person: person, Epoch: epoch, Device: "Firefox/Linux", Since: match.Moment(i), UsedAt: match.Moment(10 + i), Until: 100}
	}
	add := func(i int, person string, epoch int64) {
		t.Helper()
		if err := s.AddSession(ctx, token(i), []byte("data"), login(i, person, epoch)); err != nil {
			t.Fatal(err)
		}
	}
	check := func(person string, epoch int64, want ...store.Login) {
		t.Helper()
		if list, err := s.SessionsOf(ctx, person, epoch, 99); err != nil || !slices.Equal(list, want) {
			t.Errorf("%+v, %v, want %+v", list, err, want)
		}
	}
	add(1, "a", 0)
	add(2, "a", 0)
	add(3, "b", 0)
	add(4, "a", 5) // of another epoch
	check("a", 0, login(2, "a", 0), login(1, "a", 0))
	check("", 0)
	if list, err := s.SessionsOf(ctx, "a", 0, 100); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v: all have expired", list, err)
	}
	// A later use is stored, an earlier one is not.
	used := login(1, "a", 0)
	for _, at := range []match.Moment{50, 40} {
		used.UsedAt, used.Until = at, 100+at
		if err := s.UseSession(ctx, token(1), used); err != nil {
			t.Fatal(err)
		}
	}
	used.UsedAt, used.Until = 50, 150
	check("a", 0, used, login(2, "a", 0))
	// A session from before belongs to nobody until it is used.
	if err := s.SetSession(ctx, token(6), []byte("old"), 100); err != nil {
		t.Fatal(err)
	}
	old := login(6, "a", 0)
	old.UsedAt = 60
	if err := s.UseSession(ctx, token(6), old); err != nil {
		t.Fatal(err)
	}
	check("a", 0, old, used, login(2, "a", 0))
	if data, err := s.Session(ctx, token(6), 1); err != nil || string(data) != "old" {
		t.Errorf("%q, %v", data, err)
	}

	if err := s.DeleteSessionOf(ctx, "b", used.ID); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a session of another person: %v", err)
	}
	if err := s.DeleteSessionOf(ctx, "a", used.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Session(ctx, token(1), 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a session that was ended: %v", err)
	}
	for _, end := range []func() error{
		func() error { return s.EndSessions(ctx, "a", 0) },
		func() error { return s.SetPassword(ctx, "a", 1, "hash") },
		func() error { return s.BeginDeletion(ctx, "a", 2, "gone", nil) },
	} {
		if err := end(); err != nil {
			t.Fatal(err)
		}
		for epoch := range int64(6) {
			check("a", epoch)
		}
		p, err := s.Person(ctx, "a")
		if err != nil {
			t.Fatal(err)
		}
		add(7, "a", p.Epoch)
	}
	if err := s.DeletePerson(ctx, "a", 3); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Session(ctx, token(7), 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a session of a deleted person: %v", err)
	}
	check("b", 0, login(3, "b", 0))
}

func recoveryCodes(t *testing.T, s store.Store) {
	ctx := context.Background()
	for _, id := range []string{"a", "b"} {
		if err := s.AddPerson(ctx, store.Person{ID: id, Name: "Name of " + id, Registered: true, Password: "hash"}); err != nil {
			t.Fatal(err)
		}
	}
	left := func(person string, want int, wantSince match.Moment) {
		t.Helper()
		if n, since, err := s.RecoveryCodes(ctx, person); err != nil || n != want || since != wantSince {
			t.Errorf("%s has %d codes since %d, %v; want %d since %d", person, n, since, err, want, wantSince)
		}
	}
	has := func(person, hash string, want bool) {
		t.Helper()
		if yes, err := s.HasRecoveryCode(ctx, person, hash); err != nil || yes != want {
			t.Errorf("%s has %s: %t, %v", person, hash, yes, err)
		}
	}
	left("a", 0, 0)
	if err := s.ReplaceRecoveryCodes(ctx, "a", 1, []string{"x"}, 5); !errors.Is(err, store.ErrConflict) {
		t.Errorf("codes in another epoch: %v", err)
	}
	for i, hashes := range [][]string{{"x", "y"}, {"y", "z", "w"}} {
		if err := s.ReplaceRecoveryCodes(ctx, "a", 0, hashes, match.Moment(5+i)); err != nil {
			t.Fatal(err)
		}
	}
	left("a", 3, 6)
	left("b", 0, 0)
	has("a", "y", true)
	has("a", "x", false) // replaced
	has("b", "y", false)
	if err := s.AddToken(ctx, "token", "a", 0, store.Token{}, 50); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		who   string
		epoch int64
		hash  string
		want  error
	}{
		{"a", 1, "y", store.ErrConflict}, {"a", 0, "x", store.ErrNotFound}, {"b", 0, "y", store.ErrNotFound}, {"", 0, "y", store.ErrConflict},
		{"a", 0, "y", nil}, {"a", 1, "y", store.ErrNotFound},
	} {
		if err := s.Recover(ctx, c.who, c.epoch, c.hash, "new hash"); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	left("a", 2, 6)
	if p, err := s.Person(ctx, "a"); err != nil || p.Password != "new hash" || p.Epoch != 1 {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := s.Person(ctx, "b"); err != nil || p.Password != "hash" || p.Epoch != 0 {
		t.Errorf("%+v, %v", p, err)
	}
	if list, err := s.Tokens(ctx, "a", 0); err != nil || len(list) > 0 {
		t.Errorf("%+v, %v: tokens outlive the password", list, err)
	}
	if err := s.BeginDeletion(ctx, "a", 1, "gone", nil); err != nil {
		t.Fatal(err)
	}
	left("a", 0, 0)
}

func aroundPeople(t *testing.T, s store.Store) {
	ctx := context.Background()
	for i, id := range []string{"a", "b", "c"} {
		if err := s.AddPerson(ctx, store.Person{ID: id, Name: "Name of " + id, Registered: i > 0, Since: 1}); err != nil {
			t.Fatal(err)
		}
	}
	key := store.Passkey{ID: "k", Person: "b", Name: "phone", Credential: `{"a":1}`, Since: 5}
	later := store.Passkey{ID: "j", Person: "b", Name: "laptop", Credential: "{}", Since: 6}
	for _, k := range []store.Passkey{later, key} {
		if err := s.AddPasskey(ctx, k, 0, 50); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.AddPasskey(ctx, key, 0, 50); !errors.Is(err, store.ErrPasskeyTaken) {
		t.Errorf("a passkey twice: %v", err)
	}
	if err := s.UsePasskey(ctx, "k", "new", 9); err != nil {
		t.Fatal(err)
	}
	key.Credential, key.UsedAt = "new", 9
	if got, err := s.Passkeys(ctx, "b"); err != nil || !slices.Equal(got, []store.Passkey{key, later}) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := s.Passkey(ctx, "k"); err != nil || got != key {
		t.Errorf("%+v, %v", got, err)
	}
	for i, c := range []struct {
		who   string
		epoch int64
		want  error
	}{{"a", 0, store.ErrNotFound}, {"b", 1, store.ErrConflict}, {"b", 0, nil}, {"b", 0, store.ErrNotFound}} {
		if err := s.DeletePasskey(ctx, c.who, c.epoch, "k"); !errors.Is(err, c.want) {
			t.Errorf("%d: %s drops the passkey of b in epoch %d: %v, want %v", i, c.who, c.epoch, err, c.want)
		}
	}
	if err := s.DeletePasskey(ctx, "b", 0, "j"); !errors.Is(err, store.ErrLastPasskey) {
		t.Errorf("the last passkey: %v", err)
	}
	if got, err := s.Passkeys(ctx, "b"); err != nil || !slices.Equal(got, []store.Passkey{later}) {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := s.Passkey(ctx, "k"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a passkey that was dropped: %v", err)
	}

	for range 2 {
		if err := s.Block(ctx, "a", "b", 4); err != nil {
			t.Fatal(err)
		}
	}
	blocked := func(who string, by ...string) bool {
		t.Helper()
		yes, err := s.BlockedBy(ctx, who, by)
		if err != nil {
			t.Fatal(err)
		}
		return yes
	}
	if !blocked("b", "c", "a") || blocked("b", "c") || blocked("a", "b") || blocked("b") {
		t.Error("wrong blocks")
	}
	if list, err := s.Blocks(ctx, "a"); err != nil || len(list) != 1 || list[0].Name != "Name of b" || !list[0].Account() {
		t.Errorf("%+v, %v", list, err)
	}
	if err := s.Unblock(ctx, "a", "b", 9); err != nil || blocked("b", "a") {
		t.Errorf("still blocked, %v", err)
	}

	for _, muted := range []bool{true, true, false} {
		if err := s.Mute(ctx, "a", "m", muted); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Muted(ctx, "a", "m"); err != nil || got != muted {
			t.Errorf("%v, %v", got, err)
		}
	}

	report := store.Report{ID: "r", At: 7, By: "a", ByName: "A", About: "b", AboutName: "B", Match: "m", Study: "s", Club: "k", Notice: "n", Quote: "„Unfug“", Reason: "chat", Text: "„Grobian“"}
	if err := s.AddReport(ctx, report); err != nil {
		t.Fatal(err)
	}
	if list, err := s.ReportsBy(ctx, "a"); err != nil || !slices.Equal(list, []store.Report{report}) {
		t.Errorf("%+v, %v", list, err)
	}
	if err := s.CloseReport(ctx, "r", 8); err != nil {
		t.Fatal(err)
	}
	report.DoneAt = 8
	if list, err := s.Reports(ctx, true); err != nil || !slices.Equal(list, []store.Report{report}) {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := s.Reports(ctx, false); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if err := s.CloseReport(ctx, "x", 8); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	open := store.Report{ID: "open", At: 1, By: "c", ByName: "C", About: "b", AboutName: "B", Reason: "chat"}
	if err := s.AddReport(ctx, open); err != nil {
		t.Fatal(err)
	}
	for _, deletion := range []struct {
		before match.Moment
		want   []store.Report
	}{{8, []store.Report{report, open}}, {9, []store.Report{open}}} {
		if err := s.DeleteClosedReports(ctx, deletion.before); err != nil {
			t.Fatal(err)
		}
		if list, err := s.Reports(ctx, true); err != nil || !slices.Equal(list, deletion.want) {
			t.Errorf("reports after the deletion before %d: %+v, %v", deletion.before, list, err)
		}
	}
	if err := errors.Join(s.CloseReport(ctx, "open", 1), s.DeleteClosedReports(ctx, 2), s.AddReport(ctx, report)); err != nil {
		t.Fatal(err)
	}

	if err := s.AddToken(ctx, "token", "b", 0, store.Token{Scopes: store.AllScopes}, 50); err != nil {
		t.Fatal(err)
	}
	if err := s.Block(ctx, "c", "b", 1); err != nil {
		t.Fatal(err)
	}
	if err := s.DeletePerson(ctx, "b", 0); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.TokenOwner(ctx, "token", 1); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	if list, err := s.Passkeys(ctx, "b"); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := s.Blocks(ctx, "c"); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	report.About, report.AboutName, report.Quote = "", "", ""
	if list, err := s.Reports(ctx, true); err != nil || !slices.Equal(list, []store.Report{report}) {
		t.Errorf("%+v, %v: the report stays, without the name", list, err)
	}
	if err := s.AddPerson(ctx, store.Person{ID: "d", Name: "Name of b", Registered: true}); err != nil {
		t.Errorf("the name of a deleted person is free: %v", err)
	}
}

// lastPasskeys deletes all passkeys of people at once. One remains, unless the
// person has a password.
func lastPasskeys(t *testing.T, s store.Store) {
	ctx := context.Background()
	const people, each = 50, 2
	var keys []store.Passkey
	for i := range people {
		p := store.Person{ID: strconv.Itoa(i), Name: "Name " + strconv.Itoa(i), Registered: true}
		if i == 0 {
			p.Password = "hash"
		}
		if err := s.AddPerson(ctx, p); err != nil {
			t.Fatal(err)
		}
		for k := range each {
			key := store.Passkey{ID: fmt.Sprintf("%d/%d", i, k), Person: p.ID}
			if err := s.AddPasskey(ctx, key, 0, 50); err != nil {
				t.Fatal(err)
			}
			keys = append(keys, key)
		}
	}
	var deletions sync.WaitGroup
	for _, key := range keys {
		deletions.Go(func() {
			if err := s.DeletePasskey(ctx, key.Person, 0, key.ID); err != nil && !errors.Is(err, store.ErrLastPasskey) {
				t.Errorf("%+v: %v", key, err)
			}
		})
	}
	deletions.Wait()
	for i := range people {
		want := 1
		if i == 0 {
			want = 0
		}
		if list, err := s.Passkeys(ctx, strconv.Itoa(i)); err != nil || len(list) != want {
			t.Errorf("person %d has %+v, %v; want %d passkeys", i, list, err, want)
		}
	}
}

// deleting begins and finishes the deletion of a person.
func deleting(t *testing.T, s store.Store) {
	ctx := context.Background()
	anna := store.Person{ID: "a", Name: "Anna", Registered: true, Password: "hash", Since: 1}
	for _, err := range []error{
		s.AddPerson(ctx, anna), s.AddToken(ctx, "token", "a", 0, store.Token{}, 50), s.AddPasskey(ctx, store.Passkey{ID: "k", Person: "a"}, 0, 50),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := s.BeginDeletion(ctx, "a", 0, "gone", nil); err != nil {
		t.Fatal(err)
	}
	anna.Epoch, anna.Password, anna.DeletedAs = 1, "", "gone"
	if p, err := s.PersonNamed(ctx, "anna"); err != nil || p != anna {
		t.Errorf("%+v, %v", p, err)
	}
	if _, _, err := s.TokenOwner(ctx, "token", 1); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a token of a person being deleted: %v", err)
	}
	if _, err := s.Passkey(ctx, "k"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a passkey of a person being deleted: %v", err)
	}
	if err := s.AddPerson(ctx, store.Person{ID: "b", Name: "Anna", Registered: true}); !errors.Is(err, store.ErrTaken) {
		t.Errorf("the name of a person being deleted: %v", err)
	}
	if err := s.BeginDeletion(ctx, "a", 1, "other", nil); !errors.Is(err, store.ErrConflict) {
		t.Errorf("a second deletion: %v", err)
	}
	if list, err := s.UnfinishedDeletions(ctx); err != nil || !slices.Equal(list, []store.Person{anna}) {
		t.Errorf("%+v, %v", list, err)
	}
	if err := s.DeletePerson(ctx, "a", 1); err != nil {
		t.Fatal(err)
	}
	if list, err := s.UnfinishedDeletions(ctx); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

// bots makes an account that of a bot.
func bots(t *testing.T, s store.Store) {
	ctx := context.Background()
	anna, guest := store.Person{ID: "a", Name: "Anna", Registered: true, Since: 1}, store.Person{ID: "g", Name: "Guest", Since: 1}
	for _, p := range []store.Person{anna, guest} {
		if err := s.AddPerson(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	for id, epoch := range map[string]int64{"a": anna.Epoch + 1, "g": guest.Epoch, "nobody": 0} {
		if err := s.MakeBot(ctx, id, epoch); !errors.Is(err, store.ErrConflict) {
			t.Errorf("%s in epoch %d: %v", id, epoch, err)
		}
	}
	if p, err := s.Person(ctx, "a"); err != nil || p.Bot {
		t.Errorf("%+v, %v", p, err)
	}
	for range 2 {
		if err := s.MakeBot(ctx, "a", anna.Epoch); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.EndSessions(ctx, "a", anna.Epoch); err != nil {
		t.Fatal(err)
	}
	if p, err := s.PersonNamed(ctx, "anna"); err != nil || !p.Bot {
		t.Errorf("%+v, %v", p, err)
	}
}

// hiding hides when people are online.
func hiding(t *testing.T, s store.Store) {
	ctx := context.Background()
	for _, p := range []store.Person{{ID: "a", Name: "Anna", Registered: true, Since: 1}, {ID: "b", Name: "Ben", Registered: true, Since: 1}, {ID: "g", Name: "Guest", Since: 1}} {
		if err := s.AddPerson(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range []string{"g", "nobody"} {
		if err := s.SetHidden(ctx, id, true); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: %v", id, err)
		}
	}
	many := []string{"a", "b", "g"}
	for i := range 500 {
		many = append(many, fmt.Sprint("nobody", i))
	}
	for _, hidden := range []bool{true, true, false} {
		if err := s.SetHidden(ctx, "a", hidden); err != nil {
			t.Fatal(err)
		}
		if p, err := s.Person(ctx, "a"); err != nil || p.Hidden != hidden {
			t.Errorf("%+v, %v", p, err)
		}
		if got, err := s.HiddenOf(ctx, many); err != nil || got["a"] != hidden || got["b"] || len(got) > 1 {
			t.Errorf("%v, %v", got, err)
		}
	}
	if got, err := s.HiddenOf(ctx, nil); err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
}

// faces stores coats of arms and mottos; the deletion of a person removes them, also from
// reports.
func faces(t *testing.T, s store.Store) {
	ctx := context.Background()
	for _, p := range []store.Person{{ID: "a", Name: "Anna", Registered: true, Since: 1}, {ID: "g", Name: "Guest", Since: 1}} {
		if err := s.AddPerson(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range []string{"g", "nobody"} {
		if err := errors.Join(s.SetArms(ctx, id, "hnogn"), s.SetMotto(ctx, id, "x")); err == nil || !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: %v", id, err)
		}
	}
	report := store.Report{ID: "r", At: 1, By: "g", About: "a", AboutName: "Anna", Motto: "Ad astra", Reason: "motto"}
	if err := errors.Join(s.SetArms(ctx, "a", "hnogn"), s.SetMotto(ctx, "a", "Ad astra"), s.AddReport(ctx, report)); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Person(ctx, "a"); err != nil || p.Arms != "hnogn" || p.Motto != "Ad astra" {
		t.Errorf("%+v, %v", p, err)
	}
	if r, err := s.Report(ctx, "r"); err != nil || r != report {
		t.Errorf("%+v, %v", r, err)
	}
	if err := errors.Join(s.RemoveMotto(ctx, "a", store.Entry{ID: "e", Action: "remove-motto"}), s.DeletePerson(ctx, "a", 0)); err != nil {
		t.Fatal(err)
	}
	if r, err := s.Report(ctx, "r"); err != nil || r.Motto != "" {
		t.Errorf("%+v, %v", r, err)
	}
}

// preferences stores preferences; the last change wins.
func preferences(t *testing.T, s store.Store) {
	ctx := context.Background()
	anna, guest := store.Person{ID: "a", Name: "Anna", Registered: true, Since: 1}, store.Person{ID: "g", Name: "Guest", Since: 1}
	for _, p := range []store.Person{anna, guest} {
		if err := s.AddPerson(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	want := func(want store.Preferences) {
		t.Helper()
		if got, err := s.Preferences(ctx, "a"); err != nil || got != want {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
	}
	put := func(p store.Preferences) {
		t.Helper()
		if err := s.PutPreferences(ctx, "a", p); err != nil {
			t.Error(err)
		}
	}
	want(store.Preferences{})
	early, late := store.Preferences{Choices: `{"board":"slate"}`, Changed: 5}, store.Preferences{Choices: `{"board":"wood"}`, Changed: 9}
	put(early)
	want(early)
	put(late)
	put(early)
	want(late)
	for _, id := range []string{"g", "nobody"} {
		if err := s.PutPreferences(ctx, id, late); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("preferences of %q: %v", id, err)
		}
	}
	if _, err := s.Preferences(ctx, "nobody"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("preferences of nobody: %v", err)
	}
	if err := s.DeletePerson(ctx, "a", 0); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Preferences(ctx, "a"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("preferences of a deleted person: %v", err)
	}
}

// oneChangeOfAnEpoch changes the epoch of people in several ways at once. One of
// the changes succeeds.
func oneChangeOfAnEpoch(t *testing.T, s store.Store) {
	ctx := context.Background()
	const people = 30
	var succeeded [people]atomic.Int64
	var changes sync.WaitGroup
	for i := range people {
		id := strconv.Itoa(i)
		if err := s.AddPerson(ctx, store.Person{ID: id, Name: "Name " + id, Registered: true}); err != nil {
			t.Fatal(err)
		}
		for _, change := range []func() error{
			func() error { return s.BeginDeletion(ctx, id, 0, "gone", nil) },
			func() error { return s.EndSessions(ctx, id, 0) },
			func() error { return s.SetPassword(ctx, id, 0, "hash") },
		} {
			changes.Go(func() {
				if err := change(); err == nil {
					succeeded[i].Add(1)
				} else if !errors.Is(err, store.ErrConflict) {
					t.Error(err)
				}
			})
		}
	}
	changes.Wait()
	for i := range succeeded {
		if n := succeeded[i].Load(); n != 1 {
			t.Errorf("%d changes of person %d in one epoch succeeded", n, i)
		}
	}
}

func renaming(t *testing.T, s store.Store) {
	ctx := context.Background()
	x := Open(t, s, "m", func(s *match.Settings) { s.Rated = false }).Sit()
	x.Play(mate...)
	x.Do("p1", match.Rematch{})
	x.Do("p0", match.Rematch{})
	other := match.Player{ID: "q", Name: "Somebody", Account: true}
	if err := x.Try("q", match.Rename{Player: other}); err == nil {
		t.Error("a stranger is renamed")
	}
	x.Do("p0", match.Rename{Player: other})
	if list, err := s.MatchesOf(ctx, "p0", 10); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	list, err := s.MatchesOf(ctx, "q", 10)
	if err != nil || len(list) != 1 || list[0].Owner != other || list[0].Seats[0] != other || list[0].Seats[1] != Player(1) {
		t.Errorf("%+v, %v", list, err)
	}
	games, err := s.Games(ctx, "m")
	if err != nil || len(games) != 1 || games[0].Players[0] != other {
		t.Errorf("%+v, %v", games, err)
	}
	for person, q := range map[string]store.GameQuery{"p0": {}, "q": {}, "p1": {Opponent: other.Name}} {
		q.Person, q.Limit = person, 10
		found, err := s.GamesOf(ctx, q)
		if err != nil || (len(found) == 1) != (person != "p0") {
			t.Errorf("%s: %+v, %v", person, found, err)
		}
	}
	x.Play("e2e4", "e7e5")
	if err := x.Try("p1", match.Rename{Player: other}); err == nil {
		t.Error("one person sits in two seats")
	}
}

func erasing(t *testing.T, s store.Store) {
	ctx := context.Background()
	x := Open(t, s, "m", nil).Sit()
	x.Play(mate...)
	x.Do("p1", match.Chat{Name: "Player 1", Text: "a secret"})
	y := Open(t, s, "n", nil)
	y.Do("p1", match.Chat{Name: "Player 1", Text: "from outside"})
	invites := func(names ...string) func(*match.Settings) {
		return func(s *match.Settings) { s.Visibility, s.Invited = match.Private, names }
	}
	z := Open(t, s, "o", invites("Nobody else", "player 1"))
	Open(t, s, "p", invites("Player 11"))
	if list, err := s.Invitations(ctx, "Player 1"); err != nil || !slices.Equal(list, []string{"o"}) {
		t.Fatalf("%v, %v", list, err)
	}
	nobody := match.Rename{Player: match.Player{ID: "gone-1", Name: "–", Account: true}, Name: "Player 1"}
	x.Do("p1", nobody)
	z.Do("p1", nobody)
	if err := y.Try("p1", nobody); err == nil {
		t.Error("renamed where only something was said")
	}
	if list, err := s.Invitations(ctx, "Player 1"); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	if err := s.ErasePerson(ctx, "p1", nobody); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"m", "n", "o"} {
		events, err := s.Events(ctx, id, 0)
		if err != nil {
			t.Fatal(err)
		}
		state := match.New()
		for i, e := range events {
			body, err := json.Marshal(e)
			if text := strings.ReplaceAll(strings.ToLower(string(body)), "player 1", "Player 1"); err != nil || strings.Contains(text, "p1") || strings.Contains(text, "Player 1") || strings.Contains(text, "secret") || strings.Contains(text, "outside") {
				t.Errorf("match %s, event %d still contains the deleted person: %s", id, i+1, text)
			}
			if state, err = match.Apply(rules, state, e); err != nil {
				t.Fatal(err)
			}
		}
	}
	if r, err := s.Ratings(ctx, "p1"); err != nil || len(r) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	for person, want := range map[string][]string{"p1": nil, "gone-1": {"m", "n", "o"}, "p0": {"m", "n", "o", "p"}} {
		if got, err := s.Mentions(ctx, person); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s is mentioned in %v, %v; want %v", person, got, err, want)
		}
	}
	snapshot := func() string {
		text := ""
		for _, id := range []string{"p0", "p1", "gone-1"} {
			r, err := s.Ratings(ctx, id)
			m, err2 := s.MatchesOf(ctx, id, 10)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			// JSON, because formatting prints the addresses of outcomes.
			data, err := json.Marshal([]any{id, r, m})
			if err != nil {
				t.Fatal(err)
			}
			text += string(data) + "\n"
		}
		g, err := s.Games(ctx, "m")
		if err != nil {
			t.Fatal(err)
		}
		return text + fmt.Sprintf("%+v", g)
	}
	before := snapshot()
	if err := s.Rebuild(ctx, rules, nil); err != nil {
		t.Fatal(err)
	}
	if after := snapshot(); after != before {
		t.Errorf("before rebuilding\n%s\nafter\n%s", before, after)
	}
}

func sightings(t *testing.T, s store.Store) {
	ctx := context.Background()
	if list, err := s.LastPresence(ctx, []string{"m"}); err != nil || len(list) != 0 {
		t.Fatalf("%v, %v of nobody", list, err)
	}
	var many []store.Presence
	for i := range 500 {
		many = append(many, store.Presence{Match: "m" + strconv.Itoa(i%3), Person: "p" + strconv.Itoa(i), At: 7})
	}
	many = append(many, many[0], store.Presence{Match: "m0", Person: "p0", At: 9})
	for _, seen := range [][]store.Presence{many, {{Match: "m0", Person: "p0", At: 8}}, nil} {
		if err := s.SavePresence(ctx, seen); err != nil {
			t.Fatal(err)
		}
	}
	list, err := s.LastPresence(ctx, []string{"m0", "m2"})
	if err != nil || len(list) != 333 {
		t.Fatalf("%d sightings, %v", len(list), err)
	}
	for _, x := range list {
		want := match.Moment(7)
		if x.Person == "p0" {
			want = 9
		}
		if x.At != want || x.Match == "m1" {
			t.Errorf("%+v", x)
		}
	}
}
