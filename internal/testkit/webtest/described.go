package webtest

import (
	"encoding/json"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

// Described returns the operation that the OpenAPI document has for a request,
// nil if there is none.
func Described(spec *huma.OpenAPI, method, path string) *huma.Operation {
	path, _, _ = strings.Cut(path, "?")
	want := strings.Split(path, "/")
	var best *huma.Operation
	fixed := -1
	for template, item := range spec.Paths {
		parts := strings.Split(template, "/")
		if len(parts) != len(want) {
			continue
		}
		same, matches := 0, true
		for i, part := range parts {
			switch {
			case part == want[i]:
				same++
			case !strings.HasPrefix(part, "{"):
				matches = false
			}
		}
		op := map[string]*huma.Operation{"GET": item.Get, "POST": item.Post, "PUT": item.Put, "DELETE": item.Delete}[method]
		if matches && op != nil && same > fixed {
			best, fixed = op, same
		}
	}
	return best
}

// CheckDescribed compares a response with the OpenAPI document.
func CheckDescribed(t testing.TB, spec *huma.OpenAPI, method, path string, status int, contentType string, body []byte) {
	t.Helper()
	if !strings.HasPrefix(path, "/api/") && !strings.HasPrefix(path, "/game/") && path != "/healthz" && path != "/readyz" {
		return
	}
	op := Described(spec, method, path)
	if op == nil {
		if status != http.StatusNotFound && status != http.StatusMethodNotAllowed {
			t.Errorf("%s %s: status %d, but the route is not described", method, path, status)
		}
		return
	}
	response := op.Responses[strconv.Itoa(status)]
	if response == nil {
		response = op.Responses["default"]
	}
	if response == nil {
		t.Errorf("%s %s: status %d is not described", method, path, status)
		return
	}
	if len(body) == 0 {
		return
	}
	if kind, _, err := mime.ParseMediaType(contentType); err != nil || response.Content[kind] == nil {
		t.Errorf("%s %s: status %d has the content type %q, which is not described", method, path, status, contentType)
	}
	if !strings.HasPrefix(contentType, "application/json") {
		return
	}
	media := response.Content["application/json"]
	if media == nil || media.Schema == nil {
		t.Errorf("%s %s: JSON for status %d is not described", method, path, status)
		return
	}
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		t.Errorf("%s %s: %v", method, path, err)
		return
	}
	var result huma.ValidateResult
	huma.Validate(spec.Components.Schemas, media.Schema, huma.NewPathBuffer([]byte{}, 0), huma.ModeReadFromServer, value, &result)
	for _, err := range result.Errors {
		t.Errorf("%s %s: the response is not as described: %v: %.300s", method, path, err, body)
	}
}

// CheckEventDescribed compares an event of a stream with the OpenAPI document.
func CheckEventDescribed(t testing.TB, spec *huma.OpenAPI, path string, e Event) {
	var data any
	if err := json.Unmarshal([]byte(e.Data), &data); err != nil {
		t.Errorf("%s: %v: %s", path, err, e.Data)
		return
	}
	stream := Described(spec, "GET", path).Responses["200"].Content["text/event-stream"].Schema
	for _, kind := range stream.Items.OneOf {
		if kind.Properties["event"].Enum[0] != e.Name {
			continue
		}
		var result huma.ValidateResult
		huma.Validate(spec.Components.Schemas, kind.Properties["data"], huma.NewPathBuffer([]byte{}, 0), huma.ModeReadFromServer, data, &result)
		for _, err := range result.Errors {
			t.Errorf("%s: the event %s is not as described: %v: %.300s", path, e.Name, err, e.Data)
		}
		return
	}
	t.Errorf("%s: the event %s is not described", path, e.Name)
}

// CheckLineDescribed compares a line of a stream of JSON lines with the OpenAPI
// document.
func CheckLineDescribed(t testing.TB, spec *huma.OpenAPI, path string, line json.RawMessage) {
	t.Helper()
	var data any
	if err := json.Unmarshal(line, &data); err != nil {
		t.Fatal(err)
	}
	var result huma.ValidateResult
	items := Described(spec, "GET", path).Responses["200"].Content["application/x-ndjson"].Schema.Items
	huma.Validate(spec.Components.Schemas, items, huma.NewPathBuffer([]byte{}, 0), huma.ModeReadFromServer, data, &result)
	for _, err := range result.Errors {
		t.Errorf("%s: the line is not as described: %v: %.300s", path, err, line)
	}
}
