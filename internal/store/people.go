package store

import (
	"context"

	"tafelrunde/internal/match"
)

// People stores guests and people with accounts.
type People interface {
	// AddPerson stores a new person. It returns ErrTaken if the person has an
	// account and the name equals that of another account, ignoring case, is
	// confusable with it ([accounts.Skeleton]), or has the same letters ([accounts.Letters]).
	AddPerson(ctx context.Context, p Person) error
	// Person returns the person with an ID, or ErrNotFound.
	Person(ctx context.Context, id string) (Person, error)
	// PersonNamed returns the person with an account who logs in by a name, ignoring
	// case, or ErrNotFound.
	PersonNamed(ctx context.Context, name string) (Person, error)
	// AccountLike returns the person with an account whose name equals a name, is
	// confusable with it, or has the same letters, in this order of precedence, or
	// ErrNotFound.
	AccountLike(ctx context.Context, name string) (Person, error)
	// SimilarNames returns groups of at least two people with accounts whose names have the
	// same letters, because earlier versions did not compare them: at most atMost groups,
	// and in each the oldest account first.
	SimilarNames(ctx context.Context, atMost int) ([][]Person, error)

	// RenameGuest changes the name of a guest; ErrNotFound if there is no guest with
	// the ID.
	RenameGuest(ctx context.Context, id, name string) error
	// ChangeName changes the name of a person with an account. It returns ErrTaken as
	// AddPerson, and ErrConflict if the person has no account or the current epoch is
	// not the given one.
	ChangeName(ctx context.Context, id string, epoch int64, name string) error
	// RenamedPeople returns people whose name was changed because it was confusable
	// with that of an older account, and who still have the old name at tables.
	RenamedPeople(ctx context.Context) ([]Person, error)
	// MarkRenamedAtTables removes a person from RenamedPeople.
	MarkRenamedAtTables(ctx context.Context, id string) error

	// Join creates an account of somebody who registers: of a new person, as AddPerson
	// does, or of a guest, whose sessions end as EndSessions does. Everything is stored
	// together or not at all. It returns ErrTaken as AddPerson, ErrConflict if the guest
	// has an account or another epoch, ErrPasskeyTaken if the passkey is stored, and
	// ErrNotFound if there is no such invitation or it has expired.
	Join(ctx context.Context, j Joining) error
	// SetPassword stores a new password hash, ends all sessions as EndSessions does,
	// and deletes all tokens.
	SetPassword(ctx context.Context, id string, epoch int64, password string) error
	// MakeBot marks a person as a bot, for good. It returns ErrConflict if the person
	// has no account or the current epoch is not the given one.
	MakeBot(ctx context.Context, id string, epoch int64) error
	// SetHidden stores whether a person hides when they are online. It returns
	// ErrNotFound if there is no such person with an account.
	SetHidden(ctx context.Context, id string, hidden bool) error
	// SetArms stores the coat of arms of a person. It returns ErrNotFound if there is no
	// such person with an account.
	SetArms(ctx context.Context, id, arms string) error
	// SetMotto stores the motto of a person. It returns ErrNotFound as SetArms.
	SetMotto(ctx context.Context, id, motto string) error
	// HiddenOf returns those of some people who hide when they are online.
	HiddenOf(ctx context.Context, people []string) (map[string]bool, error)
	// EndSessions ends all sessions of a person by incrementing the epoch, and deletes
	// those of AddSession. It returns ErrConflict if the current epoch is not the given
	// one.
	EndSessions(ctx context.Context, id string, epoch int64) error

	// Preferences returns the preferences of a person, the zero value if none are
	// stored, or ErrNotFound if there is no such person.
	Preferences(ctx context.Context, id string) (Preferences, error)
	// PutPreferences replaces the preferences of a person, unless the stored ones were
	// changed later. It returns ErrNotFound if there is no such person with an account.
	PutPreferences(ctx context.Context, id string, p Preferences) error

	// BeginDeletion begins the deletion of a person: it ends all sessions as
	// EndSessions does, and deletes the password, recovery codes, tokens and passkeys,
	// so that nobody can act or log in as the person. The person leaves all clubs: one's own
	// passes to the longest-serving officer, else member, or is closed. Person.DeletedAs becomes as, which must not be
	// "". The name stays taken until DeletePerson. It also adds an entry to the audit
	// log, unless that is nil.
	BeginDeletion(ctx context.Context, id string, epoch int64, as string, e *Entry) error
	// UnfinishedDeletions returns the people for whom BeginDeletion was called and
	// DeletePerson was not.
	UnfinishedDeletions(ctx context.Context) ([]Person, error)
	// DeletePerson deletes a person with sessions, recovery codes, tokens, passkeys,
	// blocks, follows and progress in the lessons. Reports stay without the reporter. Matches are
	// not changed. It returns ErrConflict if there is no person with that ID in that epoch.
	DeletePerson(ctx context.Context, id string, epoch int64) error
	// ErasePerson replaces a person by another player in all events of matches, and
	// removes the person's chat messages and invitations; ratings go to the other
	// player, and replace those of the same pools. [match.Renamed] must update the
	// views of the matches before.
	ErasePerson(ctx context.Context, person string, as match.Rename) error
}

// Person is a guest or a person with an account.
type Person struct {
	ID   string
	Name string
	// Registered people have accounts; others are guests.
	Registered bool
	// NameDue: the name of the account was changed because it was confusable with
	// that of an older account. The person logs in by the old name and must choose
	// another.
	NameDue bool
	// Password is the hash, "" for a guest or a person who uses only passkeys.
	Password string
	Since    match.Moment
	// Epoch counts how often all sessions of the person were ended. A session is
	// valid only in the epoch in which it began.
	Epoch int64
	// SessionsFrom is the earliest valid start of a session without an epoch; such
	// sessions were stored before there were epochs.
	SessionsFrom match.Moment
	// Role is what the person may do besides playing.
	Role Role
	// PasswordDue: the password was chosen by the server. The person must change it
	// before anything else.
	PasswordDue bool
	Sanctions
	// Bot: a program plays for the account. It plays casual games only.
	Bot bool
	// Hidden: nobody sees whether the person is online.
	Hidden bool
	// Arms is the coat of arms that the person has chosen, "" for none; see
	// [accounts.ValidArms].
	Arms string
	// Motto is a line of the person's about themselves, "" for none.
	Motto string
	// DeletedAs is the ID that replaces the person's in matches, "" unless the
	// person is being deleted.
	DeletedAs string
}

// Joining is an account that is created.
type Joining struct {
	// Person has the name and the password hash of the account. For a guest, ID and
	// Epoch are the guest's, and other fields do not matter.
	Person Person
	Guest  bool
	// Passkey is the first passkey of the account, nil for none.
	Passkey *Passkey
	// Invitation is the hash of the invitation that is used up, "" for none; Used is
	// its entry of the audit log.
	Invitation string
	Used       Entry
}

// Preferences are the choices of a person about the page, such as the theme of the
// board. The server does not interpret them.
type Preferences struct {
	// Choices is a JSON object, or "" if none is stored.
	Choices string
	// Changed is when the person changed a choice last.
	Changed match.Moment
}

// Account reports whether the person has an account.
func (p Person) Account() bool { return p.Registered }
