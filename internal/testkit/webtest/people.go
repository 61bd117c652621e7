package webtest

import (
	"encoding/json"
	"net/http/httptest"
	"strings"

	"tafelrunde/internal/store"
	"tafelrunde/internal/web/people"
	"tafelrunde/internal/web/site"
)

// Operator sends a request as the operator of the server and decodes the response.
func (s *Server) Operator(status int, method, path string, body, out any) {
	s.T.Helper()
	content, err := json.Marshal(body)
	if err != nil {
		s.T.Fatal(err)
	}
	r := httptest.NewRequest(method, path, strings.NewReader(string(content)))
	r.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	s.API.Commands().ServeHTTP(answer, r)
	if answer.Code != status {
		s.T.Fatalf("%s %s: %d %s", method, path, answer.Code, answer.Body)
	}
	CheckDescribed(s.T, s.API.Spec, method, path, answer.Code, answer.Header().Get("Content-Type"), answer.Body.Bytes())
	if out != nil {
		if err := json.Unmarshal(answer.Body.Bytes(), out); err != nil {
			s.T.Fatal(err)
		}
	}
}

// Staff returns a person with an account and a role.
func (s *Server) Staff(name string, role store.Role) *Browser {
	s.T.Helper()
	b := s.Member(name)
	s.Operator(204, "PUT", "/api/admin/people/"+b.ID+"/role", Object{"role": role}, nil)
	return b
}

// Audit returns the audit log, the newest entry first.
func (s *Server) Audit() []store.Entry {
	s.T.Helper()
	var out struct{ Entries []store.Entry }
	s.Operator(200, "GET", "/api/admin/audit", nil, &out)
	return out.Entries
}

// Act does something to a person as a member of the staff.
func (b *Browser) Act(status int, code string, other *Browser, action Object) {
	b.T.Helper()
	path := "/api/admin/people/" + other.ID + "/actions"
	if code != "" {
		b.Refused(status, code, "POST", path, action)
		return
	}
	b.Want(status, "POST", path, action, nil)
}

// Member returns a browser of a person with an account.
func (s *Server) Member(name string) *Browser {
	s.T.Helper()
	b := s.Visitor()
	var me people.Person
	b.Want(200, "POST", "/api/account", Object{"name": name, "password": "long enough"}, &me)
	b.ID = me.ID
	return b
}

// Bot returns a person whose account is that of a bot.
func (s *Server) Bot(name string) *Browser {
	s.T.Helper()
	b := s.Member(name)
	b.Want(200, "POST", "/api/bot/account/upgrade", nil, nil)
	return b
}

// RecoveryCodes creates new recovery codes.
func (b *Browser) RecoveryCodes() []string {
	b.T.Helper()
	var out struct{ Codes []string }
	b.Want(200, "POST", "/api/me/recovery-codes", nil, &out)
	return out.Codes
}

// CodesLeft returns how many recovery codes the person has.
func (b *Browser) CodesLeft() people.RecoveryCodesLeft {
	b.T.Helper()
	var out people.RecoveryCodesLeft
	b.Want(200, "GET", "/api/me/recovery-codes", nil, &out)
	return out
}

// Program returns a client that only has a new token.
func (b *Browser) Program(request any) *Browser {
	b.T.Helper()
	var out struct{ Token string }
	b.Want(200, "POST", "/api/tokens", request, &out)
	p := b.Visitor()
	p.Token = out.Token
	return p
}

// Site returns how the site describes itself.
func (b *Browser) Site() (d site.Description) {
	b.T.Helper()
	b.Want(200, "GET", "/api/site", nil, &d)
	return d
}
