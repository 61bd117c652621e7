package admin

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/web/core"

	"tafelrunde/internal/store"
)

// maxReports is the largest number of reports in a response.
const maxReports = 200

func (a *API) registerReports(routes huma.API) {
	type reportsRequest struct {
		All bool `query:"all" doc:"closed reports too"`
	}
	type reportsResponse struct {
		Body struct {
			Reports []store.Report `json:"reports"`
		}
	}
	core.Register(routes, core.Read.For(store.Moderator), huma.Operation{OperationID: "getReports", Method: http.MethodGet, Path: "/api/admin/reports", Summary: "The newest 200 open reports, or all"},
		func(ctx context.Context, in *reportsRequest) (*reportsResponse, error) {
			list, err := a.store.Reports(ctx, in.All)
			out := &reportsResponse{}
			out.Body.Reports = list[:min(len(list), maxReports)]
			return out, a.ProblemOf(err)
		})
	type statusRequest struct {
		Report string `path:"report" maxLength:"64"`
		Body   struct {
			Open bool `json:"open"`
		}
	}
	core.Register(routes, core.Change.For(store.Moderator), huma.Operation{OperationID: "setReport", Method: http.MethodPut, Path: "/api/admin/reports/{report}", Summary: "Close a report or open it again", DefaultStatus: http.StatusNoContent},
		func(ctx context.Context, in *statusRequest) (*struct{}, error) {
			return nil, a.ProblemOf(a.setReport(ctx, in.Report, in.Body.Open))
		})
}

func (a *API) setReport(ctx context.Context, id string, open bool) error {
	by := core.ActorIn(ctx)
	r, err := a.store.Report(ctx, id)
	if err != nil {
		return err
	}
	action, at := "close-report", a.Now()
	if open {
		action, at = "open-report", 0
	}
	if err := a.store.CloseReport(ctx, id, at); err != nil {
		return err
	}
	a.Host.NotificationsChanged(r.By)
	return a.store.AddEntry(ctx, a.NewEntry(by, action, store.Person{ID: r.About, Name: r.AboutName}, "report", r.ID))
}
