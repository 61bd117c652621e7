package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

var generousClub = store.ClubLimits{Owned: 5, Memberships: 10, Members: 10, Requests: 10, Notices: 10, Replies: 10}

// addClub founds a club of a person, who owns it.
func addClub(t *testing.T, s store.Store, id, name, owner string, entry store.ClubEntry) store.Club {
	t.Helper()
	c := store.Club{ID: id, Name: name, Line: "A line of " + id, Text: "# " + name, Entry: entry, Posting: store.MembersPost, State: store.ClubOpen, CreatedAt: 5, Members: 1, Version: 1}
	if err := s.AddClub(context.Background(), c, owner, generousClub); err != nil {
		t.Fatal(err)
	}
	return c
}

// joinClub makes people members of a club that everybody joins.
func joinClub(t *testing.T, s store.Store, club string, at match.Moment, people ...string) {
	t.Helper()
	for _, id := range people {
		if member, _, err := s.JoinClub(context.Background(), store.ClubRequest{Club: club, Person: id, At: at}, generousClub); err != nil || !member {
			t.Fatalf("%s: %v, %v", id, member, err)
		}
		at++
	}
}

// wantRoles checks who the members of a club are, in order: "a owner".
func wantRoles(t *testing.T, s store.Store, club string, want ...string) {
	t.Helper()
	list, err := s.ClubMembers(context.Background(), club, 0, 99)
	got := []string{}
	for _, m := range list {
		got = append(got, m.Person+" "+string(m.Role))
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v; want %v", got, err, want)
	}
	if c, err := s.Club(context.Background(), club); err != nil || c.Members != len(want) {
		t.Errorf("%d members, %v; want %d", c.Members, err, len(want))
	}
}

func wantErr(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%v; want %v", err, want)
	}
}

