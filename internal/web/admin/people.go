package admin

import (
	"context"
	"crypto/rand"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// PersonDetails is a person as seen by the administration.
type PersonDetails struct {
	ID    string       `json:"id"`
	Name  string       `json:"name"`
	Role  store.Role   `json:"role,omitempty" enum:"moderator,administrator"`
	Bot   bool         `json:"bot,omitempty"`
	Since match.Moment `json:"since"`
	Motto string       `json:"motto,omitempty"`
	// Account is false for guests.
	Account     bool `json:"account"`
	PasswordDue bool `json:"passwordDue,omitempty" doc:"whether the person has not yet changed the password that the server chose"`
	// Sanctions may have ended.
	MutedUntil     match.Moment `json:"mutedUntil,omitempty" doc:"the year 9999 stands for ever"`
	SuspendedUntil match.Moment `json:"suspendedUntil,omitempty" doc:"the year 9999 stands for ever"`
	Banned         bool         `json:"banned,omitempty"`
	Warning        string       `json:"warning,omitempty" doc:"the warning that the person has not yet confirmed"`
}

func personOf(p store.Person) PersonDetails {
	return PersonDetails{
		ID: p.ID, Name: p.Name, Role: p.Role, Bot: p.Bot, Since: p.Since, Motto: p.Motto, Account: p.Account(), PasswordDue: p.PasswordDue,
		MutedUntil: p.MutedUntil, SuspendedUntil: p.SuspendedUntil, Banned: p.Banned, Warning: p.Warning,
	}
}

// PersonPath is the path of requests about a person.
type PersonPath struct {
	ID string `path:"id" maxLength:"64"`
}

// Created is a new account.
type Created struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Password string `json:"password" doc:"the first password, which is not sent again"`
}

// ResetLink is a link that resets a password.
type ResetLink struct {
	Link  string       `json:"link" doc:"what follows # in the address"`
	URL   string       `json:"url" doc:"the address; without a host if the server has no public URL"`
	Until match.Moment `json:"until"`
}

func (a *API) registerPeople(routes huma.API) {
	type findRequest struct {
		Name string `query:"name" maxLength:"200" doc:"the name of an account; left out for the people who have a role"`
	}
	type peopleResponse struct {
		Body struct {
			People []PersonDetails `json:"people"`
		}
	}
	core.Register(routes, core.Read.For(store.Moderator), huma.Operation{OperationID: "findPeople", Method: http.MethodGet, Path: "/api/admin/people", Summary: "The person with an account and a name, or all people who have a role"},
		func(ctx context.Context, in *findRequest) (*peopleResponse, error) {
			out := &peopleResponse{}
			var err error
			out.Body.People, err = a.findPeople(ctx, in.Name)
			return out, a.ProblemOf(err)
		})
	type newPersonRequest struct {
		Body struct {
			Name string     `json:"name" maxLength:"200"`
			Role store.Role `json:"role,omitempty" enum:"moderator,administrator" doc:"left out for none"`
		}
	}
	type createdResponse struct{ Body Created }
	core.Register(routes, core.Create.For(store.Administrator), huma.Operation{OperationID: "createPerson", Method: http.MethodPost, Path: "/api/admin/people", Summary: "Create an account with a random password, which must be changed after the first login"},
		func(ctx context.Context, in *newPersonRequest) (*createdResponse, error) {
			created, err := a.createPerson(ctx, in.Body.Name, in.Body.Role)
			return &createdResponse{created}, a.ProblemOf(err)
		})
	type roleRequest struct {
		PersonPath
		Body struct {
			Role string `json:"role" enum:"user,moderator,administrator"`
		}
	}
	core.Register(routes, core.Change.For(store.Administrator), huma.Operation{OperationID: "setRole", Method: http.MethodPut, Path: "/api/admin/people/{id}/role", Summary: "Change the role of a person with an account", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *roleRequest) (*struct{}, error) {
			return nil, a.ProblemOf(a.setRole(ctx, in.ID, in.Body.Role))
		})
	type resetLinkRequest struct {
		PersonPath
		Body struct {
			Hours int `json:"hours" minimum:"1" maximum:"24" doc:"how long the link is valid"`
		}
	}
	type resetResponse struct{ Body ResetLink }
	core.Register(routes, core.Create.For(store.Administrator), huma.Operation{OperationID: "createResetLink", Method: http.MethodPost, Path: "/api/admin/people/{id}/reset", Summary: "Create a link with which a person can set a new password once; it replaces earlier ones"},
		func(ctx context.Context, in *resetLinkRequest) (*resetResponse, error) {
			link, err := a.createResetLink(ctx, in.ID, in.Body.Hours)
			return &resetResponse{link}, a.ProblemOf(err)
		})
}

func (a *API) findPeople(ctx context.Context, name string) ([]PersonDetails, error) {
	views := []PersonDetails{}
	if strings.TrimSpace(name) != "" {
		p, err := a.MemberNamed(ctx, name)
		if core.IsNotFound(err) {
			return views, nil
		}
		return append(views, personOf(p)), err
	}
	list, err := a.store.Staff(ctx)
	for _, p := range list {
		views = append(views, personOf(p))
	}
	return views, err
}

func (a *API) createPerson(ctx context.Context, name string, role store.Role) (Created, error) {
	name, err := core.CheckName(name)
	if err != nil {
		return Created{}, err
	}
	password := firstPassword()
	hash, err := a.Passwords.Hash(ctx, password)
	if err != nil {
		return Created{}, err
	}
	p := store.Person{ID: core.NewID(), Name: name, Registered: true, Password: hash, Since: a.Now(), Role: role, PasswordDue: true}
	err = a.store.CreateAccount(ctx, p, a.NewEntry(core.ActorIn(ctx), "create", p, "role", string(role)))
	return Created{p.ID, p.Name, password}, err
}

// firstPassword returns a random password of 80 bits in groups of four letters and
// digits.
func firstPassword() string {
	text := strings.ToLower(rand.Text())
	return text[:4] + "-" + text[4:8] + "-" + text[8:12] + "-" + text[12:16]
}

func (a *API) setRole(ctx context.Context, id, role string) error {
	by := core.ActorIn(ctx)
	if id == by.ID {
		return core.NewProblem(http.StatusUnprocessableEntity, "yourself", "you cannot do this to yourself")
	}
	p, err := a.account(ctx, id)
	if err != nil {
		return err
	}
	wanted := store.Role(role)
	if role == "user" {
		wanted = store.User
	}
	err = a.store.SetRole(ctx, p.ID, wanted, a.NewEntry(by, "role", p, "role", role))
	a.PersonChanged(p.ID)
	return err
}

func (a *API) createResetLink(ctx context.Context, id string, hours int) (ResetLink, error) {
	by := core.ActorIn(ctx)
	p, err := a.account(ctx, id)
	if err != nil {
		return ResetLink{}, err
	}
	link := rand.Text()
	out := ResetLink{Link: link, URL: a.PublicURL() + a.pagePath() + "reset#" + link, Until: a.Now().After(match.Millis(hours) * 60 * match.Minute)}
	return out, a.store.AddResetLink(ctx, core.HashResetLink(link), p.ID, out.Until, a.NewEntry(by, "reset", p, "hours", strconv.Itoa(hours)))
}

// pagePath returns the path of the site, unless the public URL contains it.
func (a *API) pagePath() string {
	if a.PublicURL() != "" {
		return "/"
	}
	return a.CookiePath()
}
