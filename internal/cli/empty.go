package cli

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"
)

// EmptyValue returns an error that names the first option or argument of the
// command line whose value is empty, or nil if there is none. Commands read ""
// as "not given"; an explicit empty value is nearly always a variable of a
// script that was never set, and must not mean the default.
func EmptyValue(command *kong.Context) error {
	for _, path := range command.Path {
		if path.Resolved {
			continue // from the environment, where an empty variable counts as unset
		}
		var name string
		switch {
		case path.Flag != nil:
			name = "--" + path.Flag.Name
		case path.Positional != nil:
			name = strings.ToUpper(path.Positional.Name)
		default:
			continue
		}
		if isEmpty(command.Value(path)) {
			return &Misuse{Reason: name + " is empty; give a value or leave it out"}
		}
	}
	return nil
}

// WholeLists parses lists like kong, but refuses an empty last item, which kong
// ignores.
var WholeLists = kong.MapperFunc(func(ctx *kong.DecodeContext, target reflect.Value) error {
	text, _ := ctx.Scan.Peek().Value.(string)
	if ctx.Value.Flag != nil && strings.HasSuffix(strings.TrimSpace(text), string(ctx.Value.Tag.Sep)) {
		return fmt.Errorf("%q ends with an empty item", text)
	}
	return kong.NewRegistry().RegisterDefaults().ForValue(target).Decode(ctx, target)
})

// isEmpty reports whether a parsed value is blank text, or a list that is empty
// or contains blank text.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String:
		return strings.TrimSpace(v.String()) == ""
	case reflect.Pointer:
		return !v.IsNil() && isEmpty(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			if isEmpty(v.Index(i)) {
				return true
			}
		}
		return v.Len() == 0
	}
	return false
}