// clubs are founded, found, changed, moderated and closed.
func clubs(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b")
	one := addClub(t, s, "k1", "Round Table", "a", store.FreeEntry)
	two := addClub(t, s, "k2", "Ölberg 100%", "b", store.EntryByRequest)
	if got, err := s.Club(ctx, "k1"); err != nil || got != one {
		t.Errorf("%+v, %v", got, err)
	}
	wantErr(t, s.AddClub(ctx, one, "a", generousClub), store.ErrTaken)
	wantErr(t, s.AddClub(ctx, store.Club{ID: "k3", Name: "ROUND-TABLE"}, "a", generousClub), store.ErrTaken)
	wantErr(t, s.AddClub(ctx, store.Club{ID: "k3", Name: "Other"}, "nobody", generousClub), store.ErrNotFound)
	joinClub(t, s, "k1", 6, "b")
	one.Members = 2
	listed := func(text string, skip int, want ...string) {
		t.Helper()
		list, err := s.OpenClubs(ctx, text, skip, 9)
		got := []string{}
		for _, c := range list {
			if c.Text != "" {
				t.Errorf("%s has its text", c.ID)
			}
			got = append(got, c.ID)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
	listed("", 0, "k1", "k2")
	listed("", 1, "k2")
	listed("ölb", 0, "k2")
	listed("%", 0, "k2")
	listed("_", 0)
	if names, err := s.ClubNames(ctx, []string{"k1", "none"}); err != nil || !reflect.DeepEqual(names, map[string]string{"k1": "Round Table"}) {
		t.Errorf("%v, %v", names, err)
	}
	if list, err := s.Memberships(ctx, "b"); err != nil || len(list) != 2 || list[0].Club.ID != "k1" || list[0].Role != store.ClubMember || list[0].Since != 6 || list[1].Role != store.ClubOwner {
		t.Errorf("%+v, %v", list, err)
	}

	// A change is based on a version.
	one.Name, one.Text, one.Posting = "Round Tables", "new", store.OfficersPost
	if err := s.ChangeClub(ctx, one); err != nil {
		t.Error(err)
	}
	wantErr(t, s.ChangeClub(ctx, one), store.ErrConflict)
	one.Version = 2
	two.Name = "Roundtables"
	wantErr(t, s.ChangeClub(ctx, two), store.ErrTaken)
	if got, err := s.Club(ctx, "k1"); err != nil || got != one {
		t.Errorf("%+v, %v; want %+v", got, err, one)
	}

	// Moderators.
	entry := store.Entry{ID: "e", At: 20, Action: "close-club"}
	if err := s.ModerateClub(ctx, "k1", store.ClubRemoved, false, entry); err != nil {
		t.Error(err)
	}
	listed("", 0, "k2")
	wantErr(t, s.ModerateClub(ctx, "k1", store.ClubRemoved, false, store.Entry{ID: "e2"}), store.ErrNotFound)
	wantErr(t, s.MuteClub(ctx, "k1", "nobody", true), store.ErrNotFound)
	one.Version = 3
	wantErr(t, s.ChangeClub(ctx, one), store.ErrNotFound)
	if err := errors.Join(s.LeaveClub(ctx, "k1", "b"), s.ModerateClub(ctx, "k1", "", true, store.Entry{ID: "e3", At: 21}), s.ModerateClub(ctx, "k1", store.ClubOpen, false, store.Entry{ID: "e4", At: 22})); err != nil {
		t.Error(err)
	}
	if got, err := s.Club(ctx, "k1"); err != nil || got.Text+got.Line != "" || got.State != store.ClubOpen || got.Members != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	if log, err := s.Entries(ctx, "", 0, 9); err != nil || len(log) != 3 || log[2].Action != "close-club" {
		t.Errorf("%+v, %v", log, err)
	}

	// Its owner closes it, and another can have the name.
	wantErr(t, s.CloseClub(ctx, "k1", "b"), store.ErrConflict)
	if err := s.CloseClub(ctx, "k1", "a"); err != nil {
		t.Error(err)
	}
	wantRoles(t, s, "k1")
	if got, err := s.Club(ctx, "k1"); err != nil || got.State != store.ClubClosed || got.Name != "Round Tables" {
		t.Errorf("%+v, %v", got, err)
	}
	addClub(t, s, "k4", "Round Tables", "b", store.FreeEntry)
}

// clubsJoined joins clubs freely and by request, and changes roles.
func clubsJoined(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b", "c")
	addClub(t, s, "k", "Knights", "a", store.EntryByRequest)
	join := func(at match.Moment) (bool, error) {
		member, _, err := s.JoinClub(ctx, store.ClubRequest{Club: "k", Person: "b", Text: "please", At: at}, generousClub)
		return member, err
	}
	for range 2 { // the second one changes nothing
		if member, err := join(10); member || err != nil {
			t.Errorf("%v, %v", member, err)
		}
	}
	want := []store.ClubRequest{{Club: "k", Person: "b", Name: "Learner b", ClubName: "Knights", Text: "please", At: 10}}
	for _, read := range []func() ([]store.ClubRequest, error){
		func() ([]store.ClubRequest, error) { return s.ClubRequests(ctx, "k") }, func() ([]store.ClubRequest, error) { return s.RequestsBy(ctx, "b") },
	} {
		if list, err := read(); err != nil || !slices.Equal(list, want) {
			t.Errorf("%+v, %v", list, err)
		}
	}
	answer := func(accept bool, at match.Moment) error {
		_, err := s.AnswerRequest(ctx, "k", "b", accept, at, generousClub)
		return err
	}
	if err := answer(false, 11); err != nil {
		t.Error(err)
	}
	wantErr(t, answer(true, 12), store.ErrNotFound)
	_, err := join(12)
	wantErr(t, err, store.ErrConflict)
	later := match.Moment(11).After(store.RefusedFor)
	if _, err := join(later); err != nil {
		t.Error(err)
	}
	if err := answer(true, later+1); err != nil {
		t.Error(err)
	}
	if member, err := join(later + 2); !member || err != nil {
		t.Errorf("%v, %v: a member joins", member, err)
	}
	wantRoles(t, s, "k", "a owner", "b member")

	// Roles.
	if err := s.SetClubRole(ctx, "k", "b", store.ClubOfficer, later+3); err != nil {
		t.Error(err)
	}
	wantErr(t, s.SetClubRole(ctx, "k", "a", store.ClubMember, 1), store.ErrConflict)
	wantErr(t, s.SetClubRole(ctx, "k", "c", store.ClubOfficer, 1), store.ErrConflict)
	wantErr(t, s.RemoveMember(ctx, "k", "b", store.ClubMember, 1), store.ErrConflict)
	wantErr(t, s.RemoveMember(ctx, "k", "a", store.ClubOfficer, 1), store.ErrConflict)
	wantErr(t, s.LeaveClub(ctx, "k", "a"), store.ErrConflict)
	wantErr(t, s.LeaveClub(ctx, "k", "c"), store.ErrNotFound)
	pass := func(from, to string, at match.Moment, limits store.ClubLimits) error {
		_, err := s.PassClub(ctx, "k", from, to, at, limits)
		return err
	}
	wantErr(t, pass("a", "c", later, generousClub), store.ErrConflict)
	wantErr(t, pass("b", "b", later, generousClub), store.ErrConflict)
	wantErr(t, pass("a", "b", later, store.ClubLimits{}), store.ErrTooMany)
	if notified, err := s.PassClub(ctx, "k", "a", "b", later+4, generousClub); err != nil || !slices.Equal(notified, []string{"b"}) {
		t.Errorf("%v, %v", notified, err)
	}
	wantRoles(t, s, "k", "b owner", "a officer")
	if err := s.MuteClub(ctx, "k", "a", true); err != nil {
		t.Error(err)
	}
	if m, err := s.Membership(ctx, "k", "a"); err != nil || m != (store.Member{Person: "a", Name: "Learner a", Role: store.ClubOfficer, Since: 5, Muted: true}) {
		t.Errorf("%+v, %v", m, err)
	}
	_, err = s.Membership(ctx, "k", "c")
	wantErr(t, err, store.ErrNotFound)

	// A person who was removed needs a request, also in a club that others join freely.
	c, err := s.Club(ctx, "k")
	c.Entry = store.FreeEntry
	if err := errors.Join(err, s.ChangeClub(ctx, c), s.RemoveMember(ctx, "k", "a", store.ClubOfficer, later+5)); err != nil {
		t.Error(err)
	}
	r := store.ClubRequest{Club: "k", Person: "a", At: later + 6}
	_, _, err = s.JoinClub(ctx, r, generousClub)
	wantErr(t, err, store.ErrConflict)
	r.At = r.At.After(store.RefusedFor)
	if member, _, err := s.JoinClub(ctx, r, generousClub); member || err != nil {
		t.Errorf("%v, %v", member, err)
	}
	if err := s.LeaveClub(ctx, "k", "a"); err != nil { // withdraws the request
		t.Error(err)
	}
	joinClub(t, s, "k", later, "c")
	wantRoles(t, s, "k", "b owner", "c member")
}

// clubLimits checks all limits.
func clubLimits(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b", "c", "d")
	limits := store.ClubLimits{Owned: 1, Memberships: 2, Members: 2, Requests: 1, Notices: 2, Replies: 1}
	free := addClub(t, s, "free", "Free", "a", store.FreeEntry)
	addClub(t, s, "asked", "Asked", "d", store.EntryByRequest)
	free.ID, free.Name = "more", "More"
	wantErr(t, s.AddClub(ctx, free, "a", limits), store.ErrTooMany)
	join := func(club, person string) error {
		_, _, err := s.JoinClub(ctx, store.ClubRequest{Club: club, Person: person, At: 9}, limits)
		return err
	}
	if err := errors.Join(join("free", "b"), join("asked", "b")); err != nil {
		t.Error(err)
	}
	wantErr(t, join("free", "c"), store.ErrTooMany)
	wantErr(t, join("asked", "c"), store.ErrTooMany)
	addClub(t, s, "third", "Third", "c", store.FreeEntry)
	wantErr(t, join("third", "b"), store.ErrTooMany)
	_, err := s.AnswerRequest(ctx, "asked", "b", true, 9, store.ClubLimits{Members: 1})
	wantErr(t, err, store.ErrTooMany)

	add := func(id, parent string, at match.Moment) error {
		_, err := s.AddClubNotice(ctx, store.ClubNotice{Club: "free", ID: id, Parent: parent, Person: "b", At: at, Text: id}, store.ClubMember, limits)
		return err
	}
	if err := errors.Join(add("1", "", 1), add("r", "1", 2)); err != nil {
		t.Error(err)
	}
	wantErr(t, add("r2", "1", 3), store.ErrTooMany)
	wantErr(t, add("r3", "none", 3), store.ErrNotFound)
	wantErr(t, add("r4", "r", 3), store.ErrNotFound)
	wantErr(t, add("1", "", 3), store.ErrTaken)
	if err := errors.Join(add("2", "", 4), add("3", "", 5)); err != nil {
		t.Error(err)
	}
	if list, err := s.ClubNoticesBy(ctx, "b"); err != nil || len(list) != 2 || list[0].ID != "3" || list[1].ID != "2" {
		t.Errorf("%+v, %v: the oldest goes with its replies", list, err)
	}
}

// clubNotices are written, answered and deleted.
func clubNotices(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b", "c")
	addClub(t, s, "k", "Knights", "a", store.FreeEntry)
	joinClub(t, s, "k", 6, "b")
	add := func(id, parent, by string, least store.ClubRole) error {
		_, err := s.AddClubNotice(ctx, store.ClubNotice{Club: "k", ID: id, Parent: parent, Person: by, At: 10, Text: "„" + id + "“"}, least, generousClub)
		return err
	}
	wantErr(t, add("n", "", "c", store.ClubMember), store.ErrConflict)
	wantErr(t, add("n", "", "b", store.ClubOfficer), store.ErrConflict)
	if err := errors.Join(add("n", "", "a", store.ClubOfficer), add("m", "", "b", store.ClubMember), add("r", "n", "b", store.ClubMember), add("s", "n", "a", store.ClubMember)); err != nil {
		t.Fatal(err)
	}
	want := []store.ClubNotice{
		{Club: "k", ID: "m", Person: "b", Name: "Learner b", At: 10, Text: "„m“"},
		{Club: "k", ID: "n", Person: "a", Name: "Learner a", At: 10, Text: "„n“", Replies: 2},
	}
	if list, err := s.ClubNotices(ctx, "k", 0, 9); err != nil || !slices.Equal(list, want) {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := s.ClubNotices(ctx, "k", 1, 9); err != nil || !slices.Equal(list, want[1:]) {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := s.ClubReplies(ctx, "k", "n", 9); err != nil || len(list) != 2 || list[0].ID != "s" || list[1].ID != "r" || list[1].Parent != "n" {
		t.Errorf("%+v, %v", list, err)
	}
	if n, err := s.ClubNotice(ctx, "k", "n"); err != nil || n != want[1] {
		t.Errorf("%+v, %v", n, err)
	}
	if err := errors.Join(s.DeleteClubNotice(ctx, "k", "r", nil), s.DeleteClubNotice(ctx, "k", "n", &store.Entry{ID: "e", At: 1, Action: "remove-notice"})); err != nil {
		t.Error(err)
	}
	_, err := s.ClubNotice(ctx, "k", "s")
	wantErr(t, err, store.ErrNotFound)
	wantErr(t, s.DeleteClubNotice(ctx, "k", "n", nil), store.ErrNotFound)
	if log, err := s.Entries(ctx, "", 0, 9); err != nil || len(log) != 1 {
		t.Errorf("%+v, %v", log, err)
	}
}

// clubsOfDeleted passes clubs of deleted people on.
func clubsOfDeleted(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b", "c", "d")
	addClub(t, s, "k", "Knights", "a", store.FreeEntry)
	addClub(t, s, "alone", "Alone", "a", store.FreeEntry)
	addClub(t, s, "asked", "Asked", "d", store.EntryByRequest)
	joinClub(t, s, "k", 6, "b", "c", "d")
	for i, id := range []string{"d", "c"} {
		if err := s.SetClubRole(ctx, "k", id, store.ClubOfficer, match.Moment(20+i)); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := s.JoinClub(ctx, store.ClubRequest{Club: "asked", Person: "a", At: 7}, generousClub); err != nil {
		t.Error(err)
	}
	for _, n := range []store.ClubNotice{{ID: "n", Person: "a"}, {ID: "lonely", Person: "a"}, {ID: "m", Person: "b"}, {ID: "r", Parent: "n", Person: "b"}, {ID: "s", Parent: "m", Person: "a"}} {
		n.Club, n.At, n.Text = "k", 30, "text"
		if _, err := s.AddClubNotice(ctx, n, store.ClubMember, generousClub); err != nil {
			t.Fatal(err)
		}
	}
	remove := func(id string) {
		t.Helper()
		if err := errors.Join(s.BeginDeletion(ctx, id, 0, "gone-"+id, nil), s.DeletePerson(ctx, id, 1)); err != nil {
			t.Error(err)
		}
	}
	remove("a")
	wantRoles(t, s, "k", "d owner", "c officer", "b member")
	for id, want := range map[string]int{"d": 1, "c": 0} {
		list, err := s.NotificationsOf(ctx, id, 9)
		list = slices.DeleteFunc(list, func(n store.Notification) bool { return n.Kind != store.ClubPassed })
		if err != nil || len(list) != want {
			t.Errorf("%s: %+v, %v", id, list, err)
		}
	}
	if c, err := s.Club(ctx, "alone"); err != nil || c.State != store.ClubClosed || c.Text != "" {
		t.Errorf("%+v, %v", c, err)
	}
	if list, err := s.ClubRequests(ctx, "asked"); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := s.ClubNotices(ctx, "k", 0, 9); err != nil || len(list) != 2 || list[0].ID != "m" || list[0].Replies != 0 || list[1].Person+list[1].Name+list[1].Text != "" || list[1].Replies != 1 {
		t.Errorf("%+v, %v", list, err)
	}
	remove("d")
	wantRoles(t, s, "k", "c owner", "b member")
	remove("c")
	wantRoles(t, s, "k", "b owner")
	remove("b")
	if c, err := s.Club(ctx, "k"); err != nil || c.State != store.ClubClosed {
		t.Errorf("%+v, %v", c, err)
	}
}

// clubNotifications are added for requests, members and notices.
func clubNotifications(t *testing.T, s store.Store) {
	ctx := context.Background()
	addLearners(t, s, "a", "b", "c", "d")
	addClub(t, s, "k", "Knights", "a", store.EntryByRequest)
	want := func(person string, kinds ...store.NotificationKind) {
		t.Helper()
		list, err := s.NotificationsOf(ctx, person, 9)
		got := []store.NotificationKind{}
		for _, n := range list {
			if n.Match != "k" {
				t.Errorf("%+v", n)
			}
			got = append(got, n.Kind)
		}
		if err != nil || !slices.Equal(got, kinds) {
			t.Errorf("%s: %v, %v; want %v", person, got, err, kinds)
		}
	}
	Device(t, s, "a", "phone", 1)
	for i, id := range []string{"b", "c", "d"} {
		_, notified, err := s.JoinClub(ctx, store.ClubRequest{Club: "k", Person: id, At: match.Moment(10 + i)}, generousClub)
		if err != nil || !slices.Equal(notified, []string{"a"}) {
			t.Errorf("%v, %v", notified, err)
		}
	}
	want("a", store.ClubRequested)
	if list, err := s.LeasePushes(ctx, 20, 21, store.PushQuery{Services: 1, Each: 9}); err != nil || len(list) != 1 || list[0].Notification.Kind != store.ClubRequested {
		t.Errorf("%+v, %v", list, err)
	}
	for _, id := range []string{"b", "c", "d"} {
		if notified, err := s.AnswerRequest(ctx, "k", id, true, 20, generousClub); err != nil || !slices.Equal(notified, []string{id}) {
			t.Errorf("%v, %v", notified, err)
		}
	}
	want("a")
	want("b", store.ClubJoined)
	if err := errors.Join(s.MuteClub(ctx, "k", "c", true), s.SetNotificationSettings(ctx, "d", store.NotificationSettings{Modes: map[store.NotificationKind]store.NotificationMode{store.ClubPosted: store.Never}})); err != nil {
		t.Fatal(err)
	}
	first := match.Moment(store.ClubNoticePause)
	for i, c := range []struct {
		at   match.Moment
		want []string
	}{{first, []string{"b"}}, {first + 1, nil}, {first.After(store.ClubNoticePause), []string{"b"}}} {
		notified, err := s.AddClubNotice(ctx, store.ClubNotice{Club: "k", ID: fmt.Sprint(i), Person: "a", At: c.at}, store.ClubMember, generousClub)
		if err != nil || !slices.Equal(notified, c.want) {
			t.Errorf("%v, %v; want %v", notified, err, c.want)
		}
	}
	want("a")
	want("b", store.ClubPosted, store.ClubJoined)
	want("c", store.ClubJoined)
	want("d", store.ClubJoined)
	if err := s.LeaveClub(ctx, "k", "b"); err != nil {
		t.Error(err)
	}
	want("b")
	if err := s.CloseClub(ctx, "k", "a"); err != nil {
		t.Error(err)
	}
	want("c")
}
