package tables

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/web/core"
)

// registerTagged registers a GET operation whose response is a T.
func registerTagged[T any](a *API, routes huma.API, operation huma.Operation, response func(context.Context) (core.TaggedJSON, error)) {
	operation.Method = http.MethodGet
	core.Register(routes, core.Read, core.Tagged[T](routes, operation), func(ctx context.Context, in *core.IfNoneMatch) (*core.TaggedResponse, error) {
		now, err := response(ctx)
		if err != nil {
			return nil, a.ProblemOf(err)
		}
		return now.Answer(*in), nil
	})
}
