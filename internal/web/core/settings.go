package core

import (
	"context"
	"net/http"
	"sync"
	"time"

	"tafelrunde/internal/host"
	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// siteSettings caches the settings that administrators change while the site runs.
type siteSettings struct {
	mu     sync.Mutex
	now    store.SiteSettings
	loaded time.Time
	readAt match.Moment
	known  bool
}

// forget makes the next request read the settings again.
func (s *siteSettings) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loaded = time.Time{}
}

// SiteSettings returns the settings of the site, without an announcement that has
// ended. If the store does not answer, the settings read last count.
func (a *App) SiteSettings(ctx context.Context) (store.SiteSettings, error) {
	c := &a.settings
	c.mu.Lock()
	defer c.mu.Unlock()
	valid := cacheFor
	if !a.Host.ReceivesNotices() {
		valid = time.Second
	}
	if time.Since(c.loaded) > valid || host.Outdated(ctx, c.readAt) {
		readAt := a.Now()
		now, err := a.store.SiteSettings(ctx)
		switch {
		case err == nil:
			c.now, c.loaded, c.readAt, c.known = now, time.Now(), readAt, true
		case !c.known:
			return store.SiteSettings{}, err
		default:
			// One request a second tries again, so that the others do not wait for it.
			c.loaded = time.Now().Add(time.Second - valid)
		}
	}
	settings := c.now
	if end := settings.Announcement.Until; end != 0 && end <= a.Now() {
		settings.Announcement = store.Announcement{}
	}
	return settings, nil
}

// SiteChanged must be called after this process has changed the settings of the site.
func (a *App) SiteChanged() { a.settings.forget() }

// Announcement returns when the announcement of the site was made, 0 for none. Pages
// load an announcement when this changes.
func (a *App) Announcement(ctx context.Context) match.Moment {
	s, err := a.SiteSettings(ctx)
	if err != nil || s.Announcement.Text == "" {
		return 0
	}
	return s.Announcement.Since
}

// noGuests is the problem for people without an account while the site has no guests.
var noGuests = NewProblem(http.StatusForbidden, "no-guests", "this site has no guests: log in to play")

// CheckGuests returns a problem if the site has no guests.
func (a *App) CheckGuests(ctx context.Context) error {
	s, err := a.SiteSettings(ctx)
	if err == nil && s.NoGuests {
		err = noGuests
	}
	return err
}

// BadInvitation is the problem for an invitation that is not valid.
var BadInvitation = NewProblem(http.StatusForbidden, "invitation", "this invitation is not valid: it has been used or revoked, has expired, or is incomplete")

// CheckRegistration returns a problem if a requester with an invitation, "" for none,
// may not create an account.
func (a *App) CheckRegistration(ctx context.Context, invitation string) error {
	s, err := a.SiteSettings(ctx)
	if err != nil {
		return err
	}
	if invitation != "" {
		_, err := a.store.Invitation(ctx, HashInvitation(invitation), a.Now())
		if IsNotFound(err) {
			err = BadInvitation
		}
		return err
	}
	switch s.Registration {
	case store.Open:
		return nil
	case store.ByInvitation:
		return NewProblem(http.StatusForbidden, "invitation-needed", "an account requires an invitation of an administrator")
	}
	return NewProblem(http.StatusForbidden, "registration-closed", "this site accepts no new accounts")
}

// HashInvitation returns the hash under which the link of an invitation is stored.
func HashInvitation(link string) string { return HashToken("invitation " + link) }
