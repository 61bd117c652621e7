package core

import (
	"context"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// banned is the problem for a person who may not log in.
var banned = NewProblem(http.StatusForbidden, "banned", "this account is banned")

// CheckBanned returns a problem if a person may not log in. Handlers call it before they
// change anything, such as the guest whom the account takes over.
func CheckBanned(p store.Person) error {
	if p.Banned {
		return banned
	}
	return nil
}

// until returns a problem with the end of a sanction, unless it has none.
func until(p *Problem, at match.Moment) *Problem {
	if at < store.Forever {
		p.With("until", at)
	}
	return p
}

// Suspended returns the problem of a person who may not play now.
func Suspended(p *store.Person) error {
	return until(NewProblem(http.StatusForbidden, "suspended", "you are suspended: you can neither play, chat nor open tables"), p.SuspendedUntil)
}

// Muted returns the problem of a person who may not chat now.
func Muted(p *store.Person) error {
	return until(NewProblem(http.StatusForbidden, "muted", "you are muted: you cannot write in chats"), p.MutedUntil)
}

// CheckMayWrite returns the problem of a person who may not write now what others see.
func (a *App) CheckMayWrite(p *store.Person) error {
	switch now := a.Now(); {
	case p.SuspendedUntil > now:
		return Suspended(p)
	case p.MutedUntil > now:
		return Muted(p)
	}
	return nil
}

// opensTables are the operations that open tables or sit down at one, now or in a
// tournament, besides commands at tables.
var opensTables = map[string]bool{
	"openTable": true, "pair": true, "playComputers": true, "challenge": true, "createChallenge": true, "acceptChallenge": true,
	"createTournament": true, "enterTournament": true, "acceptClubMatch": true,
}

// checkRights returns a problem if a person, or the address of the client, may not use
// an operation now, because of a sanction or a password that must be changed.
func (a *App) checkRights(ctx context.Context, op *huma.Operation, r *http.Request, p *store.Person) error {
	if isOperator(ctx) {
		return nil
	}
	if !p.Role.Includes(store.Moderator) && !healthChecks[op.OperationID] {
		if err := a.checkAddress(ctx, a.clients.address(r)); err != nil {
			return err
		}
	}
	if opensTables[op.OperationID] {
		if p.SuspendedUntil > a.Now() {
			return Suspended(p)
		}
		if p.ID != "" && !p.Account() {
			if err := a.CheckGuests(ctx); err != nil {
				return err
			}
		}
	}
	return checkPasswordDue(op, p)
}

// addressBans caches the banned addresses.
type addressBans struct {
	mu     sync.Mutex
	bans   []addressBan
	loaded time.Time
}

type addressBan struct {
	network netip.Prefix
	until   match.Moment
}

// forget makes the next request read the bans again.
func (b *addressBans) forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.loaded = time.Time{}
}

// checkAddress returns a problem if an address is banned. If the store does not
// answer, the bans read last count.
func (a *App) checkAddress(ctx context.Context, at netip.Addr) error {
	b := &a.addressBans
	b.mu.Lock()
	defer b.mu.Unlock()
	valid := cacheFor
	if !a.Host.ReceivesNotices() {
		valid = time.Second
	}
	if time.Since(b.loaded) > valid {
		list, err := a.store.AddressBans(ctx, a.Now())
		if err == nil {
			b.bans, b.loaded = nil, time.Now()
			for _, x := range list {
				if network, err := netip.ParsePrefix(x.Network); err == nil {
					b.bans = append(b.bans, addressBan{network, x.Until})
				}
			}
		} else {
			// One request a second tries again, so that the others do not wait for it.
			b.loaded = time.Now().Add(time.Second - valid)
		}
	}
	for _, x := range b.bans {
		if x.network.Contains(at) && x.until > a.Now() {
			return until(NewProblem(http.StatusForbidden, "address-banned", "your address is banned from this site"), x.until)
		}
	}
	return nil
}

// endBannedStreams ends the streams of banned addresses, except those of moderators.
func (a *App) endBannedStreams() {
	a.streams.mu.Lock()
	running := make([]*Stream, 0, len(a.streams.all))
	for s := range a.streams.all {
		running = append(running, s)
	}
	a.streams.mu.Unlock()
	for _, s := range running {
		if !s.caller.Person.Role.Includes(store.Moderator) && a.checkAddress(a.Stopping, s.address) != nil {
			s.end()
		}
	}
}

// ParseNetwork parses an address, or a network in CIDR notation with at least 8 bits
// (IPv6: 16).
func ParseNetwork(text string) (netip.Prefix, error) {
	p, err := ParseProxy(text)
	least := 8
	if p.IsValid() && p.Addr().Is6() {
		least = 16
	}
	if err != nil || !p.IsValid() || p.Bits() < least {
		return p, NewProblem(http.StatusUnprocessableEntity, "network", "this is not an address, or a network such as 203.0.113.0/24 or 2001:db8::/32")
	}
	return p, nil
}

// OriginOf returns the key of the client's address; it is the same for all addresses of
// an IPv6 /64 network. It is "" if the address is not known.
func OriginOf(ctx context.Context) string {
	if at := AddressOf(ctx); at.IsValid() {
		return originOf(at)
	}
	return ""
}

// AddressOf returns the address of the client of a request, which is invalid if it is
// not known.
func AddressOf(ctx context.Context) netip.Addr { return requestIn(ctx).address }
