package core

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/hashicorp/golang-lru/v2/simplelru"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// A request with an Idempotency-Key whose bounds have Repeats is executed once. If it is repeated with the
// same session or token, the response is the first one. The store keeps responses
// for a day, so repeated requests may reach another process or a restarted one.
// Requests without a session or token are identified by the client's address.
// Their responses are kept in memory for recentFor.
const (
	onceKeyLength = 100
	// anonymousKeyLength is the shortest key of a request without a session.
	anonymousKeyLength = 16
	// onceLease is how long a process may take to execute a request. After that,
	// another process may take it over.
	onceLease = 30 * match.Second
	// onceWait is how long a repeated request waits for the response to the
	// first.
	onceWait = 10 * time.Second
	oncePoll = 50 * time.Millisecond
	// recentFor and maxRecent limit the responses to requests without a session.
	recentFor = 10 * time.Minute
	maxRecent = 2_000
	// maxRecentBytes bounds the memory of these responses.
	maxRecentBytes = 4 << 20
	// maxKept is the length of the longest body that is kept. The repetition of a request
	// with a longer one is treated as if the first response had been lost.
	maxKept = 64 << 10
)

var (
	badKey     = NewProblem(http.StatusUnprocessableEntity, "idempotency-key", "an idempotency key must consist of 1 to 100 visible ASCII characters")
	weakKey    = NewProblem(http.StatusUnprocessableEntity, "idempotency-key", fmt.Sprintf("a request without a session needs an idempotency key of at least %d random characters", anonymousKeyLength))
	reusedKey  = NewProblem(http.StatusUnprocessableEntity, "idempotency-reused", "this idempotency key was used for a different request")
	inProgress = NewProblem(http.StatusConflict, "in-progress", "this request is still being executed; try again in a moment").After(time.Second)
)

// responses has the recorded responses to requests with keys.
type responses struct {
	program string // identifies this process
	mu      sync.Mutex
	// running has the requests being executed in this process, by ID. The
	// channels are closed when they end.
	running map[string]chan struct{}
	recent  *simplelru.LRU[string, recentResponse]
	// bytes is the size of recent.
	bytes int
}

type recentResponse struct {
	request  string
	response *response
	until    time.Time
}

func newResponses() *responses {
	return &responses{program: NewID(), running: make(map[string]chan struct{}), recent: NewLRU[string, recentResponse](maxRecent)}
}

// size returns about how much memory a response uses.
func (r *recentResponse) size() int {
	n := 1_024 + len(r.response.Body)
	for name, values := range r.response.Head {
		n += len(name)
		for _, v := range values {
			n += len(v)
		}
	}
	return n
}

// find returns a recent response that has not expired.
func (all *responses) find(id string) (recentResponse, bool) {
	all.mu.Lock()
	defer all.mu.Unlock()
	all.forget(time.Now(), maxRecent, maxRecentBytes)
	return all.recent.Peek(id) // Get would change the order, which is that of time
}

// keep keeps a response, unless it is too large.
func (all *responses) keep(id string, r recentResponse) {
	size := r.size()
	if len(r.response.Body) > maxKept || size > maxRecentBytes {
		return
	}
	all.mu.Lock()
	defer all.mu.Unlock()
	all.forget(time.Now(), maxRecent-1, maxRecentBytes-size)
	all.recent.Add(id, r)
	all.bytes += size
}

// forget removes expired responses, then the oldest until the others are within the
// limits. The caller must hold the lock.
func (all *responses) forget(now time.Time, most, bytes int) {
	for {
		id, oldest, ok := all.recent.GetOldest()
		if !ok || now.Before(oldest.until) && all.recent.Len() <= most && all.bytes <= bytes {
			return
		}
		all.recent.Remove(id)
		all.bytes -= oldest.size()
	}
}

// response is a recorded response.
type response struct {
	Status int         `json:"status"`
	Head   http.Header `json:"head"`
	Body   []byte      `json:"body"`
}

// Header implements http.ResponseWriter.
func (r *response) Header() http.Header { return r.Head }

// WriteHeader implements http.ResponseWriter.
func (r *response) WriteHeader(status int) {
	if r.Status == 0 {
		r.Status = status
	}
}

// Write implements http.ResponseWriter.
func (r *response) Write(b []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	r.Body = append(r.Body, b...)
	return len(b), nil
}

func (r *response) send(w http.ResponseWriter, repeated bool) {
	maps.Copy(w.Header(), r.Head)
	if repeated {
		w.Header().Set("Idempotency-Replayed", "true")
	}
	w.WriteHeader(max(r.Status, http.StatusOK))
	w.Write(r.Body)
}

// onceSecret is derived from a key and from the session or token of the request.
// The store receives only values derived from the secret, so it reveals neither
// requests nor responses, which may contain passwords and tokens.
type onceSecret [sha256.Size]byte

