package web

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
type secret struct {
	text  string
	token bool
}

// caller is the person whom a secret authenticates. The person's ID is "" for
// nobody.
type caller struct {
	person store.Person
	secret secret
	// token is the bearer token, if the secret is one.
	token store.Token
	// until is when the secret expires, 0 for never.
	until match.Moment
	// proved is when the session began with a password or passkey, 0 for never.
	proved match.Moment
	// asked is the count of forgets before the store was asked.
	asked int64
}

// knownPeople caches the identities of secrets. It is never the source of what is
// written: handlers that change a person authenticate again, see fresh.
type knownPeople struct {
	mu     sync.Mutex
	people map[secret]knownPerson
	// forgets counts the calls of forget.
	forgets int64
}

type knownPerson struct {
	caller
	dropAt time.Time
}

// expired tells whether a secret is no longer valid because of its age.
func (c *caller) expired(now match.Moment) bool { return c.until != 0 && now >= c.until }

// How long an identity is cached. Notices of other programs remove it earlier.
const (
	knownFor      = 30 * time.Second
	knownForAlone = 15 * time.Minute
	knownAtMost   = 50_000
)

// get returns the cached identity of a secret; if there is none, asked is for
// put.
func (k *knownPeople) get(s secret, now match.Moment) (i caller, asked int64, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	known, ok := k.people[s]
	return known.caller, k.forgets, ok && time.Now().Before(known.dropAt) && !known.expired(now)
}

