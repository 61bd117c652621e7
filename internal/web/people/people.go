// Package people has the routes about people: sessions, accounts, passkeys,
// tokens, profiles, blocks and reports.
package people

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"golang.org/x/time/rate"

	"tafelrunde/internal/accounts"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/matches"
)

// API implements the routes about people: sessions, accounts, passkeys, tokens,
// profiles, blocks and reports.
type API struct {
	*core.App
	store   Store
	matches *matches.Access
	// pushKey is the public key that signs pushes, "" if the site sends none.
	pushKey string
	Guesses *Guesses
	// ExportPage is how many games an export reads from the store at a time.
	ExportPage   int
	leaderboards leaderboardCache
	known        knownClients
	deviceReads  *rate.Limiter
}

// Register adds the routes about people. pushKey is the public key that signs pushes, "" for none.
func Register(routes huma.API, app *core.App, m *matches.Access, s Store, pushKey string) *API {
	a := &API{App: app, store: s, matches: m, pushKey: pushKey, Guesses: newGuesses(app.Servers), ExportPage: exportPage, deviceReads: rate.NewLimiter(20, 40)}
	a.registerSessions(routes)
	a.registerAccount(routes)
	a.registerNames(routes)
	a.registerSettings(routes)
	a.registerOnlineStatus(routes)
	a.registerFace(routes)
	a.registerPushes(routes)
	a.registerLessons(routes)
	a.registerPasskeys(routes)
	a.registerRecovery(routes)
	a.registerReset(routes)
	a.registerLogins(routes)
	a.registerProof(routes)
	a.registerTokens(routes)
	a.registerProfiles(routes)
	a.registerGames(routes)
	a.registerStatistics(routes)
	a.registerReliability(routes)
	a.registerNotes(routes)
	a.registerLeaderboards(routes)
	a.registerModeration(routes)
	a.registerFollows(routes)
	a.registerExport(routes)
	a.registerRatings(routes)
	go a.renameAtTables(app.Stopping)
	go a.FinishDeletions(app.Stopping)
	return a
}

const (
	minPassword = 8
	maxPassword = 200
)

// Person is a person as seen by others.
type Person struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Account bool   `json:"account" doc:"false for guests, whose names are not unique"`
	Bot     bool   `json:"bot,omitempty" doc:"whether a program plays for the account"`
	Arms    string `json:"arms,omitempty" doc:"the coat of arms that the person has chosen; missing if none is chosen"`
	NameDue bool   `json:"nameDue,omitempty" doc:"the person must choose another name, because the current one looks like that of an older account; only in responses about the requester"`
	// The other fields are only in responses about the requester too.
	PasswordDue bool       `json:"passwordDue,omitempty" doc:"the requester must change the password before anything else, because the server chose it"`
	Role        store.Role `json:"role,omitempty" enum:"moderator,administrator" doc:"what the requester may do besides playing"`
	PasskeyDue  bool       `json:"passkeyDue,omitempty" doc:"the requester has the role only after using a passkey in the session, because the site demands one"`
	Warning     string     `json:"warning,omitempty" doc:"a warning of a moderator, which the requester must confirm"`
	// The year 9999 stands for ever.
	MutedUntil     match.Moment `json:"mutedUntil,omitempty" doc:"until when the requester may not chat"`
	SuspendedUntil match.Moment `json:"suspendedUntil,omitempty" doc:"until when the requester may neither play nor open tables"`
}

func personOf(p store.Person) Person {
	return Person{ID: p.ID, Name: p.Name, Account: p.Account(), Bot: p.Bot, Arms: p.Arms}
}

// ownPersonOf returns a caller as seen by that person.
func ownPersonOf(c *core.Caller) Person {
	p := c.Person
	own := personOf(p)
	own.NameDue, own.PasswordDue, own.Role = p.NameDue, p.PasswordDue, p.Role
	if c.Withheld != store.User {
		own.Role, own.PasskeyDue = c.Withheld, true
	}
	own.Warning, own.MutedUntil, own.SuspendedUntil = p.Warning, p.MutedUntil, p.SuspendedUntil
	return own
}

type personResponse struct {
	SetCookie []*http.Cookie `header:"Set-Cookie"`
	Body      Person
}

func newPersonResponse(c core.Caller, cookies ...*http.Cookie) *personResponse {
	return &personResponse{SetCookie: cookies, Body: ownPersonOf(&c)}
}

// guest returns a guest as the caller of a response.
func guest(p store.Person) core.Caller { return core.Caller{Person: p} }

// goodbye deletes the session cookie of the browser.
type goodbye struct {
	SetCookie []*http.Cookie `header:"Set-Cookie"`
}