func (s *onceSecret) derive(parts ...string) []byte {
	mac := hmac.New(sha256.New, s[:])
	for _, part := range parts {
		mac.Write(binaryLength(part))
		mac.Write([]byte(part))
	}
	return mac.Sum(nil)
}

func binaryLength(text string) []byte {
	n := len(text)
	return []byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}
}

func (s *onceSecret) sealer() cipher.AEAD {
	block, err := aes.NewCipher(s.derive("answer"))
	if err != nil {
		panic("core: AES refuses a derived key: " + err.Error())
	}
	sealer, err := cipher.NewGCM(block)
	if err != nil {
		panic("core: GCM refuses AES: " + err.Error())
	}
	return sealer
}

func (s *onceSecret) seal(r *response) (string, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	sealer := s.sealer()
	nonce := make([]byte, sealer.NonceSize())
	rand.Read(nonce)
	return base64.StdEncoding.EncodeToString(sealer.Seal(nonce, nonce, text, nil)), nil
}

func (s *onceSecret) open(body string) (*response, error) {
	data, err := base64.StdEncoding.DecodeString(body)
	if err != nil {
		return nil, err
	}
	sealer := s.sealer()
	if len(data) < sealer.NonceSize() {
		return nil, errors.New("a stored response is too short")
	}
	text, err := sealer.Open(nil, data[:sealer.NonceSize()], data[sealer.NonceSize():], nil)
	if err != nil {
		return nil, err
	}
	a := &response{}
	return a, json.Unmarshal(text, a)
}

// onceRequest is a request with a key.
type onceRequest struct {
	secret  onceSecret
	id      string
	request string
	// since is when the request was first received, if it is not known whether it
	// was executed then; otherwise 0.
	since match.Moment
}

type onceContext struct{}

// IDFor returns the ID for the object that a request creates. Requests with the
// same idempotency key get the same ID, others a random one.
func IDFor(ctx context.Context) string {
	if o, ok := ctx.Value(onceContext{}).(*onceRequest); ok {
		return base64.RawURLEncoding.EncodeToString(o.secret.derive("id of what is new")[:12])
	}
	return NewID()
}

// ResumedSince returns when a request was first received, if an earlier attempt
// may have been executed without a recorded response. Otherwise it returns 0.
func ResumedSince(ctx context.Context) match.Moment {
	if o, ok := ctx.Value(onceContext{}).(*onceRequest); ok {
		return o.since
	}
	return 0
}

// endsSession has the operations that end the session of their request. The ended
// session still receives their recorded responses.
var endsSession = map[string]bool{
	"createAccount": true, "login": true, "finishPasskeyRegistration": true, "finishPasskeyLogin": true, "setPassword": true, "endOtherSessions": true,
	"recoverAccount": true, "useResetLink": true,
}

// once executes a request with an idempotency key at most once.
func (a *App) once(ctx huma.Context, next func(huma.Context)) {
	r, w := humago.Unwrap(ctx)
	keys := r.Header.Values("Idempotency-Key")
	if b, _ := BoundsOf(ctx.Operation()); len(keys) == 0 || !b.Repeats {
		next(ctx)
		return
	}
	err := a.onceFor(ctx, r, w, keys, next)
	if err != nil {
		p, _ := a.ProblemOf(err).(*Problem)
		WriteProblem(w, p)
	}
}

// onceFor responds to a request with a key, or returns an error if it did not.
func (a *App) onceFor(ctx huma.Context, r *http.Request, w http.ResponseWriter, keys []string, next func(huma.Context)) error {
	key := keys[0]
	if len(keys) > 1 || key == "" || len(key) > onceKeyLength || strings.ContainsFunc(key, func(c rune) bool { return c < '!' || c > '~' }) {
		return badKey
	}
	body, err := io.ReadAll(r.Body)
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return NewProblem(http.StatusRequestEntityTooLarge, "too-large", "the request is too large")
	} else if err != nil {
		return unreadable(err)
	}

	i := CallerIn(ctx.Context())
	kind, credential := "cookie", i.Secret.Text
	switch {
	case i.Secret.Token:
		kind = "token"
	case credential == "":
		kind = "address"
		credential, _ = a.clients.origin(r)
		// Others with this address must not guess the key: they would receive the
		// response, with a cookie.
		if len(key) < anonymousKeyLength {
			return weakKey
		}
	}
	o := &onceRequest{}
	o.secret = sha256.Sum256([]byte(kind + " " + credential + "\x00" + key))
	o.id = hex.EncodeToString(o.secret.derive("id"))
	o.request = hex.EncodeToString(o.secret.derive("request", r.Method, r.URL.RequestURI(), string(body)))

	// Repeated requests in this process wait for each other.
	leave, err := a.responses.enter(r.Context(), o.id)
	if err != nil {
		return err
	}
	defer leave()
	run := func() *response {
		out := &response{Head: make(http.Header)}
		inner := r.WithContext(context.WithValue(ctx.Context(), onceContext{}, o))
		inner.Body = io.NopCloser(bytes.NewReader(body))
		next(humago.NewContext(ctx.Operation(), inner, out))
		return out
	}

	if i.Person.ID == "" {
		return a.onceAnonymous(ctx, w, o, i.Secret.Text != "", run)
	}
	return a.onceStored(r.Context(), w, o, i.Person.ID, run)
}

