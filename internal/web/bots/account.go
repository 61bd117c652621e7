package bots

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// User is a person with an account, in lichess's form.
type User struct {
	ID        string              `json:"id" doc:"the name in lower case"`
	Username  string              `json:"username"`
	Title     string              `json:"title,omitempty" enum:"BOT" doc:"BOT for bots"`
	Perfs     map[string]UserPerf `json:"perfs" doc:"ratings by pool"`
	CreatedAt match.Moment        `json:"createdAt"`
	URL       string              `json:"url"`
	Person    string              `json:"person" doc:"the ID in the other routes of this server; it does not change"`
	Online    bool                `json:"online" doc:"whether the person has the lobby open, or is a bot that is connected"`
}

// UserPerf is a rating in a pool.
type UserPerf struct {
	Games       int  `json:"games"`
	Rating      int  `json:"rating"`
	Deviation   int  `json:"rd"`
	Provisional bool `json:"prov,omitempty"`
}

// userOf returns a person with an account as a user.
func (a *API) userOf(ctx context.Context, p store.Person, online bool) (User, error) {
	ratings, err := a.store.Ratings(ctx, p.ID)
	if err != nil {
		return User{}, err
	}
	player := core.PlayerOf(p)
	u := User{
		ID: userID(player), Username: p.Name, Title: titleOf(player), Perfs: make(map[string]UserPerf), CreatedAt: p.Since,
		URL: a.SiteFor(core.HostOf(ctx)) + "/people/" + url.PathEscape(p.ID), Person: p.ID, Online: online,
	}
	for _, r := range ratings {
		u.Perfs[r.Pool] = UserPerf{r.Games, r.Shown(), int(r.B), r.Provisional()}
	}
	return u, nil
}

// memberCalled returns the person with an account who has a name, regardless of case.
func (a *API) memberCalled(ctx context.Context, name string) (store.Person, error) {
	p, err := a.MemberNamed(ctx, name)
	if core.IsNotFound(err) || err == nil && p.DeletedAs != "" {
		return p, notFound
	}
	return p, err
}

func (a *API) registerAccount(routes huma.API) {
	type userResponse struct{ Body User }
	core.Register(routes, core.Read, botOperation("getAccount", http.MethodGet, "/api/account", "The requester, who has an account"),
		func(ctx context.Context, _ *struct{}) (*userResponse, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			lobby, err := a.InLobby(ctx)
			if err != nil {
				return nil, a.problem(err)
			}
			_, online := lobby[p.ID]
			user, err := a.userOf(ctx, p, online)
			return &userResponse{user}, a.problem(err)
		})
	core.Register(routes, core.Create, botOperation("upgradeToBot", http.MethodPost, "/api/bot/account/upgrade", "Make the requester's account that of a bot, for good; it must not have been at a table"),
		func(ctx context.Context, _ *struct{}) (*done, error) {
			if err := a.upgrade(ctx); err != nil {
				return nil, a.problem(err)
			}
			return ok(), nil
		})
	type testRequest struct {
		RawBody []byte `contentType:"text/plain"`
	}
	type testResponse struct{ Body map[string]*TokenInfo }
	core.Register(routes, core.Read, botOperation("testTokens", http.MethodPost, "/api/token/test", "Check up to 100 tokens, separated by commas"),
		func(ctx context.Context, in *testRequest) (*testResponse, error) {
			tokens := strings.Split(strings.TrimSpace(string(in.RawBody)), ",")
			if len(tokens) > maxTested {
				return nil, core.NewProblem(http.StatusBadRequest, "request", "at most 100 tokens can be checked at once")
			}
			out := &testResponse{make(map[string]*TokenInfo)}
			for _, token := range tokens {
				info, err := a.tokenInfo(ctx, token)
				if err != nil {
					return nil, a.problem(err)
				}
				if token != "" {
					out.Body[token] = info
				}
			}
			return out, nil
		})
}

// maxTested is how many tokens one request may check.
const maxTested = 100

// TokenInfo is what is known about a token.
type TokenInfo struct {
	_       struct{}      `nullable:"true"`
	UserID  string        `json:"userId"`
	Scopes  string        `json:"scopes" doc:"lichess's names of the scopes, separated by commas: challenge:read for read, bot:play for play, challenge:write for challenge"`
	Expires *match.Moment `json:"expires" nullable:"true" doc:"null for never"`
}

// lichessScopes are the names that lichess has for scopes.
var lichessScopes = map[string]string{"read": "challenge:read", "play": "bot:play", "challenge": "challenge:write"}

