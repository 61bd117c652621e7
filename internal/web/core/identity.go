package core

import (
	"context"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// Secret is the value of a session cookie or a bearer token, as sent with a
// request.
type Secret struct {
	Text  string
	Token bool
	// Unprefixed is true for a cookie whose name lacks the prefix of [App.CookieName].
	Unprefixed bool
}

// Caller is the result of authenticating a secret. The person's ID is "" if the
// secret is missing or invalid.
type Caller struct {
	Person store.Person
	Secret Secret
	// Token is the bearer token, if the secret is one.
	Token store.Token
	// Since is when the session was started, 0 for tokens.
	Since match.Moment
	// Until is when the secret expires, 0 for never.
	Until match.Moment
	// Proof is what the owner of the session has proved in it.
	Proof Proof
	// Withheld is the role that the person's account has and the session has not, because
	// the site demands a passkey. Person.Role is empty then.
	Withheld store.Role
	// generation is that of the cache before the store was read, at readAt.
	generation int64
	readAt     match.Moment
}

// callerCache caches the results of authentication. Handlers that change a person
// do not use it: they authenticate again, see [App.FreshRequester].
type callerCache struct {
	mu       sync.Mutex
	bySecret map[Secret]cachedCaller
	// generation counts the calls of drop.
	generation int64
}

type cachedCaller struct {
	Caller
	dropAt time.Time
}

// expired reports whether the secret has expired.
func (c *Caller) expired(now match.Moment) bool { return c.Until != 0 && now >= c.Until }

// How long a caller is cached, and how many are. Notifications of other processes
// remove callers earlier.
const (
	cacheFor      = 30 * time.Second
	cacheForAlone = 15 * time.Minute
	CacheSize     = 50_000
)

// get returns the cached caller of a secret, and the generation of the cache. If
// ok is false, store the generation in the caller that is then passed to put.
func (k *callerCache) get(s Secret, now match.Moment) (i Caller, generation int64, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	known, ok := k.bySecret[s]
	return known.Caller, k.generation, ok && time.Now().Before(known.dropAt) && !known.expired(now)
}

// put caches a caller for the duration d, unless drop was called since get.
func (k *callerCache) put(i Caller, d time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.generation != i.generation {
		return
	}
	if len(k.bySecret) >= CacheSize {
		clear(k.bySecret)
	}
	k.bySecret[i.Secret] = cachedCaller{i, time.Now().Add(d)}
}

// drop removes a person from the cache, or everybody if id is "".
func (k *callerCache) drop(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.generation++
	if id == "" {
		clear(k.bySecret)
		return
	}
	for secret, p := range k.bySecret {
		if p.Person.ID == id {
			delete(k.bySecret, secret)
		}
	}
}

// changedSince reports whether drop was called since a generation.
func (k *callerCache) changedSince(generation int64) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.generation != generation
}

// PersonChanged must be called after the stored data of a person has changed, by
// this process or another; id is "" if anybody's may have changed. Cached callers
// are dropped at once. Open streams are authenticated again.
func (a *App) PersonChanged(id string) {
	a.callers.drop(id)
	if id == "" {
		a.addressBans.forget()
		a.settings.forget()
	}
	a.rechecks.add(a, id)
}

type (
	callerContext  struct{}
	requestContext struct{}
)

// request is what handlers need of the HTTP request.
type request struct {
	http            *http.Request
	host, userAgent string
	address         netip.Addr
	// changes is true unless the operation only reads.
	changes bool
	// roundTrip is that of the client's connection; see [clients.roundTrip].
	roundTrip func() (time.Duration, bool)
}

func requestIn(ctx context.Context) request {
	r, _ := ctx.Value(requestContext{}).(request)
	return r
}

// HostOf returns the Host header of the request.
func HostOf(ctx context.Context) string { return requestIn(ctx).host }

// healthChecks are operations whose requests are not authenticated, because the answer
// must not wait for the store.
var healthChecks = map[string]bool{"health": true, "ready": true}