func (a *API) goodbye() *goodbye { return &goodbye{[]*http.Cookie{a.ClearedCookie()}} }

type nameRequest struct {
	Body struct {
		Name string `json:"name" maxLength:"200"`
	}
}

type secretRequest struct {
	Body struct {
		Name       string `json:"name" maxLength:"200"`
		Password   string `json:"password" maxLength:"1000"`
		Invitation string `json:"invitation,omitempty" maxLength:"100" doc:"what follows # in the link of an invitation"`
	}
}

type loginRequest struct {
	Body struct {
		Name      string `json:"name" maxLength:"200"`
		Password  string `json:"password" maxLength:"1000"`
		TakeGuest bool   `json:"takeGuest,omitempty" doc:"transfer the matches of the requester, who is a guest, to the account"`
	}
}

func (a *API) registerSessions(routes huma.API) {
	core.Register(routes, core.Read, huma.Operation{OperationID: "getSession", Method: http.MethodGet, Path: "/api/session", Summary: "The requester; all fields are empty without a session"},
		func(ctx context.Context, _ *struct{}) (*personResponse, error) {
			return newPersonResponse(core.CallerIn(ctx)), nil
		})
	core.Register(routes, core.Create.ByAddress(core.SessionsByAddress), huma.Operation{OperationID: "startGuestSession", Method: http.MethodPost, Path: "/api/session", Summary: "Start a session as a guest, or change a guest's name"},
		func(ctx context.Context, in *nameRequest) (*personResponse, error) {
			response, err := a.startGuestSession(ctx, in.Body.Name)
			return response, a.ProblemOf(err)
		})
	core.Register(routes, core.Change, huma.Operation{OperationID: "endSession", Method: http.MethodDelete, Path: "/api/session", Summary: "Log out", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, _ *struct{}) (*goodbye, error) {
			if err := a.EndSession(ctx, core.CallerIn(ctx).Secret.Text); err != nil {
				return nil, a.ProblemOf(err)
			}
			return a.goodbye(), nil
		})
	core.Register(routes, core.Create.WithPassword(), huma.Operation{OperationID: "createAccount", Method: http.MethodPost, Path: "/api/account", Summary: "Create an account; a requester who is a guest gets it"},
		func(ctx context.Context, in *secretRequest) (*personResponse, error) {
			response, err := a.createAccount(ctx, in.Body.Name, in.Body.Password, in.Body.Invitation)
			return response, a.ProblemOf(err)
		})
	core.Register(routes, core.Create.WithPassword(), huma.Operation{OperationID: "login", Method: http.MethodPost, Path: "/api/login", Summary: "Log in with name and password"},
		func(ctx context.Context, in *loginRequest) (*personResponse, error) {
			response, err := a.login(ctx, in.Body.Name, in.Body.Password, a.deviceIn(ctx), in.Body.TakeGuest)
			return response, a.ProblemOf(err)
		})
}

func (a *API) startGuestSession(ctx context.Context, name string) (*personResponse, error) {
	name, err := core.CheckName(name)
	if err != nil {
		return nil, err
	}
	p, err := a.FreshRequester(ctx)
	if err != nil {
		return nil, err
	}
	if p.Account() {
		return nil, core.NewProblem(http.StatusConflict, "has-account", "you have an account; log out first")
	}
	if err := a.CheckGuestName(ctx, name); err != nil {
		return nil, err
	}
	if p.ID != "" {
		err := a.store.RenameGuest(ctx, p.ID, name)
		a.PersonChanged(p.ID)
		if core.IsNotFound(err) { // deleted, or no longer a guest
			err = core.NoSession
		}
		if err != nil {
			return nil, err
		}
		p.Name = name
		return newPersonResponse(guest(p)), nil
	}
	if err := a.CheckGuests(ctx); err != nil {
		return nil, err
	}
	p = store.Person{ID: core.NewID(), Name: name, Since: a.Now()}
	if err := a.store.AddPerson(ctx, p); err != nil {
		return nil, err
	}
	cookie, err := a.BeginSession(ctx, p, core.Proof{})
	if err != nil {
		return nil, err
	}
	return newPersonResponse(guest(p), cookie), nil
}

