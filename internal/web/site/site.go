// Package site has the routes with which a site describes itself to everybody: who may
// play and register, and the announcement of the administration.
package site

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// API implements the routes of this package.
type API struct{ *core.App }

// Register adds the routes of this package.
func Register(routes huma.API, app *core.App) *API {
	a := &API{app}
	a.registerSite(routes)
	return a
}

// Announcement is a text of the administration for all pages.
type Announcement struct {
	Text string `json:"text"`
	// Since identifies the announcement.
	Since match.Moment `json:"since" doc:"when it was made; beats of streams have it too"`
	Until match.Moment `json:"until,omitempty" doc:"when it ends; missing for never"`
}

// Description describes a site.
type Description struct {
	Registration store.Registration `json:"registration" enum:"open,invitation,closed" doc:"who may create an account: everybody, people with an invitation of an administrator, nobody"`
	Guests       bool               `json:"guests" doc:"whether people without an account may play"`
	Announcement *Announcement      `json:"announcement,omitempty"`
}

func (a *API) registerSite(routes huma.API) {
	type siteResponse struct{ Body Description }
	huma.Register(routes, huma.Operation{OperationID: "getSite", Method: http.MethodGet, Path: "/api/site", Summary: "Who may play and register, and the announcement for all pages"},
		func(ctx context.Context, _ *struct{}) (*siteResponse, error) {
			s, err := a.SiteSettings(ctx)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &siteResponse{Description{Registration: s.Registration, Guests: !s.NoGuests}}
			if s.Announcement.Text != "" {
				out.Body.Announcement = &Announcement{s.Announcement.Text, s.Announcement.Since, s.Announcement.Until}
			}
			return out, nil
		})
}
