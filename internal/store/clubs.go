package store

import (
	"context"

	"tafelrunde/internal/match"
)

// ClubRole is what a member may do in a club. There is exactly one owner.
type ClubRole string

// The roles in a club.
const (
	ClubMember  ClubRole = "member"
	ClubOfficer ClubRole = "officer"
	ClubOwner   ClubRole = "owner"
)

// Leads reports whether the role is that of the owner or of an officer.
func (r ClubRole) Leads() bool { return r == ClubOwner || r == ClubOfficer }

// ClubState says who sees a club.
type ClubState string

// The states of a club.
const (
	// ClubOpen: everybody sees the club.
	ClubOpen ClubState = "open"
	// ClubClosed: its owner has closed it for good. Only the name is left, which others can take.
	ClubClosed ClubState = "closed"
	// ClubRemoved: a moderator has closed it, and can open it again. Nothing in it changes
	// meanwhile, except that members leave.
	ClubRemoved ClubState = "removed"
)

// ClubEntry says how people join a club.
type ClubEntry string

// The ways to join a club.
const (
	FreeEntry      ClubEntry = "free"
	EntryByRequest ClubEntry = "request"
)

// ClubPosting says who writes notices. All members reply.
type ClubPosting string

// Those who write notices.
const (
	MembersPost  ClubPosting = "members"
	OfficersPost ClubPosting = "officers"
)

// ClubEntries and ClubPostings are all choices of a club.
var (
	ClubEntries  = []ClubEntry{FreeEntry, EntryByRequest}
	ClubPostings = []ClubPosting{MembersPost, OfficersPost}
	ClubRoles    = []ClubRole{ClubMember, ClubOfficer, ClubOwner}
	ClubStates   = []ClubState{ClubOpen, ClubClosed, ClubRemoved}
)

const (
	// RefusedFor is how long a person whose request was refused, or who was removed from a
	// club, cannot ask to join it.
	RefusedFor = 7 * match.Day
	// ClubNoticePause is how long after a notice that was notified of others of the club are not.
	ClubNoticePause = match.Day
	// ChallengePause is how long after a challenge a club does not challenge the same club again.
	ChallengePause = match.Day
)

