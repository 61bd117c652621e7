package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	dto "github.com/prometheus/client_model/go"

	"tafelrunde/internal/match"
	"tafelrunde/internal/metrics"
	"tafelrunde/internal/store"
)

// Device stores a session of a person and a device that ends with it, which the functions
// change first.
func Device(t testing.TB, s store.Store, person, name string, now match.Moment, change ...func(d *store.PushDevice)) store.PushDevice {
	t.Helper()
	ctx := context.Background()
	if err := s.SetSession(ctx, "session "+name, []byte("{}"), now+1_000_000_000); err != nil {
		t.Fatal(err)
	}
	d := store.PushDevice{ID: name, Person: person, Session: "session " + name, Endpoint: "https://push.example/" + name, Key: "key", Auth: "auth", Name: "Firefox/Linux", Since: now}
	for _, change := range change {
		change(&d)
	}
	if _, err := s.AddPushDevice(ctx, d, 3); err != nil {
		t.Fatal(err)
	}
	return d
}

// leasePushes leases pushes and returns them with a summary in the order of their devices.
func leasePushes(t *testing.T, s store.Store, now match.Moment, n int) ([]store.Push, string) {
	t.Helper()
	list, err := s.LeasePushes(context.Background(), now, now+60_000, store.PushQuery{Services: n, Each: n})
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		t.Fatal(err)
	}
	slices.SortFunc(list, func(a, b store.Push) int {
		return strings.Compare(a.Device.ID+string(a.Kind), b.Device.ID+string(b.Kind))
	})
	var words []string
	for _, p := range list {
		word := fmt.Sprintf("%s %s %s %d", p.Device.ID, p.Kind, p.Match, p.Attempts)
		if p.Notification.Kind == "" {
			word += " outdated"
		} else if p.Notification.Read {
			word += " read"
		}
		words = append(words, word)
	}
	return list, strings.Join(words, ", ")
}

// report gives a person a notification.
func report(t testing.TB, s store.Store, person, id string, at match.Moment) {
	t.Helper()
	if err := s.AddReport(context.Background(), store.Report{ID: id, By: person, At: at}); err != nil {
		t.Fatal(err)
	}
	if err := s.CloseReport(context.Background(), id, at); err != nil {
		t.Fatal(err)
	}
}

// pushesAreLeasedFairly queues more pushes to one push service than to another, and more than
// may wait.
func pushesAreLeasedFairly(t *testing.T, s store.Store) {
	ctx := context.Background()
	addAccounts(t, s, "p0", "p1")
	const now match.Moment = 1_700_000_000_000
	Device(t, s, "p0", "busy", now, func(d *store.PushDevice) { d.Endpoint = "https://Busy.example:443/x" })
	Device(t, s, "p1", "idle", now)
	for i := range store.MaxPushes + 8 {
		report(t, s, "p0", fmt.Sprint("r", i), now.After(match.Millis(i)))
	}
	report(t, s, "p1", "other", now+1000)
	lease := func(q store.PushQuery) (got string, first match.Moment) {
		t.Helper()
		list, err := s.LeasePushes(ctx, now+2000, now+60_000, q)
		if err != nil && !errors.Is(err, store.ErrNotFound) || (err != nil) != (len(list) == 0) {
			t.Fatal(list, err)
		}
		n := map[string]int{}
		for _, p := range list {
			n[p.Service]++
			if first == 0 || p.QueuedAt < first {
				first = p.QueuedAt
			}
		}
		return fmt.Sprint(n), first
	}
	none := store.PushQuery{Services: 9, Each: 9, Except: map[string]bool{"busy.example": true, "push.example": true}}
	if got, _ := lease(none); got != "map[]" {
		t.Error(got)
	}
	if got, first := lease(store.PushQuery{Services: 1, Each: 4}); got != "map[busy.example:4]" || first != now+8 {
		t.Error(got, first)
	}
	if got, _ := lease(store.PushQuery{Services: 2, Each: 4}); got != "map[busy.example:4 push.example:1]" {
		t.Error(got)
	}
	if got, _ := lease(store.PushQuery{Services: 9, Each: 99}); got != fmt.Sprintf("map[busy.example:%d]", store.MaxPushes-8) {
		t.Error(got)
	}

	// A browser that moves to another push service takes its pushes along.
	renewed := store.PushDevice{Person: "p1", Session: "session idle", Endpoint: "https://moved.example/x", Key: "key", Auth: "auth"}
	if err := s.RenewPushDevice(ctx, renewed, "https://push.example/idle"); err != nil {
		t.Fatal(err)
	}
	list, err := s.LeasePushes(ctx, now+90_000, now+150_000, store.PushQuery{Services: 9, Each: 9, Except: map[string]bool{"busy.example": true}})
	if err != nil || len(list) != 1 || list[0].Service != "moved.example" || list[0].Device.Endpoint != renewed.Endpoint {
		t.Errorf("%+v, %v", list, err)
	}
}

