package core

import (
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
)

// clients determines the IP addresses of clients. Requests without an account are
// limited by address.
type clients struct {
	// trusted are the proxies whose X-Forwarded-For header is used.
	trusted []netip.Prefix
	// unlimitedLoopback exempts clients on this machine from all limits by
	// address.
	unlimitedLoopback bool
	log               *slog.Logger
	warnOnce          sync.Once
}

// maxHops is how many addresses of X-Forwarded-For are read, from the right.
const maxHops = 32

// address returns the IP address of the client. This is the address of the
// connection, unless it belongs to a trusted proxy. Then it is the rightmost
// address of X-Forwarded-For that does not belong to a trusted proxy: each proxy
// appends the address from which it received the request, and the client can
// forge everything to the left of that. If an entry is not an address, address
// returns the address of the proxy that appended the entry. The result is invalid
// if the connection has no IP address.
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

// origin returns the key by which a client is limited, and whether the client is
// limited at all. All addresses of an IPv6 /64 network share a key, because
// providers assign such a network to a single customer.
func (c *clients) origin(r *http.Request) (key string, limited bool) {
	at := c.address(r)
	if !at.IsValid() {
		return r.RemoteAddr, true
	}
	return originOf(at), !c.unlimitedLoopback || !at.IsLoopback()
}

// originOf returns the key of an address.
func originOf(at netip.Addr) string {
	if at.Is6() {
		return netip.PrefixFrom(at, 64).Masked().String()
	}
	return at.String()
}

// network returns the key of the client's IPv6 /48 network, "" for IPv4 and for clients
// without an address.
func (c *clients) network(r *http.Request) string {
	at := c.address(r)
	if !at.Is6() {
		return ""
	}
	return netip.PrefixFrom(at, 48).Masked().String()
}

// parseAddress parses an IP address with or without a port. IPv4 addresses mapped
// to IPv6 are converted back to IPv4. The result is invalid if the text is not an
// address.
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

// ParseProxy parses the address of a proxy, or a network of proxies in CIDR
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
