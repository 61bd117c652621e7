package core_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/people"
)

// guestsFrom returns how many of n requests for a guest's session are granted.
// client returns the address of each.
func guestsFrom(s *webtest.Server, n int, client func(i int) string) (granted int) {
	s.T.Helper()
	for i := range n {
		if s.From(client(i), "POST", "/api/session", `{"name": "Guest"}`).StatusCode == http.StatusOK {
			granted++
		}
	}
	return granted
}

func TestLimitsByAddressBehindProxy(t *testing.T) {
	same := func(client string) func(int) string { return func(int) string { return client } }
	inNetwork := func(i int) string { return fmt.Sprintf("2001:db8:1:2::%x", i+1) }
	invented := func(i int) string { return fmt.Sprintf("203.0.113.%d, 198.51.100.1", i) }
	most := core.SessionsByAddress.Burst + 5 // for slow test runs

	behind := webtest.ServeWith(t, web.APIOptions{TrustedProxies: webtest.Networks(t, "127.0.0.0/8")})
	for _, tc := range []struct {
		name   string
		client func(int) string
	}{{"one client", same("198.51.100.2")}, {"one that invents addresses", invented}, {"one IPv6 network", inNetwork}} {
		if n := guestsFrom(behind, core.SessionsByAddress.Burst+20, tc.client); n < core.SessionsByAddress.Burst || n > most {
			t.Errorf("%s: %d sessions, want about %d", tc.name, n, core.SessionsByAddress.Burst)
		}
	}
	if n := guestsFrom(behind, 50, func(i int) string { return fmt.Sprintf("192.0.2.%d", i) }); n != 50 {
		t.Errorf("%d of 50 clients with different addresses get a session", n)
	}

	// Requests for passkeys have a limit of their own. The server has an IP address, so
	// they are refused, but count.
	begun := 0
	for range core.CeremoniesByAddress.Burst + 20 {
		if behind.From("198.51.100.9", "POST", "/api/passkeys/challenge", "").StatusCode == http.StatusUnprocessableEntity {
			begun++
		}
	}
	if begun < core.CeremoniesByAddress.Burst || begun > core.CeremoniesByAddress.Burst+5 {
		t.Errorf("%d requests for passkeys, want about %d", begun, core.CeremoniesByAddress.Burst)
	}

	direct := webtest.ServeWith(t, web.APIOptions{})
	if n := guestsFrom(direct, core.SessionsByAddress.Burst+20, invented); n > most {
		t.Errorf("without a trusted proxy %d sessions", n)
	}
	free := webtest.ServeWith(t, web.APIOptions{UnlimitedLoopback: true})
	if n := guestsFrom(free, core.SessionsByAddress.Burst+20, same("192.0.2.1")); n != core.SessionsByAddress.Burst+20 {
		t.Errorf("with unlimited loopback %d sessions", n)
	}
}

// deviceIn returns the cookie of a response that makes a device known, nil if there
// is none.
func deviceIn(resp *http.Response) *http.Cookie {
	for _, c := range resp.Cookies() {
		if c.Name == "tafelrunde-device" {
			return c
		}
	}
	return nil
}

func TestKnownDevices(t *testing.T) {
	s := webtest.ServeWith(t, web.APIOptions{TrustedProxies: webtest.Networks(t, "127.0.0.1")})
	// The wait after wrong passwords must not end while others are hashed.
	now := time.Now()
	s.API.People.Guesses.Now = func() time.Time { return now }
	const first, second = `{"name": "Anna", "password": "correct horse"}`, `{"name": "Anna", "password": "better horse"}`
	registered := s.From("192.0.2.250", "POST", "/api/account", first)
	device := deviceIn(registered)
	if registered.StatusCode != http.StatusOK || device == nil {
		t.Fatalf("registration: status %d, %v", registered.StatusCode, registered.Cookies())
	}
	guessed := func() {
		for i := range people.FreeGuesses {
			if resp := s.From(fmt.Sprintf("203.0.113.%d", i), "POST", "/api/login", `{"name": "Anna", "password": "wrong horse"}`); resp.StatusCode >= 500 {
				t.Fatalf("guess %d: status %d", i+1, resp.StatusCode)
			}
		}
	}
	guessed()
	if resp := s.From("192.0.2.1", "POST", "/api/login", first, device); resp.StatusCode != http.StatusOK {
		t.Errorf("from the device of the registration: status %d", resp.StatusCode)
	}

	changed := s.From("192.0.2.250", "POST", "/api/me/password", `{"old": "correct horse", "new": "better horse"}`, registered.Cookies()...)
	old, device := device, deviceIn(changed)
	if changed.StatusCode != http.StatusOK || device == nil {
		t.Fatalf("a new password: status %d, %v", changed.StatusCode, changed.Cookies())
	}
	guessed()
	if resp := s.From("192.0.2.2", "POST", "/api/login", second, device); resp.StatusCode != http.StatusOK {
		t.Errorf("from the device of the new password: status %d", resp.StatusCode)
	}
	if resp := s.From("192.0.2.3", "POST", "/api/login", second, old); resp.StatusCode != http.StatusTooManyRequests {
		t.Errorf("from a device of the old password: status %d", resp.StatusCode)
	}
}

