package web

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match/games"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/admin"
	"tafelrunde/internal/web/bots"
	"tafelrunde/internal/web/clubs"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/documents"
	"tafelrunde/internal/web/explorer"
	"tafelrunde/internal/web/matches"
	"tafelrunde/internal/web/operators"
	"tafelrunde/internal/web/people"
	"tafelrunde/internal/web/puzzles"
	"tafelrunde/internal/web/reviews"
	"tafelrunde/internal/web/site"
	"tafelrunde/internal/web/studies"
	"tafelrunde/internal/web/tables"
	"tafelrunde/internal/web/tournaments"
)

// API serves the requests of pages and programs. Create one with [NewAPI].
type API struct {
	// App is what the route groups share, Spec the description of the interface.
	App  *core.App
	Spec *huma.OpenAPI
	// People, Tables, Explorer and Admin are route groups.
	People    *people.API
	Tables    *tables.API
	Explorer  *explorer.API
	Admin     *admin.API
	bots      *bots.API
	operators *operators.API
	studies   *studies.API
	puzzles   *puzzles.API
	clubs     *clubs.API
	handler   http.Handler
	access    *slog.Logger
	hsts      string
	publicURL string
	basePath  string
	documents *documents.Set
	contacts  []string
}

// APIOptions are the dependencies and settings of an API.
type APIOptions struct {
	Host  *host.Host
	Store store.Store
	Log   *slog.Logger
	// SecureCookies restricts cookies to HTTPS.
	SecureCookies bool
	// PublicURL is the URL of the site without a slash at the end, such as
	// "https://example.org" or "https://example.org/tafelrunde"; "" if unknown. Its path
	// is the base path of the site. See [ParsePublicURL].
	PublicURL string
	// TrustedProxies are the proxies whose X-Forwarded-For header is used.
	TrustedProxies []netip.Prefix
	// Build names the build of the pages that the server serves; "" if unknown. Pages
	// of another build are told to reload.
	Build string
	// UnlimitedLoopback exempts clients on this machine from limits by address.
	UnlimitedLoopback bool
	// Engines reports whether workers play for engines, in this program or others.
	Engines bool
	// Servers is how many servers share the site behind a proxy that distributes requests
	// evenly; 0 for one.
	Servers int
	// DataFolder is the folder with the database, "" if it is on another machine.
	DataFolder string
	// AccessLog gets a line for each request; nil for none.
	AccessLog *slog.Logger
	// HSTS is how long browsers use HTTPS only after a response; 0 does not restrict
	// them.
	HSTS time.Duration
	// Explorer has the tables of the explorer.
	Explorer explorer.Tables
	// KeepAudit is how long entries of the audit log are kept, 0 for ever.
	KeepAudit time.Duration
	// KeepReports is how long closed reports are kept, 0 for ever.
	KeepReports time.Duration
	// KeepGuests is how long guests who do not use the site are kept, 0 for ever.
	KeepGuests time.Duration
	// KeepChat is how long chat messages in matches that are over are kept, 0 for ever.
	KeepChat time.Duration
	// KeepMatches is how long matches that are over are kept, 0 for ever.
	KeepMatches time.Duration
	// KeepSessions is how long a session lasts, 0 for 180 days.
	KeepSessions time.Duration
	// KeepIdleSessions is how long a session of an account lasts without use, 0 for 30 days.
	KeepIdleSessions time.Duration
	// ReviewsPerDay is how many reviews of games by the server a person may request in 24
	// hours; 0 turns requests off.
	ReviewsPerDay int
	// PushKey is the public key that signs pushes of notifications; "" if none are sent.
	PushKey string
	// Documents are the texts of the operator; nil for none.
	Documents *documents.Set
	// SecurityContacts are where to report vulnerabilities; see [ParseSecurityContact].
	SecurityContacts []string
}