// put caches what was read since get, unless anybody has changed meanwhile.
func (k *knownPeople) put(i caller, d time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.forgets != i.asked {
		return
	}
	if len(k.people) >= knownAtMost {
		clear(k.people)
	}
	k.people[i.secret] = knownPerson{i, time.Now().Add(d)}
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
		if p.person.ID == id {
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
func (a *API) personChanged(id string) {
	a.known.forget(id)
	a.rechecks.add(a, id)
}

type callerContext struct{}

// identify authenticates the request. Without a secret it is nobody's; a secret
// that is not valid is refused if it is a token, and is nobody's if it is a
// cookie.
func (a *API) identify(ctx huma.Context, next func(huma.Context)) {
	r, w := humago.Unwrap(ctx)
	i, err := a.callerOf(r)
	if err == nil && i.secret.token {
		a.noteUse(&i)
		err = checkScope(ctx.Operation().OperationID, i.token.Scopes)
	}
	if err != nil {
		p, _ := a.problemOf(err).(*Problem)
		writeProblem(w, p)
		return
	}
	next(huma.WithValue(huma.WithValue(ctx, callerContext{}, i), hostContext{}, r.Host))
}

var unknownToken = problem(http.StatusUnauthorized, "token", "this token is not known")

func (a *API) callerOf(r *http.Request) (caller, error) {
	var s secret
	if header := r.Header.Get("Authorization"); header != "" {
		token, ok := strings.CutPrefix(header, "Bearer ")
		if !ok {
			return caller{}, unknownToken
		}
		s = secret{token, true}
	} else if cookie, err := r.Cookie(cookieName); err == nil && cookie.Value != "" {
		s = secret{cookie.Value, false}
	} else {
		return caller{}, nil
	}
	// Without notices of other programs the store alone knows what is valid.
	trusted := a.host.ReceivesNotices()
	i, asked, ok := a.known.get(s, a.moment())
	if ok && trusted {
		return i, nil
	}
	i, err := a.authenticate(r.Context(), s)
	if err != nil {
		return caller{}, err
	}
	i.asked = asked
	switch {
	case i.person.ID == "" && s.token:
		return i, unknownToken
	case i.person.ID == "":
	case a.host.SoleProgram():
		a.known.put(i, knownForAlone)
	case trusted:
		a.known.put(i, knownFor)
	}
	return i, nil
}

// authenticate asks the store whom a secret authenticates: nobody if it is not
// valid. The error is one of the store.
func (a *API) authenticate(ctx context.Context, s secret) (caller, error) {
	i := caller{secret: s}
	var err error
	if s.token {
		i.person, i.token, err = a.store.TokenOwner(ctx, hashToken(s.text), a.moment())
		i.until = i.token.Until
	} else {
		err = a.session(ctx, &i)
	}
	if isNotFound(err) {
		return caller{secret: s}, nil
	}
	return i, err
}

// session fills in what the cookie of a caller authenticates; the error is
// store.ErrNotFound if that is nobody.
func (a *API) session(ctx context.Context, c *caller) error {
	ctx, err := a.sessions.Load(ctx, c.secret.text)
	if err != nil {
		return err
	}
	id := a.sessions.GetString(ctx, personKey)
	if id == "" {
		return store.ErrNotFound
	}
	p, err := a.store.Person(ctx, id)
	if err != nil {
		return err
	}
	valid := a.sessions.GetInt64(ctx, epochKey) == p.Epoch
	if !a.sessions.Exists(ctx, epochKey) { // stored before there were epochs
		valid = p.Epoch == 0 && match.Moment(a.sessions.GetInt64(ctx, sinceKey)) >= p.SessionsFrom
	}
	if !valid {
		return store.ErrNotFound
	}
	c.person, c.proved = p, match.Moment(a.sessions.GetInt64(ctx, provedKey))
	c.until = match.Moment(a.sessions.Deadline(ctx).UnixMilli())
	return nil
}

func callerIn(ctx context.Context) caller {
	i, _ := ctx.Value(callerContext{}).(caller)
	return i
}

// asker is the person who asks, as known when the request came; the ID is "" for
// nobody.
func asker(ctx context.Context) store.Person { return callerIn(ctx).person }

// fresh is the person who asks, as the store now has it; nobody if the secret is
// no longer valid. Handlers that change a person use it instead of asker.
func (a *API) fresh(ctx context.Context) (store.Person, error) {
	i := callerIn(ctx)
	if i.person.ID == "" {
		return store.Person{}, nil
	}
	now, err := a.authenticate(ctx, i.secret)
	return now.person, err
}

// noSession refuses what needs a session.
var noSession = problem(http.StatusUnauthorized, "no-session", "first say under which name you play")

// known refuses nobody.
func known(p store.Person) (store.Person, error) {
	if p.ID == "" {
		return p, noSession
	}
	return p, nil
}

// somebody is the person who asks, or a problem for nobody.
func somebody(ctx context.Context) (store.Person, error) { return known(asker(ctx)) }

// withAccount refuses those without an account.
func withAccount(p store.Person, err error) (store.Person, error) {
	if err == nil {
		p, err = known(p)
	}
	if err == nil && !p.Account() {
		err = problem(http.StatusForbidden, "account-needed", "this is for people with accounts")
	}
	return p, err
}

// member is the person who asks, or a problem if there is no account.
func member(ctx context.Context) (store.Person, error) { return withAccount(asker(ctx), nil) }

// freshMember is member as the store now has it.
func (a *API) freshMember(ctx context.Context) (store.Person, error) {
	return withAccount(a.fresh(ctx))
}

// rechecks are the people whose streams are to be authenticated again.
type rechecks struct {
	mu       sync.Mutex
	people   map[string]bool
	everyone bool
	running  bool
}

func (r *rechecks) add(a *API, person string) {
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
func (a *API) recheckStreams() {
	for {
		people, everyone, ok := a.rechecks.take()
		if !ok {
			return
		}
		for secret, list := range a.streams.bySecret(people, everyone) {
			now, err := a.authenticate(a.stopping, secret)
			for err != nil && a.stopping.Err() == nil {
				select {
				case <-a.stopping.Done():
				case <-time.After(recheckAgain):
				}
				now, err = a.authenticate(a.stopping, secret)
			}
			if a.stopping.Err() != nil {
				return
			}
			for _, s := range list {
				if !sameRights(&s.caller.person, &now.person) {
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
func (all *streams) bySecret(people map[string]bool, everyone bool) map[secret][]*stream {
	all.mu.Lock()
	running := slices.Collect(maps.Keys(all.all))
	all.mu.Unlock()
	by := make(map[secret][]*stream)
	for _, s := range running {
		if id := s.caller.person.ID; id != "" && (everyone || people[id]) {
			by[s.caller.secret] = append(by[s.caller.secret], s)
		}
	}
	return by
}