// Clubs stores clubs of people with accounts: members, requests to join, and a board of notices
// with replies. Except as noted, changes return ErrNotFound if the club is not open.
//
// Changes that add notifications return the IDs of the people who have been notified.
type Clubs interface {
	// AddClub stores an open club with version 1, whose only member is the owner. It returns
	// ErrNotFound if the owner has no account, ErrTooMany if a limit is exceeded, and ErrTaken
	// if there is a club with the ID, or one with a name of the same letters that is not closed.
	AddClub(ctx context.Context, c Club, owner string, limits ClubLimits) error
	// Club returns a club in any state, or ErrNotFound.
	Club(ctx context.Context, id string) (Club, error)
	// OpenClubs returns the open clubs whose names contain a text in small letters, those with
	// the most members first, after the first skip of them, without their texts.
	OpenClubs(ctx context.Context, text string, skip, limit int) ([]Club, error)
	// ClubNames returns the names of some clubs, by ID.
	ClubNames(ctx context.Context, ids []string) (map[string]string, error)
	// ChangeClub sets name, line, text, entry and posting of the version c.Version. It returns
	// ErrConflict if the club has another version, and ErrTaken as AddClub.
	ChangeClub(ctx context.Context, c Club) error
	// CloseClub closes an open club for good and deletes what is in it. It returns ErrConflict
	// if the person is not the owner.
	CloseClub(ctx context.Context, id, owner string) error
	// ModerateClub removes an open club, or opens a removed one again. With clear, it deletes
	// line and text instead. It returns ErrNotFound if the club is in another state.
	ModerateClub(ctx context.Context, id string, to ClubState, clear bool, e Entry) error

	// Memberships returns the clubs of a person that are not closed, by name, without their texts.
	Memberships(ctx context.Context, person string) ([]Membership, error)
	// Membership returns that of a person in a club, or ErrNotFound.
	Membership(ctx context.Context, club, person string) (Member, error)
	// ClubMembers returns the members of a club, the highest role first and then those who
	// joined first, after the first skip of them.
	ClubMembers(ctx context.Context, club string, skip, limit int) ([]Member, error)
	// JoinClub makes a person a member, or stores a request for the officers: if entry is by
	// request, or if the person was removed. It reports which. It changes nothing for members
	// and for people whose request waits. It returns ErrConflict until RefusedFor has passed
	// after a refusal or removal, ErrTooMany if a limit is exceeded, and ErrNotFound also for
	// people without an account.
	JoinClub(ctx context.Context, r ClubRequest, limits ClubLimits) (member bool, notified []string, err error)
	// ClubRequests returns the requests to join a club, the oldest first.
	ClubRequests(ctx context.Context, club string) ([]ClubRequest, error)
	// RequestsBy returns the requests of a person that wait.
	RequestsBy(ctx context.Context, person string) ([]ClubRequest, error)
	// RefusalsOf returns the clubs that have refused or removed a person, the latest first.
	RefusalsOf(ctx context.Context, person string) ([]ClubRefusal, error)
	// AnswerRequest makes a person whose request waits a member, or refuses it. It returns
	// ErrNotFound if there is no such request, and ErrTooMany if a limit is exceeded.
	AnswerRequest(ctx context.Context, club, person string, accept bool, at match.Moment, limits ClubLimits) (notified []string, err error)
	// LeaveClub ends a membership or withdraws a request, also if the club is removed. It
	// returns ErrConflict for the owner.
	LeaveClub(ctx context.Context, club, person string) error
	// RemoveMember ends the membership of a person whose role is at most the given one. It
	// returns ErrConflict if there is none.
	RemoveMember(ctx context.Context, club, person string, atMost ClubRole, at match.Moment) error
	// SetClubRole makes a member an officer or an officer a member. It returns ErrConflict for
	// the owner and for people who are no members.
	SetClubRole(ctx context.Context, club, person string, role ClubRole, at match.Moment) error
	// PassClub makes a member the owner, and the owner an officer. It returns ErrConflict if one
	// of them is not, and ErrTooMany if the member owns as many clubs as the limits permit.
	PassClub(ctx context.Context, club, from, to string, at match.Moment, limits ClubLimits) (notified []string, err error)
	// MuteClub sets whether a member is not notified of notices. It returns ErrNotFound if the
	// person is no member.
	MuteClub(ctx context.Context, club, person string, muted bool) error

	// AddClubNotice stores a notice, or a reply if n.Parent is not "". The oldest notices beyond
	// the limit are deleted. It returns ErrConflict if the person is no member with the needed
	// role, ErrNotFound also without the parent, ErrTooMany if the limit of replies is exceeded,
	// and ErrTaken if there is a notice with the ID.
	AddClubNotice(ctx context.Context, n ClubNotice, least ClubRole, limits ClubLimits) (notified []string, err error)
	// AddTournamentNotice stores a notice in the chat of a tournament, whose ID is n.Club; the methods
	// below have it as that of a club. The oldest notices beyond the limit are deleted. It returns
	// ErrNotFound if there is no such tournament, or no such person with an account, and ErrTaken
	// as AddClubNotice.
	AddTournamentNotice(ctx context.Context, n ClubNotice, limits ClubLimits) error
	// ClubNotices returns the notices of a club without replies, the newest first, after the
	// first skip of them.
	ClubNotices(ctx context.Context, club string, skip, limit int) ([]ClubNotice, error)
	// ClubReplies returns the last replies to a notice, the oldest first.
	ClubReplies(ctx context.Context, club, notice string, limit int) ([]ClubNotice, error)
	// ClubNotice returns a notice or reply, or ErrNotFound.
	ClubNotice(ctx context.Context, club, id string) (ClubNotice, error)
	// DeleteClubNotice deletes a notice with its replies, or a reply, in a club in any state.
	// It adds an entry to the audit log, unless that is nil.
	DeleteClubNotice(ctx context.Context, club, id string, e *Entry) error
	// ClubNoticesBy returns the notices and replies of a person, the newest first.
	ClubNoticesBy(ctx context.Context, person string) ([]ClubNotice, error)
}

// ClubLimits bound what is stored.
type ClubLimits struct {
	// Owned clubs of a person, and Memberships with requests.
	Owned, Memberships int
	// Members, Requests and Notices of a club, and Replies to a notice.
	Members, Requests, Notices, Replies int
}

// ClubRefusal is the refusal of a request, or the removal of a member.
type ClubRefusal struct {
	Club string       `json:"club"`
	Name string       `json:"name" doc:"of the club"`
	At   match.Moment `json:"at"`
}

// Club is a club.
type Club struct {
	ID, Name string
	// Line is a line about the club, and Text its page in Markdown.
	Line, Text string
	Entry      ClubEntry
	Posting    ClubPosting
	State      ClubState
	CreatedAt  match.Moment
	// Members is the number of members; the store ignores it in changes.
	Members int
	// Version changes with each change of ChangeClub.
	Version int
}

// Member is a member of a club.
type Member struct {
	Person, Name, Arms string
	Role               ClubRole
	Since              match.Moment
	// Muted members are not notified of notices.
	Muted bool
}

// Membership is that of a person in a club.
type Membership struct {
	Club Club
	Role ClubRole
	// Since is when the person joined.
	Since match.Moment
	Muted bool
}

// ClubRequest is a request to join a club.
type ClubRequest struct {
	Club, Person string
	// Name and Arms are those of the person, and ClubName that of the club. The store ignores
	// them in changes.
	Name, Arms, ClubName string
	Text                 string
	At                   match.Moment
}

// ClubNotice is a notice of a club or tournament, or a reply to one.
type ClubNotice struct {
	// Club is the ID of the club or tournament.
	Club, ID string
	// Parent is the ID of the notice to which this is a reply, "" for none.
	Parent string
	// Person is the author, "" after the deletion of the account; then a notice with replies
	// is left without its text. The store ignores Name and Arms in changes.
	Person, Name, Arms string
	At                 match.Moment
	// Text is Markdown.
	Text string
	// Replies is their number.
	Replies int
}