// TestGuessLimitPerAccount tries 200 passwords for an account
// from 200 addresses, some of them concurrently.
func TestGuessLimitPerAccount(t *testing.T) {
	s := webtest.ServeWith(t, web.APIOptions{TrustedProxies: webtest.Networks(t, "127.0.0.1")})
	var mu sync.Mutex
	now := time.Now()
	s.API.People.Guesses.Now = func() time.Time {
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
	if resp := s.From("192.0.2.250", "POST", "/api/account", right); resp.StatusCode != http.StatusOK {
		t.Fatalf("the account: status %d", resp.StatusCode)
	}
	resp := s.From("192.0.2.250", "POST", "/api/login", right)
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
				guess := func() *http.Response {
					return s.From(fmt.Sprintf("203.0.113.%d", i), "POST", "/api/login", body)
				}
				resp := guess()
				for resp.StatusCode == http.StatusServiceUnavailable { // hashing takes long on a busy machine
					resp = guess()
				}
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
		if n != people.FreeGuesses {
			t.Errorf("%s: %d of 200 guesses are checked, want %d", body, n, people.FreeGuesses)
		}
	}

	if resp := s.From("192.0.2.1", "POST", "/api/login", right); resp.StatusCode != http.StatusTooManyRequests {
		t.Errorf("the right password from a new device meanwhile: status %d", resp.StatusCode)
	}
	if resp := s.From("192.0.2.2", "POST", "/api/login", right, device); resp.StatusCode != http.StatusOK {
		t.Errorf("the right password from the owner's device: status %d", resp.StatusCode)
	}
	forged := *device
	forged.Value = "x" + device.Value
	if resp := s.From("192.0.2.3", "POST", "/api/login", right, &forged); resp.StatusCode != http.StatusTooManyRequests {
		t.Errorf("with a forged device: status %d", resp.StatusCode)
	}
	// A known device has a counter of its own, with the same limit.
	for i := range people.FreeGuesses + 1 {
		want := http.StatusForbidden
		if i == people.FreeGuesses {
			want = http.StatusTooManyRequests
		}
		if resp := s.From(fmt.Sprintf("192.0.2.%d", 10+i), "POST", "/api/login", wrong, device); resp.StatusCode != want {
			t.Errorf("guess %d from a known device: status %d, want %d", i+1, resp.StatusCode, want)
		}
	}

	pass(people.FirstWait)
	if resp := s.From("192.0.2.4", "POST", "/api/login", wrong); resp.StatusCode != http.StatusForbidden {
		t.Errorf("a guess after the wait: status %d", resp.StatusCode)
	}
	pass(people.FirstWait)
	if resp := s.From("192.0.2.5", "POST", "/api/login", right); resp.StatusCode != http.StatusTooManyRequests {
		t.Errorf("before twice the wait is over: status %d", resp.StatusCode)
	}
	pass(people.FirstWait)
	if resp := s.From("192.0.2.6", "POST", "/api/login", right); resp.StatusCode != http.StatusOK {
		t.Errorf("after twice the wait: status %d", resp.StatusCode)
	}
	if resp := s.From("192.0.2.7", "POST", "/api/login", wrong); resp.StatusCode != http.StatusForbidden {
		t.Errorf("after a success: status %d", resp.StatusCode)
	}
}
