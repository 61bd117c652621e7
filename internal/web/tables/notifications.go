package tables

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

const (
	// notificationsShown is how many challenges and how many other notifications the list has.
	notificationsShown = 50
	// openedShown is how many tables of people whom the person follows it has.
	openedShown = 20
)

// NotificationList are the newest 50 challenges, the newest 20 tables of followed people and the
// newest 50 other notifications of a person, the newest first.
type NotificationList struct {
	Notifications []store.Notification `json:"notifications"`
	// Tables are the matches that they are about.
	Tables []TableView `json:"tables" doc:"the matches that they are about"`
	Clubs  []ClubName  `json:"clubs" doc:"the clubs that they are about"`
	// Tournaments are the tournaments that they are about.
	Tournaments []store.TournamentSummary `json:"tournaments" doc:"the tournaments that they are about"`
}

// ClubName is the name of a club.
type ClubName struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func (a *API) registerNotifications(routes huma.API) {
	type listResponse struct{ Body NotificationList }
	core.Register(routes, core.Read, huma.Operation{OperationID: "getNotifications", Method: http.MethodGet, Path: "/api/me/notifications", Summary: "The newest 50 challenges, 20 tables of followed people and 50 other notifications of the requester"},
		func(ctx context.Context, _ *struct{}) (*listResponse, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			list, err := a.notifications(ctx, p.ID)
			return &listResponse{list}, a.ProblemOf(err)
		})
	type readRequest struct {
		Body struct {
			Match string       `json:"match,omitempty" maxLength:"64" doc:"only those about this match; missing for all"`
			Until match.Moment `json:"until,omitempty" minimum:"0" doc:"only those that are not later; missing for all"`
		}
	}
	core.Register(routes, core.Change, huma.Operation{OperationID: "readNotifications", Method: http.MethodPost, Path: "/api/me/notifications/read", Summary: "Mark notifications of the requester as read", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *readRequest) (*struct{}, error) {
			p, err := core.RequirePerson(ctx)
			if err != nil {
				return nil, err
			}
			changed, err := a.store.ReadNotifications(ctx, p.ID, in.Body.Match, cmp.Or(in.Body.Until, a.Now()))
			if changed {
				a.Host.NotificationsChanged(p.ID)
			}
			return nil, a.ProblemOf(err)
		})
}

// newestNotifications returns the notifications of a [NotificationList].
func (a *API) newestNotifications(ctx context.Context, person string) ([]store.Notification, error) {
	all, err := a.store.NotificationsOf(ctx, person, store.MaxNotifications)
	list := []store.Notification{}
	challenges, tables, others := 0, 0, 0
	for _, n := range all {
		count, most := &others, notificationsShown
		switch n.Kind {
		case store.Challenge:
			count = &challenges
		case store.TableOpened:
			count, most = &tables, openedShown
		}
		if *count++; *count <= most {
			list = append(list, n)
		}
	}
	return list, err
}

func (a *API) notifications(ctx context.Context, person string) (list NotificationList, err error) {
	if list.Notifications, err = a.newestNotifications(ctx, person); err != nil {
		return list, err
	}
	var ids, clubs, tournaments []string
	for _, n := range list.Notifications {
		switch {
		case n.Kind.AboutTournament():
			tournaments = append(tournaments, n.Match)
		case !slices.Contains(store.ClubKinds, n.Kind):
			ids = append(ids, n.Match)
		case !slices.Contains(clubs, n.Match):
			clubs = append(clubs, n.Match)
		}
	}
	names, err := a.store.ClubNames(ctx, clubs)
	if err != nil {
		return list, err
	}
	list.Clubs = []ClubName{}
	for _, id := range clubs {
		list.Clubs = append(list.Clubs, ClubName{id, names[id]})
	}
	if list.Tournaments, err = a.store.TournamentSummaries(ctx, tournaments); err != nil {
		return list, err
	}
	summaries, err := a.store.Summaries(ctx, ids)
	if err != nil {
		return list, err
	}
	views, err := a.tableViews(ctx, summaries)
	if err != nil {
		return list, err
	}
	list.Tables = views[0]
	return list, nil
}
