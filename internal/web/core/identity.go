package core

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// secret is a cookie or a bearer token, as a request presents it.
type Secret struct {
	Text  string
	Token bool
}

// caller is the person whom a secret authenticates. The person's ID is "" for
// nobody.
type Caller struct {
	Person store.Person
	Secret Secret
	// token is the bearer token, if the secret is one.
	Token store.Token
	// until is when the secret expires, 0 for never.
	Until match.Moment
	// proved is when the session began with a password or passkey, 0 for never.
	Proved match.Moment
	// asked is the count of forgets before the store was asked.
	asked int64
}

// knownPeople caches the identities of secrets. It is never the source of what is
// written: handlers that change a person authenticate again, see fresh.
type knownPeople struct {
	mu     sync.Mutex
	people map[Secret]knownPerson
	// forgets counts the calls of forget.
	forgets int64
}

type knownPerson struct {
	Caller
	dropAt time.Time
}

// expired tells whether a secret is no longer valid because of its age.
func (c *Caller) expired(now match.Moment) bool { return c.Until != 0 && now >= c.Until }

// How long an identity is cached. Notices of other programs remove it earlier.
const (
	knownFor      = 30 * time.Second
	knownForAlone = 15 * time.Minute
	CacheSize     = 50_000
)

// get returns the cached identity of a secret; if there is none, asked is for
// put.
func (k *knownPeople) get(s Secret, now match.Moment) (i Caller, asked int64, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	known, ok := k.people[s]
	return known.Caller, k.forgets, ok && time.Now().Before(known.dropAt) && !known.expired(now)
}

// put caches what was read since get, unless anybody has changed meanwhile.
func (k *knownPeople) put(i Caller, d time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.forgets != i.asked {
		return
	}
	if len(k.people) >= CacheSize {
		clear(k.people)
	}
	k.people[i.Secret] = knownPerson{i, time.Now().Add(d)}
}

// forget drops a person from the cache, or everybody if id is "".
func (k *knownPeople) forget(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.forgets++
	if id == "" {
		clear(k.people)
		return
	}
	for secret, p := range k.people {
		if p.Person.ID == id {
			delete(k.people, secret)
		}
	}
}

// changedSince tells whether anybody was forgotten since an identity was read.
func (k *knownPeople) changedSince(asked int64) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.forgets != asked
}

// personChanged is called after anything about a person has changed in the store,
// by this program or another, and with "" if that may be so for anybody. Cached
// identities are dropped at once; open streams are authenticated again.
func (a *App) PersonChanged(id string) {
	a.known.forget(id)
	a.rechecks.add(a, id)
}

type (
	callerContext struct{}
	hostContext   struct{}
)

// HostOf returns the Host header of the request.
func HostOf(ctx context.Context) string {
	host, _ := ctx.Value(hostContext{}).(string)
	return host
}

// identify authenticates the request. Without a secret it is nobody's; a secret
// that is not valid is refused if it is a token, and is nobody's if it is a
// cookie.
func (a *App) identify(ctx huma.Context, next func(huma.Context)) {
	r, w := humago.Unwrap(ctx)
	i, err := a.callerOf(r)
	if err == nil && i.Secret.Token {
		a.noteUse(&i)
		err = checkScope(ctx.Operation().OperationID, i.Token.Scopes)
	}
	if err != nil {
		p, _ := a.ProblemOf(err).(*Problem)
		WriteProblem(w, p)
		return
	}
	next(huma.WithValue(huma.WithValue(ctx, callerContext{}, i), hostContext{}, r.Host))
}

var UnknownToken = NewProblem(http.StatusUnauthorized, "token", "this token is not known")

func (a *App) callerOf(r *http.Request) (Caller, error) {
	var s Secret
	if header := r.Header.Get("Authorization"); header != "" {
		token, ok := strings.CutPrefix(header, "Bearer ")
		if !ok {
			return Caller{}, UnknownToken
		}
		s = Secret{token, true}
	} else if cookie, err := r.Cookie(cookieName); err == nil && cookie.Value != "" {
		s = Secret{cookie.Value, false}
	} else {
		return Caller{}, nil
	}
	// Without notices of other programs the store alone knows what is valid.
	trusted := a.Host.ReceivesNotices()
	i, asked, ok := a.known.get(s, a.Now())
	if ok && trusted {
		return i, nil
	}
	i, err := a.Authenticate(r.Context(), s)
	if err != nil {
		return Caller{}, err
	}
	i.asked = asked
	switch {
	case i.Person.ID == "" && s.Token:
		return i, UnknownToken
	case i.Person.ID == "":
	case a.Host.SoleProgram():
		a.known.put(i, knownForAlone)
	case trusted:
		a.known.put(i, knownFor)
	}
	return i, nil
}

