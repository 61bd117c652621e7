package admin

import (
	"context"
	"crypto/rand"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// maxAnnouncement is the length of an announcement in one language, in characters.
const maxAnnouncement = 500

// SiteChange changes the settings of the site that are present.
type SiteChange struct {
	Registration  *store.Registration `json:"registration,omitempty" enum:"open,invitation,closed" doc:"who may create an account"`
	Guests        *bool               `json:"guests,omitempty" doc:"whether people without an account may play"`
	StaffPasskeys *bool               `json:"staffPasskeys,omitempty" doc:"whether moderators and administrators must use a passkey; only somebody who has just used one can turn this on"`
	Computers     *bool               `json:"computers,omitempty" doc:"whether computer opponents offer games in the lobby"`
	Announcement  *string             `json:"announcement,omitempty" maxLength:"2000" doc:"a text for all pages; an empty one ends the announcement in both languages"`
	German        string              `json:"german,omitempty" maxLength:"2000" doc:"the announcement in German; if empty, pages in German show the text for all pages"`
	Minutes       int                 `json:"minutes,omitempty" minimum:"0" maximum:"525600" doc:"after how many minutes the announcement ends; 0 for never"`
}

// NewInvitation is a new invitation with its link.
type NewInvitation struct {
	store.Invitation
	Link string `json:"link" doc:"what follows # in the address; it is not sent again"`
	URL  string `json:"url" doc:"the address; without a host if the server has no public URL"`
}

func (a *API) registerSite(routes huma.API) {
	type changeRequest struct{ Body SiteChange }
	core.Register(routes, core.Change.For(store.Administrator), huma.Operation{OperationID: "changeSite", Method: http.MethodPut, Path: "/api/admin/site", Summary: "Change who may play and register, whether computers offer games, or the announcement for all pages; GET /api/site returns them", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *changeRequest) (*struct{}, error) {
			return nil, a.ProblemOf(a.changeSite(ctx, in.Body))
		})
	type settingsResponse struct {
		Body struct {
			Registration  store.Registration `json:"registration" enum:"open,invitation,closed"`
			Guests        bool               `json:"guests"`
			StaffPasskeys bool               `json:"staffPasskeys" doc:"whether moderators and administrators must use a passkey"`
			Computers     bool               `json:"computers" doc:"whether computer opponents offer games in the lobby"`
			Announcement  string             `json:"announcement,omitempty"`
			German        string             `json:"german,omitempty" doc:"the announcement in German; missing if pages in German show the other text"`
			Until         match.Moment       `json:"until,omitempty" doc:"when the announcement ends; missing for never"`
		}
	}
	core.Register(routes, core.Read.For(store.Administrator), huma.Operation{OperationID: "getSiteSettings", Method: http.MethodGet, Path: "/api/admin/site", Summary: "The settings of the site"},
		func(ctx context.Context, _ *struct{}) (*settingsResponse, error) {
			s, err := a.SiteSettings(ctx)
			out := &settingsResponse{}
			out.Body.Registration, out.Body.Guests = s.Registration, !s.NoGuests
			out.Body.StaffPasskeys, out.Body.Computers = s.StaffPasskeys, !s.NoComputers
			out.Body.Announcement, out.Body.German, out.Body.Until = s.Announcement.Text, s.Announcement.German, s.Announcement.Until
			return out, a.ProblemOf(err)
		})
	type invitationsResponse struct {
		Body struct {
			Invitations []store.Invitation `json:"invitations"`
		}
	}
	core.Register(routes, core.Read.For(store.Administrator), huma.Operation{OperationID: "getInvitations", Method: http.MethodGet, Path: "/api/admin/invitations", Summary: "The invitations that were not used and have not expired, the newest first"},
		func(ctx context.Context, _ *struct{}) (*invitationsResponse, error) {
			list, err := a.store.OpenInvitations(ctx, a.Now())
			out := &invitationsResponse{}
			out.Body.Invitations = list
			return out, a.ProblemOf(err)
		})
	type inviteRequest struct {
		Body struct {
			Hours int    `json:"hours" minimum:"1" maximum:"8760" doc:"how long the link is valid"`
			Note  string `json:"note,omitempty" maxLength:"400" doc:"for whom it is, for the administration"`
		}
	}
	type inviteResponse struct{ Body NewInvitation }
	core.Register(routes, core.Create.For(store.Administrator), huma.Operation{OperationID: "createInvitation", Method: http.MethodPost, Path: "/api/admin/invitations", Summary: "Create a link with which one person can create an account"},
		func(ctx context.Context, in *inviteRequest) (*inviteResponse, error) {
			i, err := a.invite(ctx, in.Body.Hours, in.Body.Note)
			return &inviteResponse{i}, a.ProblemOf(err)
		})
	core.Register(routes, core.Change.For(store.Administrator), huma.Operation{OperationID: "revokeInvitation", Method: http.MethodDelete, Path: "/api/admin/invitations/{invitation}", Summary: "Revoke an invitation", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *struct {
			Invitation string `path:"invitation" maxLength:"64"`
		}) (*struct{}, error) {
			by := core.ActorIn(ctx)
			return nil, a.ProblemOf(a.store.RevokeInvitation(ctx, in.Invitation, a.NewEntry(by, "revoke-invitation", store.Person{}, "invitation", in.Invitation)))
		})
}

func (a *API) changeSite(ctx context.Context, c SiteChange) error {
	by := core.ActorIn(ctx)
	change := store.SiteChange{Registration: c.Registration}
	var details []string
	if c.Registration != nil {
		details = append(details, "registration", string(*c.Registration))
	}
	if c.Guests != nil {
		noGuests := !*c.Guests
		change.NoGuests = &noGuests
		details = append(details, "guests", map[bool]string{true: "on", false: "off"}[*c.Guests])
	}
	if c.Computers != nil {
		noComputers := !*c.Computers
		change.NoComputers = &noComputers
		details = append(details, "computers", map[bool]string{true: "on", false: "off"}[*c.Computers])
	}
	if c.StaffPasskeys != nil {
		// Nobody turns it on who could not turn it off.
		if *c.StaffPasskeys && !by.Operator {
			if err := a.CheckPasskeyProof(ctx); err != nil {
				return err
			}
		}
		change.StaffPasskeys = c.StaffPasskeys
		details = append(details, "staff-passkeys", map[bool]string{true: "on", false: "off"}[*c.StaffPasskeys])
	}
	if c.Announcement != nil {
		text, err := cleanText(*c.Announcement, maxAnnouncement)
		if err != nil {
			return err
		}
		german, err := cleanText(c.German, maxAnnouncement)
		if err != nil {
			return err
		}
		now := a.Now()
		change.Announcement = &store.Announcement{Text: text, German: german, Since: now}
		shown := text
		switch {
		case text == "":
			shown, german = "–", ""
			change.Announcement = &store.Announcement{}
		case c.Minutes > 0:
			change.Announcement.Until = now.After(match.Millis(c.Minutes) * match.Minute)
		}
		details = append(details, "announcement", shown, "announcement-german", german, "until", momentText(change.Announcement.Until))
	}
	if len(details) == 0 {
		return nil
	}
	err := a.store.ChangeSite(ctx, change, a.NewEntry(by, "site", store.Person{}, details...))
	if change.StaffPasskeys != nil {
		a.PersonChanged("") // of all sessions of the staff
	} else {
		a.SiteChanged()
	}
	return err
}

// momentText returns a moment for the audit log, "" for 0.
func momentText(at match.Moment) string {
	if at == 0 {
		return ""
	}
	return time.UnixMilli(int64(at)).UTC().Format(time.RFC3339)
}

func (a *API) invite(ctx context.Context, hours int, note string) (NewInvitation, error) {
	by := core.ActorIn(ctx)
	note, err := cleanText(note, maxNote)
	if err != nil {
		return NewInvitation{}, err
	}
	link, now := rand.Text(), a.Now()
	i := store.Invitation{ID: core.NewID(), By: by.Name, Note: note, Since: now, Until: now.After(match.Millis(hours) * 60 * match.Minute)}
	out := NewInvitation{i, link, a.PublicURL() + a.pagePath() + "join#" + link}
	return out, a.store.AddInvitation(ctx, core.HashInvitation(link), i, a.NewEntry(by, "invite", store.Person{}, "invitation", i.ID, "hours", strconv.Itoa(hours), "note", note))
}

// maxNote is the length of the note of an invitation, in characters.
const maxNote = 100
