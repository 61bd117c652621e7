package tables

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/web/core"
)

// taggedJSON is a response for many clients: its JSON and the entity tag of that.
type taggedJSON struct {
	body []byte
	tag  string
}

func newTaggedJSON(value any) (taggedJSON, error) {
	body, err := json.Marshal(value)
	sum := sha256.Sum256(body)
	return taggedJSON{body, `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}, err
}

// registerTagged registers a GET operation whose response is a T. A client that names the tag of
// the response gets status 304 without a body.
func registerTagged[T any](a *API, routes huma.API, operation huma.Operation, response func(context.Context) (taggedJSON, error)) {
	type request struct {
		IfNoneMatch string `header:"If-None-Match" maxLength:"200"`
	}
	type answer struct {
		Status       int
		ETag         string `header:"ETag"`
		CacheControl string `header:"Cache-Control"`
		ContentType  string `header:"Content-Type"`
		Body         []byte
	}
	schema := routes.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[T](), true, "")
	operation.Method = http.MethodGet
	operation.Responses = map[string]*huma.Response{
		"200": {Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}},
		"304": {Description: "Not modified since the response with the tag in If-None-Match"},
	}
	core.Register(routes, core.Read, operation, func(ctx context.Context, in *request) (*answer, error) {
		now, err := response(ctx)
		if err != nil {
			return nil, a.ProblemOf(err)
		}
		out := &answer{Status: http.StatusOK, ETag: now.tag, CacheControl: "no-cache", ContentType: "application/json", Body: now.body}
		if in.IfNoneMatch == now.tag {
			out.Status, out.ContentType, out.Body = http.StatusNotModified, "", nil
		}
		return out, nil
	})
}
