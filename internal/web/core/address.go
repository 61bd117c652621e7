package core

import (
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
)

// clients finds the addresses of clients, by which requests without an account
// are limited.
type clients struct {
	// trusted are the proxies whose X-Forwarded-For is believed.
	trusted []netip.Prefix
	// unlimitedLoopback exempts clients of this machine from all limits by address.
	unlimitedLoopback bool
	log               *slog.Logger
	warnOnce          sync.Once
}

// maxHops bounds how many addresses of X-Forwarded-For are looked at.
const maxHops = 32

// address returns the address of the client. It is that of the connection,
// unless this is a trusted proxy's: then it is the rightmost address of
// X-Forwarded-For that is not a trusted proxy's, because each proxy appends the
// address it has seen, and what stands left of that may be the client's invention.
// If an entry is no address, it is the address of the proxy that has appended
// the entry. The result is not valid if the connection has no IP address.
func (c *clients) address(r *http.Request) netip.Addr {
	at := parseAddress(r.RemoteAddr)
	if len(r.Header["X-Forwarded-For"]) == 0 {
		return at
	}
	if !c.trusts(at) {
		if at.IsLoopback() || at.IsPrivate() {
			c.warnOnce.Do(func() {
				c.log.Warn("a proxy is not trusted: all its clients share the limits of one address; name it with --trusted-proxy", "proxy", at)
			})
		}
		return at
	}
	hops := strings.Split(strings.Join(r.Header["X-Forwarded-For"], ","), ",")
	for i := len(hops) - 1; i >= max(0, len(hops)-maxHops) && c.trusts(at); i-- {
		next := parseAddress(strings.TrimSpace(hops[i]))
		if !next.IsValid() {
			break
		}
		at = next
	}
	return at
}

func (c *clients) trusts(a netip.Addr) bool {
	for _, p := range c.trusted {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// origin returns the key by which a client is limited, and whether it is. All
// addresses of a /64 network of IPv6 have the same key: a single customer of a
// provider has them all.
func (c *clients) origin(r *http.Request) (key string, limited bool) {
	at := c.address(r)
	if !at.IsValid() {
		return r.RemoteAddr, true
	}
	limited = !c.unlimitedLoopback || !at.IsLoopback()
	if at.Is6() {
		return netip.PrefixFrom(at, 64).Masked().String(), limited
	}
	return at.String(), limited
}

// parseAddress reads an IP address with or without a port. IPv4 addresses mapped
// to IPv6 become IPv4 again. The result is not valid if the text is no address.
func parseAddress(text string) netip.Addr {
	if a, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]")); err == nil {
		return a.Unmap().WithZone("")
	}
	host, _, err := net.SplitHostPort(text)
	if err != nil {
		return netip.Addr{}
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Addr{}
	}
	return a.Unmap().WithZone("")
}

// ParseProxy reads the address of a proxy, or the network of several in CIDR
// notation.
func ParseProxy(text string) (netip.Prefix, error) {
	if a, err := netip.ParseAddr(text); err == nil {
		a = a.Unmap().WithZone("")
		return netip.PrefixFrom(a, a.BitLen()), nil
	}
	p, err := netip.ParsePrefix(text)
	if err == nil && p.Addr().Is4In6() && p.Bits() >= 96 {
		p = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
	}
	return p.Masked(), err
}
