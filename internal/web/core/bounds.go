package core

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"tafelrunde/internal/metrics"
	"tafelrunde/internal/store"
)

// Bounds are the limits of one operation and the role it needs. They are declared where
// the operation is registered; see [Register]. Start from [Read], [Change], [Create] or
// [Streaming].
type Bounds struct {
	// Role is the role that the operation needs, [store.User] for none. Its handler gets
	// the sender from [ActorIn].
	Role store.Role
	// Person limits requests by person, Address those without a person and Addresses
	// all requests of an address.
	Person, Address, Addresses allowance
	// Rates are further limits of the operation.
	Rates []Rate
	// network limits requests by /48 network of IPv6, unless its burst is 0.
	network allowance
	// Gate limits how many requests run at once.
	Gate *Gate
	// Work limits the time of the handler in which it uses a processor; nil if the
	// operation needs little.
	Work *Work
	// Body is the size of the largest body in bytes.
	Body int64
	// Time is how long a request may take, with its response. For a stream, it is the
	// time until the stream begins.
	Time time.Duration
	// Repeats is true if the operation creates something, so that a repetition with the
	// same idempotency key gets the first response. Others ignore the key.
	Repeats bool
}

// Rate is a further limit of an operation.
type Rate struct {
	allowance
	// address is true if the limit is for each address, false if it is for each person.
	address bool
}

// ByPerson returns the bounds with a further limit for each person.
func (b Bounds) ByPerson(a allowance) Bounds {
	b.Rates = append(b.Rates[:len(b.Rates):len(b.Rates)], Rate{a, false})
	return b
}

// ByAddress returns the bounds with a further limit for each address.
func (b Bounds) ByAddress(a allowance) Bounds {
	b.Rates = append(b.Rates[:len(b.Rates):len(b.Rates)], Rate{a, true})
	return b
}

// For returns the bounds with the role that the operation needs.
func (b Bounds) For(role store.Role) Bounds {
	b.Role = role
	return b
}

// WithPassword returns the bounds with the limits of requests that check a password,
// passkey, recovery code or reset link: by address and by IPv6 network.
func (b Bounds) WithPassword() Bounds {
	b = b.ByAddress(passwordsByAddress)
	b.network = passwordsByNetwork
	return b
}

// Through returns the bounds with another limit of requests at once.
func (b Bounds) Through(g *Gate) Bounds {
	b.Gate = g
	return b
}

// Using returns the bounds with a limit of processor time.
func (b Bounds) Using(w *Work) Bounds {
	b.Work = w
	return b
}

// UpTo returns the bounds with another size of the largest body.
func (b Bounds) UpTo(bytes int64) Bounds {
	b.Body = bytes
	return b
}

// Within returns the bounds with another time.
func (b Bounds) Within(d time.Duration) Bounds {
	b.Time = d
	return b
}

// Row returns the bounds as cells of a table: body, time, requests at once by person,
// address and all, whether repetitions get the first response, and the limits.
func (b *Bounds) Row() string {
	limit := func(by string, a allowance) string {
		return fmt.Sprintf("%s %s: %d, %.3g/s", by, a.name, a.Burst, float64(a.rate))
	}
	limits := []string{limit("person", b.Person), limit("address", b.Addresses)}
	for _, r := range b.Rates {
		by := "person"
		if r.address {
			by = "address"
		}
		limits = append(limits, limit(by, r.allowance))
	}
	if b.network.Burst > 0 {
		limits = append(limits, limit("/48 network", b.network))
	}
	if b.Work != nil {
		limits = append(limits, fmt.Sprintf("%d ms of work, then %g%% of a core", b.Work.Burst, float64(b.Work.rate)/10))
	}
	repeats := "–"
	if b.Repeats {
		repeats = "yes"
	}
	return fmt.Sprintf("%d kB | %g s | %s: %d, %d, %d | %s | %s", (b.Body+1023)>>10, b.Time.Seconds(), b.Gate.Name, b.Gate.Person, b.Gate.Address, b.Gate.All, repeats, strings.Join(limits, "; "))
}

const maxBody = 16 << 10

