package core

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
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
			t.Errorf("%q is parsed as %v", text, p)
		}
	}
}

func TestClientAddress(t *testing.T) {
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

func TestUntrustedProxyIsLogged(t *testing.T) {
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

func TestLimitersAreBounded(t *testing.T) {
	var l Limits
	for i := range 2 * maxLimiters {
		l.Allow(SessionsByAddress, fmt.Sprint(i))
	}
	if n := l.by.Len(); n > maxLimiters {
		t.Errorf("%d limiters are kept", n)
	}
}
