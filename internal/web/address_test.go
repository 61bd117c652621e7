package web

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"
)

func networks(t testing.TB, texts ...string) (list []netip.Prefix) {
	t.Helper()
	for _, text := range texts {
		p, err := ParseProxy(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

func TestParseProxy(t *testing.T) {
	for text, want := range map[string]string{
		"10.0.0.5": "10.0.0.5/32", "10.1.2.3/8": "10.0.0.0/8", "fd00::1": "fd00::1/128", "fd00::1/8": "fd00::/8",
		"::ffff:10.0.0.5": "10.0.0.5/32", "::ffff:10.1.2.3/104": "10.0.0.0/8",
	} {
		if p, err := ParseProxy(text); err != nil || p.String() != want {
			t.Errorf("%s: %v, %v", text, p, err)
		}
	}
	for _, text := range []string{"", "proxy", "10.0.0.0/33", "10.0.0.5:80"} {
		if p, err := ParseProxy(text); err == nil {
			t.Errorf("%q is read as %v", text, p)
		}
	}
}

func TestTheAddressOfAClient(t *testing.T) {
	c := clients{trusted: networks(t, "127.0.0.1", "10.0.0.0/8", "fd00::/8"), log: slog.New(slog.DiscardHandler)}
	for _, tc := range []struct {
		name, peer string
		forwarded  []string
		want       string
	}{
		{"direct", "192.0.2.1:5000", nil, "192.0.2.1"},
		{"direct, with an invention", "192.0.2.1:5000", []string{"198.51.100.1"}, "192.0.2.1"},
		{"a proxy on this machine", "127.0.0.1:5000", []string{"198.51.100.1"}, "198.51.100.1"},
		{"a proxy on another host", "10.0.0.5:5000", []string{"198.51.100.1"}, "198.51.100.1"},
		{"a proxy over IPv6", "[fd00::5]:5000", []string{"2001:db8:1:2:3:4:5:6"}, "2001:db8:1:2::/64"},
		{"a proxy as mapped IPv4", "[::ffff:10.0.0.5]:5000", []string{"::ffff:198.51.100.1"}, "198.51.100.1"},
		{"an invention before the proxy's entry", "127.0.0.1:5000", []string{"203.0.113.9, 198.51.100.1"}, "198.51.100.1"},
		{"an invention in a header of its own", "127.0.0.1:5000", []string{"203.0.113.9", "198.51.100.1"}, "198.51.100.1"},
		{"two proxies", "127.0.0.1:5000", []string{"203.0.113.9, 198.51.100.1, 10.0.0.7"}, "198.51.100.1"},
		{"ports", "127.0.0.1:5000", []string{"198.51.100.1:4711, [fd00::7]:443"}, "198.51.100.1"},
		{"proxies alone", "127.0.0.1:5000", []string{"10.0.0.8, 10.0.0.7"}, "10.0.0.8"},
		{"garbage", "127.0.0.1:5000", []string{"198.51.100.1, unknown, 10.0.0.7"}, "10.0.0.7"},
		{"garbage from the client", "127.0.0.1:5000", []string{"<script>, 198.51.100.1"}, "198.51.100.1"},
		{"an empty header", "127.0.0.1:5000", []string{""}, "127.0.0.1"},
		{"a zone", "[fe80::1%eth0]:5000", nil, "fe80::/64"},
		{"IPv6", "[2001:db8:1:2:ffff::1]:5000", nil, "2001:db8:1:2::/64"},
		{"no address", "@", nil, "@"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = tc.peer
		r.Header["X-Forwarded-For"] = tc.forwarded
		if got, limited := c.origin(r); got != tc.want || !limited {
			t.Errorf("%s: %s, limited %t; want %s", tc.name, got, limited, tc.want)
		}
	}
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr, r.Header["X-Forwarded-For"] = "127.0.0.1:5000", []string{strings.Repeat("10.0.0.1, ", 50_000) + "10.0.0.1"}
	if got, _ := c.origin(r); got != "10.0.0.1" {
		t.Errorf("a long list: %s", got)
	}
}

func TestAProxyThatIsNotTrustedIsLogged(t *testing.T) {
	var b bytes.Buffer
	c := clients{log: slog.New(slog.NewTextHandler(&b, nil))}
	for range 3 {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = "127.0.0.1:5000"
		r.Header.Set("X-Forwarded-For", "198.51.100.1")
		c.origin(r)
	}
	if n := strings.Count(b.String(), "--trusted-proxy"); n != 1 {
		t.Errorf("logged %d times: %s", n, b.String())
	}
}

// from sends a request as a proxy does for a client.
func (s *testServer) from(client, method, path, body string, cookies ...*http.Cookie) *http.Response {
	s.t.Helper()
	r, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Forwarded-For", client)
	for _, c := range cookies {
		r.AddCookie(c)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	resp.Body = io.NopCloser(bytes.NewReader(data))
	return resp
}

// guests counts how many of some requests for a guest's session are granted.
func (s *testServer) guestsFrom(n int, client func(i int) string) (granted int) {
	s.t.Helper()
	for i := range n {
		if s.from(client(i), "POST", "/api/session", `{"name": "Guest"}`).StatusCode == http.StatusOK {
			granted++
		}
	}
	return granted
}

func TestLimitsByAddressHoldBehindAProxy(t *testing.T) {
	same := func(client string) func(int) string { return func(int) string { return client } }
	inNetwork := func(i int) string { return fmt.Sprintf("2001:db8:1:2::%x", i+1) }
	invented := func(i int) string { return fmt.Sprintf("203.0.113.%d, 198.51.100.1", i) }
	most := newSessionsHere.burst + 5 // in case the test takes some seconds

	behind := serveAPIWith(t, APIOptions{TrustedProxies: networks(t, "127.0.0.0/8")})
	for _, tc := range []struct {
		name   string
		client func(int) string
	}{{"one client", same("198.51.100.2")}, {"one that invents addresses", invented}, {"one IPv6 network", inNetwork}} {
		if n := behind.guestsFrom(newSessionsHere.burst+20, tc.client); n < newSessionsHere.burst || n > most {
			t.Errorf("%s: %d sessions, want about %d", tc.name, n, newSessionsHere.burst)
		}
	}
	if n := behind.guestsFrom(50, func(i int) string { return fmt.Sprintf("192.0.2.%d", i) }); n != 50 {
		t.Errorf("of 50 clients with an address each %d get a session", n)
	}

	direct := serveAPIWith(t, APIOptions{})
	if n := direct.guestsFrom(newSessionsHere.burst+20, invented); n > most {
		t.Errorf("without a trusted proxy %d sessions", n)
	}
	free := serveAPIWith(t, APIOptions{UnlimitedLoopback: true})
	if n := free.guestsFrom(newSessionsHere.burst+20, same("192.0.2.1")); n != newSessionsHere.burst+20 {
		t.Errorf("with unlimited loopback %d sessions", n)
	}
}

// TestGuessesFromManyAddressesAreNotAllChecked tries 200 passwords for an account
// from 200 addresses, some of them at the same time.
// deviceIn returns the cookie of an answer that makes a device known; nil if there
// is none.
func deviceIn(resp *http.Response) *http.Cookie {
	for _, c := range resp.Cookies() {
		if c.Name == deviceCookie {
			return c
		}
	}
	return nil
}

func TestDevicesOfRegistrationAndNewPasswordAreKnown(t *testing.T) {
	s := serveAPIWith(t, APIOptions{TrustedProxies: networks(t, "127.0.0.1")})
	const first, second = `{"name": "Anna", "password": "correct horse"}`, `{"name": "Anna", "password": "better horse"}`
	registered := s.from("192.0.2.250", "POST", "/api/account", first)
	device := deviceIn(registered)
	if registered.StatusCode != http.StatusOK || device == nil {
		t.Fatalf("registration: status %d, %v", registered.StatusCode, registered.Cookies())
	}
	guessed := func() {
		for i := range freeGuesses {
			if resp := s.from(fmt.Sprintf("203.0.113.%d", i), "POST", "/api/login", `{"name": "Anna", "password": "wrong horse"}`); resp.StatusCode >= 500 {
				t.Fatalf("guess %d: status %d", i+1, resp.StatusCode)
			}
		}
	}
	guessed()
	if resp := s.from("192.0.2.1", "POST", "/api/login", first, device); resp.StatusCode != http.StatusOK {
		t.Errorf("from the device of the registration: status %d", resp.StatusCode)
	}

	changed := s.from("192.0.2.250", "POST", "/api/me/password", `{"old": "correct horse", "new": "better horse"}`, registered.Cookies()...)
	old, device := device, deviceIn(changed)
	if changed.StatusCode != http.StatusOK || device == nil {
		t.Fatalf("a new password: status %d, %v", changed.StatusCode, changed.Cookies())
	}
	guessed()
	if resp := s.from("192.0.2.2", "POST", "/api/login", second, device); resp.StatusCode != http.StatusOK {
		t.Errorf("from the device of the new password: status %d", resp.StatusCode)
	}
	if resp := s.from("192.0.2.3", "POST", "/api/login", second, old); resp.StatusCode != http.StatusTooManyRequests {
		t.Errorf("from a device of the old password: status %d", resp.StatusCode)
	}
}

func TestGuessesFromManyAddressesAreNotAllChecked(t *testing.T) {
	s := serveAPIWith(t, APIOptions{TrustedProxies: networks(t, "127.0.0.1")})
	var mu sync.Mutex
	now := time.Now()
	s.api.guesses.now = func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		return now
	}
	pass := func(d time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(d)
	}
	const right, wrong = `{"name": "Anna", "password": "correct horse"}`, `{"name": "ANNA ", "password": "wrong horse"}`
	if resp := s.from("192.0.2.250", "POST", "/api/account", right); resp.StatusCode != http.StatusOK {
		t.Fatalf("the account: status %d", resp.StatusCode)
	}
	resp := s.from("192.0.2.250", "POST", "/api/login", right)
	device := deviceIn(resp)
	if resp.StatusCode != http.StatusOK || device == nil {
		t.Fatalf("the first login: status %d, %v", resp.StatusCode, resp.Cookies())
	}

	for _, body := range []string{wrong, strings.ReplaceAll(wrong, "ANNA", "no such name")} {
		checked := make(chan bool, 200)
		places := make(chan struct{}, 8)
		var work sync.WaitGroup
		for i := range 200 {
			work.Go(func() {
				places <- struct{}{}
				defer func() { <-places }()
				resp := s.from(fmt.Sprintf("203.0.113.%d", i), "POST", "/api/login", body)
				text, _ := io.ReadAll(resp.Body)
				limited := resp.StatusCode == http.StatusTooManyRequests && strings.Contains(string(text), `"guesses"`) && resp.Header.Get("Retry-After") != ""
				if !limited && resp.StatusCode != http.StatusForbidden {
					t.Errorf("status %d: %s", resp.StatusCode, text)
				}
				checked <- !limited
			})
		}
		work.Wait()
		close(checked)
		n := 0
		for c := range checked {
			if c {
				n++
			}
		}
		if n != freeGuesses {
			t.Errorf("%s: %d of 200 guesses are checked, want %d", body, n, freeGuesses)
		}
	}

	if resp := s.from("192.0.2.1", "POST", "/api/login", right); resp.StatusCode != http.StatusTooManyRequests {
		t.Errorf("the right password from a new device meanwhile: status %d", resp.StatusCode)
	}
	if resp := s.from("192.0.2.2", "POST", "/api/login", right, device); resp.StatusCode != http.StatusOK {
		t.Errorf("the right password from the owner's device: status %d", resp.StatusCode)
	}
	forged := *device
	forged.Value = "x" + device.Value
	if resp := s.from("192.0.2.3", "POST", "/api/login", right, &forged); resp.StatusCode != http.StatusTooManyRequests {
		t.Errorf("with a forged device: status %d", resp.StatusCode)
	}
	// A known device has guesses of its own, and no more than others.
	for i := range freeGuesses + 1 {
		want := http.StatusForbidden
		if i == freeGuesses {
			want = http.StatusTooManyRequests
		}
		if resp := s.from(fmt.Sprintf("192.0.2.%d", 10+i), "POST", "/api/login", wrong, device); resp.StatusCode != want {
			t.Errorf("guess %d from a known device: status %d, want %d", i+1, resp.StatusCode, want)
		}
	}

	pass(firstWait)
	if resp := s.from("192.0.2.4", "POST", "/api/login", wrong); resp.StatusCode != http.StatusForbidden {
		t.Errorf("a guess after the wait: status %d", resp.StatusCode)
	}
	pass(firstWait)
	if resp := s.from("192.0.2.5", "POST", "/api/login", right); resp.StatusCode != http.StatusTooManyRequests {
		t.Errorf("before twice the wait is over: status %d", resp.StatusCode)
	}
	pass(firstWait)
	if resp := s.from("192.0.2.6", "POST", "/api/login", right); resp.StatusCode != http.StatusOK {
		t.Errorf("after twice the wait: status %d", resp.StatusCode)
	}
	if resp := s.from("192.0.2.7", "POST", "/api/login", wrong); resp.StatusCode != http.StatusForbidden {
		t.Errorf("after a success: status %d", resp.StatusCode)
	}
}

func TestTheWaitBetweenGuessesIsBounded(t *testing.T) {
	g, now := newGuesses(), time.Now()
	g.now = func() time.Time { return now }
	checked := 0
	for end := now.Add(forgetGuesses); now.Before(end); {
		if wait := g.begin("person"); wait > longestWait {
			t.Fatalf("a wait of %v", wait)
		} else if wait > 0 {
			now = now.Add(wait)
			continue
		}
		g.end("person", false, true)
		checked++
	}
	if checked > 120 {
		t.Errorf("%d guesses are checked in a day", checked)
	}
	// What could not be checked does not count.
	now = now.Add(forgetGuesses + time.Second)
	for range 100 {
		if wait := g.begin("person"); wait > 0 {
			t.Fatalf("a wait of %v though nothing was checked", wait)
		}
		g.end("person", false, false)
	}
	for i := range 3 * guessedAtMost {
		name := fmt.Sprint(i)
		g.begin(name)
		g.end(name, false, true)
	}
	if n := g.by.Len(); n > guessedAtMost {
		t.Errorf("%d names are remembered", n)
	}
}

func TestLimitersAreBounded(t *testing.T) {
	var l limits
	for i := range 2 * limitersAtMost {
		l.allow(newSessionsHere, fmt.Sprint(i))
	}
	if n := l.by.Len(); n > limitersAtMost {
		t.Errorf("%d limiters are kept", n)
	}
}