// The bounds from which those of operations are made.
var (
	// Read is for requests that change nothing.
	Read = Bounds{Person: reads, Address: reads, Addresses: readsByAddress, Gate: allGate, Body: maxBody, Time: 15 * time.Second}
	// Change is for requests that can be executed again.
	Change = Bounds{Person: allRequests, Address: allRequests, Addresses: changesByAddress, Gate: allGate, Body: maxBody, Time: 30 * time.Second}
	// Create is for requests that create something.
	Create = Bounds{Person: allRequests, Address: allRequests, Addresses: changesByAddress, Gate: allGate, Body: maxBody, Time: 30 * time.Second, Repeats: true}
	// Streaming is for streams, whose number is limited by [MaxStreamsPerPerson]
	// and [MaxStreamsPerAddress].
	Streaming = Bounds{Person: reads, Address: streamOpenings, Addresses: streamOpenings, Gate: allGate, Body: maxBody, Time: 15 * time.Second}
	// Files is for pages, scripts and pictures. A page loads up to a hundred files.
	Files = Bounds{Person: files, Address: files, Addresses: files, Gate: allGate, Body: maxBody, Time: 2 * time.Minute}
)

// Gate limits how many requests run at once.
type Gate struct {
	Name string
	// Person, Address and All are the largest numbers of requests of a person, of an
	// address and of all clients.
	Person, Address, All int

	mu  sync.Mutex
	by  map[string]int
	all int
}

var (
	allGate = &Gate{Name: "all", Person: 32, Address: 256, All: 4_096}
	// ExportGate is for responses of any length, which are written in pieces.
	ExportGate = &Gate{Name: "exports", Person: 1, Address: 3, All: 8}
	// RecordGate is for the records of studies, written chapter by chapter.
	RecordGate = &Gate{Name: "records", Person: 2, Address: 4, All: 24}
	// DrawGate is for pictures and animations.
	DrawGate = &Gate{Name: "pictures", Person: 4, Address: 8, All: 32}
	// WorkGate is for operations with [Work].
	WorkGate = &Gate{Name: "work", Person: 1, Address: 8, All: 16}
)

// enter returns false if too many requests run. Owners are "" if they are not limited.
func (g *Gate) enter(person, address string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.by == nil {
		g.by = make(map[string]int)
	}
	if g.all >= g.All || person != "" && g.by["p"+person] >= g.Person || address != "" && g.by["a"+address] >= g.Address {
		return false
	}
	g.all++
	if person != "" {
		g.by["p"+person]++
	}
	if address != "" {
		g.by["a"+address]++
	}
	return true
}

func (g *Gate) leave(person, address string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.all--
	for _, owner := range []string{"p" + person, "a" + address} {
		if n, ok := g.by[owner]; ok && n <= 1 {
			delete(g.by, owner)
		} else if ok {
			g.by[owner] = n - 1
		}
	}
}

// Work limits how much time the handlers of a class of operations take for one owner: a
// person, or an address without a person. A request is refused while the owner has used
// more than the share permits.
type Work struct {
	allowance // of milliseconds
}

// Records is the limit of operations that read or replay records: a quarter of a
// processor for each owner.
var Records = &Work{allowance{"work", 250, 3_000}}

type workContext struct{}

// charge takes the time of a handler from the owner's share.
func (l *Limits) charge(w *Work, owner string, took time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	x := l.limiter(w.allowance, owner)
	now := time.Now()
	for ms := int(took.Milliseconds()); ms > 0; ms -= x.Burst() {
		x.ReserveN(now, min(ms, x.Burst()))
	}
}

// rested reports whether an owner's share is not used up.
func (l *Limits) rested(w *Work, owner string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.limiter(w.allowance, owner).TokensAt(time.Now()) > 0
}

// metadataKey is the key of the bounds in the metadata of an operation.
const metadataKey = "tafelrunde-bounds"

// BoundsOf returns the bounds of an operation. It returns false if the operation was
// not registered with [Register].
func BoundsOf(op *huma.Operation) (Bounds, bool) {
	b, ok := op.Metadata[metadataKey].(Bounds)
	return b, ok
}

