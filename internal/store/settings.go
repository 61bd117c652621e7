package store

import (
	"context"

	"tafelrunde/internal/match"
)

// Registration says who may create an account.
type Registration string

// The kinds of registration.
const (
	// Open registration is for everybody. It is the default.
	Open Registration = "open"
	// ByInvitation requires an invitation of an administrator.
	ByInvitation Registration = "invitation"
	// Closed: only administrators create accounts.
	Closed Registration = "closed"
)

// Site stores the settings of a site that administrators change while it runs, and
// invitations. Each change is stored together with an entry of the audit log, and other
// processes receive a notice with [Notice.Site], except for those of invitations.
type Site interface {
	// SiteSettings returns the settings.
	SiteSettings(ctx context.Context) (SiteSettings, error)
	// ChangeSite changes some settings.
	ChangeSite(ctx context.Context, c SiteChange, e Entry) error

	// AddInvitation stores an invitation by the hash of its link.
	AddInvitation(ctx context.Context, hash string, i Invitation, e Entry) error
	// OpenInvitations returns the invitations that were not used and have not expired, the
	// newest first.
	OpenInvitations(ctx context.Context, now match.Moment) ([]Invitation, error)
	// Invitation returns the invitation with the hash of a link that has not expired,
	// or ErrNotFound.
	Invitation(ctx context.Context, hash string, now match.Moment) (Invitation, error)
	// RevokeInvitation deletes an invitation by its ID, or returns ErrNotFound.
	RevokeInvitation(ctx context.Context, id string, e Entry) error
}

// SiteSettings are the settings that administrators change while a site runs.
type SiteSettings struct {
	Registration Registration
	// NoGuests: nobody plays without an account.
	NoGuests bool
	// StaffPasskeys: people with a role may use it only in sessions in which they have used
	// a passkey.
	StaffPasskeys bool
	// NoComputers: computer opponents offer no games in the lobby.
	NoComputers bool
	// Announcement is shown on all pages.
	Announcement Announcement
}

// Announcement is a text that all pages show.
type Announcement struct {
	// Text is "" for no announcement.
	Text string
	// German is what pages in German show instead of Text, "" for Text.
	German string
	// Since is when it was made.
	Since match.Moment
	// Until is when it ends, 0 for never.
	Until match.Moment
}

// SiteChange changes the settings that are not nil.
type SiteChange struct {
	Registration  *Registration
	NoGuests      *bool
	StaffPasskeys *bool
	NoComputers   *bool
	Announcement  *Announcement
}

// Invitation lets one person create an account.
type Invitation struct {
	ID string `json:"id"`
	// By is the name of the administrator who made it, "" for the command line.
	By    string       `json:"by,omitempty"`
	Note  string       `json:"note,omitempty"`
	Since match.Moment `json:"since"`
	Until match.Moment `json:"until"`
}