// authenticate asks the store whom a secret authenticates: nobody if it is not
// valid. The error is one of the store.
func (a *App) Authenticate(ctx context.Context, s Secret) (Caller, error) {
	i := Caller{Secret: s}
	var err error
	if s.Token {
		i.Person, i.Token, err = a.Store.TokenOwner(ctx, HashToken(s.Text), a.Now())
		i.Until = i.Token.Until
	} else {
		err = a.session(ctx, &i)
	}
	if IsNotFound(err) {
		return Caller{Secret: s}, nil
	}
	return i, err
}

// session fills in what the cookie of a caller authenticates; the error is
// store.ErrNotFound if that is nobody.
func (a *App) session(ctx context.Context, c *Caller) error {
	ctx, err := a.Sessions.Load(ctx, c.Secret.Text)
	if err != nil {
		return err
	}
	id := a.Sessions.GetString(ctx, personKey)
	if id == "" {
		return store.ErrNotFound
	}
	p, err := a.Store.Person(ctx, id)
	if err != nil {
		return err
	}
	valid := a.Sessions.GetInt64(ctx, epochKey) == p.Epoch
	if !a.Sessions.Exists(ctx, epochKey) { // stored before there were epochs
		valid = p.Epoch == 0 && match.Moment(a.Sessions.GetInt64(ctx, sinceKey)) >= p.SessionsFrom
	}
	if !valid {
		return store.ErrNotFound
	}
	c.Person, c.Proved = p, match.Moment(a.Sessions.GetInt64(ctx, provedKey))
	c.Until = match.Moment(a.Sessions.Deadline(ctx).UnixMilli())
	return nil
}

func CallerIn(ctx context.Context) Caller {
	i, _ := ctx.Value(callerContext{}).(Caller)
	return i
}

// asker is the person who asks, as known when the request came; the ID is "" for
// nobody.
func Requester(ctx context.Context) store.Person { return CallerIn(ctx).Person }

// fresh is the person who asks, as the store now has it; nobody if the secret is
// no longer valid. Handlers that change a person use it instead of asker.
func (a *App) FreshRequester(ctx context.Context) (store.Person, error) {
	i := CallerIn(ctx)
	if i.Person.ID == "" {
		return store.Person{}, nil
	}
	now, err := a.Authenticate(ctx, i.Secret)
	return now.Person, err
}

// NoSession refuses what needs a session.
var NoSession = NewProblem(http.StatusUnauthorized, "no-session", "first say under which name you play")

// known refuses nobody.
func RequireSession(p store.Person) (store.Person, error) {
	if p.ID == "" {
		return p, NoSession
	}
	return p, nil
}

// somebody is the person who asks, or a problem for nobody.
func RequirePerson(ctx context.Context) (store.Person, error) { return RequireSession(Requester(ctx)) }

// withAccount refuses those without an account.
func withAccount(p store.Person, err error) (store.Person, error) {
	if err == nil {
		p, err = RequireSession(p)
	}
	if err == nil && !p.Account() {
		err = NewProblem(http.StatusForbidden, "account-needed", "this is for people with accounts")
	}
	return p, err
}

// member is the person who asks, or a problem if there is no account.
func RequireMember(ctx context.Context) (store.Person, error) {
	return withAccount(Requester(ctx), nil)
}

// freshMember is member as the store now has it.
func (a *App) FreshMember(ctx context.Context) (store.Person, error) {
	return withAccount(a.FreshRequester(ctx))
}

// rechecks are the people whose streams are to be authenticated again.
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

// take returns what is due; ok is false if nothing is, and recheckStreams ends.
func (r *rechecks) take() (people map[string]bool, everyone, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	people, everyone = r.people, r.everyone
	r.people, r.everyone = nil, false
	r.running = len(people) > 0 || everyone
	return people, everyone, r.running
}

// recheckAgain is when the store is asked again after an error.
const recheckAgain = 500 * time.Millisecond

// recheckStreams ends the streams whose secret no longer authenticates the person
// who opened them. While the store does not answer they stay: nothing new can be
// stored that they could tell.
func (a *App) recheckStreams() {
	for {
		people, everyone, ok := a.rechecks.take()
		if !ok {
			return
		}
		for secret, list := range a.streams.bySecret(people, everyone) {
			now, err := a.Authenticate(a.Stopping, secret)
			for err != nil && a.Stopping.Err() == nil {
				select {
				case <-a.Stopping.Done():
				case <-time.After(recheckAgain):
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

// sameRights tells whether a person may see all that was allowed before: private
// tables invite accounts by name.
func sameRights(before, now *store.Person) bool {
	return now.ID == before.ID && now.Registered == before.Registered && (!now.Registered || now.Name == before.Name)
}

// bySecret returns the streams of some people, or of everyone, by the secret with
// which they were opened.
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
