package tables

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/web/matches"
)

// SharedEvent is an event "match" of the shared stream.
type SharedEvent struct {
	Match string `json:"match"`
	matches.NumberedEvent
}

// MatchEvent is an event "match" of the stream of one match. Its number is the ID
// of the event.
type MatchEvent struct {
	match.Event
	matches.EventChange
}

// GoneEvent is an event "gone": the match does not exist, or the person may not
// see it.
type GoneEvent struct {
	Match string `json:"match"`
}

// SharedBeat is a heartbeat of the shared stream.
type SharedBeat struct {
	Now          match.Moment      `json:"now"`
	Present      map[string][]bool `json:"present" doc:"by match and seat, whether the player is present"`
	Build        string            `json:"build,omitempty" doc:"the build of the pages that the server serves; a page of another build should be reloaded"`
	Announcement match.Moment      `json:"announcement,omitempty" doc:"when the announcement of the site was made; GET /api/site returns it"`
}

// MatchBeat is a heartbeat of the stream of one match.
type MatchBeat struct {
	Now     match.Moment `json:"now"`
	Present []bool       `json:"present" doc:"by seat, whether the player is present"`
}

// LobbyBeat is a heartbeat of the stream of the lobby.
type LobbyBeat struct {
	Now match.Moment `json:"now"`
}

// Describe adds to the OpenAPI document each command, and the events of the
// streams.
func Describe(spec *huma.OpenAPI) {
	describeCommands(spec)
	describeStream(spec, "/api/lobby/stream", map[string]reflect.Type{
		"lobby": reflect.TypeFor[NumberedLobby](), "lobby-change": reflect.TypeFor[LobbyChange](), "beat": reflect.TypeFor[LobbyBeat](),
	})
	describeStream(spec, "/api/matches/{id}/stream", map[string]reflect.Type{
		"match": reflect.TypeFor[MatchEvent](), "beat": reflect.TypeFor[MatchBeat](),
	})
	describeStream(spec, "/api/stream", map[string]reflect.Type{
		"lobby": reflect.TypeFor[NumberedLobby](), "lobby-change": reflect.TypeFor[LobbyChange](),
		"own": reflect.TypeFor[OwnTables](), "match": reflect.TypeFor[SharedEvent](),
		"gone": reflect.TypeFor[GoneEvent](), "beat": reflect.TypeFor[SharedBeat](),
	})
	matches.DescribeEnums(spec)
	describeOpenCommands(spec)
}

// describeOpenCommands describes the elements of the lists of open commands.
func describeOpenCommands(spec *huma.OpenAPI) {
	var types []any
	for i := range match.Commands {
		types = append(types, match.Commands[i].Type)
	}
	for _, schema := range spec.Components.Schemas.Map() {
		if list := schema.Properties["commands"]; list != nil {
			list.Items.Enum = types
		}
	}
}

// describeCommands describes the body of a command as one of [match.Commands].
// Requests are validated as [match.CommandRequest], which also has the forms that
// older clients send.
func describeCommands(spec *huma.OpenAPI) {
	schemas := spec.Components.Schemas
	flat := schemas.Schema(reflect.TypeFor[match.CommandRequest](), false, "")
	all := &huma.Schema{Discriminator: &huma.Discriminator{PropertyName: "type", Mapping: make(map[string]string)}}
	for i := range match.Commands {
		c := &match.Commands[i]
		name := "Command"
		for part := range strings.SplitSeq(c.Type, "-") {
			name += strings.ToUpper(part[:1]) + part[1:]
		}
		s := &huma.Schema{
			Type: huma.TypeObject, Description: c.Summary, AdditionalProperties: false, Required: []string{"type"},
			Properties: map[string]*huma.Schema{"type": {Type: huma.TypeString, Enum: []any{c.Type}}},
			Extensions: map[string]any{"x-codes": append(c.Sender().Codes(), c.Codes...), "x-rule-codes": c.RuleCodes},
		}
		for _, f := range c.Fields {
			property := *flat.Properties[f.Name]
			property.Description = f.Doc
			s.Properties[f.Name] = &property
			if f.Required {
				s.Required = append(s.Required, f.Name)
			}
		}
		schemas.Map()[name] = s
		ref := matches.SchemaPrefix + name
		all.OneOf = append(all.OneOf, &huma.Schema{Ref: ref})
		all.Discriminator.Mapping[c.Type] = ref
	}
	schemas.Map()["Command"] = all
	body := spec.Paths["/api/matches/{id}/commands"].Post.RequestBody
	body.Content["application/json"].Schema = &huma.Schema{Ref: matches.SchemaPrefix + "Command"}
}

// describeStream describes the events of a stream, by name.
func describeStream(spec *huma.OpenAPI, path string, events map[string]reflect.Type) {
	items := &huma.Schema{}
	for _, name := range slices.Sorted(maps.Keys(events)) {
		items.OneOf = append(items.OneOf, &huma.Schema{
			Type: huma.TypeObject, Required: []string{"event", "data"},
			Properties: map[string]*huma.Schema{
				"event": {Type: huma.TypeString, Enum: []any{name}},
				"data":  spec.Components.Schemas.Schema(events[name], true, ""),
			},
		})
	}
	spec.Paths[path].Get.Responses["200"].Content["text/event-stream"].Schema = &huma.Schema{
		Type: huma.TypeArray, Items: items,
		Description: "Server-sent events; data is JSON. Each element of the array stands for one event.",
	}
}
