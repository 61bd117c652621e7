package people

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// maxSettings is the largest length of settings as JSON, in bytes.
const maxSettings = 4096

// PageSettings are the settings of the page that are kept with an account. The
// server does not interpret them; the page ignores unknown fields and values.
type PageSettings struct {
	Settings map[string]any `json:"settings" doc:"at most 4096 bytes as JSON"`
	Changed  match.Moment   `json:"changed" minimum:"0" doc:"when the person changed a setting last; 0 if none is stored"`
}

type settingsResponse struct{ Body PageSettings }

func (a *API) registerSettings(routes huma.API) {
	core.Register(routes, core.Read, huma.Operation{OperationID: "getSettings", Method: http.MethodGet, Path: "/api/me/settings", Summary: "The settings of the page that are kept with the account"},
		func(ctx context.Context, _ *struct{}) (*settingsResponse, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			return a.settings(ctx, p.ID)
		})
	core.Register(routes, core.Change, huma.Operation{OperationID: "putSettings", Method: http.MethodPut, Path: "/api/me/settings", Summary: "Replace the settings of the page, unless others were changed later; returns those that are stored then"},
		func(ctx context.Context, in *struct{ Body PageSettings }) (*settingsResponse, error) {
			p, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			text, err := json.Marshal(in.Body.Settings)
			if err != nil || in.Body.Settings == nil || len(text) > maxSettings {
				return nil, core.NewProblem(http.StatusUnprocessableEntity, "settings", "settings are an object of at most 4096 bytes")
			}
			// A clock that is fast must not prevent later changes.
			changed := min(in.Body.Changed, a.Now())
			if err := a.store.PutPreferences(ctx, p.ID, store.Preferences{Choices: string(text), Changed: changed}); err != nil {
				if core.IsNotFound(err) { // deleted meanwhile
					err = core.NoSession
				}
				return nil, a.ProblemOf(err)
			}
			return a.settings(ctx, p.ID)
		})
}

// OnlineStatus is whether others see that a person is online.
type OnlineStatus struct {
	Hidden bool `json:"hidden" doc:"the person is not among those who are online, and the profile does not show it. Players of the same match see who is present"`
}

type onlineStatusResponse struct{ Body OnlineStatus }

func (a *API) registerOnlineStatus(routes huma.API) {
	core.Register(routes, core.Read, huma.Operation{OperationID: "getOnlineStatus", Method: http.MethodGet, Path: "/api/me/online-status", Summary: "Whether others see that the requester is online"},
		func(ctx context.Context, _ *struct{}) (*onlineStatusResponse, error) {
			me, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			p, err := a.store.Person(ctx, me.ID)
			if core.IsNotFound(err) {
				err = core.NoSession
			}
			return &onlineStatusResponse{OnlineStatus{p.Hidden}}, a.ProblemOf(err)
		})
	core.Register(routes, core.Change, huma.Operation{OperationID: "putOnlineStatus", Method: http.MethodPut, Path: "/api/me/online-status", Summary: "Choose whether others see that the requester is online"},
		func(ctx context.Context, in *struct{ Body OnlineStatus }) (*onlineStatusResponse, error) {
			me, err := core.RequireMember(ctx)
			if err != nil {
				return nil, err
			}
			err = a.store.SetHidden(ctx, me.ID, in.Body.Hidden)
			if core.IsNotFound(err) { // deleted meanwhile
				err = core.NoSession
			}
			return &onlineStatusResponse{in.Body}, a.ProblemOf(err)
		})
}

func (a *API) settings(ctx context.Context, person string) (*settingsResponse, error) {
	settings, err := a.pageSettings(ctx, person)
	if core.IsNotFound(err) {
		err = core.NoSession
	}
	return &settingsResponse{settings}, a.ProblemOf(err)
}

func (a *API) pageSettings(ctx context.Context, person string) (PageSettings, error) {
	stored, err := a.store.Preferences(ctx, person)
	settings := PageSettings{Settings: map[string]any{}, Changed: stored.Changed}
	if err == nil && stored.Choices != "" {
		err = json.Unmarshal([]byte(stored.Choices), &settings.Settings)
	}
	return settings, err
}
