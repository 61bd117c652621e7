package store

import (
	"context"

	"tafelrunde/internal/match"
)

// Role is what a person with an account may do besides playing.
type Role string

// Roles. A higher one includes the lower ones.
const (
	User          Role = ""
	Moderator     Role = "moderator"
	Administrator Role = "administrator"
)

var rank = map[Role]int{User: 0, Moderator: 1, Administrator: 2}

// Valid reports whether the role exists.
func (r Role) Valid() bool {
	_, exists := rank[r]
	return exists
}

// Includes reports whether a role permits everything that another one permits.
func (r Role) Includes(other Role) bool { return rank[r] >= rank[other] }

// Administration stores roles, links that reset passwords, and the audit log. An
// entry of the log is stored together with the change that it describes, or not at
// all.
type Administration interface {
	// CreateAccount is AddPerson for a person with an account and a role.
	CreateAccount(ctx context.Context, p Person, e Entry) error
	// SetRole changes the role of a person with an account, or returns ErrNotFound.
	SetRole(ctx context.Context, id string, role Role, e Entry) error
	// Staff returns the people who have a role, by name.
	Staff(ctx context.Context) ([]Person, error)

	// AddResetLink stores the hash of a link that resets a person's password until a
	// moment. It replaces earlier links of the person. It returns ErrNotFound if the
	// person has no account.
	AddResetLink(ctx context.Context, hash, person string, until match.Moment, e Entry) error
	// ResetLinkOwner returns the person whose password a link resets, or ErrNotFound
	// if there is no such link or it has expired.
	ResetLinkOwner(ctx context.Context, hash string, now match.Moment) (Person, error)
	// UseResetLink deletes a link and sets a new password as SetPassword does, and
	// deletes all recovery codes. It returns ErrNotFound if the person has no link with
	// the hash, and ErrConflict if the person's epoch is not the given one.
	UseResetLink(ctx context.Context, hash, person string, epoch int64, password string, e Entry) error

	// ChangeSanctions changes sanctions of a person, or returns ErrNotFound. A ban ends
	// all sessions as EndSessions does and deletes all tokens.
	ChangeSanctions(ctx context.Context, id string, to SanctionChange, e Entry) error
	// ConfirmWarning deletes the warning of a person.
	ConfirmWarning(ctx context.Context, id string) error
	// RemoveMotto deletes the motto of a person, or returns ErrNotFound.
	RemoveMotto(ctx context.Context, id string, e Entry) error
	// RenamePerson is ChangeName for guests too, in any epoch. It returns ErrNotFound
	// if there is no such person.
	RenamePerson(ctx context.Context, id, name string, e Entry) error
	// BanAddress bans a network of addresses; a later ban replaces an earlier one of
	// the same network. Other processes receive a notice with Site.
	BanAddress(ctx context.Context, b AddressBan, e Entry) error
	// UnbanAddress ends the ban of a network, or returns ErrNotFound. Other processes
	// receive a notice with Site.
	UnbanAddress(ctx context.Context, network string, e Entry) error
	// AddressBans returns the bans that have not expired, the newest first.
	AddressBans(ctx context.Context, now match.Moment) ([]AddressBan, error)
	// RemoveChat removes the text and the sender's name from the chat message with an
	// event number. It returns ErrNotFound if the event is no chat message.
	RemoveChat(ctx context.Context, id string, number int64, e Entry) error

	// AddEntry adds an entry to the audit log.
	AddEntry(ctx context.Context, e Entry) error
	// Entries returns entries of the audit log about a person, or all if about is "",
	// the newest first, after the first skip of them.
	Entries(ctx context.Context, about string, skip, limit int) ([]Entry, error)
	// DeleteEntries deletes the entries of the audit log before a moment.
	DeleteEntries(ctx context.Context, before match.Moment) error
}

// Entry is an entry of the audit log. Names are those at the time.
type Entry struct {
	ID string       `json:"id"`
	At match.Moment `json:"at"`
	// By is the ID of the person who acted, "" for the command line.
	By     string `json:"by,omitempty"`
	ByName string `json:"byName,omitempty"`
	Action string `json:"action"`
	// About is the ID of the person concerned, "" for none.
	About     string            `json:"about,omitempty"`
	AboutName string            `json:"aboutName,omitempty"`
	Details   map[string]string `json:"details,omitempty"`
}

// Sanctions are what moderators impose on a person.
type Sanctions struct {
	// MutedUntil is until when the person may not chat, 0 if never.
	MutedUntil match.Moment
	// SuspendedUntil is until when the person may neither open tables nor play, 0 if
	// never.
	SuspendedUntil match.Moment
	// Banned people cannot log in.
	Banned bool
	// Warning is a text that the person must confirm, "" for none.
	Warning string
}

// SanctionChange has the sanctions that one action changes; the others are nil. So two
// moderators who act at the same time do not undo each other's actions.
type SanctionChange struct {
	MutedUntil, SuspendedUntil *match.Moment
	Banned                     *bool
	Warning                    *string
}

// Forever is the end of a sanction without an end: the year 9999.
const Forever match.Moment = 253_402_300_799_000

// AddressBan refuses all requests from a network of addresses.
type AddressBan struct {
	// Network is in CIDR notation.
	Network string       `json:"network"`
	Until   match.Moment `json:"until"`
	Since   match.Moment `json:"since"`
	Reason  string       `json:"reason,omitempty"`
}
