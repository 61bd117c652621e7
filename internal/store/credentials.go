package store

import (
	"context"

	"tafelrunde/internal/match"
)

// Tokens stores bearer tokens, by which programs act for people.
type Tokens interface {
	// AddToken stores a token by its hash. Its ID is [TokenID] of the hash. It
	// returns ErrConflict if the person's epoch is not the given one, and ErrTooMany if
	// the person has atMost tokens that have not expired at t.Since.
	AddToken(ctx context.Context, hash, person string, epoch int64, t Token, atMost int) error
	// Tokens returns the tokens of a person that have not expired, the oldest first.
	Tokens(ctx context.Context, person string, now match.Moment) ([]Token, error)
	// TokenOwner returns the person whom a token authenticates, or ErrNotFound if
	// there is no such token or it has expired.
	TokenOwner(ctx context.Context, hash string, now match.Moment) (Person, Token, error)
	// UseToken stores when a token was last used.
	UseToken(ctx context.Context, hash string, at match.Moment) error
	// DeleteToken deletes a token of a person by its ID, or returns ErrNotFound.
	DeleteToken(ctx context.Context, person, id string) error
	// DeleteTokens deletes all tokens of a person.
	DeleteTokens(ctx context.Context, person string) error
}

// Token is a bearer token.
type Token struct {
	ID string
	// Name is chosen by the person.
	Name string
	// Scopes are the permissions of the token, separated by spaces.
	Scopes string
	Since  match.Moment
	Until  match.Moment // when it expires, 0 for never
	UsedAt match.Moment // 0 for never
}

// AllScopes are the scopes of tokens stored before there were scopes.
const AllScopes = "read play challenge"

// TokenID returns the ID of the token with a hash, which is its beginning.
func TokenID(hash string) string { return hash[:min(len(hash), 16)] }

// Passkeys stores public keys with which people log in.
type Passkeys interface {
	// AddPasskey stores a passkey. It returns ErrPasskeyTaken if the ID exists,
	// ErrConflict if the person's epoch is not the given one, and ErrTooMany if the
	// person has atMost passkeys.
	AddPasskey(ctx context.Context, k Passkey, epoch int64, atMost int) error
	// Passkeys returns the passkeys of a person, the oldest first.
	Passkeys(ctx context.Context, person string) ([]Passkey, error)
	// Passkey returns the passkey with an ID, or ErrNotFound.
	Passkey(ctx context.Context, id string) (Passkey, error)
	// UsePasskey stores when a passkey was last used, and its new credential.
	UsePasskey(ctx context.Context, id, credential string, at match.Moment) error
	// DeletePasskey deletes a passkey of a person. It returns ErrConflict if the
	// person's epoch is not the given one, ErrNotFound if the person has no passkey
	// with the ID, and ErrLastPasskey if the person could no longer log in.
	DeletePasskey(ctx context.Context, person string, epoch int64, id string) error
}

// Passkey is a public key with which a person logs in.
type Passkey struct {
	ID     string
	Person string
	// Name is chosen by the person.
	Name string
	// Credential is the key and its state, as text.
	Credential string
	Since      match.Moment
	UsedAt     match.Moment // 0 for never
}

// Sessions stores the data of browser sessions.
type Sessions interface {
	// Session returns the data of a session that has not expired, or ErrNotFound.
	Session(ctx context.Context, token string, now match.Moment) ([]byte, error)
	// TakeSession deletes a session that has not expired and returns its data, or
	// ErrNotFound. Of several concurrent calls one returns the data.
	TakeSession(ctx context.Context, token string, now match.Moment) ([]byte, error)
	// SetSession stores the data of a session that expires at a moment.
	SetSession(ctx context.Context, token string, data []byte, until match.Moment) error
	// DeleteSession deletes a session. Other processes receive a notice of the
	// person whose session it is, unless that is "".
	DeleteSession(ctx context.Context, token, person string) error

	// AddSession is SetSession for a login of a person with an account, which
	// SessionsOf returns until l.Until. l.ID is ignored.
	AddSession(ctx context.Context, token string, data []byte, l Login) error
	// UseSession stores the last use of a login, and when it expires now. For a session that an earlier
	// version has stored, it also stores the rest, so that SessionsOf returns it.
	UseSession(ctx context.Context, token string, l Login) error
	// SessionsOf returns the logins of a person in an epoch that have not expired,
	// the one used last first.
	SessionsOf(ctx context.Context, person string, epoch int64, now match.Moment) ([]Login, error)
	// DeleteSessionOf deletes a login of a person by its ID, or returns ErrNotFound.
	DeleteSessionOf(ctx context.Context, person, id string) error
}

// Login describes a session of a person with an account.
type Login struct {
	// ID is that of [SessionID].
	ID     string
	Person string
	// Epoch is the person's epoch in which the session is valid.
	Epoch int64
	// Device names the browser and the system, such as "Firefox/Linux"; either may be
	// missing.
	Device string
	Since  match.Moment
	UsedAt match.Moment // of the last use that was stored
	Until  match.Moment // when it expires
}

// SessionID returns the ID of the session with a token, which is its beginning.
// Tokens are hashes of cookies.
func SessionID(token string) string { return token[:min(len(token), 16)] }

// RecoveryCodes stores the hashes of one-time codes, with which people who have
// lost their passwords set new ones.
type RecoveryCodes interface {
	// ReplaceRecoveryCodes replaces all recovery codes of a person. It returns
	// ErrConflict if the person's epoch is not the given one.
	ReplaceRecoveryCodes(ctx context.Context, person string, epoch int64, hashes []string, at match.Moment) error
	// RecoveryCodes returns how many recovery codes a person has left, and when they
	// were created; 0 if there are none.
	RecoveryCodes(ctx context.Context, person string) (left int, since match.Moment, err error)
	// HasRecoveryCode reports whether a person has a recovery code with a hash.
	HasRecoveryCode(ctx context.Context, person, hash string) (bool, error)
	// Recover deletes a recovery code and sets a new password as SetPassword does. It
	// returns ErrNotFound if the person has no code with the hash, and ErrConflict if
	// the person's epoch is not the given one.
	Recover(ctx context.Context, person string, epoch int64, hash, password string) error
}