// NewAPI returns an API. Its streams end when ctx is done.
func NewAPI(ctx context.Context, o APIOptions) *API {
	base := basePath(o.PublicURL)
	app := core.New(ctx, core.Options{
		Host: o.Host, Store: o.Store, Log: o.Log, SecureCookies: o.SecureCookies, PublicURL: o.PublicURL, BasePath: base,
		TrustedProxies: o.TrustedProxies, UnlimitedLoopback: o.UnlimitedLoopback, SessionFor: o.KeepSessions, IdleFor: o.KeepIdleSessions, Servers: o.Servers,
	})
	a := &API{App: app, access: o.AccessLog, publicURL: o.PublicURL, basePath: base, documents: o.Documents, contacts: o.SecurityContacts}
	if o.HSTS > 0 {
		a.hsts = fmt.Sprintf("max-age=%d", int(o.HSTS.Seconds()))
	}

	mux := http.NewServeMux()
	config := huma.DefaultConfig("Tafelrunde", "1")
	config.Info.Description = "Tables and matches of Way of the Knight and Lancelot. See docs/formats/match-events.md."
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "/openapi", "", ""
	config.CreateHooks = nil // no $schema in responses
	config.Components.SecuritySchemes = app.SecuritySchemes()
	routes := humago.New(mux, config)
	app.Use(routes)
	access := matches.New(app, o.Store)
	a.People = people.Register(routes, app, access, o.Store, o.PushKey)
	a.Tables = tables.Register(routes, app, access, o.Store, o.Build, o.Engines)
	a.bots = bots.Register(routes, app, access, o.Store)
	a.operators = operators.Register(routes, app, o.Store, o.DataFolder)
	site.Register(routes, app, o.Documents)
	a.studies = studies.Register(routes, app, o.Store)
	a.clubs = clubs.Register(routes, app, o.Store)
	a.puzzles = puzzles.Register(routes, app, o.Store)
	tournaments.Register(routes, app, access, o.Store, games.Rules{})
	reviews.Register(routes, app, access, o.Store, o.ReviewsPerDay)
	a.Explorer = explorer.Register(routes, app, access, o.Store, o.Explorer)
	a.Admin = admin.Register(routes, app, access, o.Store, admin.Retention{
		Audit: o.KeepAudit, Reports: o.KeepReports, Guests: o.KeepGuests, Chat: o.KeepChat, Matches: o.KeepMatches,
	})
	a.Spec = routes.OpenAPI()
	if base != "" {
		a.Spec.Servers = []*huma.Server{{URL: base}}
	}
	core.DescribeScopes(a.Spec)
	bots.Describe(a.Spec)
	tables.Describe(a.Spec)
	mux.Handle("/", app.Bounded(core.Read, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		core.WriteProblem(w, core.NewProblem(http.StatusNotFound, "no-route", "this address does not exist"))
	})))

	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		core.WriteProblem(w, core.NewProblem(http.StatusForbidden, "cross-origin", "requests from other sites are not permitted"))
	}))
	inner := protection.Handler(app.OwnChanges(mux))
	a.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		maps.Copy(w.Header(), dataHeaders)
		inner.ServeHTTP(w, r)
	})
	return a
}

// ServeHTTP serves requests under /api, and for /openapi.json, /openapi.yaml and
// /healthz and /readyz.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.handler.ServeHTTP(w, r) }

// Commands returns a handler for the routes of the administration on which every
// request is the operator's. Serve it only where nobody else can send requests.
func (a *API) Commands() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/api/admin/") {
			http.NotFound(w, r)
			return
		}
		a.ServeHTTP(w, r.WithContext(core.AsOperator(r.Context())))
	})
}

// Home returns the path of the start page without the slash at the start: "" or
// "tafelrunde/".
func (a *API) Home() string { return strings.TrimPrefix(a.basePath+"/", "/") }

// Metrics returns a handler for GET /metrics in Prometheus's text format. Serve
// it at an address that only the operator can reach.
func (a *API) Metrics() http.Handler { return a.operators.Metrics() }

// strict returns a handler that adds Strict-Transport-Security to responses, if configured.
func (a *API) strict(next http.Handler) http.Handler {
	if a.hsts == "" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Strict-Transport-Security", a.hsts)
		next.ServeHTTP(w, r)
	})
}

// apiPaths are the patterns of addresses of the API. Without "/api", ServeMux would
// redirect it.
var apiPaths = []string{"/api", "/api/", "/game/export/", "/openapi.json", "/openapi.yaml", "/healthz", "/readyz"}

// matchPaths are the patterns of the pages of matches.
// studyPath is the pattern of the pages of studies.
const studyPath = "/study/{id}"

var matchPaths = []string{"/match/{id}", "/match/{id}/{game}"}

// Handler returns a handler that passes requests for the API to api, and all
// others to site. If the public URL of the API has a path, it serves addresses with
// and without that path.
func Handler(site *Site, api *API) http.Handler {
	site = site.under(api.basePath)
	// Everything but the API, whose operations declare their own bounds.
	pages := http.NewServeMux()
	files := func(next http.Handler) http.Handler { return api.App.Bounded(core.Files, next) }
	// These read the store.
	described := func(next http.Handler) http.Handler { return api.App.Bounded(core.Read, next) }
	page := described(api.Tables.MatchPage(matchSite{site}))
	for _, path := range matchPaths {
		pages.Handle("GET "+path, page)
	}
	pages.Handle("GET "+studyPath, described(studyPage(site, api)))
	pages.Handle("GET /club/{id}", described(clubPage(site, api)))
	pages.Handle("GET /people/{id}", described(personPage(site, api)))
	pages.Handle("GET /puzzles/{id}", described(puzzlePage(site, api)))
	pages.Handle("GET /puzzles/{game}/daily", described(puzzlePage(site, api)))
	pages.Handle("GET /puzzles/{game}/daily/{date}", described(puzzlePage(site, api)))
	registerPages(pages, site, api.publicURL)
	pages.Handle("GET "+securityPath, securityFile(api.contacts, api.publicURL, time.Now))
	registerDocuments(pages, site, api.documents, api.publicURL)
	pages.Handle("/", site)
	mux := http.NewServeMux()
	for _, path := range apiPaths {
		mux.Handle(path, api)
	}
	mux.Handle("/", files(pages))
	return underBase(api.basePath, observe(api.strict(mux), api.access))
}