// identify authenticates the request, within the time of its operation. An invalid token is refused. A request with
// an invalid cookie is treated like one without a secret.
func (a *App) identify(ctx huma.Context, next func(huma.Context)) {
	r, w := humago.Unwrap(ctx)
	if b, ok := BoundsOf(ctx.Operation()); ok { // limit refuses others
		within, cancel := context.WithTimeout(ctx.Context(), b.Time)
		defer cancel()
		ctx = huma.WithContext(ctx, within)
	}
	var i Caller
	var err error
	if !healthChecks[ctx.Operation().OperationID] {
		i, err = a.callerOf(ctx.Context(), r)
	}
	if err == nil && i.Secret.Token {
		a.noteUse(&i)
		err = checkScope(ctx.Operation().OperationID, i.Token.Scopes)
	} else if err == nil && i.Person.Account() {
		a.noteLogin(&i, r.UserAgent())
	} else if err == nil && i.Person.ID != "" {
		a.noteGuest(i.Person.ID)
	}
	if err == nil {
		err = a.checkRights(ctx.Context(), ctx.Operation(), r, &i.Person)
	}
	if i.Secret.Unprefixed {
		a.renameCookie(w, &i)
	}
	if err != nil {
		p, _ := a.ProblemOf(err).(*Problem)
		WriteProblem(w, p)
		return
	}
	next(huma.WithValue(huma.WithValue(ctx, callerContext{}, i), requestContext{}, request{r, r.Host, r.UserAgent(), a.clients.address(r), ctx.Operation().Method != http.MethodGet, func() (time.Duration, bool) { return a.clients.roundTrip(r) }}))
}

// UnknownToken is the problem for a bearer token that is not valid.
var UnknownToken = NewProblem(http.StatusUnauthorized, "token", "this token is not known")

func (a *App) callerOf(ctx context.Context, r *http.Request) (Caller, error) {
	var s Secret
	if header := r.Header.Get("Authorization"); header != "" {
		token, ok := strings.CutPrefix(header, "Bearer ")
		if !ok {
			return Caller{}, UnknownToken
		}
		s = Secret{Text: token, Token: true}
	} else if s.Text, s.Unprefixed = a.sessionIn(r); s.Text == "" {
		return Caller{}, nil
	}
	// Without notifications of other processes the cache may be out of date.
	trusted := a.Host.ReceivesNotices()
	now := a.Now()
	i, generation, ok := a.callers.get(s, now)
	// A command, unlike a read, hardly depends on what the person has just changed.
	if ok && trusted && (!isSafe(r.Method) || !host.Outdated(ctx, i.readAt)) {
		return i, nil
	}
	i, err := a.Authenticate(ctx, s)
	if err != nil {
		return Caller{}, err
	}
	i.generation, i.readAt = generation, now
	switch {
	case i.Person.ID == "" && s.Token:
		return i, UnknownToken
	case i.Person.ID == "":
	case a.Host.SoleProgram():
		a.callers.put(i, cacheForAlone)
	case trusted:
		a.callers.put(i, cacheFor)
	}
	return i, nil
}

// Authenticate reads from the store whom a secret authenticates. The ID of the
// caller's person is "" if the secret is not valid. Errors are those of the
// store.
func (a *App) Authenticate(ctx context.Context, s Secret) (Caller, error) {
	i := Caller{Secret: s}
	var err error
	if s.Token {
		i.Person, i.Token, err = a.store.TokenOwner(ctx, HashToken(s.Text), a.Now())
		i.Until = i.Token.Until
		i.Person.Role = store.User // no scope permits what the role does
	} else {
		err = a.session(ctx, &i)
	}
	if IsNotFound(err) {
		return Caller{Secret: s}, nil
	}
	return i, err
}

// session sets the fields of a caller whose secret is a cookie. The error is
// [store.ErrNotFound] if the cookie is not valid.
func (a *App) session(ctx context.Context, c *Caller) error {
	s, err := a.LoadSession(ctx, c.Secret.Text)
	if err != nil {
		return err
	}
	if c.Secret.Unprefixed && s.Prefixed {
		return store.ErrNotFound
	}
	p, err := a.store.Person(ctx, s.Person)
	if err != nil {
		return err
	}
	valid := s.Epoch != nil && *s.Epoch == p.Epoch
	if s.Epoch == nil {
		// Stored by a build without epochs. It did not end the sessions of the guest
		// whom an account was made from, so these are valid for guests only.
		valid = !p.Account() && p.Epoch == 0 && s.Since >= p.SessionsFrom
	}
	if !valid {
		return store.ErrNotFound
	}
	c.Person, c.Proof, c.Since, c.Until = p, s.Proof, s.Since, s.Until
	return a.WithholdRole(ctx, c)
}

// CallerIn returns the caller of the request with this context.
func CallerIn(ctx context.Context) Caller {
	i, _ := ctx.Value(callerContext{}).(Caller)
	return i
}

// Requester returns the person who sent the request, possibly from the cache. The
// ID is "" if the request is not authenticated.
func Requester(ctx context.Context) store.Person { return CallerIn(ctx).Person }

