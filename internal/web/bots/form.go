package bots

import (
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/web/core"
)

const (
	formType = "application/x-www-form-urlencoded"
	jsonType = "application/json"
)

// Form is the body of a request: a form, as lichess describes it, or a JSON object,
// as many of its clients send it.
type Form struct {
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"application/x-www-form-urlencoded"`
}

// fields are the fields of a form. Those of JSON objects inside others have names
// with a dot, such as "clock.limit".
type fields map[string]string

func invalid(format string, args ...any) *core.Problem {
	return core.NewProblem(http.StatusBadRequest, "request", fmt.Sprintf(format, args...))
}

// fields parses the body. Without a body there are no fields.
func (f *Form) fields() (fields, error) {
	kind := formType
	if f.ContentType != "" {
		var err error
		if kind, _, err = mime.ParseMediaType(f.ContentType); err != nil {
			return nil, invalid("the content type %q is invalid", f.ContentType)
		}
	}
	all := make(fields)
	switch {
	case len(strings.TrimSpace(string(f.RawBody))) == 0:
	case kind == jsonType:
		var object map[string]any
		if err := json.Unmarshal(f.RawBody, &object); err != nil {
			return nil, invalid("the body is not a JSON object: %s", err.Error())
		}
		if err := all.add("", object); err != nil {
			return nil, err
		}
	case kind == formType:
		values, err := url.ParseQuery(string(f.RawBody))
		if err != nil {
			return nil, invalid("the body is not a form: %s", err.Error())
		}
		for name, list := range values {
			all[name] = list[0]
		}
	default:
		return nil, core.NewProblem(http.StatusUnsupportedMediaType, "request", "the body must be a form or a JSON object, not "+kind)
	}
	return all, nil
}

// add adds the fields of a JSON object. Fields that are null are missing.
func (all fields) add(prefix string, object map[string]any) error {
	for name, value := range object {
		name = prefix + name
		switch v := value.(type) {
		case nil:
		case string:
			all[name] = v
		case bool:
			all[name] = strconv.FormatBool(v)
		case float64:
			all[name] = strconv.FormatFloat(v, 'f', -1, 64)
		case map[string]any:
			if err := all.add(name+".", v); err != nil {
				return err
			}
		default:
			return invalid("the field %s must be a text, number or boolean", name)
		}
	}
	return nil
}

// flag returns a field as a boolean; false if it is missing or empty.
func (all fields) flag(name string) (bool, error) {
	if all[name] == "" {
		return false, nil
	}
	v, err := strconv.ParseBool(strings.ToLower(all[name]))
	if err != nil {
		return false, invalid("the field %s must be true or false", name)
	}
	return v, nil
}

// number returns a field as an integer from 0 to a million; ok is false if it is
// missing or empty.
func (all fields) number(name string) (n int64, ok bool, err error) {
	if all[name] == "" {
		return 0, false, nil
	}
	n, err = strconv.ParseInt(all[name], 10, 64)
	if err != nil || n < 0 || n > 1_000_000 {
		return 0, false, invalid("the field %s must be an integer from 0 to 1000000", name)
	}
	return n, true, nil
}

// describeForm adds the fields of a body, the exported fields of a struct, to the
// OpenAPI document. The body is optional if required is false.
func describeForm(spec *huma.OpenAPI, path string, body reflect.Type, required bool) {
	schema := spec.Components.Schemas.Schema(body, true, "")
	request := spec.Paths[path].Post.RequestBody
	request.Required = required
	request.Content = map[string]*huma.MediaType{formType: {Schema: schema}, jsonType: {Schema: schema}}
}
