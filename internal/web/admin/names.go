package admin

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
	"tafelrunde/internal/web/core"
)

// SimilarName is an account whose name differs from that of another only in punctuation and
// spaces.
type SimilarName struct {
	ID    string       `json:"id"`
	Name  string       `json:"name"`
	Since match.Moment `json:"since"`
}

// maxSimilar is the largest number of groups of similar names in a response.
const maxSimilar = 500

func (a *API) registerNames(routes huma.API) {
	type namesResponse struct {
		Body struct {
			Groups [][]SimilarName `json:"groups" nullable:"false" doc:"at most 500; in each, the oldest account first"`
		}
	}
	core.Register(routes, core.Read.For(store.Moderator), huma.Operation{OperationID: "getSimilarNames", Method: http.MethodGet, Path: "/api/admin/names", Summary: "Accounts from earlier versions whose names differ only in punctuation and spaces"},
		func(ctx context.Context, _ *struct{}) (*namesResponse, error) {
			out := &namesResponse{}
			out.Body.Groups = [][]SimilarName{}
			groups, err := a.store.SimilarNames(ctx, maxSimilar)
			for _, people := range groups {
				var group []SimilarName
				for _, p := range people {
					group = append(group, SimilarName{p.ID, p.Name, p.Since})
				}
				out.Body.Groups = append(out.Body.Groups, group)
			}
			return out, a.ProblemOf(err)
		})
}

// logSimilar is how many groups of similar names the log shows.
const logSimilar = 20

// logSimilarNames writes the IDs of accounts whose names earlier versions did not compare to
// the log, which has no names.
func (a *API) logSimilarNames(ctx context.Context) {
	groups, err := a.store.SimilarNames(ctx, logSimilar)
	if err != nil || len(groups) == 0 {
		return // the command says why
	}
	var list []string
	for _, people := range groups {
		var group []string
		for _, p := range people {
			group = append(group, "#"+p.ID)
		}
		list = append(list, strings.Join(group, " = "))
	}
	a.Log.Info("accounts have names that differ only in punctuation and spaces; tafelrunde admin names lists them", "accounts", list)
}