// FreshRequester returns the person who sent the request, read from the store;
// the ID is "" if the secret is no longer valid. Handlers that change a person
// use it instead of [Requester].
func (a *App) FreshRequester(ctx context.Context) (store.Person, error) {
	c, err := a.FreshCaller(ctx)
	return c.Person, err
}

// FreshCaller authenticates the secret of a request again.
func (a *App) FreshCaller(ctx context.Context) (Caller, error) {
	i := CallerIn(ctx)
	if i.Person.ID == "" {
		return Caller{}, nil
	}
	return a.Authenticate(ctx, i.Secret)
}

// NoSession is the problem for a request that requires a session and has none.
var NoSession = NewProblem(http.StatusUnauthorized, "no-session", "choose a name to play under first")

// RequireSession returns the problem [NoSession] if the person's ID is "".
func RequireSession(p store.Person) (store.Person, error) {
	if p.ID == "" {
		return p, NoSession
	}
	return p, nil
}

// RequirePerson returns the requester, or [NoSession] if there is none.
func RequirePerson(ctx context.Context) (store.Person, error) { return RequireSession(Requester(ctx)) }

// withAccount returns a problem if the person has no account.
func withAccount(p store.Person, err error) (store.Person, error) {
	if err == nil {
		p, err = RequireSession(p)
	}
	if err == nil && !p.Account() {
		err = NewProblem(http.StatusForbidden, "account-needed", "this requires an account")
	}
	return p, err
}

// RequireMember returns the requester, or a problem if the requester has no
// account.
func RequireMember(ctx context.Context) (store.Person, error) {
	return withAccount(Requester(ctx), nil)
}

// FreshMember is like [RequireMember], but reads the person from the store.
func (a *App) FreshMember(ctx context.Context) (store.Person, error) {
	return withAccount(a.FreshRequester(ctx))
}

// rechecks has the people whose streams must be authenticated again.
type rechecks struct {
	mu       sync.Mutex
	people   map[string]bool
	everyone bool
	running  bool
}

func (r *rechecks) add(a *App, person string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if person == "" {
		r.everyone = true
	} else {
		if r.people == nil {
			r.people = make(map[string]bool)
		}
		r.people[person] = true
	}
	if !r.running {
		r.running = true
		go a.recheckStreams()
	}
}

// take removes and returns the pending people. If ok is false, there are none,
// and recheckStreams must return.
func (r *rechecks) take() (people map[string]bool, everyone, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	people, everyone = r.people, r.everyone
	r.people, r.everyone = nil, false
	r.running = len(people) > 0 || everyone
	return people, everyone, r.running
}

// recheckDelay is the delay before the store is read again after an error.
const recheckDelay = 500 * time.Millisecond

// recheckStreams ends the streams whose secret no longer authenticates the person
// who opened them. While the store does not answer, they stay open: no new event
// can be stored that they could reveal.
func (a *App) recheckStreams() {
	for {
		people, everyone, ok := a.rechecks.take()
		if !ok {
			return
		}
		if everyone {
			a.endBannedStreams()
		}
		for secret, list := range a.streams.bySecret(people, everyone) {
			now, err := a.Authenticate(a.Stopping, secret)
			for err != nil && a.Stopping.Err() == nil {
				select {
				case <-a.Stopping.Done():
				case <-time.After(recheckDelay):
				}
				now, err = a.Authenticate(a.Stopping, secret)
			}
			if a.Stopping.Err() != nil {
				return
			}
			for _, s := range list {
				if !sameRights(&s.caller.Person, &now.Person) {
					s.end()
				}
			}
		}
	}
}

// sameRights reports whether a person may still see everything that was permitted
// before. Private tables invite accounts by name, so the name must be the same.
// Moderators see all tables.
func sameRights(before, now *store.Person) bool {
	return now.ID == before.ID && now.Registered == before.Registered && now.Role == before.Role && (!now.Registered || now.Name == before.Name)
}

// bySecret returns the open streams of some people, or of everyone, grouped by
// the secret that opened them.
func (all *streams) bySecret(people map[string]bool, everyone bool) map[Secret][]*Stream {
	all.mu.Lock()
	running := slices.Collect(maps.Keys(all.all))
	all.mu.Unlock()
	by := make(map[Secret][]*Stream)
	for _, s := range running {
		if id := s.caller.Person.ID; id != "" && (everyone || people[id]) {
			by[s.caller.Secret] = append(by[s.caller.Secret], s)
		}
	}
	return by
}
