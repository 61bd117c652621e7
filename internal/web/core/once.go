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

// A request with an Idempotency-Key is carried out once: if it comes again with
// the same session or token, it gets the first answer. The store keeps the
// answers for a day, so that this holds after a restart and at every program that
// shares the store. Requests without a session or token are known by their
// address; their answers are kept in memory for a shorter time.
const (
	onceKeyLength = 100
	// onceLease is how long a program may take for a request. After that another
	// takes it over.
	onceLease = 30 * match.Second
	// onceWait is how long a repeated request waits for the answer of the first.
	onceWait = 10 * time.Second
	oncePoll = 50 * time.Millisecond
	// Of those without a session.
	recentFor    = 10 * time.Minute
	recentAtMost = 2_000
)

var (
	badKey     = NewProblem(http.StatusUnprocessableEntity, "idempotency-key", "an idempotency key has 1 to 100 visible ASCII characters")
	reusedKey  = NewProblem(http.StatusUnprocessableEntity, "idempotency-reused", "this idempotency key belongs to another request")
	inProgress = NewProblem(http.StatusConflict, "in-progress", "this request is being carried out; try again in a moment").After(time.Second)
)

// answers are those to requests with keys.
type answers struct {
	program string // names this process
	mu      sync.Mutex
	// running are requests in this process, by ID; closed when they end.
	running map[string]chan struct{}
	recent  *simplelru.LRU[string, recentAnswer]
}

type recentAnswer struct {
	request string
	answer  *answer
	until   time.Time
}

func newAnswers() *answers {
	return &answers{program: NewID(), running: make(map[string]chan struct{}), recent: NewLRU[string, recentAnswer](recentAtMost)}
}

// answer is what a handler has written.
type answer struct {
	Status int         `json:"status"`
	Head   http.Header `json:"head"`
	Body   []byte      `json:"body"`
}

// Header implements http.ResponseWriter.
func (a *answer) Header() http.Header { return a.Head }

// WriteHeader implements http.ResponseWriter.
func (a *answer) WriteHeader(status int) {
	if a.Status == 0 {
		a.Status = status
	}
}

// Write implements http.ResponseWriter.
func (a *answer) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	a.Body = append(a.Body, b...)
	return len(b), nil
}

func (a *answer) send(w http.ResponseWriter, repeated bool) {
	maps.Copy(w.Header(), a.Head)
	if repeated {
		w.Header().Set("Idempotency-Replayed", "true")
	}
	w.WriteHeader(max(a.Status, http.StatusOK))
	w.Write(a.Body)
}

// onceSecret is derived from a key and from the session or token with which it
// came. The store knows neither, so that it reveals nothing of requests and
// answers, which may contain passwords and tokens.
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
		panic("a hash is no key: " + err.Error())
	}
	sealer, err := cipher.NewGCM(block)
	if err != nil {
		panic("AES has another block size: " + err.Error())
	}
	return sealer
}

func (s *onceSecret) seal(a *answer) (string, error) {
	text, err := json.Marshal(a)
	if err != nil {
		return "", err
	}
	sealer := s.sealer()
	nonce := make([]byte, sealer.NonceSize())
	rand.Read(nonce)
	return base64.StdEncoding.EncodeToString(sealer.Seal(nonce, nonce, text, nil)), nil
}

func (s *onceSecret) open(body string) (*answer, error) {
	data, err := base64.StdEncoding.DecodeString(body)
	if err != nil {
		return nil, err
	}
	sealer := s.sealer()
	if len(data) < sealer.NonceSize() {
		return nil, errors.New("a stored answer is too short")
	}
	text, err := sealer.Open(nil, data[:sealer.NonceSize()], data[sealer.NonceSize():], nil)
	if err != nil {
		return nil, err
	}
	a := &answer{}
	return a, json.Unmarshal(text, a)
}

// onceRequest is a request with a key.
type onceRequest struct {
	secret  onceSecret
	id      string
	request string
	// since is when the request came first, if it is not known whether it was
	// carried out then; 0 if it is the first.
	since match.Moment
}

type onceContext struct{}

// idFor is the ID of what a request creates: the same for all requests with the
// same key.
func IDFor(ctx context.Context) string {
	if o, ok := ctx.Value(onceContext{}).(*onceRequest); ok {
		return base64.RawURLEncoding.EncodeToString(o.secret.derive("id of what is new")[:12])
	}
	return NewID()
}

// resumedSince is when a request came first of which it is not known whether it
// was carried out then; 0 for all others.
func ResumedSince(ctx context.Context) match.Moment {
	if o, ok := ctx.Value(onceContext{}).(*onceRequest); ok {
		return o.since
	}
	return 0
}

// rotating are the operations after which the session of the request has ended.
// Their answers are given again to the ended session.
var rotating = map[string]bool{
	"makeAccount": true, "login": true, "makePasskey": true, "passkeyLogin": true, "setPassword": true, "leaveEverywhere": true,
}

