package web

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/passwords"
	"tafelrunde/internal/store"
)

// API is the interface for pages and programs: people, tables, matches. Make
// one with [NewAPI].
type API struct {
	host     *host.Host
	store    store.Store
	log      *slog.Logger
	sessions *scs.SessionManager
	clients  clients
	limits   limits
	guesses  *guesses
	answers  *answers
	pictures *pictures
	// publicURL is where the site is reached, without a slash at the end; "" if that
	// is not known.
	publicURL string
	// passwords bounds how many are hashed at once.
	passwords *passwords.Hasher
	known     knownPeople
	rechecks  rechecks
	used      usedTokens
	ratings   knownRatings
	// stopping is done when the program stops and all streams are to end.
	stopping context.Context
	handler  http.Handler
	spec     *huma.OpenAPI

	streams streams
	// engineGames is held while a game of engines alone begins.
	engineGames sync.Mutex
	probe       probe
}

// APIOptions are what an API needs.
type APIOptions struct {
	Host  *host.Host
	Store store.Store
	Log   *slog.Logger
	// SecureCookies lets cookies travel over HTTPS alone.
	SecureCookies bool
	// PublicURL is where the site is reached, such as "https://example.org", without
	// a slash at the end; "" if that is not known.
	PublicURL string
	// TrustedProxies are proxies whose X-Forwarded-For tells the clients' addresses.
	TrustedProxies []netip.Prefix
	// UnlimitedLoopback exempts clients of this machine from limits by address.
	UnlimitedLoopback bool
}

const maxBody = 16 << 10

// NewAPI makes the interface. Its streams end when ctx is done.
func NewAPI(ctx context.Context, o APIOptions) *API {
	a := &API{host: o.Host, store: o.Store, log: o.Log, stopping: ctx, passwords: passwords.NewHasher(), guesses: newGuesses(), answers: newAnswers(), pictures: newPictures(), publicURL: o.PublicURL, sessions: newSessions(o.Store, o.SecureCookies)}
	a.clients.trusted, a.clients.unlimitedLoopback, a.clients.log = o.TrustedProxies, o.UnlimitedLoopback, o.Log
	a.known.people = make(map[secret]knownPerson)
	o.Host.WatchPeople(a.personChanged)
	context.AfterFunc(ctx, a.streams.end)

	mux := http.NewServeMux()
	config := huma.DefaultConfig("Tafelrunde", "1")
	config.Info.Description = "Tables and matches of Way of the Knight and Lancelot. docs/formats/match-events.md tells more."
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "/openapi", "", ""
	config.CreateHooks = nil // no $schema in answers
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"bearer":  {Type: "http", Scheme: "bearer", Description: "A token of POST /api/tokens; the roles of a route are the scopes it needs"},
		"session": {Type: "apiKey", In: "cookie", Name: cookieName},
	}
	routes := humago.New(mux, config)
	routes.UseMiddleware(a.identify, a.limit, a.once)
	a.registerPeople(routes)
	a.registerAccount(routes)
	a.registerNames(routes)
	a.registerPasskeys(routes)
	a.registerProof(routes)
	a.registerTokens(routes)
	a.registerProfiles(routes)
	a.registerConduct(routes)
	a.registerRecords(routes)
	a.registerTables(routes)
	a.registerGames(routes)
	a.registerStreams(routes)
	a.registerSharedStream(routes)
	a.registerBot(routes)
	a.registerHealth(routes)
	a.spec = routes.OpenAPI()
	describeScopes(a.spec)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		writeProblem(w, &Problem{status: http.StatusNotFound, Code: "no-route", Message: "there is nothing at this address"})
	})

	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		writeProblem(w, &Problem{status: http.StatusForbidden, Code: "cross-origin", Message: "other sites may not send commands"})
	}))
	inner := protection.Handler(mux)
	go a.renameAtTables(ctx)
	a.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		maps.Copy(w.Header(), dataHeaders)
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		inner.ServeHTTP(w, r)
	})
	return a
}

// ServeHTTP answers what is under /api, and /openapi.json, /healthz.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.handler.ServeHTTP(w, r) }

