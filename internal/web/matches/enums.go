package matches

import (
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tafelrunde/internal/match"
	"tafelrunde/internal/store"
)

// enums has the values of the closed lists in responses, by type.
var enums = map[reflect.Type][]any{
	reflect.TypeFor[match.Phase]():            values(match.Waiting, match.Promoting, match.Playing, match.Finished, match.TableClosed),
	reflect.TypeFor[match.Visibility]():       values(match.Public, match.ByLink, match.Private),
	reflect.TypeFor[match.Timeout]():          values(match.ByEngine, match.Skip),
	reflect.TypeFor[match.ClockKind]():        values(match.NoClock, match.RealTime, match.Correspondence),
	reflect.TypeFor[match.Cause]():            values(match.NoFirstMove, match.NoPromotions, match.ByPlayer, match.Absent, match.ByEngineFailure, match.ByModerator),
	reflect.TypeFor[store.NotificationKind](): values(store.NotificationKinds...),
	reflect.TypeFor[store.NotificationMode](): values(store.NotificationModes...),
	reflect.TypeFor[store.ClubRole]():         values(store.ClubRoles...),
	reflect.TypeFor[store.ClubState]():        values(store.ClubStates...),
	reflect.TypeFor[store.ClubEntry]():        values(store.ClubEntries...),
	reflect.TypeFor[store.ClubPosting]():      values(store.ClubPostings...),
	reflect.TypeFor[match.EventType]():        values(append(slices.Clone(match.EventTypes[:]), HiddenEvent)...),
}

func values[T ~string](list ...T) (all []any) {
	for _, v := range list {
		all = append(all, string(v))
	}
	return all
}

// SchemaPrefix precedes the name of a schema in a reference.
const SchemaPrefix = "#/components/schemas/"

// DescribeEnums adds the values of closed lists to the schemas of the OpenAPI
// document.
func DescribeEnums(spec *huma.OpenAPI) {
	for name, schema := range spec.Components.Schemas.Map() {
		t := spec.Components.Schemas.TypeFromRef(SchemaPrefix + name)
		if t == nil || t.Kind() != reflect.Struct {
			continue
		}
		for _, field := range reflect.VisibleFields(t) {
			property, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if list := enums[field.Type]; list != nil && schema.Properties[property] != nil {
				schema.Properties[property].Enum = list
			}
		}
	}
}
