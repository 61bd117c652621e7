// Package core is the part of the HTTP interface that all route groups share:
// authentication, permissions of sessions and tokens, limits, problems,
// idempotency keys and streams.
//
// A route group is a package such as internal/web/tables. It imports core and
// internal/web/matches, which has what concerns matches, and never another group.
package core

import (
	"cmp"
	"context"
	"log/slog"
	"net/netip"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/accounts"
	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
)

// SiteName is the name of the program and of the sites it serves.
const SiteName = "Tafelrunde"

// App is the state that the route groups share. Create one with [New].
type App struct {
	Host   *host.Host
	Log    *slog.Logger
	Limits Limits
	// Servers is how many servers share the site.
	Servers int
	// IdleSessions is how long sessions of people with accounts last without use.
	IdleSessions match.Millis
	// Tournaments executes commands in tournaments.
	Tournaments *host.Tournaments
	// Passwords limits how many hashes are computed at once.
	Passwords *accounts.Hasher
	// Stopping is done when the program stops. All streams end then.
	Stopping context.Context

	store    Store
	basePath string
	// secureCookies restricts cookies to HTTPS.
	secureCookies bool
	// sessionFor is how long a session lasts at most.
	sessionFor match.Millis
	publicURL  string
	clients    clients
	responses  *responses
	callers    callerCache
	rechecks   rechecks
	// addressBans are the banned addresses.
	addressBans addressBans
	settings    siteSettings
	used        usedSecrets
	ratings     ratingCache
	streams     streams
	outages     outages
	online      onlinePeople
}

// Options are the dependencies and settings of an App.
type Options struct {
	Host  *host.Host
	Store Store
	Log   *slog.Logger
	// SecureCookies restricts cookies to HTTPS.
	SecureCookies bool
	// PublicURL is the URL of the site without a slash at the end, "" if unknown.
	PublicURL string
	// BasePath is the path of the site's URL, such as "/tafelrunde"; "" at the root.
	BasePath string
	// TrustedProxies are the proxies whose X-Forwarded-For header is used.
	TrustedProxies []netip.Prefix
	// UnlimitedLoopback exempts clients on this machine from limits by address.
	UnlimitedLoopback bool
	// Servers is how many servers share the site, each with its part of the limits of
	// rates; 0 for one.
	Servers int
	// SessionFor is how long a session lasts, 0 for 180 days.
	SessionFor time.Duration
	// IdleFor is how long a session of a person with an account lasts without use, 0 for 30
	// days.
	IdleFor time.Duration
}

// New returns an App. Its streams end when ctx is done.
func New(ctx context.Context, o Options) *App {
	a := &App{
		Host: o.Host, store: o.Store, Log: o.Log, Stopping: ctx, basePath: o.BasePath, publicURL: o.PublicURL,
		secureCookies: o.SecureCookies, sessionFor: match.Millis(cmp.Or(o.SessionFor, sessionFor).Milliseconds()),
		responses: newResponses(), Passwords: accounts.NewHasher(),
	}
	a.IdleSessions = match.Millis(cmp.Or(o.IdleFor, idleFor).Milliseconds())
	a.Servers = max(1, o.Servers)
	a.Limits.servers = a.Servers
	a.clients.trusted, a.clients.unlimitedLoopback, a.clients.log = o.TrustedProxies, o.UnlimitedLoopback, o.Log
	a.callers.bySecret = make(map[Secret]cachedCaller)
	o.Host.WatchPeople(a.PersonChanged)
	a.Tournaments = host.NewTournaments(o.Store)
	a.Tournaments.Notified = o.Host.NotificationsChanged
	a.online.by = make(map[string]*onlinePerson)
	context.AfterFunc(ctx, a.streams.end)
	go a.shareOnline(ctx)
	return a
}

// Use adds the middleware to all routes that are registered from now on:
// authentication, limits, idempotency keys and roles.
func (a *App) Use(routes huma.API) { routes.UseMiddleware(a.identify, a.limit, a.once, a.authorize) }

// Now returns the current time. Changes of the system clock do not affect it.
func (a *App) Now() match.Moment { return a.Host.Now() }

// SecureCookies reports whether cookies are restricted to HTTPS.
func (a *App) SecureCookies() bool { return a.secureCookies }

// CookiePath returns the path of the session cookie, with a slash at the end.
// Servers under other paths of the host do not receive the cookie.
func (a *App) CookiePath() string { return a.basePath + "/" }

// RunningStreams returns the number of open streams of all kinds.
func (a *App) RunningStreams() int { return a.streams.running() }

// SecuritySchemes returns the descriptions of bearer tokens and session cookies
// for the OpenAPI document.
func (a *App) SecuritySchemes() map[string]*huma.SecurityScheme {
	return map[string]*huma.SecurityScheme{
		"bearer":  {Type: "http", Scheme: "bearer", Description: "A token from POST /api/tokens. The roles of a route are the scopes that it requires"},
		"session": {Type: "apiKey", In: "cookie", Name: a.sessionCookie()},
	}
}
