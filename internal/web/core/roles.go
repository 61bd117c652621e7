package core

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"tafelrunde/internal/store"
)

// operatorContext is the context key of requests by the operator of the server.
type operatorContext struct{}

// AsOperator returns a context for requests by the operator of the server, who has
// all roles without a session. Only a local socket or this process may use it.
func AsOperator(ctx context.Context) context.Context {
	return context.WithValue(ctx, operatorContext{}, true)
}

// isOperator reports whether a request is the operator's.
func isOperator(ctx context.Context) bool {
	is, _ := ctx.Value(operatorContext{}).(bool)
	return is
}

// Actor is the sender of a request that needs a role: a person, or the operator,
// whose ID and name are "".
type Actor struct {
	ID, Name string
	Role     store.Role
	Operator bool
}

var (
	// NeedsRole is the problem for requests of people without the role.
	NeedsRole = NewProblem(http.StatusForbidden, "role", "only the administration of the site may do this")
	// passwordDue is the problem until a password chosen by the server is changed.
	passwordDue = NewProblem(http.StatusForbidden, "password-due", "change your password first")
)

// actorContext is the context key of the sender of a request that needs a role.
type actorContext struct{}

// ActorIn returns the sender of a request whose operation declares a role.
func ActorIn(ctx context.Context) Actor {
	actor, _ := ctx.Value(actorContext{}).(Actor)
	return actor
}

// authorize refuses requests of people without the role that the operation declares.
func (a *App) authorize(ctx huma.Context, next func(huma.Context)) {
	if b, _ := BoundsOf(ctx.Operation()); b.Role != store.User {
		actor, err := a.requireRole(ctx.Context(), b.Role)
		if err != nil {
			_, w := humago.Unwrap(ctx)
			p, _ := a.ProblemOf(err).(*Problem)
			WriteProblem(w, p)
			return
		}
		ctx = huma.WithValue(ctx, actorContext{}, actor)
	}
	next(ctx)
}

// requireRole returns the sender of the request, read from the store, or a problem if
// the sender does not have the role. Requests that change something also need a recent
// proof of identity.
func (a *App) requireRole(ctx context.Context, role store.Role) (Actor, error) {
	if isOperator(ctx) {
		return Actor{Role: store.Administrator, Operator: true}, nil
	}
	c, err := a.FreshCaller(ctx)
	p, err := withAccount(c.Person, err)
	switch {
	case err != nil:
		return Actor{}, a.ProblemOf(err)
	case c.Withheld.Includes(role):
		return Actor{}, passkeyNeeded
	case !p.Role.Includes(role):
		return Actor{}, NeedsRole
	case p.PasswordDue:
		return Actor{}, passwordDue
	}
	if requestIn(ctx).changes {
		if err := a.CheckProof(ctx, p); err != nil {
			return Actor{}, a.ProblemOf(err)
		}
	}
	return Actor{ID: p.ID, Name: p.Name, Role: p.Role}, nil
}

// withoutNewPassword are the operations that change something and are permitted
// before a password chosen by the server is changed.
var withoutNewPassword = map[string]bool{
	"endSession": true, "login": true, "finishPasskeyLogin": true, "recoverAccount": true, "useResetLink": true, "setPassword": true,
}

// checkPasswordDue returns a problem if a person must change the password before an
// operation.
func checkPasswordDue(op *huma.Operation, p *store.Person) error {
	if p.PasswordDue && op.Method != http.MethodGet && !withoutNewPassword[op.OperationID] {
		return passwordDue
	}
	return nil
}

// NewEntry returns an entry of the audit log. Details are alternating names and
// values; empty values are left out.
func (a *App) NewEntry(by Actor, action string, about store.Person, details ...string) store.Entry {
	e := store.Entry{ID: NewID(), At: a.Now(), By: by.ID, ByName: by.Name, Action: action, About: about.ID, AboutName: about.Name}
	for i := 0; i+1 < len(details); i += 2 {
		if details[i+1] == "" {
			continue
		}
		if e.Details == nil {
			e.Details = make(map[string]string)
		}
		e.Details[details[i]] = details[i+1]
	}
	return e
}