func (a *API) createAccount(ctx context.Context, name, password, invitation string) (*personResponse, error) {
	name, err := core.CheckName(name)
	if err != nil {
		return nil, err
	}
	if err := checkPassword(password, name); err != nil {
		return nil, err
	}
	if err := a.CheckRegistration(ctx, invitation); err != nil {
		return nil, err
	}
	if _, err := a.store.AccountLike(ctx, name); err == nil {
		return nil, store.ErrTaken // avoids computing a hash
	} else if !core.IsNotFound(err) {
		return nil, err
	}
	p, err := a.FreshRequester(ctx)
	if err != nil {
		return nil, err
	}
	if p.Account() {
		return nil, core.NewProblem(http.StatusConflict, "has-account", "you have an account; log out first")
	}
	hash, err := a.Passwords.Hash(ctx, password)
	if err != nil {
		return nil, err
	}
	if p, err = a.register(ctx, p, store.Person{ID: core.NewID(), Name: name, Password: hash}, nil, invitation); err != nil {
		return nil, err
	}
	return a.startProvenSession(ctx, p, "")
}

// register creates an account with a name and a password or a passkey: of a guest,
// whose sessions end, or if the guest's ID is "", of a new person with the ID of
// account. The account and its passkey are stored together or not at all, and the
// invitation, unless it is "", is used up.
func (a *API) register(ctx context.Context, guest, account store.Person, key *store.Passkey, invitation string) (store.Person, error) {
	p := account
	if guest.ID != "" {
		p = guest
		p.Name, p.Password = account.Name, account.Password
	} else {
		p.Since = a.Now()
	}
	p.Registered = true
	j := store.Joining{Person: p, Guest: guest.ID != "", Passkey: key}
	if invitation != "" {
		hash := core.HashInvitation(invitation)
		i, err := a.store.Invitation(ctx, hash, a.Now())
		if core.IsNotFound(err) {
			return p, core.BadInvitation
		} else if err != nil {
			return p, err
		}
		j.Invitation = hash
		j.Used = a.NewEntry(core.Actor{ID: p.ID, Name: p.Name}, "invitation-used", p, "invitation", i.ID, "invited-by", i.By, "note", i.Note)
	}
	err := unknownPasskey(a.store.Join(ctx, j))
	if core.IsNotFound(err) { // used meanwhile
		err = core.BadInvitation
	}
	if !j.Guest {
		return p, err
	}
	a.PersonChanged(p.ID)
	if err := conflictAsNoSession(err); err != nil {
		return p, err
	}
	p.Epoch++
	return p, a.showAccount(ctx, p)
}

// conflictAsNoSession returns [core.NoSession] for [store.ErrConflict], the error
// of a write in an epoch that has ended, and all other errors unchanged.
func conflictAsNoSession(err error) error {
	if errors.Is(err, store.ErrConflict) {
		return core.NoSession
	}
	return err
}

// showAccount marks a former guest as a person with an account at all tables.
func (a *API) showAccount(ctx context.Context, p store.Person) error {
	_, err := a.Rename(ctx, p, match.Rename{Player: core.PlayerOf(p)})
	return err
}

func (a *API) login(ctx context.Context, name, password string, from device, mergeGuest bool) (*personResponse, error) {
	// Refused logins must not even read the store: other requests would wait for it.
	address := core.OriginOf(ctx)
	known := a.known.has(address) || a.known.has(string(from)) || a.knownByStore(ctx, name, from)
	if known {
		ctx = accounts.First(ctx)
	}
	admitted, leave, err := a.Passwords.Admit(ctx)
	if err != nil && !known {
		return nil, core.Crowded
	}
	if err != nil {
		return nil, err
	}
	p, same, err := a.checkLogin(admitted, name, password, from)
	leave()
	if err != nil {
		return nil, err
	}
	if !same || p.ID == "" {
		return nil, core.NewProblem(http.StatusForbidden, "login", "wrong name or password")
	}
	if err := core.CheckBanned(p); err != nil {
		return nil, err
	}
	a.known.add(address)
	if from.of(p) {
		a.known.add(string(from))
	}
	if mergeGuest {
		if err := a.mergeGuest(ctx, p); err != nil {
			return nil, err
		}
	}
	return a.startProvenSession(ctx, p, from)
}

// knownByStore reports whether the person who logs in under a name has logged in on the
// device before. The store is read a bounded number of times a second, because anyone can
// invent a device.
func (a *API) knownByStore(ctx context.Context, name string, from device) bool {
	if !strings.Contains(string(from), ".") || !a.deviceReads.Allow() {
		return false
	}
	p, err := a.MemberNamed(ctx, name)
	return err == nil && from.of(p)
}

// checkLogin returns the person with an account who logs in under a name, and whether
// the password is right.
func (a *API) checkLogin(ctx context.Context, name, password string, from device) (p store.Person, same bool, err error) {
	p, err = a.MemberNamed(ctx, name)
	if err != nil && !core.IsNotFound(err) {
		return p, false, err
	}
	same, err = a.loginPassword(ctx, name, password, from, p)
	return p, same, err
}
