package people

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

const (
	// RecoveryCodes is how many recovery codes an account gets at once.
	RecoveryCodes = 10
	// A code has 16 characters in groups of four, 80 random bits. That is too many to
	// guess, also for somebody who has the hashes, so they need no slow hash.
	codeLength = 16
	codeGroup  = 4
	// codeAlphabet has no letters that look like others; see readCode.
	codeAlphabet = "0123456789abcdefghjkmnpqrstvwxyz"
)

// newCode returns a random recovery code, as it is shown.
func newCode() string {
	var random [codeLength]byte
	rand.Read(random[:])
	var code strings.Builder
	for i, b := range random {
		if i > 0 && i%codeGroup == 0 {
			code.WriteByte('-')
		}
		code.WriteByte(codeAlphabet[int(b)%len(codeAlphabet)])
	}
	return code.String()
}

// readCode returns a recovery code without separators. Capital letters and letters
// that look like a digit are replaced by those of codeAlphabet.
func readCode(typed string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == 'o':
			return '0'
		case r == 'i', r == 'l':
			return '1'
		case strings.ContainsRune(codeAlphabet, r):
			return r
		case r == ' ', r == '-':
			return -1
		}
		return '?'
	}, strings.ToLower(strings.TrimSpace(typed)))
}

func hashOfCode(typed string) string { return core.HashToken("recovery code " + readCode(typed)) }

// RecoveryCodesLeft are a person's unused recovery codes, as the owner sees them.
type RecoveryCodesLeft struct {
	Left  int          `json:"left" doc:"how many codes are not used yet"`
	Since match.Moment `json:"since" doc:"when they were created; 0 if there are none"`
}

func (a *API) recoveryCodesLeft(ctx context.Context, person string) (RecoveryCodesLeft, error) {
	left, since, err := a.store.RecoveryCodes(ctx, person)
	return RecoveryCodesLeft{left, since}, err
}

func (a *API) registerRecovery(routes huma.API) {
	type leftResponse struct{ Body RecoveryCodesLeft }
	core.Register(routes, core.Read, huma.Operation{OperationID: "getRecoveryCodes", Method: http.MethodGet, Path: "/api/me/recovery-codes", Summary: "How many recovery codes the requester has left"},
		func(ctx context.Context, _ *struct{}) (*leftResponse, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			left, err := a.recoveryCodesLeft(ctx, p.ID)
			return &leftResponse{left}, a.ProblemOf(err)
		})
	type codesRequest struct {
		Body *struct {
			Password string `json:"password,omitempty" maxLength:"1000" doc:"an alternative to POST /api/me/proof"`
		}
	}
	type codesResponse struct {
		Body struct {
			Codes []string `json:"codes" doc:"the codes, which are not sent again"`
		}
	}
	core.Register(routes, core.Create.WithPassword(), huma.Operation{OperationID: "createRecoveryCodes", Method: http.MethodPost, Path: "/api/me/recovery-codes", Summary: "Create ten one-time codes to log in without a password; they replace all earlier ones"},
		func(ctx context.Context, in *codesRequest) (*codesResponse, error) {
			password := ""
			if in.Body != nil {
				password = in.Body.Password
			}
			out, err := &codesResponse{}, error(nil)
			out.Body.Codes, err = a.createRecoveryCodes(ctx, password)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			return out, nil
		})
	type recoverRequest struct {
		Body struct {
			Name     string `json:"name" maxLength:"200"`
			Code     string `json:"code" maxLength:"100" doc:"a recovery code; case and separators do not matter"`
			Password string `json:"password" maxLength:"1000" doc:"the new password"`
		}
	}
	core.Register(routes, core.Create.WithPassword(), huma.Operation{OperationID: "recoverAccount", Method: http.MethodPost, Path: "/api/login/recovery", Summary: "Log in with a recovery code and set a new password, which ends all sessions and revokes all tokens"},
		func(ctx context.Context, in *recoverRequest) (*personResponse, error) {
			response, err := a.recoverAccount(ctx, in.Body.Name, in.Body.Code, in.Body.Password, a.deviceIn(ctx))
			return response, a.ProblemOf(err)
		})
}

func (a *API) createRecoveryCodes(ctx context.Context, password string) ([]string, error) {
	p, err := a.FreshMember(ctx)
	if err != nil {
		return nil, err
	}
	if err := a.checkProof(ctx, p, password); err != nil {
		return nil, err
	}
	var codes, hashes []string
	for range RecoveryCodes {
		code := newCode()
		codes, hashes = append(codes, code), append(hashes, hashOfCode(code))
	}
	return codes, conflictAsNoSession(a.store.ReplaceRecoveryCodes(ctx, p.ID, p.Epoch, hashes, a.Now()))
}

// recoverAccount spends a recovery code and sets a new password. Unknown names and wrong
// codes get the same response, after the same work: a hash of the new password is
// only computed when the code is right.
func (a *API) recoverAccount(ctx context.Context, name, code, password string, from device) (*personResponse, error) {
	if err := checkPassword(password, name); err != nil {
		return nil, err
	}
	wrong := core.NewProblem(http.StatusForbidden, "recovery", "wrong name or recovery code")
	p, err := a.MemberNamed(ctx, name)
	if err != nil && !core.IsNotFound(err) {
		return nil, err
	}
	hash := hashOfCode(code)
	right, err := a.checkGuess(codeKey+guessKey(name, from, p), func() (bool, error) { return a.store.HasRecoveryCode(ctx, p.ID, hash) })
	if err != nil {
		return nil, err
	}
	if !right || p.ID == "" {
		return nil, wrong
	}
	if err := core.CheckBanned(p); err != nil {
		return nil, err
	}
	// The names of old accounts may differ from the one that was typed.
	if err := checkPassword(password, p.Name); err != nil {
		return nil, err
	}
	hashed, err := a.Passwords.Hash(ctx, password)
	if err != nil {
		return nil, err
	}
	err = a.store.Recover(ctx, p.ID, p.Epoch, hash, hashed)
	a.PersonChanged(p.ID)
	if core.IsNotFound(err) || errors.Is(err, store.ErrConflict) { // used meanwhile
		return nil, wrong
	}
	if err != nil {
		return nil, err
	}
	p.Epoch++
	p.Password, p.PasswordDue = hashed, false
	return a.startProvenSession(ctx, p, "")
}
