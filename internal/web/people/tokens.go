package people

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// MaxTokens is how many tokens a person may have.
const MaxTokens = 50

// tokenFor is how long a token is valid unless its owner chooses otherwise.
const tokenFor = 90 * match.Day

// TokenView is a token as its owner sees it.
type TokenView struct {
	ID      string       `json:"id"`
	Name    string       `json:"name"`
	Scopes  []string     `json:"scopes" enum:"read,play,challenge"`
	Since   match.Moment `json:"since"`
	Expires match.Moment `json:"expires" doc:"0 for never"`
	UsedAt  match.Moment `json:"usedAt" doc:"to the minute; 0 for never"`
}

func tokenViews(list []store.Token) []TokenView {
	views := []TokenView{}
	for _, t := range list {
		views = append(views, viewOfToken(t))
	}
	return views
}

func viewOfToken(t store.Token) TokenView {
	return TokenView{t.ID, t.Name, strings.Fields(t.Scopes), t.Since, t.Until, t.UsedAt}
}

func (a *API) registerTokens(routes huma.API) {
	core.Register(routes, core.Create.WithPassword(), huma.Operation{OperationID: "createToken", Method: http.MethodPost, Path: "/api/tokens", Summary: "Create a bearer token for programs"}, a.createToken)
	core.Register(routes, core.Read, huma.Operation{OperationID: "getTokens", Method: http.MethodGet, Path: "/api/tokens", Summary: "The requester's tokens"}, a.getTokens)
	core.Register(routes, core.Change, huma.Operation{OperationID: "revokeToken", Method: http.MethodDelete, Path: "/api/tokens/{token}", Summary: "Revoke a token by its ID", DefaultStatus: http.StatusNoContent}, a.revokeToken)
	core.Register(routes, core.Change, huma.Operation{OperationID: "revokeAllTokens", Method: http.MethodDelete, Path: "/api/tokens", Summary: "Revoke all tokens of the requester", DefaultStatus: http.StatusNoContent}, a.revokeAllTokens)
	core.Register(routes, core.Change, huma.Operation{OperationID: "revokeOwnToken", Method: http.MethodDelete, Path: "/api/token", Summary: "Revoke the token of the request", DefaultStatus: http.StatusNoContent}, a.revokeOwnToken)
}

type newTokenRequest struct {
	Body *struct {
		Name     string        `json:"name,omitempty" maxLength:"200" doc:"the name of the token"`
		Scopes   []string      `json:"scopes,omitempty" nullable:"true" minItems:"1" maxItems:"3" enum:"read,play,challenge" doc:"missing for all"`
		Expires  *match.Moment `json:"expires,omitempty" doc:"0 for never, missing for 90 days from now"`
		Password string        `json:"password,omitempty" maxLength:"1000" doc:"an alternative to POST /api/me/proof"`
	}
}

type newTokenResponse struct {
	Body struct {
		Token string `json:"token" doc:"the secret, which is not sent again"`
		TokenView
	}
}

func (a *API) createToken(ctx context.Context, in *newTokenRequest) (*newTokenResponse, error) {
	now := a.Now()
	t, password := store.Token{Since: now, Until: now.After(tokenFor), Scopes: store.AllScopes}, ""
	if b := in.Body; b != nil {
		password, t.Name = b.Password, b.Name
		if b.Expires != nil {
			t.Until = *b.Expires
		}
		if len(b.Scopes) > 0 {
			t.Scopes = joinScopes(b.Scopes)
		}
	}
	secret, t, err := a.addToken(ctx, t, password)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	out := &newTokenResponse{}
	out.Body.Token, out.Body.TokenView = secret, viewOfToken(t)
	return out, nil
}

type tokensResponse struct {
	Body struct {
		Tokens []TokenView `json:"tokens"`
	}
}

func (a *API) getTokens(ctx context.Context, _ *struct{}) (*tokensResponse, error) {
	p, err := core.RequireMember(ctx)
	if err != nil {
		return nil, err
	}
	list, err := a.store.Tokens(ctx, p.ID, a.Now())
	out := &tokensResponse{}
	out.Body.Tokens = tokenViews(list)
	return out, a.ProblemOf(err)
}

func (a *API) revokeToken(ctx context.Context, in *struct {
	Token string `path:"token" maxLength:"64"`
}) (*struct{}, error) {
	p, err := a.FreshMember(ctx)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	err = a.store.DeleteToken(ctx, p.ID, in.Token)
	a.PersonChanged(p.ID)
	return nil, a.ProblemOf(err)
}

func (a *API) revokeAllTokens(ctx context.Context, _ *struct{}) (*struct{}, error) {
	p, err := a.FreshMember(ctx)
	if err != nil {
		return nil, a.ProblemOf(err)
	}
	err = a.store.DeleteTokens(ctx, p.ID)
	a.PersonChanged(p.ID)
	return nil, a.ProblemOf(err)
}

func (a *API) revokeOwnToken(ctx context.Context, _ *struct{}) (*struct{}, error) {
	c := core.CallerIn(ctx)
	if !c.Secret.Token {
		return nil, core.UnknownToken
	}
	err := a.store.DeleteToken(ctx, c.Person.ID, c.Token.ID)
	a.PersonChanged(c.Person.ID)
	if core.IsNotFound(err) {
		err = core.UnknownToken
	}
	return nil, a.ProblemOf(err)
}

// joinScopes returns the stored text of scopes, each once.
func joinScopes(scopes []string) string {
	var list []string
	for _, s := range core.TokenScopes {
		for _, wanted := range scopes {
			if wanted == string(s) {
				list = append(list, wanted)
				break
			}
		}
	}
	return strings.Join(list, " ")
}

// addToken checks and stores a token, and returns its secret and what was stored.
func (a *API) addToken(ctx context.Context, t store.Token, password string) (secret string, _ store.Token, err error) {
	p, err := a.FreshMember(ctx)
	if err != nil {
		return "", t, err
	}
	if t.Name, err = checkLabel(t.Name); err != nil {
		return "", t, err
	}
	if t.Until != 0 && t.Until <= t.Since {
		return "", t, core.NewProblem(http.StatusUnprocessableEntity, "token-expires", "the expiry of a token must be in the future")
	}
	if err := a.checkProof(ctx, p, password); err != nil {
		return "", t, err
	}
	secret = "taf_" + rand.Text()
	hash := core.HashToken(secret)
	t.ID = store.TokenID(hash)
	err = conflictAsNoSession(a.store.AddToken(ctx, hash, p.ID, p.Epoch, t, MaxTokens))
	if errors.Is(err, store.ErrTooMany) {
		err = core.NewProblem(http.StatusConflict, "tokens-many", "you have too many tokens; revoke one first")
	}
	return secret, t, err
}

// checkLabel returns the trimmed name of a passkey or token, which may be empty.
func checkLabel(label string) (string, error) {
	label = strings.TrimSpace(label)
	if utf8.RuneCountInString(label) > match.MaxNameLength ||
		strings.ContainsFunc(label, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", core.NewProblem(http.StatusUnprocessableEntity, "name", "a name must have 1 to 30 printable characters")
	}
	return label, nil
}
