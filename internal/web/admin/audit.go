package admin

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/web/core"

	"tafelrunde/internal/store"
)

// auditSize is the largest number of entries in a response.
const auditSize = 50

func (a *API) registerAudit(routes huma.API) {
	type auditRequest struct {
		About string `query:"about" maxLength:"64" doc:"only entries about the person with this ID"`
		Skip  int    `query:"skip" minimum:"0" maximum:"1000000"`
	}
	type auditResponse struct {
		Body struct {
			Entries []store.Entry `json:"entries"`
			More    bool          `json:"more"`
		}
	}
	core.Register(routes, core.Read.For(store.Moderator), huma.Operation{OperationID: "getAudit", Method: http.MethodGet, Path: "/api/admin/audit", Summary: "The audit log, the newest entries first"},
		func(ctx context.Context, in *auditRequest) (*auditResponse, error) {
			list, err := a.store.Entries(ctx, in.About, in.Skip, auditSize+1)
			out := &auditResponse{}
			out.Body.More = len(list) > auditSize
			out.Body.Entries = list[:min(len(list), auditSize)]
			return out, a.ProblemOf(err)
		})
}