// reportsAreClosedAtOnce: each has a notification of its own.
func reportsAreClosedAtOnce(t *testing.T, s store.Store) {
	ctx := context.Background()
	addAccounts(t, s, "a")
	const reports = 12
	for i := range reports {
		if err := s.AddReport(ctx, store.Report{ID: fmt.Sprint("r", i), By: "a", At: 1}); err != nil {
			t.Fatal(err)
		}
	}
	var all sync.WaitGroup
	for i := range reports {
		all.Go(func() {
			if err := s.CloseReport(ctx, fmt.Sprint("r", i), 2); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if list, err := s.NotificationsOf(ctx, "a", store.NoLimit); err != nil || len(list) != reports {
		t.Errorf("%d notifications of %d reports, %v", len(list), reports, err)
	}
}

// blocksEndChallenges: a block deletes the challenges between two people, with their pushes, and
// there are no new ones.
func blocksEndChallenges(t *testing.T, s store.Store) {
	ctx := context.Background()
	for i := range 3 {
		if err := s.AddPerson(ctx, store.Person{ID: Player(i).ID, Name: Player(i).Name, Registered: true}); err != nil {
			t.Fatal(err)
		}
		Device(t, s, Player(i).ID, fmt.Sprint("device", i), 1_700_000_000_000)
	}
	challenge := func(id string, by int, others ...int) {
		t.Helper()
		settings := match.Settings{Game: "wotn", Variant: "wotn", Seats: 2, Visibility: match.Private, Clock: match.Clock{Kind: match.NoClock}}
		for _, i := range others {
			settings.Invited = append(settings.Invited, Player(i).Name)
		}
		x := &Table{T: t, Store: s, ID: id, State: match.New(), Now: 1_700_000_000_000}
		x.Do(Player(by).ID, match.Open{Settings: settings, Owner: Player(by)})
	}
	want := func(wanted ...string) {
		t.Helper()
		for i, want := range wanted {
			if got := notificationsOf(t, s, Player(i).ID); got != want {
				t.Errorf("p%d has %q, want %q", i, got, want)
			}
		}
	}
	challenge("a", 0, 1, 2)
	challenge("b", 1, 0)
	challenge("c", 2, 0)
	want("challenge b 0, challenge c 0", "challenge a 0", "challenge a 0")
	if err := s.Block(ctx, "p1", "p0", 2); err != nil {
		t.Fatal(err)
	}
	want("challenge c 0", "", "challenge a 0")
	if _, got := leasePushes(t, s, 1_700_000_100_000, 9); got != "device0 challenge c 1, device2 challenge a 1" {
		t.Errorf("leased %q", got)
	}
	challenge("d", 0, 1)
	challenge("e", 1, 0)
	want("challenge c 0", "", "challenge a 0")
}

// quietHoursChange: pushes that wait for the end of quiet hours do not keep it when the hours
// change.
func quietHoursChange(t *testing.T, s store.Store) {
	ctx := context.Background()
	addAccounts(t, s, "p0")
	const now match.Moment = 1_700_000_000_000
	Device(t, s, "p0", "phone", now)
	report(t, s, "p0", "r", now)
	list, _ := leasePushes(t, s, now, 9)
	if err := s.ReleasePush(ctx, list[0], now+100_000, false); err != nil {
		t.Fatal(err)
	}
	if err := s.SetNotificationSettings(ctx, "p0", store.NotificationSettings{}); err != nil {
		t.Fatal(err)
	}
	if _, got := leasePushes(t, s, now, 9); got != "phone report  1" {
		t.Errorf("leased %q", got)
	}
	// One that is leased stays so.
	if err := s.SetNotificationSettings(ctx, "p0", store.NotificationSettings{}); err != nil {
		t.Fatal(err)
	}
	if _, got := leasePushes(t, s, now, 9); got != "" {
		t.Errorf("leased %q", got)
	}
	before := pushesCounted(t, "expired")
	if err := s.DeleteExpired(ctx, now.After(store.PushLifetime+1)); err != nil {
		t.Fatal(err)
	}
	if n := pushesCounted(t, "expired") - before; n != 1 {
		t.Errorf("%v pushes have expired", n)
	}
}

// pushesCounted returns a number of the metrics.
func pushesCounted(t testing.TB, result string) float64 {
	t.Helper()
	var m dto.Metric
	if err := metrics.Pushes.WithLabelValues(result).Write(&m); err != nil {
		t.Fatal(err)
	}
	return m.GetCounter().GetValue()
}

func pushesFollow(t *testing.T, s store.Store) {
	ctx := context.Background()
	for i := range 2 {
		if err := s.AddPerson(ctx, store.Person{ID: Player(i).ID, Name: Player(i).Name, Registered: true}); err != nil {
			t.Fatal(err)
		}
	}
	want := func(now match.Moment, want string) []store.Push {
		t.Helper()
		list, got := leasePushes(t, s, now.After(store.ReadWithin), 10)
		if got != want {
			t.Errorf("leased %q, want %q", got, want)
		}
		return list
	}
	key, err := s.PushKey(ctx, "first")
	if again, err2 := s.PushKey(ctx, "second"); key != "first" || again != "first" || err != nil || err2 != nil {
		t.Error(key, again, err, err2)
	}
	x := Open(t, s, "m", func(s *match.Settings) { correspondence(s); s.First = 0 })
	phone, pad := Device(t, s, "p1", "a", x.Now), Device(t, s, "p1", "b", x.Now+1)
	x.Sit()
	want(x.Now, "")
	x.Play("e2e4")
	// The browser sends its subscription again, in another session.
	again := Device(t, s, "p1", "a", x.Now, func(d *store.PushDevice) { d.ID, d.Session = "other", "session b" })
	phone.Session = again.Session
	if list, err := s.PushDevices(ctx, "p1"); err != nil || len(list) != 2 || list[0] != phone {
		t.Error(list, err)
	}
	// A page that shows the game has some time to mark it as read.
	want(x.Now-1, "")
	leased := want(x.Now, "a turn m 1, b turn m 1")
	if d := leased[0].Device; d != phone || leased[0].QueuedAt != x.Now || leased[0].DueAt != x.Now.After(store.ReadWithin)+60_000 {
		t.Errorf("%+v", leased[0])
	}
	want(x.Now, "")
	// One is sent, the other fails and is due later.
	if err := s.FinishPush(ctx, leased[0], false); err != nil {
		t.Error(err)
	}
	if err := s.ReleasePush(ctx, leased[1], x.Now+500, true); err != nil {
		t.Error(err)
	}
	leased = want(x.Now+500, "b turn m 2")
	// It is replaced while it is sent, and then no longer holds the lease.
	x.Play("e7e5", "d2d4")
	for _, err := range []error{s.FinishPush(ctx, leased[0], false), s.ReleasePush(ctx, leased[0], x.Now, true)} {
		if !errors.Is(err, store.ErrNotFound) {
			t.Error(err)
		}
	}
	if _, err := s.ReadNotifications(ctx, "p1", "m", x.Now); err != nil {
		t.Fatal(err)
	}
	leased = want(x.Now, "a turn m 1 read, b turn m 1 read")
	for _, p := range leased {
		if err := s.FinishPush(ctx, p, p.Device.ID == "b"); err != nil {
			t.Error(err)
		}
	}
	if list, err := s.PushDevices(ctx, "p1"); err != nil || len(list) != 1 || list[0] != phone {
		t.Error(list, err)
	}

	// The mode of a kind decides.
	settings := store.NotificationSettings{Modes: map[store.NotificationKind]store.NotificationMode{store.YourTurn: store.Never, store.Offer: store.OnPage}, Quiet: &store.QuietHours{Zone: "Europe/Berlin", From: 1320, Until: 420}}
	if err := s.SetNotificationSettings(ctx, "p1", settings); err != nil {
		t.Fatal(err)
	}
	if got, err := s.NotificationSettings(ctx, "p1"); err != nil || fmt.Sprint(got.Modes, *got.Quiet) != fmt.Sprint(settings.Modes, *settings.Quiet) {
		t.Error(got, err)
	}
	x.Play("d7d5", "c2c4")
	x.Do("p0", match.OfferDraw{})
	if got := notificationsOf(t, s, "p1"); got != "offer m 0" {
		t.Errorf("p1 has %q", got)
	}
	want(x.Now, "")
	if err := s.SetNotificationSettings(ctx, "p1", store.NotificationSettings{}); err != nil {
		t.Fatal(err)
	}
	x.Do("p1", match.DeclineDraw{})
	x.Play("b8c6")
	x.Do("p0", match.Resign{})
	want(x.Now, "a finished m 1")

	// Closing a report notifies who made it.
	for _, r := range []store.Report{{ID: "r1", By: "p1", At: x.Now}, {ID: "r2", At: x.Now}, {ID: "r3", By: "p1", At: x.Now}} {
		if err := s.AddReport(ctx, r); err != nil {
			t.Fatal(err)
		}
		for _, at := range []match.Moment{x.Now, x.Now + 1} {
			if err := s.CloseReport(ctx, r.ID, at); err != nil {
				t.Fatal(err)
			}
		}
	}
	want(x.Now, "a report  1, a report  1")

	// A device ends with its session, and the oldest makes room.
	for i, name := range []string{"c", "d", "e"} {
		pad = Device(t, s, "p1", name, x.Now+match.Moment(i))
	}
	if list, err := s.PushDevices(ctx, "p1"); err != nil || len(list) != 3 || list[2] != pad {
		t.Error(list, err)
	}
	if err := s.DeleteSession(ctx, pad.Session, "p1"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if list, err := s.PushDevices(ctx, "p1"); err != nil || len(list) != 2 {
			t.Error(list, err)
		}
		if err := s.DeleteExpired(ctx, x.Now); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.DeletePushDevice(ctx, "p0", "d"); !errors.Is(err, store.ErrNotFound) {
		t.Error(err)
	}
	if err := s.DeletePerson(ctx, "p1", 0); err != nil {
		t.Fatal(err)
	}
	if list, err := s.PushDevices(ctx, "p1"); err != nil || len(list) != 0 {
		t.Error(list, err)
	}
	want(x.Now+100_000_000, "")
}