// once carries out a request with a key once.
func (a *App) once(ctx huma.Context, next func(huma.Context)) {
	r, w := humago.Unwrap(ctx)
	keys := r.Header.Values("Idempotency-Key")
	if len(keys) == 0 || r.Method == http.MethodGet || r.Method == http.MethodHead {
		next(ctx)
		return
	}
	err := a.onceFor(ctx, r, w, keys, next)
	if err != nil {
		p, _ := a.ProblemOf(err).(*Problem)
		WriteProblem(w, p)
	}
}

// onceFor answers, or returns why it has not.
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
		return NewProblem(http.StatusBadRequest, "request", "the request cannot be read")
	}

	i := CallerIn(ctx.Context())
	kind, credential := "cookie", i.Secret.Text
	switch {
	case i.Secret.Token:
		kind = "token"
	case credential == "":
		kind = "address"
		credential, _ = a.clients.origin(r)
	}
	o := &onceRequest{}
	o.secret = sha256.Sum256([]byte(kind + " " + credential + "\x00" + key))
	o.id = hex.EncodeToString(o.secret.derive("id"))
	o.request = hex.EncodeToString(o.secret.derive("request", r.Method, r.URL.RequestURI(), string(body)))

	// In this process one waits for the other.
	leave, err := a.answers.enter(r.Context(), o.id)
	if err != nil {
		return err
	}
	defer leave()
	run := func() *answer {
		out := &answer{Head: make(http.Header)}
		inner := r.WithContext(context.WithValue(ctx.Context(), onceContext{}, o))
		inner.Body = io.NopCloser(bytes.NewReader(body))
		next(humago.NewContext(ctx.Operation(), inner, out))
		return out
	}

	if i.Person.ID == "" {
		return a.onceForNobody(ctx, w, o, i.Secret.Text != "", run)
	}
	first := store.IdempotentRequest{ID: o.id, Request: o.request, Person: i.Person.ID, At: a.Now(), Program: a.answers.program, Lease: a.Now().After(onceLease)}
	earlier, err := a.Store.BeginRequest(r.Context(), first)
	for end := time.Now().Add(onceWait); err == nil && earlier.ID != ""; earlier, err = a.Store.BeginRequest(r.Context(), first) {
		switch {
		case earlier.Request != o.request:
			return reusedKey
		case earlier.Body != "":
			return o.repeat(w, earlier)
		case earlier.Program == "" || earlier.Lease < a.Now() || a.Host.SoleProgram():
			// Alone there is no other program that could still carry it out.
			resumed, err := a.Store.ResumeRequest(r.Context(), earlier, a.answers.program, a.Now().After(onceLease))
			if err != nil {
				return err
			}
			if resumed {
				o.since = earlier.At
				return a.carryOut(r.Context(), w, o, run)
			}
		case time.Now().After(end):
			return inProgress
		}
		select {
		case <-time.After(oncePoll):
		case <-r.Context().Done():
			return r.Context().Err()
		}
	}
	if err != nil {
		return err
	}
	return a.carryOut(r.Context(), w, o, run)
}

// carryOut carries out the request and stores the answer before it is sent. If it
// is refused, nothing was created, and it may come again with the same key. If it
// fails, nobody knows.
func (a *App) carryOut(ctx context.Context, w http.ResponseWriter, o *onceRequest, run func() *answer) error {
	out := run()
	last := context.WithoutCancel(ctx)
	var err error
	switch {
	case out.Status >= 500:
		err = a.Store.FinishRequest(last, o.id, a.answers.program, "")
	case out.Status >= 400:
		err = a.Store.DiscardRequest(last, o.id, a.answers.program)
	default:
		var body string
		if body, err = o.secret.seal(out); err == nil {
			err = a.Store.FinishRequest(last, o.id, a.answers.program, body)
		}
	}
	if err != nil && a.Host.StoreReadable() && a.Host.StoreWritable() {
		a.Log.Error("the answer to a request with a key could not be stored", "error", err)
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

// onceForNobody is onceFor for a request without a valid session; ended tells
// that it came with one that is not valid, perhaps because the first request has
// ended it.
func (a *App) onceForNobody(ctx huma.Context, w http.ResponseWriter, o *onceRequest, ended bool, run func() *answer) error {
	if ended && rotating[ctx.Operation().OperationID] {
		earlier, err := a.Store.Request(ctx.Context(), o.id, a.Now())
		switch {
		case err != nil && !IsNotFound(err):
			return err
		case err == nil && earlier.Request != o.request:
			return reusedKey
		case err == nil && earlier.Body != "":
			return o.repeat(w, earlier)
		}
	}
	a.answers.mu.Lock()
	recent, ok := a.answers.recent.Get(o.id)
	a.answers.mu.Unlock()
	if ok && time.Now().Before(recent.until) {
		if recent.request != o.request {
			return reusedKey
		}
		recent.answer.send(w, true)
		return nil
	}
	out := run()
	if out.Status < 400 {
		a.answers.mu.Lock()
		a.answers.recent.Add(o.id, recentAnswer{o.request, out, time.Now().Add(recentFor)})
		a.answers.mu.Unlock()
	}
	out.send(w, false)
	return nil
}

// enter waits until no other request with the ID runs in this process. Call leave
// in the end.
func (all *answers) enter(ctx context.Context, id string) (leave func(), err error) {
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