// Register adds an operation with its bounds. All operations are registered with it.
func Register[I, O any](routes huma.API, b Bounds, op huma.Operation, handler func(context.Context, *I) (*O, error)) {
	if op.Metadata == nil {
		op.Metadata = make(map[string]any)
	}
	op.Metadata[metadataKey] = b
	op.MaxBodyBytes = b.Body + 1 // http.MaxBytesReader refuses larger ones with an error of its own
	huma.Register(routes, op, func(ctx context.Context, in *I) (*O, error) {
		if charge, ok := ctx.Value(workContext{}).(func(time.Duration)); ok {
			// Without the time in which the client sends the body and receives the response.
			began := time.Now()
			defer func() { charge(time.Since(began)) }()
		}
		return handler(ctx, in)
	})
}

// owners returns the keys by which a request is limited; "" for none.
func (a *App) owners(r *http.Request, person string) (string, string) {
	address, limited := a.clients.origin(r)
	if !limited {
		address = ""
	}
	return person, address
}

// allow reports whether the rates of the bounds permit a request.
func (a *App) allow(r *http.Request, b *Bounds, person, address string) bool {
	owner := func(p, at allowance) bool {
		if person != "" {
			return a.Limits.Allow(p, person)
		}
		return address == "" || a.Limits.Allow(at, "at "+address)
	}
	if !owner(b.Person, b.Address) || address != "" && !a.Limits.Allow(b.Addresses, "all "+address) {
		return false
	}
	for _, rate := range b.Rates {
		of := person
		if rate.address {
			of = address
		}
		if of != "" && !a.Limits.Allow(rate.allowance, of) {
			return false
		}
	}
	if network := a.clients.network(r); b.network.Burst > 0 && network != "" && address != "" && !a.Limits.Allow(b.network, network) {
		return false
	}
	return b.Work == nil || person+address == "" || a.Limits.rested(b.Work, workOwner(person, address))
}

func workOwner(person, address string) string {
	if person != "" {
		return person
	}
	return "at " + address
}

var (
	tooManyAtOnce = NewProblem(http.StatusTooManyRequests, "too-much", "too many requests at once; wait for the others").After(2 * time.Second)
	noBounds      = NewProblem(http.StatusInternalServerError, "server", "this operation has no limits")
)

// limit refuses requests that exceed the bounds of their operation.
func (a *App) limit(ctx huma.Context, next func(huma.Context)) {
	r, w := humago.Unwrap(ctx)
	b, ok := BoundsOf(ctx.Operation())
	if !ok {
		a.Log.Error("an operation has no bounds", "operation", ctx.Operation().OperationID)
		WriteProblem(w, noBounds)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, b.Body)
	if isOperator(ctx.Context()) {
		next(ctx)
		return
	}
	person, address := a.owners(r, Requester(ctx.Context()).ID)
	if !a.allow(r, &b, person, address) {
		WriteProblem(w, RateLimited)
		return
	}
	if !b.Gate.enter(person, address) {
		metrics.Limited.WithLabelValues("at-once").Inc()
		WriteProblem(w, tooManyAtOnce)
		return
	}
	defer b.Gate.leave(person, address)
	if b.Work != nil && person+address != "" {
		ctx = huma.WithValue(ctx, workContext{}, func(took time.Duration) { a.Limits.charge(b.Work, workOwner(person, address), took) })
	}
	next(ctx)
}

// Bounded returns a handler of requests without authentication, such as for pages, that
// refuses what exceeds the bounds.
func (a *App) Bounded(b Bounds, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, address := a.owners(r, "")
		if !a.allow(r, &b, "", address) {
			WriteProblem(w, RateLimited)
			return
		}
		if !b.Gate.enter("", address) {
			metrics.Limited.WithLabelValues("at-once").Inc()
			WriteProblem(w, tooManyAtOnce)
			return
		}
		defer b.Gate.leave("", address)
		ctx, cancel := context.WithTimeout(r.Context(), b.Time)
		defer cancel()
		r.Body = http.MaxBytesReader(w, r.Body, b.Body)
		within := r.WithContext(ctx)
		next.ServeHTTP(w, within)
		r.Pattern = within.Pattern // for the metrics
	})
}
