package core

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// TaggedJSON is a response for many clients: its JSON, encoded once, and the entity tag of that.
type TaggedJSON struct {
	Body []byte
	Tag  string
}

// NewTaggedJSON encodes a value.
func NewTaggedJSON(value any) (TaggedJSON, error) {
	body, err := json.Marshal(value)
	sum := sha256.Sum256(body)
	return TaggedJSON{body, `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}, err
}

// IfNoneMatch is the header of a request for a [TaggedJSON] that the client may have.
type IfNoneMatch struct {
	Tag string `header:"If-None-Match" maxLength:"200"`
}

// TaggedResponse is the response with a [TaggedJSON].
type TaggedResponse struct {
	Status       int
	ETag         string `header:"ETag"`
	CacheControl string `header:"Cache-Control"`
	ContentType  string `header:"Content-Type"`
	Body         []byte
}

// Answer returns the response to a client: status 304 without a body if it has the value already.
func (t TaggedJSON) Answer(has IfNoneMatch) *TaggedResponse {
	if has.Tag == t.Tag {
		return &TaggedResponse{Status: http.StatusNotModified, ETag: t.Tag, CacheControl: "no-cache"}
	}
	return &TaggedResponse{Status: http.StatusOK, ETag: t.Tag, CacheControl: "no-cache", ContentType: "application/json", Body: t.Body}
}

// Tagged returns an operation with the responses of a [TaggedJSON] of a T.
func Tagged[T any](routes huma.API, operation huma.Operation) huma.Operation {
	schema := routes.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[T](), true, "")
	operation.Responses = map[string]*huma.Response{
		"200": {Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}},
		"304": {Description: "Not modified since the response with the tag in If-None-Match"},
	}
	return operation
}
