package jobs

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"code.dny.dev/ssrf"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/store/sqlstore"
	"tafelrunde/internal/store/storetest"
)

// browser is what a browser keeps of its subscription.
type browser struct {
	key  *ecdh.PrivateKey
	auth []byte
}

func newBrowser(t *testing.T) *browser {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	auth := make([]byte, 16)
	rand.Read(auth)
	return &browser{key, auth}
}

// keys returns what the browser gives to sites: its public key and its secret.
func (b *browser) keys() (key, auth string) {
	return base64.RawURLEncoding.EncodeToString(b.key.PublicKey().Bytes()), base64.RawURLEncoding.EncodeToString(b.auth)
}

// decrypt returns the text of a body as a browser does (RFC 8291 and RFC 8188, one record).
func (b *browser) decrypt(t *testing.T, body []byte) string {
	t.Helper()
	salt, keyLen := body[:16], int(body[20])
	sender, sealed := body[21:21+keyLen], body[21+keyLen:]
	public, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := b.key.ECDH(public)
	if err != nil {
		t.Fatal(err)
	}
	derive := func(secret, salt []byte, info string, n int) []byte {
		key, err := hkdf.Key(sha256.New, secret, salt, info, n)
		if err != nil {
			t.Fatal(err)
		}
		return key
	}
	input := derive(secret, b.auth, "WebPush: info\x00"+string(b.key.PublicKey().Bytes())+string(sender), 32)
	block, err := aes.NewCipher(derive(input, salt, "Content-Encoding: aes128gcm\x00", 16))
	if err != nil {
		t.Fatal(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := gcm.Open(nil, derive(input, salt, "Content-Encoding: nonce\x00", 12), sealed, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, _, _ := bytes.Cut(plain, []byte{2})
	return string(text)
}

// pushService is a push service that answers with a status, and keeps what it received.
type pushService struct {
	*httptest.Server
	mu       sync.Mutex
	status   int
	header   http.Header
	requests []*http.Request
	bodies   [][]byte
	// If wait is not nil, a request is sent to arrived, and answers wait until wait is closed.
	wait, arrived chan struct{}
}

func newPushService(t *testing.T) *pushService {
	s := &pushService{status: http.StatusCreated, header: http.Header{}}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.requests, s.bodies = append(s.requests, r), append(s.bodies, body)
		status, header, wait := s.status, s.header.Clone(), s.wait
		s.mu.Unlock()
		if wait != nil {
			s.arrived <- struct{}{}
			select {
			case <-wait:
			case <-r.Context().Done():
			}
		}
		for name := range header {
			w.Header().Set(name, header.Get(name))
		}
		w.WriteHeader(status)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *pushService) answer(status int, header ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.status, s.header = status, http.Header{}
	for i := 0; i < len(header); i += 2 {
		s.header.Set(header[i], header[i+1])
	}
}

// sent returns how many requests arrived.
func (s *pushService) sent() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.requests)
}

// pushing is a match by correspondence whose second player has a device.
type pushing struct {
	*PushWorker
	*storetest.Table
	service *pushService
	browser *browser
	clock   *atomic.Int64
}

func newPushing(t *testing.T, s *sqlstore.Store) *pushing {
	key, err := NewPushKey()
	if err != nil {
		t.Fatal(err)
	}
	sender, err := NewPushSender(key, "https://club.example")
	if err != nil {
		t.Fatal(err)
	}
	p := &pushing{service: newPushService(t), browser: newBrowser(t), clock: new(atomic.Int64)}
	config := p.service.Client().Transport.(*http.Transport).TLSClientConfig
	sender.client = pushClient(func(string, string, syscall.RawConn) error { return nil }, &tls.Config{RootCAs: config.RootCAs})
	p.PushWorker = NewPushWorker(s, slog.New(slog.DiscardHandler), func() match.Moment { return match.Moment(p.clock.Load()) }, sender)
	for i := range 2 {
		if err := s.AddPerson(t.Context(), store.Person{ID: storetest.Player(i).ID, Name: storetest.Player(i).Name, Registered: true}); err != nil {
			t.Fatal(err)
		}
	}
	p.Table = storetest.Open(t, s, "m", func(s *match.Settings) {
		s.Rated, s.Clock, s.First = false, match.Clock{Kind: match.Correspondence, PerTurn: 3 * match.Day}, 0
	})
	p.add("device")
	p.Sit()
	return p
}

// add adds a device of the second player.
func (p *pushing) add(name string) {
	storetest.Device(p.T, p.Store, "p1", name, p.Now, func(d *store.PushDevice) {
		d.Endpoint = p.service.URL + "/" + name
		d.Key, d.Auth = p.browser.keys()
	})
}

// run pushes what is due some time after the last event, and returns how many requests arrived.
func (p *pushing) run(after match.Millis) int {
	before := p.service.sent()
	p.clock.Store(int64(p.Now.After(store.ReadWithin + after)))
	p.start(p.T.Context())
	p.sending.Wait()
	return p.service.sent() - before
}

// devices returns the number of devices.
func (p *pushing) devices() int {
	list, err := p.Store.PushDevices(p.T.Context(), "p1")
	if err != nil {
		p.T.Fatal(err)
	}
	return len(list)
}

func TestPushIsDelivered(t *testing.T) {
	databases(t, func(t *testing.T, open func() *sqlstore.Store) {
		p := newPushing(t, open())
		p.Play("e2e4")
		if n := p.run(0); n != 1 {
			t.Fatalf("%d requests", n)
		}
		var got message
		if err := json.Unmarshal([]byte(p.browser.decrypt(t, p.service.bodies[0])), &got); err != nil {
			t.Fatal(err)
		}
		if want := (message{Kind: store.YourTurn, Match: "m", At: p.Now, Played: "wotn", With: []string{"Player 0"}, Tag: "turn m"}); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
		r := p.service.requests[0]
		if at := r.Header; r.Method != http.MethodPost || r.URL.Path != "/device" || at.Get("TTL") != "86400" || len(at.Get("Topic")) != 22 ||
			at.Get("Content-Encoding") != "aes128gcm" || r.ContentLength > 4096 {
			t.Errorf("%s %s, %v", r.Method, r.URL, r.Header)
		}
		claims := strings.Split(strings.TrimPrefix(r.Header.Get("Authorization"), "vapid t="), ".")[1]
		text, err := base64.RawURLEncoding.DecodeString(claims)
		if want := fmt.Sprintf(`"aud":%q`, p.service.URL); err != nil || !strings.Contains(string(text), want) || !strings.Contains(string(text), `"sub":"https://club.example"`) {
			t.Errorf("claims %s, %v", text, err)
		}
		if n := p.run(match.Day); n != 0 {
			t.Errorf("it was sent again %d times", n)
		}
	})
}

// TestPushOfATable pushes the table of a followed person to a follower who has chosen it.
func TestPushOfATable(t *testing.T) {
	databases(t, func(t *testing.T, open func() *sqlstore.Store) {
		p := newPushing(t, open())
		if err := p.Store.Follow(t.Context(), "p1", "p0", 1, 9); err != nil {
			t.Fatal(err)
		}
		storetest.Open(t, p.Store, "early", nil)
		if n := p.run(0); n != 0 {
			t.Errorf("%d requests without the choice", n)
		}
		chosen := map[store.NotificationKind]store.NotificationMode{store.TableOpened: store.ByPush}
		if err := p.Store.SetNotificationSettings(t.Context(), "p1", store.NotificationSettings{Modes: chosen}); err != nil {
			t.Fatal(err)
		}
		x := storetest.Open(t, p.Store, "n", nil)
		storetest.Open(t, p.Store, "o", nil).Sit()
		if n := p.run(0); n != 1 {
			t.Fatalf("%d requests", n)
		}
		var got message
		if err := json.Unmarshal([]byte(p.browser.decrypt(t, p.service.bodies[0])), &got); err != nil {
			t.Fatal(err)
		}
		if want := (message{Kind: store.TableOpened, Match: "n", At: x.Now, Played: "wotn", With: []string{"Player 0"}, Tag: "table p0"}); !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	})
}

func TestPushServiceRefuses(t *testing.T) {
	for _, test := range []struct {
		status  int
		header  []string
		again   match.Millis // when it is sent again, 0 for never
		devices int
	}{
		{http.StatusNotFound, nil, 0, 0},
		{http.StatusGone, nil, 0, 0},
		{http.StatusRequestEntityTooLarge, nil, 0, 1},
		{http.StatusBadRequest, nil, 0, 1},
		{http.StatusTemporaryRedirect, []string{"Location", "/other"}, 0, 1},
		{http.StatusTooManyRequests, nil, match.Minute, 1},
		{http.StatusTooManyRequests, []string{"Retry-After", "600"}, 10 * match.Minute, 1},
		{http.StatusServiceUnavailable, []string{"Retry-After", "1"}, match.Minute, 1},
		{http.StatusInternalServerError, []string{"Retry-After", "99999999"}, mostRetryAfter, 1},
	} {
		t.Run(fmt.Sprint(test.status, test.header), func(t *testing.T) {
			s := storetest.OpenSQLite(t)
			p := newPushing(t, s)
			p.service.answer(test.status, test.header...)
			p.Play("e2e4")
			if n := p.run(0); n != 1 || p.devices() != test.devices {
				t.Fatalf("%d requests, %d devices", n, p.devices())
			}
			p.service.answer(http.StatusCreated)
			switch n := p.run(max(test.again, 1) - 1); {
			case n != 0:
				t.Error("it was sent again too early")
			case test.again == 0 && p.run(10*match.Day) != 0:
				t.Error("it was sent again")
			case test.again > 0 && p.run(test.again) != 1:
				t.Error("it was not sent again")
			}
		})
	}
}

// TestPushServiceIsDead: a push is given up after the last pause, a later notification
// replaces one that waits, and the pushes to one service wait together.
func TestPushServiceIsDead(t *testing.T) {
	s := storetest.OpenSQLite(t)
	p := newPushing(t, s)
	for i := range 3 {
		p.add(fmt.Sprint("more", i))
	}
	p.service.answer(http.StatusInternalServerError)
	p.Play("e2e4")
	if n := p.run(0); n != 1 {
		t.Errorf("%d requests to a service that is dead", n)
	}
	p.Play("e7e5", "d2d4")
	after, sent := match.Millis(0), 0
	for range 40 {
		sent += p.run(after)
		after += 121 * match.Minute
	}
	if most := p.devices() * (1 + len(pushRetryAfter)); sent != most {
		t.Errorf("%d requests, want %d", sent, most)
	}
}

// TestPushServiceHangs: a push service that does not answer holds up no other one, and gets no
// second request meanwhile.
func TestPushServiceHangs(t *testing.T) {
	s := storetest.OpenSQLite(t)
	p := newPushing(t, s)
	hanging := newPushService(t)
	hanging.wait, hanging.arrived = make(chan struct{}), make(chan struct{}, 9)
	hanging.answer(http.StatusServiceUnavailable)
	for i := range 2 {
		storetest.Device(t, s, "p1", fmt.Sprint("hanging", i), p.Now, func(d *store.PushDevice) {
			d.Endpoint = fmt.Sprint(hanging.URL, "/", i)
			d.Key, d.Auth = p.browser.keys()
		})
	}
	push := func(moves ...string) {
		t.Helper()
		p.Play(moves...)
		p.clock.Store(int64(p.Now.After(store.ReadWithin)))
		p.start(t.Context())
	}
	push("e2e4")
	<-hanging.arrived
	<-p.finished
	for i, moves := range [][]string{{"e7e5", "d2d4"}, {"d7d5", "c2c4"}} {
		push(moves...)
		<-p.finished
		if n := p.service.sent(); n != i+2 {
			t.Errorf("%d requests to the other service", n)
		}
	}
	if n := hanging.sent(); n != 1 {
		t.Errorf("%d requests to the service that hangs", n)
	}
	close(hanging.wait)
	p.sending.Wait()
	// It has a pause now, which is longer after the second failure.
	for after, want := range []int{0, 1, 1, 1, 1, 1, 2, 2} {
		p.run(match.Millis(after) * match.Minute)
		if n := hanging.sent() - 1; n != want {
			t.Errorf("%d requests after %d minutes, want %d", n, after, want)
		}
	}
}

// TestPushTags: notifications about two games of a match do not replace each other.
func TestPushTags(t *testing.T) {
	s := storetest.OpenSQLite(t)
	p := newPushing(t, s)
	for kind, want := range map[store.NotificationKind]string{store.YourTurn: "turn m", store.GameFinished: "finished m 2", store.ReviewReady: "review m 2"} {
		push := &store.Push{Kind: kind, Match: "m"}
		if kind != store.YourTurn {
			push.Game = 2
		}
		if m, err := p.message(t.Context(), push); err != nil || m.Tag != want {
			t.Errorf("%s: tag %q, want %q; %v", kind, m.Tag, want, err)
		}
	}
}

// TestPushToAProhibitedAddress drops the push and keeps the device.
func TestPushToAProhibitedAddress(t *testing.T) {
	s := storetest.OpenSQLite(t)
	p := newPushing(t, s)
	p.send = func(context.Context, *store.PushDevice, message) error {
		return errors.Join(errProhibited, ssrf.ErrProhibitedIP)
	}
	p.Play("e2e4")
	p.run(0)
	if n := p.devices(); n != 1 {
		t.Errorf("%d devices", n)
	}
	p.send = func(context.Context, *store.PushDevice, message) error {
		t.Error("it is sent again")
		return nil
	}
	p.run(match.Day)
}

// TestPushServiceLimitsADevice: too many requests to one device do not hold up another one.
func TestPushServiceLimitsADevice(t *testing.T) {
	s := storetest.OpenSQLite(t)
	p := newPushing(t, s)
	p.add("other")
	p.service.answer(http.StatusTooManyRequests, "Retry-After", "3600")
	p.Play("e2e4")
	if n := p.run(0); n != 2 {
		t.Errorf("%d requests", n)
	}
}

// TestPushEndsWithTheProgram: a program that stops while a push service does not answer
// releases the push for another one.
func TestPushEndsWithTheProgram(t *testing.T) {
	s := storetest.OpenSQLite(t)
	p := newPushing(t, s)
	p.Play("e2e4")
	p.service.wait, p.service.arrived = make(chan struct{}), make(chan struct{})
	ctx, stop := context.WithCancel(t.Context())
	p.clock.Store(int64(p.Now.After(store.ReadWithin)))
	ended := make(chan struct{})
	go func() { p.start(ctx); p.sending.Wait(); close(ended) }()
	<-p.service.arrived
	stop()
	<-ended
	p.service.mu.Lock()
	p.service.wait = nil
	p.service.mu.Unlock()
	if n := p.run(0); n != 1 {
		t.Errorf("%d requests after it", n)
	}
}

func TestPushWaitsForQuietHours(t *testing.T) {
	s := storetest.OpenSQLite(t)
	p := newPushing(t, s)
	p.Play("e2e4")
	at := time.UnixMilli(int64(p.Now)).UTC()
	minute := at.Hour()*60 + at.Minute()
	quiet := store.NotificationSettings{Quiet: &store.QuietHours{Zone: "UTC", From: (minute + 1439) % 1440, Until: (minute + 30) % 1440}}
	if err := s.SetNotificationSettings(t.Context(), "p1", quiet); err != nil {
		t.Fatal(err)
	}
	if n := p.run(0); n != 0 {
		t.Error("it was sent in quiet hours")
	}
	if n := p.run(31 * match.Minute); n != 1 {
		t.Errorf("%d requests after the quiet hours", n)
	}
}

func TestQuietUntil(t *testing.T) {
	night, evening := [2]string{"22:00", "07:00"}, [2]string{"18:00", "20:00"}
	for _, c := range []struct {
		hours     [2]string
		zone      string
		now, want string // "" for none
	}{
		{night, "Europe/Berlin", "2026-06-10T21:59:59+02:00", ""},
		{night, "Europe/Berlin", "2026-06-10T22:00:00+02:00", "2026-06-11T07:00:00+02:00"},
		{night, "Europe/Berlin", "2026-06-10T23:59:59+02:00", "2026-06-11T07:00:00+02:00"},
		{night, "Europe/Berlin", "2026-06-11T00:00:00+02:00", "2026-06-11T07:00:00+02:00"},
		{night, "Europe/Berlin", "2026-06-11T06:30:00+02:00", "2026-06-11T07:00:00+02:00"},
		{night, "Europe/Berlin", "2026-06-11T07:00:00+02:00", ""},
		{night, "Europe/Berlin", "2026-06-30T23:00:00+02:00", "2026-07-01T07:00:00+02:00"},
		{night, "Europe/Berlin", "2026-12-31T23:00:00+01:00", "2027-01-01T07:00:00+01:00"},
		{night, "Asia/Kathmandu", "2026-06-10T17:00:00Z", "2026-06-11T01:15:00Z"},
		{night, "Asia/Kathmandu", "2026-06-10T12:00:00Z", ""},
		{evening, "UTC", "2026-06-10T17:59:00Z", ""},
		{evening, "UTC", "2026-06-10T18:00:00Z", "2026-06-10T20:00:00Z"},
		{evening, "UTC", "2026-06-10T20:00:00Z", ""},
		// Clocks go forward at 2:00 to 3:00, on 29 March 2026.
		{night, "Europe/Berlin", "2026-03-28T23:00:00+01:00", "2026-03-29T07:00:00+02:00"},
		{[2]string{"22:00", "02:30"}, "Europe/Berlin", "2026-03-29T01:30:00+01:00", "2026-03-29T03:30:00+02:00"},
		{[2]string{"02:10", "02:50"}, "Europe/Berlin", "2026-03-29T01:59:00+01:00", ""},
		{[2]string{"02:10", "02:50"}, "Europe/Berlin", "2026-03-29T03:00:00+02:00", ""},
		// Clocks go back at 3:00 to 2:00, on 25 October 2026.
		{night, "Europe/Berlin", "2026-10-24T23:00:00+02:00", "2026-10-25T07:00:00+01:00"},
		{[2]string{"22:00", "02:30"}, "Europe/Berlin", "2026-10-25T01:00:00+02:00", "2026-10-25T02:30:00+01:00"},
		{[2]string{"22:00", "02:30"}, "Europe/Berlin", "2026-10-25T02:45:00+02:00", ""},
		{[2]string{"22:00", "02:30"}, "Europe/Berlin", "2026-10-25T02:10:00+01:00", "2026-10-25T02:30:00+01:00"},
		{night, "Nowhere/City", "2026-06-10T23:00:00Z", ""},
	} {
		minutes := func(text string) int {
			at, err := time.Parse("15:04", text)
			if err != nil {
				t.Fatal(err)
			}
			return at.Hour()*60 + at.Minute()
		}
		moment := func(text string) match.Moment {
			at, err := time.Parse(time.RFC3339, text)
			if err != nil {
				t.Fatal(err)
			}
			return match.Moment(at.UnixMilli())
		}
		var want match.Moment
		if c.want != "" {
			want = moment(c.want)
		}
		got := quietUntil(&store.QuietHours{Zone: c.zone, From: minutes(c.hours[0]), Until: minutes(c.hours[1])}, moment(c.now))
		if got != want {
			t.Errorf("quiet hours %v in %s: at %s until %v, want %s", c.hours, c.zone, c.now, time.UnixMilli(int64(got)).UTC(), c.want)
		}
	}
}

// TestPushSenderConnectsToPublicAddresses: names are resolved first, and the address decides.
func TestPushSenderConnectsToPublicAddresses(t *testing.T) {
	key, err := NewPushKey()
	if err != nil {
		t.Fatal(err)
	}
	sender, err := NewPushSender(key, "https://club.example")
	if err != nil {
		t.Fatal(err)
	}
	b := newBrowser(t)
	for _, host := range []string{"127.0.0.1", "[::1]", "localhost", "10.1.2.3", "169.254.169.254", "192.168.0.1", "100.64.0.1", "[fd00::1]", "[::ffff:127.0.0.1]", "0.0.0.0"} {
		d := &store.PushDevice{Endpoint: "https://" + host + "/x"}
		d.Key, d.Auth = b.keys()
		if err := sender.send(t.Context(), d, message{}); !errors.Is(err, errProhibited) {
			t.Errorf("%s: %v", host, err)
		}
	}
	check := ssrf.New(ssrf.WithPorts(443)).Safe
	for address, ok := range map[string]bool{"93.184.216.34:443": true, "[2606:2800:220:1::1]:443": true, "93.184.216.34:80": false, "93.184.216.34:8443": false} {
		network := "tcp4"
		if address[0] == '[' {
			network = "tcp6"
		}
		if err := check(network, address, nil); (err == nil) != ok {
			t.Errorf("%s: %v", address, err)
		}
	}
}