// tokenInfo returns what is known about a token, nil if it is not valid.
func (a *API) tokenInfo(ctx context.Context, token string) (*TokenInfo, error) {
	c, err := a.Authenticate(ctx, core.Secret{Text: token, Token: true})
	if err != nil || c.Person.ID == "" {
		return nil, err
	}
	info := &TokenInfo{UserID: userID(core.PlayerOf(c.Person))}
	var scopes []string
	for _, s := range strings.Fields(c.Token.Scopes) {
		scopes = append(scopes, lichessScopes[s])
	}
	info.Scopes = strings.Join(scopes, ",")
	if c.Token.Until != 0 {
		info.Expires = &c.Token.Until
	}
	return info, nil
}

// upgrade makes the account of the requester that of a bot. A person who has been at
// a table keeps the account, so that everything a bot has ever done is marked.
func (a *API) upgrade(ctx context.Context) error {
	p, err := a.FreshMember(ctx)
	if err != nil || p.Bot {
		return err
	}
	seen, err := a.store.Mentions(ctx, p.ID)
	if err != nil {
		return err
	}
	if len(seen) > 0 {
		return core.NewProblem(http.StatusBadRequest, "bot-played", "this account has been at a table already; only a new account can become a bot's")
	}
	err = a.store.MakeBot(ctx, p.ID, p.Epoch)
	a.PersonChanged(p.ID)
	if errors.Is(err, store.ErrConflict) {
		return core.NoSession
	} else if err != nil {
		return err
	}
	// A command that arrived at the same time may have used the unmarked person.
	p.Bot = true
	if seen, err = a.store.Mentions(ctx, p.ID); err != nil {
		return err
	}
	for _, id := range seen {
		if _, err := a.RenameAt(ctx, id, p.ID, match.Rename{Player: core.PlayerOf(p)}); err != nil {
			return err
		}
	}
	return nil
}

func (a *API) registerUsers(routes huma.API) {
	type userResponse struct{ Body User }
	core.Register(routes, core.Read, botOperation("getUser", http.MethodGet, "/api/user/{name}", "A person with an account, by name"),
		func(ctx context.Context, in *struct {
			Name string `path:"name" maxLength:"200"`
		}) (*userResponse, error) {
			p, err := a.memberCalled(ctx, in.Name)
			if err != nil {
				return nil, a.problem(err)
			}
			lobby, err := a.InLobby(ctx)
			if err != nil {
				return nil, a.problem(err)
			}
			_, online := lobby[p.ID]
			user, err := a.userOf(ctx, p, online)
			return &userResponse{user}, a.problem(err)
		})
	type statusResponse struct{ Body []UserStatus }
	core.Register(routes, core.Read, botOperation("getUserStatus", http.MethodGet, "/api/users/status", "Whether people with accounts can be seen to be online"),
		func(ctx context.Context, in *struct {
			IDs string `query:"ids" maxLength:"10000" doc:"up to 100 names, separated by commas"`
		}) (*statusResponse, error) {
			lobby, err := a.InLobby(ctx)
			if err != nil {
				return nil, a.problem(err)
			}
			out := &statusResponse{[]UserStatus{}}
			names := strings.Split(in.IDs, ",")
			for _, name := range names[:min(len(names), 100)] {
				p, err := a.memberCalled(ctx, name)
				if errors.Is(err, notFound) {
					continue
				} else if err != nil {
					return nil, a.problem(err)
				}
				player := core.PlayerOf(p)
				_, online := lobby[p.ID]
				out.Body = append(out.Body, UserStatus{userID(player), p.Name, titleOf(player), online})
			}
			return out, nil
		})

	bots := core.StreamOperation("onlineBots", "/api/bot/online", "The bots that are connected", ndjson)
	bots.Responses["200"].Description = "A line for each bot"
	core.Register(routes, core.Read, bots,
		func(ctx context.Context, in *struct {
			Count int `query:"nb" minimum:"1" maximum:"512" default:"100" doc:"how many bots at most"`
		}) (*huma.StreamResponse, error) {
			lobby, err := a.InLobby(ctx)
			if err != nil {
				return nil, a.problem(err)
			}
			var b []byte
			for _, id := range slices.Sorted(maps.Keys(lobby)) {
				p := lobby[id]
				if !p.Bot || p.DeletedAs != "" || in.Count == 0 {
					continue
				}
				in.Count--
				user, err := a.userOf(ctx, p, true)
				if err != nil {
					return nil, a.problem(err)
				}
				b = appendLine(b, user)
			}
			return &huma.StreamResponse{Body: func(ctx huma.Context) {
				ctx.SetHeader("Content-Type", ndjson)
				ctx.BodyWriter().Write(b)
			}}, nil
		})
}

// UserStatus is whether a person can be seen to be online.
type UserStatus struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Title  string `json:"title,omitempty" enum:"BOT"`
	Online bool   `json:"online" doc:"whether the person has the lobby open, or is a bot that is connected"`
}
