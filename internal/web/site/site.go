// Package site has the routes with public information about the site: who may play and
// register, the announcement of the administration, and the texts of the operator.
package site

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
	"tafelrunde/internal/web/documents"
)

// API implements the routes of this package.
type API struct {
	*core.App
	documents *documents.Set
}

// Register adds the routes of this package. texts are those of the operator.
func Register(routes huma.API, app *core.App, texts *documents.Set) *API {
	a := &API{app, texts}
	a.registerSite(routes)
	a.registerDocuments(routes)
	return a
}

// Announcement is a text of the administration for all pages.
type Announcement struct {
	Text   string `json:"text"`
	German string `json:"german,omitempty" doc:"what pages in German show instead of the text; missing if they show the text"`
	// Since identifies the announcement.
	Since match.Moment `json:"since" doc:"when it was made; beats of streams have it too"`
	Until match.Moment `json:"until,omitempty" doc:"when it ends; missing for never"`
}

// Description describes a site.
type Description struct {
	Registration store.Registration `json:"registration" enum:"open,invitation,closed" doc:"who may create an account: everybody, people with an invitation of an administrator, nobody"`
	Guests       bool               `json:"guests" doc:"whether people without an account may play"`
	Announcement *Announcement      `json:"announcement,omitempty"`
	Documents    []string           `json:"documents" doc:"the texts of the operator that exist, of imprint, privacy and terms"`
}

func (a *API) registerSite(routes huma.API) {
	type siteResponse struct{ Body Description }
	core.Register(routes, core.Read, huma.Operation{OperationID: "getSite", Method: http.MethodGet, Path: "/api/site", Summary: "Who may play and register, and the announcement for all pages"},
		func(ctx context.Context, _ *struct{}) (*siteResponse, error) {
			s, err := a.SiteSettings(ctx)
			if err != nil {
				return nil, a.ProblemOf(err)
			}
			out := &siteResponse{Description{Registration: s.Registration, Guests: !s.NoGuests, Documents: a.documents.Names()}}
			if s.Announcement.Text != "" {
				out.Body.Announcement = &Announcement{s.Announcement.Text, s.Announcement.German, s.Announcement.Since, s.Announcement.Until}
			}
			return out, nil
		})
}

// Document is a text of the operator.
type Document struct {
	Title    string `json:"title,omitempty" doc:"the first heading of level 1, which the HTML contains; missing if there is none"`
	HTML     string `json:"html" doc:"rendered from Markdown; HTML in the file is shown as text"`
	Language string `json:"language,omitempty" enum:"en,de" doc:"the language of the text; missing if the file is for all languages"`
}

func (a *API) registerDocuments(routes huma.API) {
	type documentResponse struct{ Body Document }
	core.Register(routes, core.Read, huma.Operation{OperationID: "getDocument", Method: http.MethodGet, Path: "/api/site/documents/{document}", Summary: "The imprint, the privacy notice or the terms of use"},
		func(_ context.Context, in *struct {
			Document string `path:"document" enum:"imprint,privacy,terms"`
			Language string `query:"language" enum:"en,de" default:"en" doc:"the preferred language"`
		}) (*documentResponse, error) {
			d, exists := a.documents.Find(in.Document, in.Language)
			if !exists {
				return nil, a.ProblemOf(store.ErrNotFound)
			}
			return &documentResponse{Document(d)}, nil
		})
}
