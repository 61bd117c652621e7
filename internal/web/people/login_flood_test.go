package people_test

import (
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tafelrunde/internal/testkit/webtest"
	"tafelrunde/internal/web"
)

// TestRefusedLoginsDoNotReadTheStore: while the queue for hashing is full, a login is
// refused before it reads the account. Otherwise other requests, such as /healthz, wait
// for the reads of all logins.
func TestRefusedLoginsDoNotReadTheStore(t *testing.T) {
	hooked, s := webtest.ServeHooked(t)
	var leaves []func()
	for {
		_, leave, err := s.API.App.Passwords.Admit(t.Context())
		if err != nil {
			break
		}
		leaves = append(leaves, leave)
	}
	before := hooked.Named.Load()
	login := webtest.Object{"name": "Nobody", "password": "long enough"}
	s.Visitor().Refused(429, "busy", "POST", "/api/login", login)
	if n := hooked.Named.Load() - before; n != 0 {
		t.Errorf("a refused login reads the store %d times", n)
	}
	for _, leave := range leaves {
		leave()
	}
	s.Visitor().Refused(403, "login", "POST", "/api/login", login)
	if hooked.Named.Load() == before {
		t.Error("reads are not counted")
	}
}

// TestKnownClientsLogInDuringAFlood: while the queue for hashing is full, people log in
// from devices and addresses from which somebody has logged in before.
func TestKnownClientsLogInDuringAFlood(t *testing.T) {
	s := webtest.ServeWith(t, web.APIOptions{TrustedProxies: webtest.Networks(t, "127.0.0.0/8")})
	anna := s.Member("Anna")
	const login = `{"name": "Anna", "password": "long enough"}`
	var device []*http.Cookie
	for _, c := range s.From("198.51.100.7", "POST", "/api/login", login).Cookies() {
		if c.Name == "tafelrunde-device" {
			device = append(device, c)
		}
	}
	s.From("2001:db8:1:2::1", "POST", "/api/login", login)
	for {
		if _, _, err := s.API.App.Passwords.Admit(t.Context()); err != nil {
			break
		}
	}
	for _, tc := range []struct {
		client  string
		cookies []*http.Cookie
		status  int
	}{
		{"203.0.113.1", nil, 429}, {"203.0.113.2", []*http.Cookie{{Name: "tafelrunde-device", Value: "x.y"}}, 429},
		{"198.51.100.7", nil, 200}, {"2001:db8:1:2::2", nil, 200}, {"203.0.113.3", device, 200},
	} {
		resp := s.From(tc.client, "POST", "/api/login", login, tc.cookies...)
		if resp.StatusCode != tc.status || tc.status == 429 && resp.Header.Get("Retry-After") == "" {
			t.Errorf("a login from %s with %d cookies: %s, Retry-After %q", tc.client, len(tc.cookies), resp.Status, resp.Header.Get("Retry-After"))
		}
	}
	anna.Want(200, "POST", "/api/me/password", webtest.Object{"old": "long enough", "new": "my own new one"}, nil)
}

// TestPasswordsByNetwork: many /64 networks of one /48 network together are limited too.
func TestPasswordsByNetwork(t *testing.T) {
	s := webtest.ServeWith(t, web.APIOptions{TrustedProxies: webtest.Networks(t, "127.0.0.0/8")})
	limited := 0
	for i := range 80 {
		resp := s.From(fmt.Sprintf("2001:db8:7:%x::1", i), "POST", "/api/login/reset", `{"link": "x", "password": "a long enough one"}`)
		if resp.StatusCode == 429 {
			limited++
		}
	}
	if limited < 20 {
		t.Errorf("%d of 80 requests from one /48 network are limited", limited)
	}
}

// TestLoginFlood sends many logins concurrently. All get a
// response, most with status 429; memory stays bounded, and other requests
// succeed meanwhile.
func TestLoginFlood(t *testing.T) {
	const (
		logins  = 1000
		mostMem = 250 << 20
	)
	s := webtest.Serve(t)
	client := &http.Client{Transport: &http.Transport{}, Timeout: 30 * time.Second}
	// On a machine without free processors a heartbeat of the store may be late, and
	// /healthz then returns 503 until the next one.
	var healthy, unhealthy int
	health := func() time.Duration {
		at := time.Now()
		resp, err := http.Get(s.URL + "/healthz")
		if err != nil {
			t.Error(err)
			return 0
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			healthy++
		} else {
			unhealthy++
		}
		return time.Since(at)
	}
	var checked, refused, other atomic.Int32
	var work sync.WaitGroup
	begin := make(chan struct{})
	for i := range logins {
		work.Go(func() {
			<-begin
			resp, err := client.Post(s.URL+"/api/login", "application/json", strings.NewReader(fmt.Sprintf(`{"name": "Nobody %d", "password": "12345678"}`, i)))
			if err != nil {
				other.Add(1)
				t.Error(err)
				return
			}
			defer resp.Body.Close()
			body, _ := io.ReadAll(resp.Body)
			switch {
			case resp.StatusCode == http.StatusForbidden:
				checked.Add(1)
			// A busy machine answers 503 if a request has waited too long.
			case (resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode == http.StatusServiceUnavailable) && resp.Header.Get("Retry-After") == "2" && strings.Contains(string(body), `"busy"`):
				refused.Add(1)
			default:
				other.Add(1)
				t.Errorf("status %d, Retry-After %q: %s", resp.StatusCode, resp.Header.Get("Retry-After"), body)
			}
		})
	}
	done := make(chan struct{})
	var peak uint64
	var slowest time.Duration
	var watch sync.WaitGroup
	watch.Go(func() {
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapInuse)
			slowest = max(slowest, health())
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	})
	close(begin)
	work.Wait()
	close(done)
	watch.Wait()
	t.Logf("%d checked, %d refused; peak of the heap %d MiB; slowest /healthz %v", checked.Load(), refused.Load(), peak>>20, slowest)
	if checked.Load() == 0 || refused.Load() == 0 || other.Load() > 0 {
		t.Errorf("%d checked, %d refused, %d otherwise", checked.Load(), refused.Load(), other.Load())
	}
	if unhealthy*20 > healthy {
		t.Errorf("/healthz: %d times status 200, %d times another", healthy, unhealthy)
	}
	if peak > mostMem {
		t.Errorf("the heap grew to %d MiB", peak>>20)
	}
}