// Handler answers with the API what belongs to it, and with the site the rest.
func Handler(site *Site, api *API) http.Handler {
	mux := http.NewServeMux()
	for _, path := range []string{"/api/", "/openapi.json", "/openapi.yaml", "/healthz"} {
		mux.Handle(path, api)
	}
	mux.Handle("GET /match/{id}", api.matchPage(site))
	mux.Handle("GET /match/{id}/{game}", api.matchPage(site))
	mux.Handle("/", site)
	return mux
}

// Problem is why a request is not carried out.
type Problem struct {
	status int
	// retryAfter is for how long the client should wait, 0 if that is not known.
	retryAfter time.Duration

	Code    string         `json:"code" doc:"names the reason for programs"`
	Args    map[string]any `json:"args,omitempty" doc:"particulars, for translation"`
	Message string         `json:"message" doc:"the reason in English"`
}

func (p *Problem) Error() string { return p.Message }

// GetStatus is the HTTP status.
func (p *Problem) GetStatus() int { return p.status }

// GetHeaders are headers of the answer.
func (p *Problem) GetHeaders() http.Header {
	header := make(http.Header)
	if p.retryAfter > 0 {
		header.Set("Retry-After", strconv.Itoa(seconds(p.retryAfter)))
	}
	return header
}

// ContentType is that of the answer; problems are plain JSON.
func (p *Problem) ContentType(string) string { return "application/json" }

func init() {
	// The errors that huma itself finds take the same form.
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		p := &Problem{status: status, Code: statusCode(status), Message: message}
		if len(errs) == 0 || errs[0] == nil {
			return p
		}
		var large *http.MaxBytesError
		if errors.As(errs[0], &large) {
			return problem(http.StatusRequestEntityTooLarge, "too-large", "the request is too large")
		}
		if detail, ok := errs[0].(huma.ErrorDetailer); ok {
			d := detail.ErrorDetail()
			p.Args = map[string]any{"where": d.Location}
			p.Message += ": " + d.Message + " (" + d.Location + ")"
		} else {
			p.Message += ": " + errs[0].Error()
		}
		return p
	}
}

func statusCode(status int) string {
	switch status {
	case http.StatusUnprocessableEntity, http.StatusBadRequest, http.StatusUnsupportedMediaType, http.StatusNotAcceptable:
		return "request"
	case http.StatusRequestEntityTooLarge:
		return "too-large"
	case http.StatusUnauthorized:
		return "no-session"
	}
	return "server"
}

func problem(status int, code, message string) *Problem {
	return &Problem{status: status, Code: code, Message: message}
}

// seconds are those of a duration, rounded up.
func seconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }

// with is the problem with a particular, for translation.
func (p *Problem) with(name string, value any) *Problem {
	p.Args = map[string]any{name: value}
	return p
}

// after is the problem with the time after which the client may try again.
func (p *Problem) after(wait time.Duration) *Problem {
	p.retryAfter = wait
	return p
}

// problemOf turns an error of the host or the store into an answer. Inner
// errors are logged and not told.
func (a *API) problemOf(err error) error {
	var refusal *match.Refusal
	var known *Problem
	switch {
	case err == nil:
		return nil
	case errors.Is(err, passwords.ErrBusy):
		return tooBusy
	case errors.As(err, &known):
		return known
	case errors.As(err, &refusal):
		return &Problem{status: http.StatusConflict, Code: refusal.Code, Args: refusal.Args, Message: refusal.Message}
	case errors.Is(err, host.ErrNoMatch):
		return problem(http.StatusNotFound, "no-match", "there is no such match")
	case errors.Is(err, store.ErrNotFound):
		return problem(http.StatusNotFound, "not-found", "there is no such thing")
	case errors.Is(err, store.ErrTaken):
		return problem(http.StatusConflict, "name-taken", "this name is taken")
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return problem(http.StatusServiceUnavailable, "unavailable", "this cannot be done now; try again")
	case errors.Is(err, store.ErrUnavailable), errors.Is(err, store.ErrConflict):
		if a.host.StoreReadable() && a.host.StoreWritable() {
			a.log.Error("the store is not available", "error", err)
		}
		return problem(http.StatusServiceUnavailable, "unavailable", "this cannot be done now; try again")
	}
	a.log.Error("a request failed", "error", err)
	return problem(http.StatusInternalServerError, "server", "something went wrong here")
}

// moment is the present one. It does not jump when the system's time does.
func (a *API) moment() match.Moment { return a.host.Now() }