// onceStored is onceFor for a request of a person, whose response the store keeps.
func (a *App) onceStored(ctx context.Context, w http.ResponseWriter, o *onceRequest, person string, run func() *response) error {
	first := store.IdempotentRequest{ID: o.id, Request: o.request, Person: person, At: a.Now(), Program: a.responses.program, Lease: a.Now().After(onceLease)}
	earlier, err := a.store.BeginRequest(ctx, first)
	for end := time.Now().Add(onceWait); err == nil && earlier.ID != ""; earlier, err = a.store.BeginRequest(ctx, first) {
		switch {
		case earlier.Request != o.request:
			return reusedKey
		case earlier.Body != "":
			return o.repeat(w, earlier)
		case earlier.Program == "" || earlier.Lease < a.Now() || a.Host.SoleProgram():
			// If this is the only process, no other can still be executing the request.
			resumed, err := a.store.ResumeRequest(ctx, earlier, a.responses.program, a.Now().After(onceLease))
			if err != nil {
				return err
			}
			if resumed {
				o.since = earlier.At
				return a.execute(ctx, w, o, run)
			}
		case time.Now().After(end):
			return inProgress
		}
		select {
		case <-time.After(oncePoll):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if err != nil {
		return err
	}
	return a.execute(ctx, w, o, run)
}

// execute executes a request and records the response before sending it. A
// refused request created nothing and may be repeated with the same key. After a
// server error it is not known whether the request was executed.
func (a *App) execute(ctx context.Context, w http.ResponseWriter, o *onceRequest, run func() *response) error {
	out := run()
	last := context.WithoutCancel(ctx)
	var err error
	switch {
	case out.Status >= 500 || len(out.Body) > maxKept:
		err = a.store.FinishRequest(last, o.id, a.responses.program, "")
	case out.Status >= 400:
		err = a.store.DiscardRequest(last, o.id, a.responses.program)
	default:
		var body string
		if body, err = o.secret.seal(out); err == nil {
			err = a.store.FinishRequest(last, o.id, a.responses.program, body)
		}
	}
	if err != nil && a.Host.StoreReadable() && a.Host.StoreWritable() {
		a.Log.Error("storing the response to a request with an idempotency key failed", "error", err)
	}
	out.send(w, false)
	return nil
}

func (o *onceRequest) repeat(w http.ResponseWriter, earlier store.IdempotentRequest) error {
	out, err := o.secret.open(earlier.Body)
	if err != nil {
		return err
	}
	out.send(w, true)
	return nil
}

// onceAnonymous is onceFor for a request without a valid session. If expired is
// true, the request has an invalid one; possibly the first attempt ended it.
func (a *App) onceAnonymous(ctx huma.Context, w http.ResponseWriter, o *onceRequest, expired bool, run func() *response) error {
	if expired && endsSession[ctx.Operation().OperationID] {
		earlier, err := a.store.Request(ctx.Context(), o.id, a.Now())
		switch {
		case err != nil && !IsNotFound(err):
			return err
		case err == nil && earlier.Request != o.request:
			return reusedKey
		case err == nil && earlier.Body != "":
			return o.repeat(w, earlier)
		}
	}
	if recent, ok := a.responses.find(o.id); ok {
		if recent.request != o.request {
			return reusedKey
		}
		recent.response.send(w, true)
		return nil
	}
	out := run()
	if out.Status < 400 {
		a.responses.keep(o.id, recentResponse{o.request, out, time.Now().Add(recentFor)})
	}
	out.send(w, false)
	return nil
}

// enter waits until no other request with the ID is executed in this process. The
// caller must call leave at the end.
func (all *responses) enter(ctx context.Context, id string) (leave func(), err error) {
	late := time.NewTimer(onceWait)
	defer late.Stop()
	for {
		all.mu.Lock()
		other, running := all.running[id]
		if !running {
			mine := make(chan struct{})
			all.running[id] = mine
			all.mu.Unlock()
			return func() {
				all.mu.Lock()
				delete(all.running, id)
				all.mu.Unlock()
				close(mine)
			}, nil
		}
		all.mu.Unlock()
		select {
		case <-other:
		case <-late.C:
			return nil, inProgress
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}
